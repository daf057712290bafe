"""Redaction of large states of many small texts, which are nearly always clean."""

import re
from collections.abc import Iterator
from typing import Any

from providers.redaction import Finding, redact, redact_json

# As long as anything that a pattern looks at behind a value.
GAP = "\n" * 16
_TELLING_KEY = re.compile(r"(?i)pass|pwd|key|token|secret|credential")


def redact_state(value: Any) -> tuple[Any, tuple[Finding, ...]]:
    """What `redact_json` answers, in a tenth of its time where nothing is found.

    All texts are looked through at once first; those whose key could make them a secret are looked at one by one.
    """
    texts: list[str] = []
    telling: list[tuple[str, str]] = []
    for label, text in _texts(value):
        texts.append(text)
        if label and _TELLING_KEY.search(label):
            telling.append((label, text))
    if redact(GAP.join(texts)).findings or any(redact_json({label: text})[1] for label, text in telling):
        return redact_json(value)
    return value, ()


def _texts(value: Any) -> Iterator[tuple[str, str]]:
    """Every key, text and whole number, each with the key it stands under."""
    pending: list[tuple[str, Any]] = [("", value)]
    while pending:
        label, item = pending.pop()
        if isinstance(item, dict):
            pending.extend((str(key), inner) for key, inner in item.items())
            pending.extend(("", str(key)) for key in item)
        elif isinstance(item, list | tuple):
            pending.extend((label, inner) for inner in item)
        elif isinstance(item, str):
            yield label, item
        elif isinstance(item, int) and item > 10**11:
            yield "", str(item)
