"""Diets and their kinds: which animals somebody eats ("vegetarian"), a rule of what may be eaten ("halal"), a regime
("keto"). A diet replaces one of the same kind and stands beside those of other kinds: "vegetarian, halal"."""

import re
from collections.abc import Collection, Mapping
from itertools import chain, product, starmap
from typing import Final

from providers.statements.needs.exceptions import exception_in
from providers.statements.needs.excluded_foods import BETWEEN, food_left_out
from providers.statements.text.normalise import normalize_value, view

_MUCH: Final = r"(?:(?:an?|strict(?:ly)?|mostly|only|eats?|keeps?) )*"
_ANIMALS: Final = "animals"
_KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    kind: re.compile(rf"{_MUCH}(?P<way>{names})")
    for kind, names in {
        _ANIMALS: r"vegan|vegetari|vegetali|veggie|pes[ck][aeo]-?(?:vege)?tari|flexitari|fruitari|carnivor|omnivor"
        r"|plant[- ]based|pflanzlich|meat\b|fleisch\b|carne\b|viande\b|everything\b|anything\b|alles\b|todo\b|tout\b",
        "rule": r"halal|kosher|koscher|[ck]asc?her",
        "regime": r"keto|paleo|mediterran|low[- ](?:carb|fat|salt|sodium|sugar|fodmap)|diabeti|raw[- ]food",
    }.items()
}

_ALSO: Final = re.compile(
    r"\b(?:also|too|both|as well|besides|in addition|auch|sowohl|ausserdem|zudem|zusatzlich|ebenfalls|tambien|ademas"
    r"|tanto|ambos|aussi|egalement|en plus|de plus)\b"
)


def says_also(sentence: str) -> bool:
    """Whether what it tells comes to what was so already: "I also keep kosher"."""
    return _ALSO.search(view(sentence).folded) is not None


def beside(standing: str, new: str, *, is_also: bool = False) -> str:
    """A new way of eating with those of other kinds that stood: "vegan, halal" for "vegan" after "vegetarian, halal".
    With `is_also` with rules and regimes of its own kind, too: "halal, kosher". Foods that the standing value says are
    left out are not among them."""
    ways = _by_kind(standing)
    if not ways:
        return new
    for kind, parts in _grouped(new).items():
        stays = ways.get(kind, []) if is_also and kind != _ANIMALS else []
        ways[kind] = list({normalize_value(part): part for part in (*stays, *parts)}.values())
    return ", ".join(chain.from_iterable(ways.values()))


def without(standing: str, denied: Collection[str]) -> str:
    """A value without the ways of eating that are denied, empty where nothing is left."""
    gone = {normalize_value(one) for one in denied}
    left = [part for part in _parts(standing) if normalize_value(part) not in gone]
    return standing if len(left) == len(_parts(standing)) else ", ".join(left)


def is_of_a_kind(one: str, other: str) -> bool:
    """Whether both tell something of one kind, so that one of them would replace the other."""
    mine, theirs = _by_kind(one), _by_kind(other)
    return not mine or not theirs or not mine.keys().isdisjoint(theirs)


def ways_lost(old: str, new: str) -> bool:
    """Whether a value tells of a way of a kind of which its successor says nothing or less: "vegetarian" before
    "halal", "halal, kosher" before "halal"."""
    left = _by_kind(new)
    return bool(left) and any(len(left.get(kind, ())) < len(parts) for kind, parts in _by_kind(old).items())


def tells_ways(value: str, other: str) -> bool:
    """Whether one value names but ways of eating that another names too, in whatever form: "vegan" beside
    "Veganerin, halal"."""
    mine, theirs = _names_of_ways(value), _names_of_ways(other)
    return bool(mine) and None not in mine and mine <= theirs


def names_way(sentence: str, value: str) -> bool:
    """Whether a sentence names a diet of the value in any form: "Veganismus" for "vegan"."""
    folded = view(sentence).folded
    return any(way is not None and way in folded for way in _names_of_ways(value))


def are_contrary_ways(one: str, other: str) -> bool:
    """Whether two values cannot both be right: "vegan" and "vegetarian, halal", but not "vegan" and "halal"."""
    mine, theirs = _by_kind(one), _by_kind(other)
    if not mine or not theirs:
        return not _is_within(one, other)
    return any(not any(starmap(_is_within, product(mine[kind], theirs[kind]))) for kind in mine.keys() & theirs.keys())


def _is_within(one: str, other: str) -> bool:
    return one in other or other in one


def _by_kind(value: str) -> dict[str, list[str]]:
    """The ways of eating of known kinds, in their order."""
    return {kind: parts for kind, parts in _grouped(value).items() if kind in _KINDS}


def _grouped(value: str) -> dict[str, list[str]]:
    """All that a value tells, by kind; what is of none by itself."""
    found: dict[str, list[str]] = {}
    for part in _parts(value):
        found.setdefault(_kind(part) or part, []).append(part)
    return found


def _kind(part: str) -> str:
    folded = view(part).folded
    if food_left_out(part):
        return ""
    return next((kind for kind, names in _KINDS.items() if names.match(folded)), "")


def _names_of_ways(value: str) -> set[str | None]:
    """Each without its ending; None for what is no way of a known kind."""
    folded = (view(part).folded for part in _parts(value))
    matches = (next(filter(None, (kind.match(part) for kind in _KINDS.values())), None) for part in folded)
    return {found["way"] if found else None for found in matches}


def _parts(value: str) -> list[str]:
    """An exception belongs to what stands before it."""
    end = exception_in(view(value).folded) if len(view(value).folded) == len(value) else len(value)
    parts = [part.strip() for part in BETWEEN.split(value[:end]) if part.strip()]
    return [*parts[:-1], f"{parts[-1]}{value[end:]}"] if parts else []
