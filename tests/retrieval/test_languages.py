"""Words are found in the language of the texts: PostgreSQL's dictionary for each (docs/retrieval.md)."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.postgres.search import SearchVector
from django.core.management import call_command
from django.utils import timezone

from consent.changes import WriteMemory
from consent.gate import submit_many
from conversations.models import Turn
from memories.drafts import MemoryDraft
from memories.models import Chunk
from providers.language import DICTIONARIES, detect_language
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db

with (Path(__file__).parent / "data" / "languages.tsv").open() as file:
    ROWS = list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture
def recall(home, supervisor, now):
    """The share of the 40 questions of a language whose memory is among the ten best, and has words of the question."""

    def measure(language):
        with scope.enter(home.workspace_id):
            person_id = Person.objects.create(name="Kim").id
        drafts = [
            MemoryDraft(namespace=("memories", str(person_id)), key=str(number), content=row[language])
            for number, row in enumerate(ROWS)
        ]
        submit_many([WriteMemory(draft=draft) for draft in drafts], actor=supervisor, now=now)
        found = 0
        for row in ROWS:
            request = QueryRequest(query=row[f"question {language}"], user_id=person_id, top_k=10)
            items = memory_query(request, actor=supervisor, now=timezone.now()).items
            found += any(item.content == row[language] and item.signals["words"] for item in items)
        return found / len(ROWS)

    return measure


@pytest.mark.parametrize("language", ["de", "es"])
def test_other_languages_are_found_by_words_as_well_as_english(recall, language):
    english = recall("en")
    assert english >= 0.9 and recall(language) >= english - 0.1


def test_each_text_is_indexed_with_its_dictionary(home, remember):
    ids = [remember(text) for text in ("Die Fahrräder wurden repariert.", "The bicycles were repaired.")]
    with scope.enter(home.workspace_id):
        chunks = [Chunk.objects.get(memory_id=one) for one in ids]
        assert [chunk.language for chunk in chunks] == ["de", "en"]
        assert [chunk.search for chunk in chunks] == ["'fahrrad':2 'repariert':4 'wurd':3", "'bicycl':2 'repair':4"]
        assert Person.objects.get(id=home.user_id).languages == ["de"]


def test_a_turn_is_indexed_with_its_dictionary(say, texts):
    say("Wir haben gestern die Fahrräder im Keller repariert.", index=False)
    assert texts("Wo ist das Fahrrad?") == ["Wir haben gestern die Fahrräder im Keller repariert."]


def test_both_languages_of_a_person_are_searched(remember, ask):
    german = remember("Die Nachbarn füttern die Katzen während der Ferien.")
    english = remember("The neighbours water the tomatoes in summer.")
    words = {item.id: item.signals["words"] for item in ask("Wer füttert die Katze?").items}
    assert words[german] > words[english]
    words = {item.id: item.signals["words"] for item in ask("Who waters the tomato?").items}
    assert words[english] > words[german]


def test_a_form_that_no_text_has_takes_nothing_from_a_score(remember, ask):
    """A person's German texts leave the scores of English questions as they are."""
    english = remember("The neighbours water the tomatoes in summer.")
    before = ask("Who waters the tomatoes?").items[0].signals["words"]
    remember("Die Katzen werden während der Ferien gefüttert.")
    after = {item.id: item.signals["words"] for item in ask("Who waters the tomatoes?").items}[english]
    assert after >= before


def test_texts_of_an_earlier_version_are_brought_forward(home, remember, say, ask):
    remember("Die Fahrräder wurden gestern repariert.")
    say("Die Katzen werden von den Nachbarn gefüttert.")
    with scope.enter(home.workspace_id):
        Chunk.objects.update(language="en")
        Turn.objects.update(language="en")
        Person.objects.update(languages=[])
    call_command("detect_languages", stdout=StringIO())
    for question in ("Welches Fahrrad?", "Welche Katze?"):
        assert ask(question).items[0].signals["words"]


def test_unclear_and_other_languages_count_as_english():
    assert [detect_language(text) for text in ("ok", "", "図書館はどこですか。", "Haha lol")] == ["en"] * 4


def test_the_database_knows_the_same_dictionaries(home, remember):
    """`text_vector` is a copy of the list, since migrations import no code."""
    memory = remember("The bicycles were repaired.")
    with scope.enter(home.workspace_id):
        for language, name in DICTIONARIES.items():
            Chunk.objects.filter(memory_id=memory).update(language=language)
            rows = Chunk.objects.filter(memory_id=memory).annotate(expected=SearchVector("text", config=name))
            assert rows.values_list("search").get() == rows.values_list("expected").get(), language
