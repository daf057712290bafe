"""What a question about each kind of change asks, what a yes will do, and what an answer came to, in plain words."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import ProposalState

SEE_IT = _("See it among your memories")


@dataclass(frozen=True, slots=True)
class Kind:
    """One type of change: what somebody wants, what a yes will do, what it did, and where its link leads."""

    wanted: Promise
    effect: Promise
    done: Promise
    link: Promise = SEE_IT


NOTHING_STORED, NOTHING_CHANGED = _("Nothing was stored."), _("Nothing was changed.")
UNSTORED = _("You took your answer back. What it had stored is gone, unless it was changed since.")
UNCHANGED = _("You took your answer back. All is as it was before, unless it was changed since.")
AMENDED = _("It is remembered in your own words.")
KEPT = _("It is remembered, marked as confirmed by you.")
# A type that is not here stores something; how that is asked depends on what it stores.
KINDS = {
    "forget_memory": Kind(
        _("{} {} to forget something about you."),
        _("It is no longer used. You can bring it back for 30 days."),
        _("It is forgotten. No assistant can find it any more."),
        _("Look at it, or bring it back"),
    ),
    "restore_memory": Kind(
        _("{} {} to bring back something it knew about you."),
        _("It says again what it said then, and assistants can use it. What it says now stays in its history."),
        _("It was brought back."),
    ),
    "reject_memory": Kind(
        _("{} {} to say that something it remembers about you is wrong."),
        _("No assistant uses it any more. You can say that it is right after all."),
        _("It counts as wrong. No assistant can find it any more."),
    ),
    "readmit_memory": Kind(
        _("{} {} to take back that something about you is wrong."),
        _("It is remembered again, and assistants can use it."),
        _("It counts as right again."),
    ),
    "merge_memories": Kind(
        _("{} {} to combine two notes about you that say the same."),
        _("One note stands for both. Nothing is lost: you can have the two back."),
        _("One note stands for both now."),
    ),
    "undo_merge": Kind(
        _("{} {} to take two notes about you apart again."),
        _("Both are as they were before they were combined."),
        _("The two notes stand by themselves again."),
    ),
    "link_memories": Kind(
        _("{} {} to link two things it remembers about you."),
        _("Each is found with the other. What they say stays as it is."),
        _("The two are linked now."),
    ),
    "unlink_memories": Kind(
        _("{} {} to remove the link between two things it remembers about you."),
        _("They are no longer found with each other. What they say stays as it is."),
        _("The link is removed."),
    ),
    "attach_artifact": Kind(
        _("{} {} to add evidence to something it remembers about you."),
        _("The file is kept with it. What it says stays as it is."),
        _("The evidence is kept with it."),
    ),
    "detach_artifact": Kind(
        _("{} {} to take evidence away from something it remembers about you."),
        _("The file is no longer kept with it. What it says stays as it is."),
        _("The evidence is no longer kept with it."),
    ),
}
LATE = _("Nobody answered in time.")
ENDS: dict[str, Promise] = {
    ProposalState.SUPERSEDED: _("A later question took its place."),
    ProposalState.STALE: _("What it was based on has changed since, so it no longer applies."),
}


def kind_of(proposal: Proposal) -> Kind | None:
    """None where something is to be stored."""
    return KINDS.get(proposal.change["type"])


def outcome(proposal: Proposal) -> str:
    """What became of it."""
    kind = kind_of(proposal)
    match proposal.state:
        case ProposalState.APPROVED:
            return str(kind.done if kind else KEPT)
        case ProposalState.AMENDED:
            return str(AMENDED)
        case ProposalState.WITHDRAWN:
            return str(UNCHANGED if kind else UNSTORED)
    nothing = str(NOTHING_CHANGED if kind else NOTHING_STORED)
    # Over time a question is out before a job says that it has expired.
    return nothing if proposal.state == ProposalState.REJECTED else f"{ENDS.get(proposal.state, LATE)} {nothing}"


def link(proposal: Proposal) -> str:
    """What the link to its memory is called; empty when there is nothing to see."""
    if proposal.state not in (ProposalState.APPROVED, ProposalState.AMENDED) or not proposal.memory_id:
        return ""
    kind = kind_of(proposal)
    return str(kind.link if kind else SEE_IT)
