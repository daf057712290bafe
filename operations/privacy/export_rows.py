"""The columns in a person's export: everything for the person, staff and the server; for an agent what other endpoints
return to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.tasks import TaskRedactor
from conversations.models import ChangeLog, Session, Task, ThreadRevision, Turn
from conversations.withheld_spans import without
from conversations.withheld_texts import WithheldTexts
from memories.models import Artifact, History
from retrieval.disclosure import disclosed_receipt
from retrieval.models import RetrievalEvent
from workspaces.actors import Actor

Columns = frozenset[str]
# Columns of a proposal: the wording of other agents' proposals, who answered, and whether the person was really asked.
OTHERS_COLUMNS = frozenset(
    {"evidence", "is_muted", "apart", "kept_value", "changed_attributes", "account_id", "reminders_sent"}
)
VALUE_COLUMNS = OTHERS_COLUMNS | {
    "field", "change", "change_hash", "shown_hash", "claims", "old_value", "new_value", "reason", "evidence_turn_id",
}  # fmt: skip
# Further columns of other agents' proposals: the field, too.
FIELD_COLUMNS = VALUE_COLUMNS | {"category", "namespace_path", "memory_id", "sensitivity_rank", "base_version"}


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader and the person; None: everyone, and rows without a person.

    The person, staff and the server get everything, forgotten memories too; an agent what its grants and allowlist
    show it elsewhere.
    """

    actor: Actor
    person_id: UUID | None
    now: datetime

    @property
    def is_agent(self) -> bool:
        return self.actor.is_agent

    def about(self, column: str = "person_id") -> Q:
        """The rows that are meant, by the column with their person."""
        return Q() if self.person_id is None else Q(**{column: self.person_id})

    def keeps_back(self, names: Iterable[str]) -> Columns:
        """The columns that agents do not get."""
        return frozenset(names) if self.is_agent else frozenset()


def shown_of_history(reader: Reader, row: History) -> dict[str, Any]:
    """Return the columns that other sections omit, because a seal covers them."""
    names = ("workspace_id", "sensitivity_rank", "key_id", "change_id")
    return {} if reader.is_agent else {name: getattr(row, name) for name in names}


def withheld_of_proposal(reader: Reader, proposal: Proposal) -> Columns:
    """Return the columns of a question that an agent may not read: all values that it may not know."""
    if not reader.is_agent:
        return frozenset()
    if not proposal.may_disclose_field_to(reader.actor):
        return FIELD_COLUMNS
    return OTHERS_COLUMNS if proposal.may_disclose_values_to(reader.actor) else VALUE_COLUMNS


def shown_of_proposal(reader: Reader, proposal: Proposal) -> dict[str, Any]:
    """Replace `apart`, which would disclose other memories at the address, and a successor that the agent may not know.
    A reopened question has no words of the person, since that answer was undone."""
    if not reader.is_agent:
        return {"kept_value": ""} if proposal.state == ProposalState.PENDING else {}
    shown: dict[str, Any] = {"superseded_by": proposal.successor_id}
    if not proposal.may_disclose_values_to(reader.actor):
        return shown
    return shown | {"change": {name: value for name, value in proposal.change.items() if name != "apart"}}


def shown_of_artifact(reader: Reader, artifact: Artifact) -> dict[str, Any]:
    """Remove names and addresses of files that state what the person has not agreed to (R31), for agents."""
    withheld = WithheldTexts.for_reader(reader.actor, {artifact.person_id})
    address = withheld.disclosed_address(artifact.storage_uri, artifact.person_id)
    return {"name": withheld.disclosed(artifact.name, artifact.person_id), "storage_uri": address}


def shown_of_task(reader: Reader, task: Task) -> dict[str, Any]:
    """Return the parts of another agent's task as `GET /tasks` does."""
    if task.agent_id == reader.actor.id:
        return {}
    redactor = TaskRedactor([task], actor=reader.actor, now=reader.now)
    return {"title": redactor.title(task), "state": redactor.state(task)}


def shown_of_thread(reader: Reader, row: Session | ThreadRevision | ChangeLog) -> dict[str, Any]:
    """The same of the ids of conversations and threads."""
    withheld, names = WithheldTexts.for_reader(reader.actor, {row.person_id}), {"external_id", "thread_id"}
    return {name: withheld.disclosed(getattr(row, name), row.person_id) for name in names & row.__dict__.keys()}


def shown_of_session(reader: Reader, session: Session) -> dict[str, Any]:
    """Remove the names of a conversation without messages and of its file, which may state its topic."""
    names = {"external_id": "", "imported_from": ""} if session.is_deleted else {}
    return shown_of_thread(reader, session) | names


def withheld_of_session(reader: Reader, session: Session) -> Columns:
    """Remove the times of a conversation without messages. Agents do not get the file, nor the title, in which pending
    values are not marked."""
    counts = frozenset({"is_apart", "summarised_turns", "erased_turns", "title", "imported_from"})
    times = ("created_at", "closed_at", "last_turn_at") if session.is_deleted else ()
    return reader.keeps_back(counts) | frozenset(times)


def withheld_of_turn(reader: Reader, turn: Turn) -> Columns:
    """Return the derived columns of a turn; for an agent also those derived from withheld words."""
    return frozenset({"retrievable", "waiting", "reserved", "reserved_in", "guarded"}) | reader.keeps_back(
        ("language", "extracted_at", "forbidden")
    )


def shown_of_turn(reader: Reader, turn: Turn) -> dict[str, Any]:
    """Redact texts for an agent's export, which leaves the session: it has nothing the person has not agreed to
    (R31)."""
    if not reader.is_agent:
        return {}
    content, marks = without(turn.content, turn.hidden_from(reader.actor))
    return {"content": content, "withheld": marks}


def shown_of_change(reader: Reader, row: ChangeLog) -> dict[str, Any]:
    """Redact a change; as in the delta header, memories that an agent may no longer read are not quoted."""
    if not reader.is_agent:
        return {}
    return shown_of_thread(reader, row) | {"text": row.text if row.is_readable else ""}  # type: ignore[attr-defined]


def shown_of_retrieval(reader: Reader, event: RetrievalEvent) -> dict[str, Any]:
    return disclosed_receipt(event, reader.actor)


def without_for_agents(*names: str) -> Callable[[Reader, object], Columns]:
    """Return the hidden columns of a section for agents."""
    return lambda reader, row: reader.keeps_back(names)
