"""How far what is filed in a category reaches."""

from collections.abc import Sequence
from typing import Any

from workspaces.actions.authenticate_key import categories_of
from workspaces.models import Allowlist, Category
from workspaces.models.category import SUPERVISOR, ContextMode


def reaches_as_far(category: str, other: str) -> bool:
    """Whether each role that reads the other category reads this one, too, and contexts show it as surely.

    Two queries, in the entered scope.
    """
    lists = list(Allowlist.objects.values_list("role", "categories"))
    roles = {SUPERVISOR, *(role for role, _ in lists)}
    if not all(_reads(role, category, lists) for role in roles if _reads(role, other, lists)):
        return False
    shown = Category.objects.filter(context=ContextMode.ALL, name__in=[category, other])
    always = set(shown.values_list("name", flat=True))
    return category in always or other not in always


def _reads(role: str, category: str, lists: Sequence[tuple[Any, ...]]) -> bool:
    allowed, hidden = categories_of(role, lists)
    return category not in hidden if allowed is None else category in allowed
