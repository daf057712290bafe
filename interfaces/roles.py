"""What each role of a workspace is for and what it may read and write, in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from interfaces.plain_words import name_of, readable_categories, title_of
from workspaces.actions.authenticate_key import categories_of
from workspaces.models import Allowlist
from workspaces.models.category import SUPERVISOR

SHOWN_CATEGORIES = 4
# Names and purposes of the roles of a new workspace and of the demo.
USUAL: dict[str, tuple[Promise, Promise]] = {
    SUPERVISOR: (pgettext_lazy("role", "Supervisor"), gettext_lazy("Talks with people and hands out work.")),
    "planner": (pgettext_lazy("role", "Planner"), gettext_lazy("Plans what has to be done.")),
    "stylist": (pgettext_lazy("role", "Stylist"), gettext_lazy("Writes in a person's own tone.")),
    "researcher": (pgettext_lazy("role", "Researcher"), gettext_lazy("Finds things out.")),
    "executor": (pgettext_lazy("role", "Executor"), gettext_lazy("Carries out tasks.")),
    "traveller": (pgettext_lazy("role", "Traveller"), gettext_lazy("Plans trips and looks after them.")),
}


@dataclass(frozen=True, slots=True)
class RoleInWords:
    """`rights` is one sentence; `every` names all categories that it reads."""

    name: str
    title: str
    purpose: Promise | str
    rights: str
    every: str

    @property
    def label(self) -> SafeString:
        """For a select box."""
        text = '<span><strong>{}</strong> <span class="fine">{} {}</span></span>'
        return format_html(text, self.title, self.purpose, self.rights)


def role_title(role: str) -> str:
    """ "Planner"; a role that the server does not know has its own name."""
    return str(USUAL[role][0]) if role in USUAL else str(capfirst(name_of(role)))


def roles_in_words(called: Callable[[str], str] = title_of) -> list[RoleInWords]:
    """Return the roles of the scope with a list of categories, the supervisor first: agents that talk with people have
    that role.

    `called` are the names of categories.
    """
    rows = list(Allowlist.objects.values_list("role", "categories"))
    found = [_in_words(role, *categories_of(role, rows), called) for role, _categories in sorted(rows)]
    return sorted(found, key=lambda role: role.name != SUPERVISOR)


def _in_words(
    role: str, own: tuple[str, ...] | None, hidden: frozenset[str], called: Callable[[str], str]
) -> RoleInWords:
    rights = _rights_of_supervisor(reads_all=not hidden) if own is None else _rights([called(name) for name in own])
    every = readable_categories(own, hidden, called)
    every = capfirst(every) if own is None else every
    purpose = USUAL[role][1] if role in USUAL else gettext_lazy("A role of this workspace's own.")
    return RoleInWords(role, role_title(role), purpose, rights, every)


def _rights_of_supervisor(*, reads_all: bool) -> str:
    if reads_all:
        return _("Reads and writes everything.")
    return _("Writes everything, and reads everything but what only other roles need.")


def _rights(names: Sequence[str]) -> str:
    shown, more = ", ".join(names[:SHOWN_CATEGORIES]), len(names) - SHOWN_CATEGORIES
    if not names:
        return _("Reads and writes nothing until something is listed for it.")
    if more <= 0:
        return _("Reads and writes %(names)s.") % {"names": shown}
    text = ngettext(
        "Reads and writes %(names)s and %(count)d more.", "Reads and writes %(names)s and %(count)d more.", more
    )
    return text % {"names": shown, "count": more}
