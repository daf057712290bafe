"""What a configuration's lists name although there is no such category, and whom they are for although there is no such
agent."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from interfaces.admin.categories.preview import memory_counts
from interfaces.admin.yaml_problems import Told, placed
from interfaces.name_suggestions import did_you_mean, nearest
from workspaces.category_config import CategoryConfig, CategoryEntry, CategoryGroups
from workspaces.models import Agent, Allowlist, Category


def sound_part(data: Any) -> CategoryConfig:
    """The names of categories and lists in a text that is wrong elsewhere."""
    groups, lists = (data.get(name) if isinstance(data, dict) else None for name in ("categories", "allowlists"))
    rows = [row for rows in _values(groups) if isinstance(rows, list) for row in rows]
    named = [row["name"] for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str)]
    entries = [CategoryEntry.model_construct(name=name) for name in named]
    texts = {str(role): [name for name in names if isinstance(name, str)] for role, names in _lists(lists)}
    return CategoryConfig.model_construct(categories=CategoryGroups.model_construct(custom=entries), allowlists=texts)


def _values(data: Any) -> Iterable[Any]:
    return data.values() if isinstance(data, dict) else ()


def _lists(data: Any) -> Iterator[tuple[Any, list[Any]]]:
    if isinstance(data, dict):
        yield from ((role, names) for role, names in data.items() if isinstance(names, list))


def unknown_categories(document: CategoryConfig, source: str) -> list[Told]:
    """A sentence, with its line, for each name of a list that is no category.

    What lists and memories alone name already may stay.
    """
    known = {entry.name for entry in document.entries}
    named = set().union(*document.allowlists.values())
    return [*_unknown(document, known, source)] if named - known else []


def roles_without_agents(document: CategoryConfig) -> list[str]:
    """A sentence for each role that a list is added for and no agent has: a warning, since an agent may follow."""
    held = {*Agent.objects.values_list("role", flat=True)}
    stored = {*Allowlist.objects.values_list("role", flat=True)}
    return [_without_agent(role, held) for role in sorted(document.allowlists.keys() - held - stored)]


def _without_agent(role: str, held: set[str]) -> str:
    text = _("No agent has the role %(role)s.") % {"role": role}
    return f"{text} {did_you_mean(nearest(role, held))}".rstrip()


def _unknown(document: CategoryConfig, known: set[str], source: str) -> Iterator[Told]:
    listed = set().union(*Allowlist.objects.values_list("categories", flat=True))
    allowed = known | memory_counts().keys() | (listed - set(Category.objects.values_list("name", flat=True)))
    for role, names in document.allowlists.items():
        for name in sorted({*names} - allowed):
            what = _("there is no category “%(name)s”") % {"name": name}
            text = _("Allowlist of %(role)s: %(what)s.") % {"role": role, "what": what}
            yield placed(source, ("allowlists", role), f"{text} {did_you_mean(nearest(name, known))}".rstrip())
