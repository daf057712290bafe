"""The notes that benchmarks write: the same each time, and such as apply at once."""

from benchmarks.sentences import note
from providers import statements
from providers.redaction import redact

NOTES = [note(1, number) for number in range(500)]


def test_the_same_number_gives_the_same_note():
    assert note(1, 7) == note(1, 7) != note(2, 7)


def test_no_two_are_alike():
    assert len(set(NOTES)) == len(NOTES)


def test_they_have_ten_to_sixty_words():
    lengths = [len(text.split()) for text in NOTES]
    assert min(lengths) >= 10 and max(lengths) <= 60


def test_none_needs_consent_or_redaction():
    assert not [text for text in NOTES if statements.sensitive(text) or redact(text).findings]
