"""Sensitive statements by rules: what the gate's own detector finds."""

from typing import cast, get_args

from providers import statements
from providers.llm.tasks import AllSensitive, FoundSensitive, SensitiveKey, Told

MOST = 50
VALUE_CHARACTERS, QUOTE_CHARACTERS = 500, 1_000
KEYS = frozenset(get_args(SensitiveKey))


def find_sensitive(payload: Told) -> AllSensitive:
    """What the texts state, in their order."""
    found = [
        FoundSensitive(
            text=place,
            key=cast(SensitiveKey, one.key),
            value=one.value[:VALUE_CHARACTERS],
            quote=text[one.start : one.end][:QUOTE_CHARACTERS],
            denied=one.negated,
        )
        for place, text in enumerate(payload.texts)
        for one in statements.sensitive(text)
        if one.key in KEYS
    ]
    return AllSensitive(statements=tuple(found[:MOST]))
