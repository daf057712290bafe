"""Unknown names in the YAML of categories: categories, and roles that no agent has."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from interfaces.admin.categories.preview import memory_counts
from interfaces.admin.yaml.problems import LineProblem, placed
from interfaces.name_suggestions import did_you_mean, nearest
from workspaces.category_config import CategoryConfig, CategoryEntry, CategoryGroups
from workspaces.models import Agent, Allowlist, Category


def sound_part(data: Any) -> CategoryConfig:
    """Return the names of categories and lists in a text with errors elsewhere."""
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


def unknown_categories(document: CategoryConfig, source: str) -> list[LineProblem]:
    """Return a sentence, with its line, for each listed name that is no category.

    Names that only lists and memories have already are allowed.
    """
    known = {entry.name for entry in document.entries}
    named = set().union(*document.allowlists.values())
    return [*_unknown(document, known, source)] if named - known else []


def roles_without_agents(document: CategoryConfig) -> list[str]:
    """Return a sentence for each new role with a list that no agent has: a warning, because an agent may be added
    later."""
    held = {*Agent.objects.values_list("role", flat=True)}
    stored = {*Allowlist.objects.values_list("role", flat=True)}
    return [_without_agent(role, held) for role in sorted(document.allowlists.keys() - held - stored)]


def _without_agent(role: str, held: set[str]) -> str:
    text = _("No agent has the role %(role)s.") % {"role": role}
    return f"{text} {did_you_mean(nearest(role, held))}".rstrip()


def _unknown(document: CategoryConfig, known: set[str], source: str) -> Iterator[LineProblem]:
    listed = set().union(*Allowlist.objects.values_list("categories", flat=True))
    allowed = known | memory_counts().keys() | (listed - set(Category.objects.values_list("name", flat=True)))
    for role, names in document.allowlists.items():
        for name in sorted({*names} - allowed):
            what = _("there is no category “%(name)s”") % {"name": name}
            text = _("Allowlist of %(role)s: %(what)s.") % {"role": role, "what": what}
            yield placed(source, ("allowlists", role), f"{text} {did_you_mean(nearest(name, known))}".rstrip())
