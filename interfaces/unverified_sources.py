"""Where a request says that it comes from, line by line. The agent claims it; nobody has checked it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from interfaces.plain_words import labelled
from workspaces.actors import ActorKind

LABEL = "Source label"
# By their labels in `consent.changes.lines`.
CLAIMED = {
    LABEL: gettext_noop("Where it comes from, as the assistant tells: {value}"),
    "Said by": gettext_noop("Who said it, as the assistant tells: {value}"),
    "Author": gettext_noop("Who wrote it, as the assistant tells: {value}"),
    "Actor id": gettext_noop("What wrote it, as the assistant tells: {value}"),
    "Run id": gettext_noop("In which of its runs, as the assistant tells: {value}"),
    "Role": gettext_noop("In whose role, as the assistant tells: {value}"),
}


def claimed_in_words(line: str, asked_by: str = "", file: str = "") -> str:
    """Such a line in the reader's language; empty for any other. `asked_by` is the label of who asked: of an import
    the server says it itself, with the name of the `file`."""
    name, _colon, value = line.partition(": ")
    if name == LABEL and ActorKind.SYSTEM.is_of(asked_by):
        return labelled(_("Where it comes from"), file or value)
    return _(CLAIMED[name]).format(value=value) if name in CLAIMED else ""
