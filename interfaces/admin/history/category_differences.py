"""The differences between two configurations of categories."""

from typing import Any

from django.utils.translation import gettext_lazy

from workspaces.category_config import CategoryConfig, CategoryEntry
from workspaces.models.category import ContextMode

CONTEXTS = ((ContextMode.ALL, gettext_lazy("Always")), (ContextMode.RAG, gettext_lazy("If it fits the question")))


def differences(before: CategoryConfig, after: CategoryConfig) -> dict[str, Any]:
    """Return the categories and roles that another configuration changes, their settings, and which roles read each."""
    old, new = _entries(before), _entries(after)
    mine, theirs = ({role: {*names} for role, names in one.allowlists.items()} for one in (before, after))
    named = old.keys() | new.keys() | set().union(*mine.values(), *theirs.values())
    differing = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    read = {name: {"before": _readers(name, before), "after": _readers(name, after)} for name in sorted(named)}
    return {
        "added_categories": sorted(new.keys() - old.keys()),
        "removed_categories": sorted(old.keys() - new.keys()),
        "changed_categories": sorted(name for name in old.keys() & new.keys() if old[name] != new[name]),
        "changed_roles": sorted(role for role in mine.keys() | theirs.keys() if mine.get(role) != theirs.get(role)),
        "settings": {name: _settings(old.get(name), new.get(name)) for name in differing},
        "readers": {name: each for name, each in read.items() if each["before"] != each["after"]},
    }


def _settings(before: CategoryEntry | None, after: CategoryEntry | None) -> dict[str, Any]:
    sides = {"before": before, "after": after}
    return {side: entry.model_dump(mode="json", exclude={"name"}) for side, entry in sides.items() if entry}


def _readers(name: str, config: CategoryConfig) -> list[str]:
    return sorted(role for role, names in config.allowlists.items() if name in names)


def _entries(config: CategoryConfig) -> dict[str, CategoryEntry]:
    return {entry.name: entry for entry in config.entries}
