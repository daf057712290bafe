"""The claimed source of a request, line by line. The agent states it; it is not verified."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from interfaces.plain_words import labelled
from workspaces.actors import ActorKind

LABEL = "Source label"
# Sentences by the labels in `consent.changes.lines`.
CLAIMED = {
    LABEL: gettext_noop("Where it comes from, as the assistant tells: {value}"),
    "Said by": gettext_noop("Who said it, as the assistant tells: {value}"),
    "Author": gettext_noop("Who wrote it, as the assistant tells: {value}"),
    "Actor id": gettext_noop("What wrote it, as the assistant tells: {value}"),
    "Run id": gettext_noop("In which of its runs, as the assistant tells: {value}"),
    "Role": gettext_noop("Role in the conversation, as the assistant tells: {value}"),
}
# The usual roles of a conversation's messages.
CLAIMED_ROLES = {
    "user": gettext_noop("From a message of a person, as the assistant tells"),
    "assistant": gettext_noop("From an answer of an assistant, as the assistant tells"),
}


def claimed_in_words(line: str, asked_by: str = "", file: str = "") -> str:
    """Return such a line in the reader's language; empty for others. `asked_by` is the requester's label: for an
    import, the server itself states the source, with the name of the `file` if it is known."""
    name, _colon, value = line.partition(": ")
    if name == LABEL and ActorKind.SYSTEM.is_of(asked_by):
        return labelled(_("Where it comes from"), file or value)
    if name == "Role" and value in CLAIMED_ROLES:
        return _(CLAIMED_ROLES[value])
    return _(CLAIMED[name]).format(value=value) if name in CLAIMED else ""
