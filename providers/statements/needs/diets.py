"""Diets and their kinds: the animals that are eaten ("vegetarian"), a rule of what may be eaten ("halal"), a regime
("keto"). A diet replaces one of the same kind and is combined with those of other kinds: "vegetarian, halal"."""

import re
from collections.abc import Collection, Mapping
from itertools import chain, product, starmap
from typing import Final

from providers.statements.needs.diet_names import ANIMALS, KINDS, diet_called, diet_words, diets_in, without_diet_names
from providers.statements.needs.exceptions import exception_start
from providers.statements.needs.excluded_foods import BETWEEN, excluded_food
from providers.statements.text.normalise import normalize_value, view
from providers.statements.text.words import word_set

_MUCH: Final = r"(?:(?:an?|strict(?:ly)?|mostly|only|eats?|keeps?) )*"
# Further words for the animals that are eaten.
_EATEN: Final = r"meat\b|fleisch\b|carne\b|viande\b|everything\b|anything\b|alles\b|todo\b|tout\b"
_KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    kind: re.compile(rf"{_MUCH}(?P<name>{diet_words(kind)}{rf'|{_EATEN}' if kind == ANIMALS else ''})")
    for kind in (*KINDS, "illness")
}
# Words that add nothing to the name of a diet.
_FILLERS: Final = word_set("""
    a an the is am i'm strict strictly eat eats keep keeps follow follows person diet ist bin isst esse ein eine strikt
    ernahrung soy es sigo sigue un una la dieta estricto estricta est suis une le regime stricte strictement
""")
_ALSO: Final = re.compile(
    r"\b(?:also|too|both|as well|besides|in addition|auch|sowohl|ausserdem|zudem|zusatzlich|ebenfalls|tambien|ademas"
    r"|tanto|ambos|aussi|egalement|en plus|de plus)\b"
)


def states_addition(sentence: str) -> bool:
    """Whether a sentence adds to what was stated before: "I also keep kosher"."""
    return _ALSO.search(view(sentence).folded) is not None


def combined_diets(stored: str, new: str, *, is_addition: bool = False) -> str:
    """Return a new diet with the stored ones of other kinds: "vegan, halal" for "vegan" after "vegetarian, halal".

    With `is_addition`, it also keeps stored rules and regimes of its own kind: "halal, kosher". Excluded foods in the
    stored value are dropped.
    """
    diets = _by_kind(stored)
    if not diets:
        return new
    for kind, parts in _grouped(new).items():
        retained = diets.get(kind, []) if is_addition and kind != ANIMALS else []
        diets[kind] = list({normalize_value(_canonical(part)): part for part in (*retained, *parts)}.values())
    return ", ".join(chain.from_iterable(diets.values()))


def canonical_diet(value: str) -> str:
    """Return the diets of a value by their names, in one order: "halal, vegan" for "Veganerin, halal". A part that says
    anything else stays as it is."""
    found = {part: _names(part) for part in _parts(value)}
    names = {name for part, named in found.items() for name in named or [part]}
    return ", ".join(sorted(names)) if any(found.values()) else value


def _names(part: str) -> list[str]:
    """Return the names of the diets in a part that says nothing else."""
    folded = view(part).folded
    is_diet = _FILLERS.issuperset(without_diet_names(folded).split())
    return [diet.name for diet in diets_in(folded)] if is_diet else []


def _canonical(part: str) -> str:
    return ", ".join(sorted(_names(part))) or part


def without_diets(stored: str, denied: Collection[str]) -> str:
    """Return the value without the denied diets; empty if none remains."""
    removed = {normalize_value(_canonical(one)) for one in denied}
    left = [part for part in _parts(stored) if normalize_value(_canonical(part)) not in removed]
    return stored if len(left) == len(_parts(stored)) else ", ".join(left)


def are_same_kind_of_diet(one: str, other: str) -> bool:
    """Whether two values have diets of one kind, so that one of them replaces the other."""
    first, second = _by_kind(one), _by_kind(other)
    return not first or not second or not first.keys().isdisjoint(second)


def loses_diet(old: str, new: str) -> bool:
    """Whether the new value has fewer diets of a kind than the old one: "halal" after "vegetarian", or after "halal,
    kosher"."""
    left = _by_kind(new)
    return bool(left) and any(len(left.get(kind, ())) < len(parts) for kind, parts in _by_kind(old).items())


def are_diets_included(value: str, other: str) -> bool:
    """Whether `other` names all diets of the value, in any form: "vegan" is included in "Veganerin, halal"."""
    names = _diet_names(value)
    return bool(names) and None not in names and names <= _diet_names(other)


def names_diet(sentence: str, value: str) -> bool:
    """Whether a sentence names a diet of the value in any form: "Veganismus" for "vegan"."""
    named = {diet.name for diet in diets_in(view(sentence).folded)}
    return not named.isdisjoint(_diet_names(value))


def are_contradictory_diets(one: str, other: str) -> bool:
    """Whether two values cannot both be right: "vegan" and "vegetarian, halal", but not "vegan" and "halal"."""
    first, second = _by_kind(one), _by_kind(other)
    if not first or not second:
        return not _is_within(one, other)
    return any(
        not any(starmap(_is_within, product(first[kind], second[kind]))) for kind in first.keys() & second.keys()
    )


def _is_within(one: str, other: str) -> bool:
    return one in other or other in one or _canonical(one) == _canonical(other)


def _by_kind(value: str) -> dict[str, list[str]]:
    """Return the diets of known kinds, in their order."""
    return {kind: parts for kind, parts in _grouped(value).items() if kind in _KINDS}


def _grouped(value: str) -> dict[str, list[str]]:
    """Group the parts of a value by kind; a part of no known kind is its own group."""
    found: dict[str, list[str]] = {}
    for part in _parts(value):
        found.setdefault(_kind(part) or part, []).append(part)
    return found


def _kind(part: str) -> str:
    folded = view(part).folded
    if excluded_food(part):
        return ""
    return next((kind for kind, names in _KINDS.items() if names.match(folded)), "")


def _diet_names(value: str) -> set[str | None]:
    """Return the names of the diets; None stands for a part of no known kind."""
    folded = (view(part).folded for part in _parts(value))
    matches = (next(filter(None, (kind.match(part) for kind in _KINDS.values())), None) for part in folded)
    return {diet_called(found["name"]) or found["name"] if found else None for found in matches}


def _parts(value: str) -> list[str]:
    """Split a value; an exception stays with the diet before it."""
    end = exception_start(view(value).folded) if len(view(value).folded) == len(value) else len(value)
    parts = [part.strip() for part in BETWEEN.split(value[:end]) if part.strip()]
    return [*parts[:-1], f"{parts[-1]}{value[end:]}"] if parts else []
