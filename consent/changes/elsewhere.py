"""Whether what stands in one category stands for the same words in another (ADR 0038)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.target import Target
from memories.models import Memory
from workspaces.actions.authenticate_key import categories_of
from workspaces.models import Allowlist, Category
from workspaces.models.category import SUPERVISOR, ContextMode

if TYPE_CHECKING:
    from consent.snapshot import BatchSnapshot


def stands_for(memory: Memory, target: Target, snapshot: "BatchSnapshot") -> bool:
    """Whether a memory that the writer reads is all that one at the target would be, where they say the same.

    The writer may write where it is filed, no policy asks for more at the target, and nobody misses it there.
    """
    if memory.category == target.category:
        return True
    if not snapshot.actor.may_write(memory.category):
        return False
    ruling = policies.verdict([policies.subject_of(target)], actor=snapshot.actor, rules=snapshot.rules)
    return ruling.outcome is Outcome.APPLY and reaches_as_far(memory.category, target.category)


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
