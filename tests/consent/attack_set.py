"""The attack set: sensitive statements in many phrasings, languages and disguises, each through one of the doors."""

from collections.abc import Callable, Iterator
from itertools import chain, islice, product

from tests.providers.statements.foreign_attacks import foreign_attacks
from tests.providers.statements.statement_attacks import (
    CATEGORIES,
    DISGUISES,
    PHRASINGS,
    VALUES,
    free_text_attacks,
    key_attacks,
)
from tests.providers.statements.test_deobfuscation import ENCODERS

# How many variants go through each door when all of them run: 21,100.
COUNTS = {
    "batch": 8_000,
    "elsewhere in a memory": 4_000,
    "facts": 2_600,
    "store": 800,
    "source": 1_000,
    "summary": 2_000,
    "staff": 1_000,
    "shared": 400,
    "import": 600,
    "checkpoint": 300,
    "restore": 200,
    "merge": 200,
}


def texts() -> Iterator[str]:
    """Free texts, of each kind in turn: phrasings in disguise, encodings, other languages.

    PostgreSQL and the API take no NUL; the detector's own tests send it.
    """
    kinds = zip(_disguised(), _encoded(), _foreign(), strict=False)
    return (text.replace("\x00", "\x01") for text in chain.from_iterable(kinds))


def spread(attacks: Iterator[str], count: int, *, step: int) -> list[str]:
    """Every `step`-th of the first `count` attacks."""
    return list(islice(attacks, 0, count, step))


def places() -> Iterator[dict[str, object]]:
    """Bodies of harmless content with a statement somewhere beside it."""
    for number, text in enumerate(texts()):
        yield PLACES[number % len(PLACES)](text)


def keys() -> Iterator[tuple[str, str, str]]:
    """Category, key and value of facts; each field by all of its names."""
    found = list(key_attacks())
    step = 97  # a prime, so that every spelling, frame, disguise and category has its turn
    for place in range(len(found)):
        field, category, key = found[place * step % len(found)]
        yield category, key.replace("\x00", "\x01"), VALUES[field][place % 3]


def _disguised() -> Iterator[str]:
    found = [text for _, text in free_text_attacks()]
    return (found[place * 1009 % len(found)] for place in range(len(found)))


def _encoded() -> Iterator[str]:
    plain = [p.format(v) for field, phrasings in PHRASINGS.items() for p, v in product(phrasings, VALUES[field])]
    short = [text for text in plain if text[-1].isalnum() or text.endswith(".")]
    exact = [name for name in ENCODERS if name not in RESPELLING]
    while True:
        yield from (ENCODERS[name](text) for text, name in product(short, exact))


def _foreign() -> Iterator[str]:
    plain = [text for _, text in foreign_attacks()]
    while True:
        yield from (disguise(text) for disguise, text in product(MILD, plain))


# Ways of writing that lose where words end: not every phrasing can be read again, so they have tests of their own.
RESPELLING = frozenset({
    "leet", "full width leet", "spaced out", "spaced out, words apart", "dots between", "dashes between",
    "a letter a line", "underscores", "plus signs", "camel case", "no blanks",
    # Figures in groups look like a card's number and are redacted before anybody reads them.
    "hexadecimal with blanks", "decimal",
})  # fmt: skip
MILD = [DISGUISES[name] for name in ("plain", "lower", "upper", "fullwidth", "zero width", "soft hyphen", "decomposed")]
PLACES: tuple[Callable[[str], dict[str, object]], ...] = (
    lambda text: {"title": text[:500]},
    lambda text: {"summary": text},
    lambda text: {"metadata": {"note": text}},
    lambda text: {"metadata": {"a": [{"b": {"c": text}}]}},
    lambda text: {"metadata": {text: True}},
    lambda text: {"tags": ["work", text[:64]]} if len(text) <= 64 else {"metadata": {"tags": [text]}},
    lambda text: {"memory_type": "procedural", "content": f"1. Open the file\n2. {text}\n3. Save it"},
    lambda text: {"memory_type": "episodic", "content": f"We met on Tuesday.\n{text}\nThen we left."},
    lambda text: {"memory_type": "insight", "content": text},
)
__all__ = ["CATEGORIES", "COUNTS", "keys", "places", "spread", "texts"]
