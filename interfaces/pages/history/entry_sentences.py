"""Sentences for rows of the history."""

from dataclasses import asdict
from typing import Any, Protocol

from django.utils.translation import gettext_lazy as _

from consent.models.decision import Verdict
from interfaces.competing_requests import FORGET
from interfaces.pages.cards.amendments import Saved
from interfaces.pages.history.consents import quoted
from interfaces.pages.texts.change_kinds import INSTEAD
from interfaces.pages.texts.setup_sentences import SETUP, Sentences
from memories.maintenance.check_dependencies import CONFIRMED
from memories.models.choices import Event, ValidationStatus
from operations.privacy.erase_messages import CONVERSATION, MESSAGE
from workspaces.actors import ActorKind

# Each in the wording for the person and for another actor.
SENTENCES: dict[str, Sentences] = {
    Event.ADD: (_("You added this."), _("{who} added this.")),
    Event.UPDATE: (_("You changed this."), _("{who} changed this.")),
    Event.DELETE: (_("You forgot this."), _("{who} forgot this.")),
    Event.MERGE: (_("You merged this with another memory."), _("{who} merged this with another memory.")),
    Event.LINK: (_("You linked two memories."), _("{who} linked two memories.")),
    Event.TTL: (_("You let this expire."), _("{who} let this expire.")),
    Event.RESTORE: (_("You restored this."), _("{who} restored this.")),
    Event.PURGE: (_("You erased this."), _("{who} erased this.")),
    Event.EXPORT: (_("You exported everything about you."), _("{who} exported everything about you.")),
}
REPEATED = (_("You said this again."), _("{who} said this again."))
CONFIRMED_TEXT = (_("You confirmed this."), _("{who} confirmed this."))
SAVED_AGAIN = (_("You saved this again."), _("{who} saved this again."))
SIMILAR = (_("You linked this to similar memories."), _("{who} linked this to similar memories."))
UNLINKED = (_("You removed a link between two memories."), _("{who} removed a link between two memories."))
ERASED: dict[str, Sentences] = {
    MESSAGE: (_("You deleted a message of a conversation."), _("{who} deleted a message of a conversation.")),
    CONVERSATION: (_("You deleted a conversation."), _("{who} deleted a conversation.")),
}
UNDONE = (_("You undid your approval."), _("{who} undid the approval."))
# By the verdict of the undone answer.
UNDID: dict[str, Sentences] = {
    Verdict.APPROVE: UNDONE,
    Verdict.AMEND: UNDONE,
    Verdict.REJECT: (_("You undid your refusal."), _("{who} undid the refusal.")),
}
MOVED = (_("You moved this to another subject."), _("{who} moved this to another subject."))
WRONG = (_("You marked this as wrong."), _("{who} marked this as wrong."))
REPLACED = (_("You replaced this with another value."), _("{who} replaced this with another value."))
STILL_TRUE = (_("You said that this is still true."), _("{who} said that this is still true."))
NOT_WRONG = (_("You undid marking this as wrong."), _("{who} undid marking this as wrong."))
RIGHT = (_("You marked this as correct."), _("{who} marked this as correct."))
# By a key in the row's `meta`.
MARKED = {"former_category": MOVED, CONFIRMED: STILL_TRUE, "replaced_by": REPLACED}
VERDICTS: dict[str, Sentences] = {
    "approve": (_("You approved a request."), _("{who} approved a request.")),
    "amend": (_("You approved a request with edits."), _("{who} approved a request with edits.")),
    "reject": (_("You refused a request."), _("{who} refused a request.")),
    "withdraw": (_("You undid a decision."), _("{who} undid a decision.")),
    "retract": (_("You withdrew a request of yours."), _("{who} withdrew a request of theirs.")),
    "expire": (_("You closed an unanswered request."), _("{who} closed an unanswered request.")),
}
# For requests to forget.
FORGETTING: dict[str, Sentences] = {
    Verdict.APPROVE: (_("You agreed to forget this."), _("{who} agreed to forget this.")),
    Verdict.REJECT: (_("You decided to keep this."), _("{who} decided to keep this.")),
}
DECIDED = (_("You decided on a request."), _("{who} decided on a request."))
OTHER = (_("You did this: {event}."), _("{who} did this: {event}."))


class HistoryRow(Protocol):
    """A row of history, or its copy in an export."""

    event: Any
    actor_kind: Any
    meta: Any


def entry_sentence(
    row: HistoryRow,
    who: str,
    *,
    is_undone: bool,
    saved: Saved | None,
    change_type: str,
    unchosen: str = "",
    undid: str = "",
    is_rewritten: bool = False,
    is_same: bool = False,
) -> str:
    """Return what was done, without the text that it was done to.

    `change_type` is the type of change that a decision was about, `saved` the value it saved instead, `unchosen` the
    value that was chosen over a refused one, `undid` the verdict that it undid. `is_rewritten`: a forgotten memory was
    written again; `is_same`: the new text equals the old one, which is a confirmation where the person wrote it.
    """
    is_own = row.actor_kind == ActorKind.PERSON
    is_confirmed = is_same and is_own and row.event == Event.UPDATE and not row.meta
    usual = SAVED_AGAIN if is_rewritten else CONFIRMED_TEXT if is_confirmed else _sentences(row, change_type)
    default = INSTEAD if unchosen else UNDID.get(undid) or usual
    own, others = UNDONE if is_undone else saved.sentences if saved else default
    return str(own if is_own else others).format(
        who=who, event=Event(row.event).label, **(asdict(saved) if saved else {"value": quoted(unchosen)})
    )


def _validation_sentences(row: HistoryRow) -> Sentences:
    if row.meta["validation_status"] == ValidationStatus.REJECTED:
        return WRONG
    return NOT_WRONG if "as_before" in row.meta else RIGHT


def _sentences(row: HistoryRow, change_type: str) -> Sentences:
    if row.event == Event.CONSENT:
        verdict = str(row.meta.get("verdict"))
        return (FORGETTING.get(verdict) if change_type == FORGET else None) or VERDICTS.get(verdict, DECIDED)
    if row.event == Event.LINK:
        return UNLINKED if "unlinked" in row.meta else SENTENCES[Event.LINK] if "to" in row.meta else SIMILAR
    if row.event == Event.MERGE and row.meta.get("repeated"):
        return REPEATED
    if "validation_status" in row.meta:
        return _validation_sentences(row)
    if marked := next((sentences for name, sentences in MARKED.items() if name in row.meta), None):
        return marked
    setup = SETUP.get((str(row.meta.get("what")), str(row.meta.get("done"))))
    return setup or ERASED.get(row.meta.get("erased", "")) or SENTENCES.get(row.event) or OTHER
