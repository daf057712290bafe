"""Splits what somebody says of their food into two fields: the foods they leave out, and their diet. A vegan may eat no
soy either. A diet replaces another one; a food left out stands beside it.

Values of fields, in English, German, Spanish and French: "no soy", "glutenfrei", "coeliac".
"""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements.needs.allergens import names_food
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
_WAY: Final = re.compile(
    r"(?:(?:an?|strict(?:ly)?|mostly) )*(?:vegan|vegetari|vegetali|veggie|pes[ck][aeo]-?(?:vege)?tari|flexitari"
    r"|fruitari|halal|kosher|koscher|[ck]asc?her|keto|paleo|mediterran|plant[- ]based"
    r"|carnivor|omnivor|low[- ]carb)\w*(?: diet)?"
)
BETWEEN: Final = re.compile(r"\s*[,;/&]\s*(?:and |und |y |et )?|\s+(?:and|or|und|oder|y|o|ni|et|ou)\s+")
_GERMAN: Final = frozenset(["zoliakie"])
_BESIDE: Final = re.compile(r"\s*\(.*\)")
_PLURAL: Final = re.compile(r"(?<=\w{2})(?:es|en|er|(?<!s)s|e|n)$")


def sorted_out(key: str, value: str) -> tuple[str, str]:
    """The field of the two under which a value belongs, and the value as that holds it; any other field's as it is."""
    if key == DIET and (food := food_left_out(value)):
        return AVOIDED, food
    if key == AVOIDED:
        return (DIET, value) if _WAY.fullmatch(view(value).folded) else (AVOIDED, food_left_out(value) or value)
    return key, value


def food_left_out(value: str) -> str:
    """The one food that a value of a diet says is left out ("no soy"); empty where it says anything else."""
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


def food_alone(value: str) -> str:
    """A food without the illness for which it is left out, as the field holds the two: "gluten (coeliac)"."""
    food, _, why = value.partition(" (")
    return food if _COELIAC.fullmatch(view(why.removesuffix(")")).folded) else value


def names_illness(value: str) -> bool:
    """Whether a value of a food left out names the illness for which it is: "coeliac disease", "gluten (coeliac)"."""
    return bool(_COELIAC.fullmatch(view(value.strip(" .!")).folded)) or food_alone(value) != value


def foods_left_out(value: str) -> list[str]:
    """Each food that a value of a diet says is left out, among others or beside a way of eating: "vegan, no nuts"."""
    return list(dict.fromkeys(_foods(value)))


def _foods(value: str) -> Iterator[str]:
    is_list = False
    for part in BETWEEN.split(value):
        if food := food_left_out(part):
            is_list = True
            yield food
        elif is_list and not _WAY.fullmatch(view(part).folded) and names_food(part):
            yield part


def says_no_more(need: str, other: str) -> bool:
    """Whether one value of an allergy, or of a food left out, names but what the other does: "nuts" beside "nut",
    "gluten" beside "gluten (coeliac)"."""
    return _bare(need) == _bare(other) and ("(" in other or "(" not in need)


def _bare(value: str) -> str:
    folded = _BESIDE.sub("", view(value).folded).strip(" .!")
    return " ".join(_PLURAL.sub("", re.sub("ies$", "y", word)) for word in folded.split())
