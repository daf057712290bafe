"""Fast redaction of large states of many small texts, which are nearly always clean."""

import re
from collections.abc import Iterator
from typing import Any

from providers.redaction import Finding, redact, redact_json

# As long as any pattern's lookahead behind a value.
GAP = "\n" * 16
_SECRET_KEY = re.compile(r"(?i)pass|pwd|key|token|secret|credential")


def redact_state(value: Any) -> tuple[Any, tuple[Finding, ...]]:
    """The same as `redact_json`, in a tenth of the time where nothing is found.

    It scans all texts at once first, and one by one only those whose key may make them a secret.
    """
    texts: list[str] = []
    labelled: list[tuple[str, str]] = []
    for label, text in _texts(value):
        texts.append(text)
        if label and _SECRET_KEY.search(label):
            labelled.append((label, text))
    if redact(GAP.join(texts)).findings or any(redact_json({label: text})[1] for label, text in labelled):
        return redact_json(value)
    return value, ()


def _texts(value: Any) -> Iterator[tuple[str, str]]:
    """Every key, text and large integer, each with its own key."""
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
