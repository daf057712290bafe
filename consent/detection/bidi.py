"""Marks that turn the direction of writing: with them a value reads otherwise than it is kept."""

from consent.changes import Change, SetFact

# The embeddings, overrides and isolates of the Unicode bidirectional algorithm. Hebrew and Arabic need none of them
# within a value; the marks that they do use (U+200E, U+200F, U+061C) turn nothing else around.
TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def validate(change: Change) -> str:
    """Why the value of a fact cannot be kept; empty when it can. What is kept already stays."""
    if not isinstance(change, SetFact):
        return ""
    found = sorted(TURNING & {*change.draft.value, *change.draft.item})
    names = ", ".join(f"U+{ord(mark):04X}" for mark in found)
    return f"A value cannot hold marks that turn the direction of writing: {names}." if found else ""


def visible(text: str) -> str:
    """The text with such marks written out, so that it reads as it is kept."""
    return "".join(f"[U+{ord(char):04X}]" if char in TURNING else char for char in text)
