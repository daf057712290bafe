"""The kinds of ways of eating: which animals somebody eats ("vegetarian"), a rule of what may be eaten ("halal") and a
regime ("keto"). One of a kind takes the place of another of it; those of other kinds stand beside: "vegetarian, halal".
"""

import re
from collections.abc import Collection, Mapping
from typing import Final

from providers.statements.left_out import BETWEEN, food_left_out
from providers.statements.normalise import normalize_value, view

_MUCH: Final = r"(?:(?:an?|strict(?:ly)?|mostly|only|eats?|keeps?) )*"
_KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    kind: re.compile(rf"{_MUCH}(?:{names})")
    for kind, names in {
        "animals": r"vegan|vegetari|vegetali|veggie|pes[ck][aeo]-?(?:vege)?tari|flexitari|fruitari|carnivor|omnivor"
        r"|plant[- ]based|pflanzlich|meat\b|fleisch\b|carne\b|viande\b|everything\b|anything\b|alles\b|todo\b|tout\b",
        "rule": r"halal|kosher|koscher|[ck]asc?her",
        "regime": r"keto|paleo|mediterran|low[- ](?:carb|fat|salt|sodium|sugar|fodmap)|diabeti|raw[- ]food",
    }.items()
}


def beside(standing: str, new: str) -> str:
    """A new way of eating with those of other kinds that stood: "vegan, halal" for "vegan" after "vegetarian, halal".
    Foods that the standing value says are left out are not among them."""
    kept = _by_kind(standing)
    if not kept:
        return new
    return ", ".join({**kept, **{_kind(part) or part: part for part in _parts(new)}}.values())


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
    """Whether a value tells of a kind of which its successor says nothing: "vegetarian" before "halal"."""
    return not _by_kind(old).keys() <= _by_kind(new).keys() and bool(_by_kind(new))


def are_contrary_ways(one: str, other: str) -> bool:
    """Whether two values cannot both be right: "vegan" and "vegetarian, halal", but not "vegan" and "halal"."""
    mine, theirs = _by_kind(one), _by_kind(other)
    if not mine or not theirs:
        return not _is_within(one, other)
    return any(not _is_within(mine[kind], theirs[kind]) for kind in mine.keys() & theirs.keys())


def _is_within(one: str, other: str) -> bool:
    return one in other or other in one


def _by_kind(value: str) -> dict[str, str]:
    """The ways of eating of known kinds, in their order."""
    return {kind: part for part in _parts(value) if (kind := _kind(part))}


def _kind(part: str) -> str:
    folded = view(part).folded
    if food_left_out(part):
        return ""
    return next((kind for kind, names in _KINDS.items() if names.match(folded)), "")


def _parts(value: str) -> list[str]:
    return [part.strip() for part in BETWEEN.split(value) if part.strip()]
