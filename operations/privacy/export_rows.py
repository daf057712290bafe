"""What stands in the rows of a person's export: everything for the person, staff and the server; for an agent what the
other endpoints tell it."""

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
# Of a proposal: the wording of other agents' proposals, who answered, and whether the person was really asked.
OTHERS_COLUMNS = frozenset(
    {"evidence", "is_muted", "apart", "kept_value", "changed_attributes", "account_id", "reminders_sent"}
)
VALUE_COLUMNS = OTHERS_COLUMNS | {
    "field", "change", "change_hash", "shown_hash", "claims", "old_value", "new_value", "reason", "evidence_turn_id",
}  # fmt: skip
# Of what somebody else asked for: what it is about, too.
FIELD_COLUMNS = VALUE_COLUMNS | {"category", "namespace_path", "memory_id", "sensitivity_rank", "base_version"}


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads about whom: about everybody, and what is about nobody, where `person_id` is None.

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
    """The columns that an export leaves out elsewhere: a seal covers them too."""
    names = ("workspace_id", "sensitivity_rank", "key_id", "change_id")
    return {} if reader.is_agent else {name: getattr(row, name) for name in names}


def withheld_of_proposal(reader: Reader, proposal: Proposal) -> Columns:
    """What an agent may not read of a question: any value but those that it may know."""
    if not reader.is_agent:
        return frozenset()
    if not proposal.may_disclose_field_to(reader.actor):
        return FIELD_COLUMNS
    return OTHERS_COLUMNS if proposal.may_disclose_values_to(reader.actor) else VALUE_COLUMNS


def shown_of_proposal(reader: Reader, proposal: Proposal) -> dict[str, Any]:
    """Where a question is put apart, an agent may not know of what stands beside it; nor, always, what replaced it. One
    that waits again has no words of the person's: the answer with them was undone."""
    if not reader.is_agent:
        return {"kept_value": ""} if proposal.state == ProposalState.PENDING else {}
    shown: dict[str, Any] = {"superseded_by": proposal.successor_id}
    if not proposal.may_disclose_values_to(reader.actor):
        return shown
    return shown | {"change": {name: value for name, value in proposal.change.items() if name != "apart"}}


def shown_of_artifact(reader: Reader, artifact: Artifact) -> dict[str, Any]:
    """An agent is told no name or address of a file that says what the person has not agreed to (R31)."""
    withheld = WithheldTexts.for_reader(reader.actor, {artifact.person_id})
    address = withheld.disclosed_address(artifact.storage_uri, artifact.person_id)
    return {"name": withheld.disclosed(artifact.name, artifact.person_id), "storage_uri": address}


def shown_of_task(reader: Reader, task: Task) -> dict[str, Any]:
    """Of a task that another agent wrote it is told what `GET /tasks` tells it."""
    if task.agent_id == reader.actor.id:
        return {}
    redactor = TaskRedactor([task], actor=reader.actor, now=reader.now)
    return {"title": redactor.title(task), "state": redactor.state(task)}


def shown_of_thread(reader: Reader, row: Session | ThreadRevision | ChangeLog) -> dict[str, Any]:
    """The same of the ids of conversations and threads."""
    withheld, names = WithheldTexts.for_reader(reader.actor, {row.person_id}), {"external_id", "thread_id"}
    return {name: withheld.disclosed(getattr(row, name), row.person_id) for name in names & row.__dict__.keys()}


def shown_of_session(reader: Reader, session: Session) -> dict[str, Any]:
    """Of one whose messages were all deleted no name, nor that of its file: they may say what it was about."""
    names = {"external_id": "", "imported_from": ""} if session.is_deleted else {}
    return shown_of_thread(reader, session) | names


def withheld_of_session(reader: Reader, session: Session) -> Columns:
    """Of one whose messages were all deleted also when it was held. No agent is told the title, in which nothing that
    waits for the person is marked, nor the file."""
    counts = frozenset({"is_apart", "summarised_turns", "erased_turns", "title", "imported_from"})
    times = ("created_at", "closed_at", "last_turn_at") if session.is_deleted else ()
    return reader.keeps_back(counts) | frozenset(times)


def withheld_of_turn(reader: Reader, turn: Turn) -> Columns:
    """What follows from the rest of a turn; for an agent also what was found out from words that are withheld."""
    return frozenset({"retrievable", "waiting", "reserved", "reserved_in", "guarded"}) | reader.keeps_back(
        ("language", "extracted_at")
    )


def shown_of_turn(reader: Reader, turn: Turn) -> dict[str, Any]:
    """An agent's export leaves the session: it has nothing that the person has not agreed to (R31)."""
    if not reader.is_agent:
        return {}
    content, marks = without(turn.content, turn.hidden_from(reader.actor))
    return {"content": content, "withheld": marks}


def shown_of_change(reader: Reader, row: ChangeLog) -> dict[str, Any]:
    """The same; what an agent may not read any more is not quoted to it, as in the delta header."""
    if not reader.is_agent:
        return {}
    return shown_of_thread(reader, row) | {"text": row.text if row.is_readable else ""}  # type: ignore[attr-defined]


def shown_of_retrieval(reader: Reader, event: RetrievalEvent) -> dict[str, Any]:
    return disclosed_receipt(event, reader.actor)


def without_for_agents(*names: str) -> Callable[[Reader, object], Columns]:
    """For a section of which agents do not get some columns."""
    return lambda reader, row: reader.keeps_back(names)
