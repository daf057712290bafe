"""R9: what stands beyond the 256 tokens that the model reads at once is found by meaning too."""

import pytest

from memories.models import Chunk
from providers.embedding.tokens import count_tokens
from workspaces import scope

pytestmark = pytest.mark.django_db

FILLER = (
    "The quarterly budget was reviewed line by line. Travel costs rose while printing costs fell. "
    "The auditors asked for receipts of every purchase. A new supplier delivers paper and ink. "
)
ENDINGS = {
    "dog": "The veterinarian wants our spaniel to lose some weight.",
    "piano": "A tuner repaired the grand piano in the hall.",
    "snow": "Heavy snowfall closed the mountain pass at noon.",
    "bread": "The baker prefers sourdough with rye flour.",
}
QUESTIONS = {
    "dog": "Which pet must slim down?",
    "piano": "Who fixed an instrument with keys?",
    "snow": "Why could nobody cross by car in winter weather?",
    "bread": "What kind of loaf does somebody like?",
}


def long_text(ending):
    """About 390 tokens of the same filler, and the fact behind it."""
    words = (FILLER * 20).split()
    while count_tokens(" ".join(words)) > 385:
        words.pop()
    return " ".join(words) + ". " + ending


@pytest.fixture
def documents(remember):
    return {name: remember(long_text(ending), key=name) for name, ending in ENDINGS.items()}


def test_the_fact_stands_beyond_what_is_read_at_once(home, documents):
    with scope.enter(home.workspace_id):
        chunks = list(Chunk.objects.current().filter(memory_id=documents["dog"]))
    assert len(chunks) == 1 and 390 <= chunks[0].token_count <= 400


@pytest.mark.parametrize("name", ENDINGS)
def test_a_fact_at_token_390_is_found_by_meaning(documents, ask, name):
    shared = set(QUESTIONS[name].casefold().strip("?").split()) & set(long_text(ENDINGS[name]).casefold().split())
    assert shared <= {"which", "a", "does", "with", "in", "by", "what", "of", "the", "who", "could", "down"}
    assert ask(QUESTIONS[name]).items[0].id == documents[name]
