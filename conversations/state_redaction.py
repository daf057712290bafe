"""Fast redaction of large states of many small texts, which are nearly always clean."""

import re
from collections import defaultdict
from itertools import chain
from typing import Any

from providers.redaction import Finding, findings_in, redact_json

LARGE_INTEGER = 10**11
_SECRET_KEY = re.compile(r"(?i)pass|pwd|key|token|secret|credential")


def redact_state(value: Any) -> tuple[Any, tuple[Finding, ...]]:
    """The same as `redact_json`, in a tenth of the time where nothing is found.

    It scans all texts at once first, and one by one only those whose key may make them a secret.
    """
    by_key = _texts_by_key(value)
    texts = chain(by_key, *by_key.values())
    keyed = ((key, text) for key in by_key if _SECRET_KEY.search(key) for text in by_key[key])
    if findings_in(texts) or any(redact_json({key: text})[1] for key, text in keyed):
        return redact_json(value)
    return value, ()


def _texts_by_key(value: Any) -> dict[str, set[str]]:
    """Every key, and the texts and large integers that stand under it, each once."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    pending: list[tuple[str, Any]] = [("", value)]
    while pending:
        key, item = pending.pop()
        texts = found[key]
        if isinstance(item, str):
            texts.add(item)
        elif isinstance(item, dict):
            pending += item.items()
        elif isinstance(item, list | tuple):
            pending += [(key, inner) for inner in item]
        elif isinstance(item, int) and item > LARGE_INTEGER:
            texts.add(str(item))
    return found
