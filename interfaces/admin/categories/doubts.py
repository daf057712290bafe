"""What a configuration's lists name although there is no such category, and whom they are for although there is no such
agent."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from interfaces.admin.categories.preview import memory_counts
from interfaces.admin.yaml_problems import in_line
from interfaces.near_names import did_you_mean, nearest
from workspaces.category_config import CategoryConfig
from workspaces.models import Agent, Allowlist, Category


def unknown_categories(document: CategoryConfig, source: str) -> list[str]:
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


def _unknown(document: CategoryConfig, known: set[str], source: str) -> Iterator[str]:
    listed = set().union(*Allowlist.objects.values_list("categories", flat=True))
    allowed = known | memory_counts().keys() | (listed - set(Category.objects.values_list("name", flat=True)))
    for role, names in document.allowlists.items():
        for name in sorted({*names} - allowed):
            what = _("there is no category “%(name)s”") % {"name": name}
            text = in_line(
                source, ("allowlists", role), _("Allowlist of %(role)s: %(what)s.") % {"role": role, "what": what}
            )
            yield f"{text} {did_you_mean(nearest(name, known))}".rstrip()
