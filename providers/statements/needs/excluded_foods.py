"""Assigns values to one of two fields: excluded foods, or the diet. A person can be vegan and exclude soy, too: a new
diet replaces the stored one, and excluded foods stay.

Values of fields, in English, German, Spanish and French: "no soy", "glutenfrei", "coeliac".
"""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements.needs.allergens import names_food
from providers.statements.needs.diet_names import DIETS, RAW, diet_called
from providers.statements.text.normalise import view

AVOIDED: Final = "avoided_foods"
DIET: Final = "diet"
ILLNESS: Final = "health_conditions"
_NONE: Final = (
    r"(?:no|without|avoids?|(?:eats?|drinks?) no|never eats?|(?:do|does)(?:n't| not) eat|ohne|keine?n?|isst keine?n?"
    r"|sin|no come|nada de|sans(?: de)?|pas d[e'])"
)
_LEFT_OUT: Final = re.compile(rf"{_NONE} ?(?:any |the |el |la |los |las )?(?P<food>[\w'-]+(?: [\w'-]+){{0,3}})")
_FREE: Final = re.compile(r"(?P<food>[\w-]+?)(?:[ _-]?free|frei)(?: diet| food)?|libre de (?P<de>\w+)")
_COELIAC: Final = re.compile(
    r"(?P<is>c(?:oe|œ|e)lia(?:c[ao]?|que)s?|zoliakie|celiaquia|c(?:oe|œ|e)liac (?:disease|sprue)|enfermedad celiaca"
    r"|maladie c(?:oe|œ)liaque)"
)
_WAY: Final = re.compile(rf"(?:(?:an?|strict(?:ly)?|mostly) )*(?:{DIETS})(?: diet)?")
BETWEEN: Final = re.compile(r"\s*[,;/&]\s*(?:and |und |y |et )?|\s+(?:and|or|und|oder|y|o|ni|et|ou)\s+")
_GERMAN: Final = frozenset(["zoliakie"])
_BESIDE: Final = re.compile(r"\s*\(.*\)")
_PLURAL: Final = re.compile(r"(?<=\w{2})(?:es|en|er|(?<!s)s|e|n)$")


def canonical_need(key: str, value: str) -> tuple[str, str]:
    """Return the field to which a value of these two fields belongs, and the value as that field stores it. Other
    fields are returned unchanged."""
    if key == DIET and (food := excluded_food(value)):
        return AVOIDED, food
    if key == AVOIDED:
        folded = view(value).folded
        is_diet = _WAY.fullmatch(folded) and diet_called(folded) != RAW  # "raw food" may be avoided
        return (DIET, value) if is_diet else (AVOIDED, excluded_food(value) or value)
    return key, value


def excluded_food(value: str) -> str:
    """Return the single food that a diet's value excludes ("no soy"); empty if the value states anything else."""
    seen = view(value.strip(" .!"))
    folded = seen.folded
    if _COELIAC.fullmatch(folded):
        return f"{'Gluten' if folded in _GERMAN else 'gluten'} ({seen.plain})"
    found = _LEFT_OUT.fullmatch(folded) or _FREE.fullmatch(folded)
    if found is None or BETWEEN.search(folded):
        return ""
    first, last = found.span("de" if found.groupdict().get("de") else "food")
    food = seen.plain[first:last]
    if not names_food(food):
        return ""
    return food.capitalize() if folded.endswith("frei") else food


def food_without_illness(value: str) -> str:
    """Return an excluded food without the illness stored with it: "gluten" for "gluten (coeliac)"."""
    food, _, why = value.partition(" (")
    return food if _COELIAC.fullmatch(view(why.removesuffix(")")).folded) else value


def names_illness(key: str, value: str) -> bool:
    """Whether a field's value is an excluded food and names the illness that is the reason: "coeliac disease", "gluten
    (coeliac)"."""
    if key != AVOIDED:
        return False
    return bool(_COELIAC.fullmatch(view(value.strip(" .!")).folded)) or food_without_illness(value) != value


def excluded_foods(value: str) -> list[str]:
    """Return each food that a diet's value excludes, also with a diet or with other foods: "vegan, no nuts"."""
    return list(dict.fromkeys(_foods(value)))


def _foods(value: str) -> Iterator[str]:
    is_list = False
    for part in BETWEEN.split(value):
        if food := excluded_food(part):
            is_list = True
            yield food
        elif is_list and not _WAY.fullmatch(view(part).folded) and names_food(part):
            yield part


def is_need_included(need: str, other: str) -> bool:
    """Whether the value of an allergy or an excluded food adds nothing to the other value: "nuts" is included in "nut",
    "gluten" in "gluten (coeliac)"."""
    return _bare(need) == _bare(other) and ("(" in other or "(" not in need)


def _bare(value: str) -> str:
    folded = _BESIDE.sub("", view(value).folded).strip(" .!")
    return " ".join(_PLURAL.sub("", re.sub("ies$", "y", word)) for word in folded.split())
