"""Allergens by their names in six languages, and the foods that usually contain them: prawns are shellfish, and satay
contains peanuts. `data/allergens.tsv` is the table; `data/foods.tsv` names other common foods, which have no group.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from providers.statements.needs.diet_names import diets_in
from providers.statements.needs.exceptions import exception_start
from providers.statements.text.normalise import view
from providers.statements.text.word_tables import DATA, pattern_of, table_lines, whole_words
from providers.statements.text.words import word_set

TABLE: Final = DATA / "allergens.tsv"
FOODS: Final = DATA / "foods.tsv"
# Spanish for "I am", where English has the bean: "Soy muy alérgica al polen".
_I_AM: Final = re.compile(
    r"\bsoy(?= (?:\w+ ){0,2}?(?:(?:alergic|celiac|vegan|vegetarian|pes[ck][ae]tarian)[oa]|intolerante)\b)"
)
_SOY: Final = re.compile(r"\bsoy\b")
# Words of Spanish alone: there the bean is "soja".
_SPANISH: Final = re.compile(
    r"\b(?:y|el|los|las|una?|que|muy|pero|como|bebo|tengo|puedo|porque|desde|tambien|nada|soy (?:de|el|la)"
    r"|soy \w+(?:[ao]n[oa]|ic[oa]|er[oa]|or[a]?|ist[a]|ad[oa]))\b"
)
_MILK: Final = "milk"
# Plant milk and butter in English, Spanish and French, which contain no animal milk; German writes them as one word.
_PLANT: Final = (
    r"(?:almond|hazelnut|cashew|walnut|pistachio|macadamia|pecan|peanut|nut|coconut|oat|rice|soya?|pea|hemp|spelt|sesame"
    r"|sunflower)"
)
_PLANT_ELSEWHERE: Final = (
    r"(?:almendra|avellana|soja|avena|arroz|coco|cacahuete|mani|anacardo|nuez|nueces|pistacho|sesamo|amande|noisette"
    r"|avoine|riz|arachide|cajou|noix(?: de (?:coco|cajou))?|sesame|pistache)s?"
)
_PLANT_MILKS: Final = (
    rf"{_PLANT}[ -](?:milk|butter)|(?:coconut|oat|soya?|cashew)[ -](?:cream|cheese|yogh?urt)"
    rf"|(?:leche|mantequilla|bebida|lait|beurre|boisson)s? (?:d[e'] ?|a la |a l')(?:l')?{_PLANT_ELSEWHERE}"
)
_PLANT_MILK: Final = re.compile(rf"\b(?:{_PLANT_MILKS})\b")
NOT_EATEN: Final = word_set("""
    pollen cat dog horse dust mould latex nickel bee wasp penicillin aspirin ibuprofen iodine codeine
""")


class _Group(NamedTuple):
    """A row of the table: the names of an allergen, the foods that contain it, and the groups that it belongs to."""

    name: str
    names: re.Pattern[str]
    foods: re.Pattern[str] | None
    wider: Sequence[str]


@lru_cache(maxsize=4_096)
def allergens_in(text: str, *, with_foods: bool = False) -> frozenset[str]:
    """Return the groups that a text names; `with_foods` also those that the named foods contain."""
    folded = without_spanish_i_am(view(text).folded)
    named = [(*found.span(), group.name) for group in _groups() for found in group.names.finditer(folded)]
    contained = [
        (*found.span(), group.name)
        for group in _groups()
        if with_foods and group.foods
        for found in group.foods.finditer(folded)
    ]
    found = frozenset(group for start, end, group in (*named, *contained) if not _is_within(named, start, end))
    return found if _MILK not in found or _has_milk(folded, [*named, *contained]) else found - {_MILK}


def _has_milk(folded: str, named: Sequence[tuple[int, int, str]]) -> bool:
    """Whether the text names milk other than plant milk."""
    of_plants = [(*found.span(), "") for found in _PLANT_MILK.finditer(folded)]
    return any(not _is_within(of_plants, start, end) for start, end, group in named if group == _MILK)


def without_spanish_i_am(folded: str) -> str:
    """Return the text in the same length, with "soy" masked where it means "I am"."""
    return (_SOY if _is_spanish(folded) else _I_AM).sub("---", folded)


def is_spanish_i_am(folded: str, place: int) -> bool:
    """Whether "soy" at that position means "I am"."""
    return (_SOY if _is_spanish(folded) else _I_AM).match(folded, place) is not None


def _is_spanish(folded: str) -> bool:
    return "soy" in folded and _SPANISH.search(folded) is not None


def names_food(text: str) -> bool:
    """Whether a text names something to eat or drink."""
    return not allergens_in(text, with_foods=True) <= NOT_EATEN or bool(foods_in(text))


@lru_cache(maxsize=4_096)
def foods_in(text: str) -> frozenset[str]:
    """Return the common foods without a group that a text names, in any language, by the line of their table: "l12" for
    "spinach", "épinards" and the similar "chard"."""
    folded = without_spanish_i_am(view(text).folded)
    return frozenset(str(found.lastgroup) for found in _lines_of_foods().finditer(folded))


def wider_allergens(groups: Collection[str]) -> frozenset[str]:
    """Return the groups to which these belong: hazelnuts are nuts."""
    return frozenset(one for group in _groups() if group.name in groups for one in group.wider)


def excluded_by_diet(text: str) -> frozenset[str]:
    """Return the groups that a diet excludes by its name or explicitly ("no pork"), without its exceptions ("vegan,
    except honey")."""
    folded = view(text).folded
    end = exception_start(folded)
    of_diets = (group for diet in diets_in(folded[:end]) for group in diet.excluded)
    return (frozenset(of_diets) | allergens_in(folded[:end])) - allergens_in(folded[end:])


def is_allergen(folded: str) -> bool:
    """Whether a lower-case phrase without accents ends with the name of an allergen or a food."""
    return _any_name().search(folded) is not None


@cache
def names_of_allergens() -> str:
    """Return a pattern of all names, also of other foods, for lower-case text without accents."""
    names = " ".join([*(names for _, names, *_ in _rows()), *table_lines(FOODS)])
    return f"{_PLANT_MILKS}|{pattern_of(names)}"


def names_of_groups(*groups: str) -> str:
    """Return a pattern of the names of these groups, for lower-case text without accents."""
    return pattern_of(" ".join(names for group, names, *_ in _rows() if group in groups))


def _is_within(named: Sequence[tuple[int, int, str]], start: int, end: int) -> bool:
    """Whether the span is only a part of a longer name: peanut butter contains no butter."""
    return any(first <= start and end <= last and last - first > end - start for first, last, _ in named)


@cache
def _any_name() -> re.Pattern[str]:
    return re.compile(rf"(?:^|[ '’-])(?:{names_of_allergens()})$")


@cache
def _groups() -> Sequence[_Group]:
    return [
        _Group(name, whole_words(names), whole_words(foods) if foods else None, wider.split())
        for name, names, foods, wider in _rows()
    ]


@cache
def _lines_of_foods() -> re.Pattern[str]:
    named = (f"(?P<l{at}>{pattern_of(names)})" for at, names in enumerate(table_lines(FOODS)))
    return re.compile(rf"\b(?:{'|'.join(named)})\b")


@cache
def _rows() -> Sequence[tuple[str, str, str, str]]:
    return list(_read())


def _read() -> Iterator[tuple[str, str, str, str]]:
    for line in table_lines(TABLE):
        name, names, foods, wider, *_ = [*line.split("\t"), "", "", ""]
        yield name, names, foods, wider
