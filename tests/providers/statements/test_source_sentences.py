"""Of what a source's object mentions, what is plainly said of somebody else is told from what may be the person's."""

import time

import pytest

from providers.statements import Statement, has_implied_subject, is_about_someone_else, sensitive
from tests.providers.statements.labelled import rows

ROWS = rows("other_subjects.tsv")
ROBIN = frozenset({"robin", "schulz"})


@pytest.mark.parametrize("text", [text for whose, text in ROWS if whose == "person"])
def test_it_may_be_the_persons(text):
    found = sensitive(text)
    assert found and not any(is_about_someone_else(text, one, ROBIN) for one in found)


@pytest.mark.parametrize("text", [text for whose, text in ROWS if whose == "another"])
def test_it_is_plainly_anothers(text):
    assert all(is_about_someone_else(text, one, ROBIN) for one in sensitive(text))


def test_what_is_in_another_spelling_is_plainly_nobody_elses():
    (found,) = sensitive("Tom is aGl2IHBvc2l0aXZl")
    assert not is_about_someone_else("Tom is aGl2IHBvc2l0aXZl", found, ROBIN)


@pytest.mark.parametrize(
    ("text", "is_theirs"),
    [("Woont in Utrecht.", True), ("I answer in Dutch.", True), ("Translated into Dutch.", False)],
)
def test_a_pronoun_or_nothing_stands_at_the_head(text, is_theirs):
    found = Statement.mention("language", "Dutch", start=0, end=len(text), finder="evidence")
    assert has_implied_subject(text, found) is is_theirs


@pytest.mark.parametrize("text", ["Tom and ", "Tom says that ", "Older users and ", "my older brother is "])
def test_a_long_sentence_takes_no_longer_a_character(text):
    long = text * 2_000 + "HIV positive"
    began = time.process_time()
    is_about_someone_else(
        long, Statement.mention("health_conditions", "HIV positive", start=0, end=len(long), finder="x"), ROBIN
    )

    assert time.process_time() - began < 5
