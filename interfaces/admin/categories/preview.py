"""What another configuration would change: how many memories each role could read, and of which categories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count

from memories.models import Memory
from memories.models.choices import LifecycleState
from workspaces.category_config import CategoryConfig
from workspaces.models import Allowlist, Category
from workspaces.models.category import SUPERVISOR


@dataclass(frozen=True, slots=True)
class RolePreview:
    """How many memories one role may read now and after a change, and which categories it gains and loses; `inherits`
    are removed ones whose memories it reads then, because they stay filed there and no list names them."""

    role: str
    before: int
    after: int
    gains: Sequence[str]
    losses: Sequence[str]
    inherits: Sequence[str] = ()


def preview_of(document: CategoryConfig) -> list[RolePreview]:
    """What each role may read in the scope's workspace now, and with this configuration."""
    counts = memory_counts()
    old = {row.role: set(row.categories) for row in Allowlist.objects.all()}
    new = {role: set(names) for role, names in document.allowlists.items()}
    known = {*counts, *Category.objects.values_list("name", flat=True)}.union(*old.values())
    kept = {entry.name for entry in document.entries}.union(*new.values())
    return [
        _role_preview(role, _readable(role, old, known), _readable(role, new, kept | counts.keys()), counts, kept)
        for role in sorted(old.keys() | new.keys())
    ]


def readers_of(category: str, lists: Mapping[str, set[str]]) -> set[str]:
    """The roles that may read it, with these lists."""
    return {role for role, names in lists.items() if category in names} or {SUPERVISOR}


def memory_counts() -> dict[str, int]:
    """Active memories by category."""
    rows = Memory.objects.filter(state=LifecycleState.ACTIVE).values_list("category").annotate(count=Count("id"))
    return dict(rows.order_by())


def _role_preview(
    role: str, before: set[str], after: set[str], counts: Mapping[str, int], kept: set[str]
) -> RolePreview:
    return RolePreview(
        role=role,
        before=sum(counts.get(name, 0) for name in before),
        after=sum(counts.get(name, 0) for name in after),
        gains=sorted((after - before) & kept),
        losses=sorted(before - after),
        inherits=sorted(after - before - kept),
    )


def _readable(role: str, lists: Mapping[str, set[str]], names: set[str]) -> set[str]:
    """A supervisor also reads what no list names (R3), also where there is no memory of it yet."""
    unnamed = names - set().union(*lists.values()) if role == SUPERVISOR else set()
    return lists.get(role, set()) | unnamed
