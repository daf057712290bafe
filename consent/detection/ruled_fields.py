"""Fields that are kept without a question, and read in texts for those rules that say otherwise (diet, allergies)."""

from typing import Final

from consent.models import Policy
from providers import statements

RULED: Final = frozenset().union(*statements.KEPT_LINES.values())
READ: Final = statements.SENSITIVE_KEYS | RULED  # what a rule may ask about, whether or not one does


def asked_by_rules() -> frozenset[str]:
    """Those that a rule of the entered scope, or of one of its people, does not simply let be stored. One query."""
    named = {*Policy.objects.restricting().values_list("fact_category", "fact_key")}
    return frozenset(key for key in RULED if named & _namings(key))


def _namings(key: str) -> set[tuple[str, str]]:
    """How a rule may name the field: by itself, or with all of its kind."""
    category = statements.category_of(key)
    return {("", key), (category, key), (category, "")}
