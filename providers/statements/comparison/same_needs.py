"""The allergies, excluded foods and diets that a text states, in any words and fields: "allergies: peanuts", "Ana can't
eat peanuts." and "verträgt keine Erdnüsse" state the same one."""

from collections.abc import Iterable
from functools import lru_cache

from providers.statements.fields.aliases import DIET_KEYS
from providers.statements.gate.detector import sensitive
from providers.statements.needs.allergens import allergens_in
from providers.statements.needs.diet_names import KINDS, diets_in
from providers.statements.needs.excluded_foods import food_without_illness
from providers.statements.needs.need_words import states_need
from providers.statements.text.normalise import normalize_value, view


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
    ways = {diet.name for diet in diets_in(view(value).folded) if diet.kind in KINDS}
    return ways | allergens_in(value) or {normalize_value(value)}
