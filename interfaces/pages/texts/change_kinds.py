"""The texts of each kind of change: its request, the effect of approving it, and the outcome."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.proposals.competing import OTHER_APPROVED, OTHER_VALUE_APPROVED
from consent.proposals.rebase import ALREADY_SO, CHANGED_BY_PERSON
from interfaces.competing_requests import FORGET, head

SEE_IT = _("View memory")


@dataclass(frozen=True, slots=True)
class Kind:
    """The texts of one type of change: its request, open and settled; the effect of approval, the result, its link."""

    wants: Promise
    wanted: Promise
    effect: Promise
    done: Promise
    link: Promise = SEE_IT


NOTHING_STORED, NOTHING_CHANGED = _("Nothing was saved."), _("Nothing was changed.")
THIS_NOT_SAVED = _("This was not saved.")  # where something else of the same message was saved
UNCHANGED = _("This decision was undone.")
AMENDED = _("Saved with edits.")
CONFIRMED = _("Saved as confirmed by you.")
# For an answer with the value that is stored already.
LEFT_UNCHANGED, ALREADY_STORED = (
    _("Kept as it was"),
    _("“{value}” is remembered already, and stays. The request is closed."),
)
OTHER_VALUE, CHOSEN_AMONG = _("Another value saved"), _("Chosen among {count} values")
# Each in the wording for the person and for another actor.
OTHER_VALUE_SAVED = (
    _("You saved another value than was asked for."),
    _("{who} saved another value than was asked for."),
)
CHOSE = (_("You chose “{value}” among {count} values."), _("{who} chose “{value}” among {count} values."))
# For the requested values that were not chosen.
INSTEAD = (_("You chose “{value}” instead."), _("{who} chose “{value}” instead."))
CHOSEN_INSTEAD = _("“{value}” was chosen instead.")  # whoever chose
QUOTED, CHOSEN_OF = _("“{value}”"), _("“{value}” was saved. Asked for, but not saved: {others}.")
ALSO_ASKED = _("Also asked for, and not saved: {others}.")
FORGOTTEN = _("Forgotten.")  # for a memory that was restored since
# Types of change that store a value; `wording.headline` describes them.
STORING = frozenset({"write_memory", "set_fact", "ingest_source", "join_statement"})
# Requests to forget, with the text to forget where it is short.
FORGETS = (_("{who} wants to forget “{value}”."), _("{who} wanted to forget “{value}”."))
FORGETS_ONE = (
    _("{who} wants to forget “{value}” from your {field}."),
    _("{who} wanted to forget “{value}” from your {field}."),
)
FORGETS_FIELD = (
    _("{who} wants to forget your {field}: “{value}”."),
    _("{who} wanted to forget your {field}: “{value}”."),
)
# The same for requests by the server; the last is for long texts.
ASKS_TO_FORGET = (_("Forget “{value}”?"), _("You were asked whether to forget “{value}”."))
ASKS_TO_FORGET_ONE = (
    _("Forget “{value}” from your {field}?"),
    _("You were asked whether to forget “{value}” from your {field}."),
)
ASKS_TO_FORGET_FIELD = (
    _("Forget your {field}: “{value}”?"),
    _("You were asked whether to forget your {field}: “{value}”."),
)
ASKS_TO_FORGET_LONG = (_("Forget this about you?"), _("You were asked whether to forget something about you."))
# For kinds without texts of their own.
OTHER_KIND = Kind(
    _("{who} wants to change something that is remembered about you."),
    _("{who} wanted to change something that is remembered about you."),
    _("The change is made. You can undo it."),
    _("The change is made."),
)
KINDS = {
    FORGET: Kind(
        _("{who} wants to forget something about you."),
        _("{who} wanted to forget something about you."),
        _("Assistants stop using it. You can restore it for 30 days."),
        _("Forgotten. Assistants can no longer find it."),
        _("View or restore it"),
    ),
    "restore_memory": Kind(
        _("{who} wants to restore an earlier value."),
        _("{who} wanted to restore an earlier value."),
        _("The earlier text is restored, and assistants can use it. The current text stays in the history."),
        _("Restored."),
    ),
    "reject_memory": Kind(
        _("{who} wants to mark something that is remembered about you as wrong."),
        _("{who} wanted to mark something that is remembered about you as wrong."),
        _("Assistants stop using it. You can mark it as correct later."),
        _("Marked as wrong. Assistants can no longer find it."),
    ),
    "readmit_memory": Kind(
        _("{who} wants to mark something about you as correct again."),
        _("{who} wanted to mark something about you as correct again."),
        _("Assistants can use it again."),
        _("Marked as correct."),
    ),
    "merge_memories": Kind(
        _("{who} wants to combine two similar memories about you."),
        _("{who} wanted to combine two similar memories about you."),
        _("One memory replaces both. Nothing is lost: you can separate them again."),
        _("Combined into one memory."),
    ),
    "undo_merge": Kind(
        _("{who} wants to separate two combined memories about you."),
        _("{who} wanted to separate two combined memories about you."),
        _("Both are restored as they were before."),
        _("The two memories are separate again."),
    ),
    "link_memories": Kind(
        _("{who} wants to link two memories about you."),
        _("{who} wanted to link two memories about you."),
        _("Each is found together with the other. Their text does not change."),
        _("The two memories are linked."),
    ),
    "unlink_memories": Kind(
        _("{who} wants to remove the link between two memories about you."),
        _("{who} wanted to remove the link between two memories about you."),
        _("They are no longer found together. Their text does not change."),
        _("Link removed."),
    ),
    "attach_artifact": Kind(
        _("{who} wants to add evidence to a memory about you."),
        _("{who} wanted to add evidence to a memory about you."),
        _("The file is stored with the memory. The text does not change."),
        _("Evidence added."),
    ),
    "detach_artifact": Kind(
        _("{who} wants to remove evidence from a memory about you."),
        _("{who} wanted to remove evidence from a memory about you."),
        _("The file is no longer stored with the memory. The text does not change."),
        _("Evidence removed."),
    ),
    "change_category": Kind(
        _("{who} wants to file a memory about you under another subject."),
        _("{who} wanted to file a memory about you under another subject."),
        _("Assistants with access to the new subject can use it. The text does not change."),
        _("Filed under the new subject."),
    ),
}
GIVEN_SINCE = _("You have given your {field} yourself since.")
LATE = _("It was not answered in time.")
ALREADY = _("It needed no answer: it was so already.")
ENDS: dict[str, Promise] = {
    ProposalState.SUPERSEDED: _("A newer request replaced it."),
    ProposalState.STALE: _("The memory it was based on has changed."),
}

# Outcomes of a request whose value a later question about the same field took over.
JOINED_OPEN = _("Joined into the open question about your {field}.")
CHOSEN = _("Joined into a later question about your {field}: this value was chosen.")
NOT_CHOSEN = _("Joined into a later question about your {field}: “{value}” was chosen, so this value was not saved.")
NONE_CHOSEN = _("Joined into a later question about your {field}: none of its values was chosen.")
JOINED = _("Joined into a later question about your {field}. Nothing was saved.")


def kind_of(proposal: Proposal) -> Kind | None:
    """Return the texts of the request's change; None where the change stores a value."""
    return kind_named(proposal.change["type"])


def kind_named(name: str) -> Kind | None:
    """The same by the type of change; None where the type stores a value or is empty."""
    return None if not name or name in STORING else KINDS.get(name, OTHER_KIND)


def answered(kind: Kind | None, state: str) -> Promise | None:
    """Return the effect of an answer; None for states that are no answer."""
    done = {ProposalState.APPROVED: kind.done if kind else CONFIRMED, ProposalState.AMENDED: AMENDED}
    done |= {ProposalState.WITHDRAWN: UNCHANGED, ProposalState.REJECTED: NOTHING_CHANGED if kind else NOTHING_STORED}
    return done.get(ProposalState(state))


def outcome(
    proposal: Proposal, joined: Proposal | None = None, field: str = "", *, is_saved_alongside: bool = False
) -> str:
    """Return how the request ended. `joined` is the question about the same field that took over its value, or the
    request that was chosen instead. `is_saved_alongside`: something else of the same message was saved."""
    if joined is not None:
        return _joined(proposal, joined, field, is_saved_alongside=is_saved_alongside)
    kind = kind_of(proposal)
    nothing = NOTHING_CHANGED if kind else THIS_NOT_SAVED if is_saved_alongside else NOTHING_STORED
    if effect := nothing if proposal.state == ProposalState.REJECTED else answered(kind, proposal.state):
        return str(effect)
    if is_already_done(proposal):
        return str(ALREADY)
    # A pending proposal may be past its time before the job marks it as expired.
    return f"{_end_of(proposal, field)} {nothing}"


def _end_of(proposal: Proposal, field: str) -> Promise | str:
    because = proposal.closed_because
    if because == CHANGED_BY_PERSON and field:
        return str(GIVEN_SINCE).format(field=field)
    return _(because) if because in (OTHER_APPROVED, OTHER_VALUE_APPROVED) else ENDS.get(proposal.state, LATE)


def chosen(value: str, others: Mapping[str, Collection[str]], asker: str) -> str:
    """Return the sentence about the saved value of a field and the requested values that were not saved, with their
    requesters. `asker` is the requester that the request names."""
    return str(CHOSEN_OF).format(value=value, others=with_askers(others, omit=[asker]))


def also_asked(others: Mapping[str, Collection[str]], asker: str) -> str:
    """Return the sentence about values requested before the refused one; empty where there are none."""
    return str(ALSO_ASKED).format(others=with_askers(others, omit=[asker])) if others else ""


def with_askers(askers: Mapping[str, Collection[str]], *, omit: Iterable[str]) -> str:
    """Return values in quotes with their requesters, which are left out where only one name occurs, `omit` included."""
    is_clear = len({*omit, *chain.from_iterable(askers.values())}) <= 1
    quoted = [(str(QUOTED).format(value=value), ", ".join(names)) for value, names in askers.items()]
    return ", ".join(text if is_clear or not names else f"{text} ({names})" for text, names in quoted)


def is_chosen(proposal: Proposal, joined: Proposal) -> bool:
    return joined.state != ProposalState.REJECTED and joined.value_in_force == proposal.new_value


def _joined(proposal: Proposal, joined: Proposal, field: str, *, is_saved_alongside: bool) -> str:
    value = head(joined.value_in_force)
    if proposal.state == ProposalState.REJECTED:
        return str(CHOSEN_INSTEAD).format(value=value.removesuffix("."))
    match joined.state:
        case ProposalState.PENDING:
            sentence = JOINED_OPEN
        case ProposalState.APPROVED | ProposalState.AMENDED:
            sentence = CHOSEN if is_chosen(proposal, joined) else NOT_CHOSEN
        case ProposalState.REJECTED:
            sentence = NONE_CHOSEN
        case _:
            sentence = NONE_CHOSEN if is_saved_alongside else JOINED
    return str(sentence).format(field=field, value=value)


def is_already_done(proposal: Proposal) -> bool:
    """Whether it ended because the person had made the requested change themselves."""
    return proposal.state == ProposalState.STALE and proposal.closed_because == ALREADY_SO


def memory_link(memory_id: UUID | None) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("pages:memory", args=[memory_id]), SEE_IT)


def link(proposal: Proposal) -> str:
    """Return the label of the link to its memory; empty without one."""
    is_done = proposal.state in (ProposalState.APPROVED, ProposalState.AMENDED) or is_already_done(proposal)
    if not is_done or not proposal.memory_id:
        return ""
    kind = kind_of(proposal)
    return str(kind.link if kind else SEE_IT)
