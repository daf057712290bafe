"""The allergies, excluded foods and diets that a text states, in any words and fields: "allergies: peanuts", "Ana can't
eat peanuts." and "verträgt keine Erdnüsse" state the same one."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from providers.statements.fields.aliases import DIET_KEYS
from providers.statements.gate.detector import sensitive
from providers.statements.needs.allergens import allergens_in
from providers.statements.needs.excluded_foods import food_without_illness
from providers.statements.needs.need_words import states_need
from providers.statements.text.normalise import normalize_value, view

_WAY: Final = re.compile(
    r"(?P<vegan>vegan|vegetali)|(?P<vegetarian>vegetari)|(?P<pescetarian>pes[ck][aeo]-?(?:vege)?tari)"
    r"|(?P<flexitarian>flexitari)|(?P<halal>halal)|(?P<kosher>kosher|koscher|[ck]asc?her)|(?P<keto>keto)|(?P<paleo>paleo)"
)


@lru_cache(maxsize=1024)
def stated_needs(text: str) -> frozenset[str]:
    """Return the needs that a text states and does not deny, each by one name; "diet: vegan" is read as a field."""
    key, _, value = text.partition(": ")
    if key in DIET_KEYS:
        return frozenset(_names(food_without_illness(value)))
    if not states_need(text):
        return frozenset()
    return frozenset(name for one in sensitive(text, keys=DIET_KEYS) if not one.negated for name in _names(one.value))


def _names(value: str) -> Iterable[str]:
    """Return the food groups and diets that a value names; else its own words."""
    ways = {found.lastgroup for found in _WAY.finditer(view(value).folded) if found.lastgroup}
    return ways | allergens_in(value) or {normalize_value(value)}
