"""The effect of another configuration: how many memories each role could read, and of which categories."""

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
    """How many memories one role may read before and after a change, and which categories it gains and loses;
    `inherits` are removed categories whose memories it then reads, because they still have the category and no list
    names it."""

    role: str
    before: int
    after: int
    gains: Sequence[str]
    losses: Sequence[str]
    inherits: Sequence[str] = ()


def preview_of(document: CategoryConfig) -> list[RolePreview]:
    """Return what each role of the workspace may read now, and with this configuration."""
    counts = memory_counts()
    old = {row.role: set(row.categories) for row in Allowlist.objects.all()}
    new = {role: set(names) for role, names in document.allowlists.items()}
    known = {*counts, *Category.objects.values_list("name", flat=True)}.union(*old.values())
    uncategorized = {entry.name for entry in document.entries}.union(*new.values())
    return [
        _role_preview(
            role,
            _readable(role, old, known),
            _readable(role, new, uncategorized | counts.keys()),
            counts,
            uncategorized,
        )
        for role in sorted(old.keys() | new.keys())
    ]


def readers_of(category: str, lists: Mapping[str, set[str]]) -> set[str]:
    """Return the roles that may read it, with these lists."""
    return {role for role, names in lists.items() if category in names} or {SUPERVISOR}


def memory_counts() -> dict[str, int]:
    """Return the active memories by category."""
    rows = Memory.objects.filter(state=LifecycleState.ACTIVE).values_list("category").annotate(count=Count("id"))
    return dict(rows.order_by())


def _role_preview(
    role: str, before: set[str], after: set[str], counts: Mapping[str, int], uncategorized: set[str]
) -> RolePreview:
    return RolePreview(
        role=role,
        before=sum(counts.get(name, 0) for name in before),
        after=sum(counts.get(name, 0) for name in after),
        gains=sorted((after - before) & uncategorized),
        losses=sorted(before - after),
        inherits=sorted(after - before - uncategorized),
    )


def _readable(role: str, lists: Mapping[str, set[str]], names: set[str]) -> set[str]:
    """Return the readable categories. A supervisor also reads those that no list names (R3), even without memories."""
    unnamed = names - set().union(*lists.values()) if role == SUPERVISOR else set()
    return lists.get(role, set()) | unnamed
