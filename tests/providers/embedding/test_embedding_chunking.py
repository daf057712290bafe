"""004, "Chunk Model": slices of 200 to 400 tokens that overlap by 10 to 15 %."""

import hashlib
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from providers.embedding import count_tokens
from providers.embedding.chunking import ChunkText, split

SENTENCES = (
    "Ana moved to Lisbon in the spring and found a flat near the river. "
    "Her brother visits every second weekend, mostly by train. "
    "They cook together, argue about football, and walk along the water until it is dark. "
)
ANYTHING = st.text(max_size=40) | st.sampled_from(
    [
        "word ",
        "Well, hello. ",
        "\n\n",
        "# Title\n",
        "```\n",
        "a" * 150,
        "0f9a8b7c6d" * 6,
        "x9z" * 30,
        "図書館",
        "\ud800",
        "\0",
    ]
)
TEXTS = st.builds(lambda parts, times: "".join(parts * times), st.lists(ANYTHING, max_size=30), st.integers(1, 40))


def occurrences(part: str, text: str) -> Iterator[int]:
    start = text.find(part)
    while start >= 0:
        yield start
        start = text.find(part, start + 1)


def are_covering_slices(chunks: list[ChunkText], text: str) -> bool:
    """Whether the chunks can be laid upon the text in their order without a gap; a text may repeat itself."""
    covered = {0}
    for chunk in chunks:
        spans = [(start, start + len(chunk.text)) for start in occurrences(chunk.text, text)]
        covered = {end for start, end in spans if any(start <= before < end for before in covered)}
    return len(text) in covered


def places(text: str, chunks: list[ChunkText]) -> list[tuple[int, int]]:
    """Where each chunk starts and ends in a text that does not repeat itself."""
    starts = [text.index(chunk.text) for chunk in chunks]
    return [(start, start + len(chunk.text)) for start, chunk in zip(starts, chunks, strict=True)]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(TEXTS)
def test_any_text_is_covered_by_slices_of_200_to_400_tokens(text):
    chunks = split(text)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert [chunk.token_count for chunk in chunks] == [count_tokens(chunk.text) for chunk in chunks]
    if count_tokens(text) <= 400:
        assert [chunk.text for chunk in chunks] == [text] * bool(text)
        return
    assert all(200 <= chunk.token_count <= 400 for chunk in chunks)
    assert are_covering_slices(chunks, text)


@pytest.mark.parametrize("repetitions", range(9, 60, 5))
def test_neighbours_share_10_to_15_percent_of_the_earlier_one(repetitions):
    text = SENTENCES * repetitions
    numbered = " ".join(f"{word}{n}" for n, word in enumerate(text.split()))
    chunks = split(numbered)
    assert len(chunks) > 1
    for before, after in pairwise(places(numbered, chunks)):
        overlap = count_tokens(numbered[after[0] : before[1]]) / count_tokens(numbered[slice(*before)])
        assert 0.10 <= overlap <= 0.15 or after[1] == len(numbered)


def test_nothing_gives_no_chunk_and_white_space_one():
    assert split("") == []
    assert [(chunk.text, chunk.token_count) for chunk in split(" \n")] == [(" \n", 0)]


def test_400_tokens_are_one_chunk_and_401_are_two_of_a_size():
    assert [chunk.token_count for chunk in split("word " * 400)] == [400]
    sizes = [chunk.token_count for chunk in split("word " * 401)]
    assert len(sizes) == 2
    assert max(sizes) - min(sizes) < 40


def test_a_cut_prefers_paragraphs_to_sentences():
    paragraph = SENTENCES * 6
    chunks = split(f"{paragraph}\n\n{paragraph}\n\n{paragraph}")
    assert chunks[0].text == f"{paragraph}\n\n"


def test_a_cut_prefers_sentences_to_words():
    chunks = split(SENTENCES * 30)
    assert all(chunk.text.endswith(". ") for chunk in chunks)
    assert all(chunk.text[0].isupper() for chunk in chunks)


def test_headings_become_labels_and_cuts():
    text = f"{SENTENCES * 5}\n## River\n\n{SENTENCES * 5}\n# Train #\n{SENTENCES * 5}"
    labels = [chunk.section_label for chunk in split(text, label="Ana's notes")]
    assert labels == ["Ana's notes", "River", "Train"]


def test_a_heading_may_label_a_text_of_one_chunk():
    assert split("## Diet\nAna eats no meat.", label="notes")[0].section_label == "Diet"
    assert split("Ana eats no meat.", label="notes")[0].section_label == "notes"
    assert split("Ana eats no meat.")[0].section_label is None


@pytest.mark.parametrize("line", ["#hashtag", "####### seven", "```\n# a comment in code\n```", "# ", "    # far in"])
def test_what_only_looks_like_a_heading_is_none(line):
    assert split(f"{line}\nAna eats no meat.")[0].section_label is None


def test_the_hash_is_that_of_the_text():
    [chunk] = split("Ana eats no meat.")
    assert chunk.hash == hashlib.sha256(b"Ana eats no meat.").hexdigest()


def test_a_change_at_the_end_leaves_the_earlier_hashes():
    """R9: unchanged chunks keep their embedding."""
    text = SENTENCES * 100
    before, after = split(text), split(text + SENTENCES * 20)
    assert len(before) > 10
    assert [chunk.hash for chunk in after[: len(before) - 4]] == [chunk.hash for chunk in before[:-4]]
