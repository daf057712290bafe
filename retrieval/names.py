"""Names that a question may contain."""

import re
from collections.abc import Iterable
from functools import lru_cache

from conversations.speaker_labels import NOT_NAMES


def named_in(query: str, names: Iterable[str]) -> frozenset[str]:
    """The names that a question contains, in lower case."""
    return frozenset(name.lower() for name in names if _pattern(name).search(query))


def without_names(query: str, names: Iterable[str]) -> str:
    """The question as it is embedded: a name would pull every short greeting towards it."""
    for name in names:
        query = _pattern(name).sub(" ", query)
    kept = " ".join(query.split())
    return kept if re.search(r"\w", kept) else query


@lru_cache(maxsize=10_000)
def _pattern(name: str) -> re.Pattern[str]:
    """A name as a whole, or the first word of a longer one, with or without a genitive."""
    first, _, rest = name.partition(" ")
    forms = [name, first] if rest and len(first) > 2 and first.lower() not in NOT_NAMES else [name]
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})(?:['’]s)?(?!\w)", re.IGNORECASE)
