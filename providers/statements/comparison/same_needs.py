"""The allergies, foods left out and diets that a text tells, in whatever words and fields: "allergies: peanuts",
"Ana can't eat peanuts." and "verträgt keine Erdnüsse" tell one."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from providers.statements.fields.aliases import DIET_KEYS
from providers.statements.gate.detector import sensitive
from providers.statements.needs.allergens import allergens_in
from providers.statements.needs.excluded_foods import food_alone
from providers.statements.needs.need_words import states_need
from providers.statements.text.normalise import normalize_value, view

_WAY: Final = re.compile(
    r"(?P<vegan>vegan|vegetali)|(?P<vegetarian>vegetari)|(?P<pescetarian>pes[ck][aeo]-?(?:vege)?tari)"
    r"|(?P<flexitarian>flexitari)|(?P<halal>halal)|(?P<kosher>kosher|koscher|[ck]asc?her)|(?P<keto>keto)|(?P<paleo>paleo)"
)


@lru_cache(maxsize=1024)
def needs_told(text: str) -> frozenset[str]:
    """The needs that a text tells and does not deny, each by one name; "diet: vegan" as the field of that name."""
    key, _, value = text.partition(": ")
    if key in DIET_KEYS:
        return frozenset(_names(food_alone(value)))
    if not states_need(text):
        return frozenset()
    return frozenset(name for one in sensitive(text, keys=DIET_KEYS) if not one.negated for name in _names(one.value))


def _names(value: str) -> Iterable[str]:
    """The groups of the foods and the ways of eating that a value names; else its own words."""
    ways = {found.lastgroup for found in _WAY.finditer(view(value).folded) if found.lastgroup}
    return ways | allergens_in(value) or {normalize_value(value)}
