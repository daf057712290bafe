"""What nobody sees: what of it may be written, and how a text is shown."""

import pytest

from memories.drafts import MemoryDraft
from providers.unseen import hidden, hidden_in, untagged, visible
from tests.unseen_texts import ALONE, HIDDEN, LEGITIMATE, tagged


@pytest.mark.parametrize("text", LEGITIMATE.values(), ids=LEGITIMATE)
def test_what_scripts_and_emoji_need_stays(text):
    assert not hidden(text)
    assert visible(text) == text


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_what_nothing_needs_is_hidden(text):
    assert hidden(text)
    assert "[U+" in visible(text)


@pytest.mark.parametrize("char", ALONE, ids=lambda char: f"U+{ord(char):04X}")
def test_one_alone_may_be_written_and_is_shown(char):
    assert not hidden(f"Likes {char}soup.")
    assert visible(f"Likes {char}soup.") == f"Likes [U+{ord(char):04X}]soup."


def test_two_joiners_of_one_letter_may_stand_and_two_selectors_of_one_emoji():
    assert not hidden("❤\ufe0f\ufe0f")
    assert not hidden("ന്\u200d\u200cമ") and not hidden("می\u200c\u200cخواهم")
    assert hidden("می\u200c\u200c\u200cخواهم")


def test_of_several_marks_of_direction_one_is_needed():
    assert visible("שלום\u200f\u200f") == "שלום\u200f[U+200F]"


def test_a_place_is_named_at_any_depth():
    found = list(hidden_in({"content": "x", "metadata": {"notes": ["a", f"b{tagged('c')}"], f"n{tagged('d')}": 1}}))
    assert {(one.path, *one.names) for one in found} == {("metadata.notes.1", "U+E0063"), ("metadata", "U+E0064")}


def test_a_draft_is_looked_through():
    draft = MemoryDraft(namespace=("memories", "x"), key="k", content="x", tags=("a", tagged("b")))
    assert [one.path for one in hidden_in(draft)] == ["tags.1"]
    assert not list(hidden_in(MemoryDraft(namespace=("memories", "x"), key="k", content="é")))


def test_tags_are_read_as_what_they_encode_but_for_flags():
    text = f"A{tagged(' b')} {LEGITIMATE['flags']}"
    assert untagged(text).startswith("A b ") and len(untagged(text)) == len(text)
    assert "gbeng" not in untagged(text)
