"""Under which category the memory of a field counts, told to whoever may not use it."""

from dataclasses import replace

from consent.outcomes import Refused
from interfaces.rest.memories.views import check_category
from interfaces.rest.problems import Problem
from interfaces.rest.views import RestView
from memories.models.choices import FACT_ALLOWLIST_CATEGORY
from workspaces.actors import Actor

FILED = (
    "The memory of a field counts under 'preferences' if the field is a preference, else under 'profile', whatever "
    "category its address names."
)


def check_filed(actor: Actor, category: str) -> None:
    """`check_category` of a fact's own category. Raises CategoryNotAllowed."""
    check_category(actor, FACT_ALLOWLIST_CATEGORY[category], FILED)


class FactView(RestView):
    def refusal_of(self, refused: Refused, *, field: str) -> Problem:
        """Of a category that the address need not name."""
        told = replace(refused, detail=f"{refused.detail} {FILED}") if refused.category else refused
        return super().refusal_of(told, field=field)
