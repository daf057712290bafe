"""The sections of a person's export: which tables hold data about them, and which rows a reader may have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Model, Q, QuerySet

from consent.models import Decision, Policy, Proposal, Receipt, Signal
from conversations.models import ChangeLog, Checkpoint, CheckpointWrite, Session, Speaker, Task, ThreadRevision, Turn
from conversations.models.turn import CATEGORY as TURNS
from conversations.withheld_spans import without
from conversations.withheld_texts import WithheldTexts
from memories.models import (
    Artifact,
    ArtifactLink,
    AuditSeal,
    DependencyReview,
    Fact,
    History,
    HistorySalt,
    Memory,
    MemoryVersion,
    Merge,
    OperationalEvent,
    Provenance,
    Relation,
    SealEntry,
)
from retrieval.models import RetrievalEvent
from workspaces.actors import Actor
from workspaces.models import Exclusion, Grant


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


Rows = Callable[[Reader], "QuerySet[Any]"]
InnerRows = Callable[[Reader, Sequence[UUID]], "QuerySet[Any]"]
Columns = frozenset[str]


@dataclass(frozen=True, slots=True)
class Inner:
    """Rows nested in those of a section; `owner` is the column with the outer row's id."""

    name: str
    model: type[Model]
    owner: str
    rows: InnerRows


@dataclass(frozen=True, slots=True)
class Section:
    """One list of the export, in the order of ids; `withheld` names the columns of a row to leave out, `shown` has what
    stands in the place of others."""

    name: str
    model: type[Model]
    rows: Rows
    withheld: Callable[[Reader, Any], Columns] = lambda reader, row: frozenset()
    shown: Callable[[Reader, Any], dict[str, Any]] = lambda reader, row: {}
    inner: tuple[Inner, ...] = ()


def _visible(manager: Any) -> Rows:
    """The person's rows that the reader may see."""
    return lambda reader: manager.visible_to(reader.actor, now=reader.now).filter(reader.about())


def _of_agent(manager: Any) -> Rows:
    """The person's rows; for an agent only its own."""

    def rows(reader: Reader) -> "QuerySet[Any]":
        of_agent = Q(agent_id=reader.actor.id) if reader.is_agent else Q()
        return manager.filter(of_agent, reader.about())  # type: ignore[no-any-return]

    return rows


def _not_for_agents(manager: Any) -> Rows:
    """The person's rows; none for an agent."""
    return lambda reader: manager.none() if reader.is_agent else manager.filter(reader.about())


def _memories(reader: Reader) -> "QuerySet[Memory]":
    seen = Memory.objects.visible_to if reader.is_agent else Memory.objects.authorized_for
    return seen(reader.actor, now=reader.now).filter(reader.about())


def _history(reader: Reader) -> "QuerySet[History]":
    return History.objects.authorized_for(reader.actor, now=reader.now).filter(reader.about())


def _sealed(reader: Reader, row: History) -> dict[str, Any]:
    """The columns that an export leaves out elsewhere: a seal covers them too."""
    names = ("workspace_id", "sensitivity_rank", "key_id", "change_id")
    return {} if reader.is_agent else {name: getattr(row, name) for name in names}


def _salts(reader: Reader, history_ids: Sequence[UUID]) -> "QuerySet[HistorySalt]":
    """What opens the commitments to what the versions say."""
    return HistorySalt.objects.none() if reader.is_agent else HistorySalt.objects.filter(history_id__in=history_ids)


def _seals(reader: Reader) -> "QuerySet[AuditSeal]":
    """The signed heads over the person's rows of the history."""
    over = SealEntry.objects.filter(reader.about("history__person_id"))
    return AuditSeal.objects.none() if reader.is_agent else AuditSeal.objects.filter(id__in=over.values("seal_id"))


def _versions(reader: Reader, memory_ids: Sequence[UUID]) -> "QuerySet[MemoryVersion]":
    """Leaves out versions written while the memory was outside the reader's grants or allowlist."""
    rows = MemoryVersion.objects.filter(memory_id__in=memory_ids)
    if not reader.is_agent:
        return rows
    visible = History.objects.authorized_for(reader.actor, now=reader.now).filter(memory_id__in=memory_ids)
    return rows.filter(id__in=visible.values("new_version_id"))


def _facts(reader: Reader) -> "QuerySet[Fact]":
    return Fact.objects.filter(reader.about(), memory__in=_memories(reader).values("id"))


def _sessions(reader: Reader) -> "QuerySet[Session]":
    rows = Session.objects.filter(reader.actor.people_condition(now=reader.now, rank=1), reader.about())
    return rows if reader.actor.may_see(TURNS) else rows.none()


def _speakers(reader: Reader) -> "QuerySet[Speaker]":
    return Speaker.objects.filter(reader.about(), person__in=_sessions(reader).values("person_id"))


def _proposals(reader: Reader) -> "QuerySet[Proposal]":
    rows = Proposal.objects.authorized_for(reader.actor, now=reader.now).filter(reader.about())
    return rows.with_readable(reader.actor, now=reader.now)


def _receipts(reader: Reader, ids: Sequence[UUID]) -> "QuerySet[Receipt]":
    """The person's proofs of their decisions; agents see the proposal's state instead."""
    rows = Receipt.objects.none() if reader.is_agent else Receipt.objects.filter(decision__proposal_id__in=ids)
    return rows.annotate(proposal_id=F("decision__proposal_id"))


def _withheld_values(reader: Reader, proposal: Proposal) -> Columns:
    """What an agent may not read of a question: any value but those that it may know."""
    if not reader.is_agent:
        return frozenset()
    return OTHERS_COLUMNS if proposal.tells_values_to(reader.actor) else VALUE_COLUMNS


def _asked_for(reader: Reader, proposal: Proposal) -> dict[str, Any]:
    """Where a question is put apart, an agent may not know of what stands beside it."""
    if not reader.is_agent or not proposal.tells_values_to(reader.actor):
        return {}
    return {"change": {name: value for name, value in proposal.change.items() if name != "apart"}}


def _named(reader: Reader, artifact: Artifact) -> dict[str, Any]:
    """An agent is told no name or address of a file that says what the person has not agreed to (R31)."""
    withheld = WithheldTexts.for_reader(reader.actor, {artifact.person_id})
    address = withheld.disclosed_address(artifact.storage_uri, artifact.person_id)
    return {"name": withheld.disclosed(artifact.name, artifact.person_id), "storage_uri": address}


def _worked_on(reader: Reader, task: Task) -> dict[str, Any]:
    """The same of a task that another agent wrote."""
    if task.agent_id == reader.actor.id:
        return {}
    withheld = WithheldTexts.for_reader(reader.actor, {task.person_id})
    state = withheld.disclosed_state(task.state, task.person_id)
    return {"title": withheld.disclosed(task.title, task.person_id), "state": state}


def _called(reader: Reader, row: Session | ThreadRevision) -> dict[str, Any]:
    """The same of the ids of conversations and threads."""
    withheld, names = WithheldTexts.for_reader(reader.actor, {row.person_id}), {"external_id", "thread_id"}
    return {name: withheld.disclosed(getattr(row, name), row.person_id) for name in names & row.__dict__.keys()}


def _beside(reader: Reader, row: Memory | Artifact) -> Columns:
    """What tells that another one stands at the same address."""
    return frozenset({"apart"}) if reader.is_agent else frozenset()


def _indexed(reader: Reader, turn: Turn) -> Columns:
    """What follows from the rest of a turn."""
    return frozenset({"retrievable", "waiting", "reserved", "reserved_in", "guarded"})


def _readable_turn(reader: Reader, turn: Turn) -> dict[str, Any]:
    """An agent's export leaves the session: it has nothing that the person has not agreed to (R31)."""
    if not reader.is_agent:
        return {}
    content, marks = without(turn.content, turn.hidden_from(reader.actor))
    return {"content": content, "withheld": marks}


def _relations(reader: Reader) -> "QuerySet[Relation]":
    rows = Relation.objects.visible_to(reader.actor, now=reader.now) if reader.is_agent else Relation.objects.all()
    of_person = Memory.objects.filter(reader.about()).values("id")
    return rows.filter(Q(from_memory_id__in=of_person) | Q(to_memory_id__in=of_person))


def _artifacts(reader: Reader) -> "QuerySet[Artifact]":
    rows = Artifact.objects.visible_to(reader.actor, now=reader.now) if reader.is_agent else Artifact.objects.all()
    return rows.filter(reader.about())


def _provenance(reader: Reader) -> "QuerySet[Provenance]":
    of_memories = Q(memory_id__in=_memories(reader).values("id"))
    of_artifacts = Q(artifact_id__in=_artifacts(reader).values("id"))
    of_retrievals = Q(retrieval_event_id__in=_of_agent(RetrievalEvent.objects)(reader).values("id"))
    return Provenance.objects.filter(of_memories | of_artifacts | of_retrievals)


def _changes(reader: Reader) -> "QuerySet[ChangeLog]":
    if reader.person_id is None:
        return ChangeLog.objects.all()
    return ChangeLog.objects.visible_to(reader.actor, person_id=reader.person_id, now=reader.now)


def _threads(reader: Reader) -> "QuerySet[ThreadRevision]":
    return ThreadRevision.objects.filter(reader.actor.people_condition(now=reader.now, rank=1), reader.about())


def _counts(reader: Reader, row: ThreadRevision | ChangeLog) -> Columns:
    """How many changes there were, those that an agent may not know of too."""
    return frozenset({"rev", "kinds"}) if reader.is_agent else frozenset()


def _merges(reader: Reader) -> "QuerySet[Merge]":
    return Merge.objects.filter(kept_id__in=_memories(reader).values("id"))


# Wording of other agents' proposals.
OTHERS_COLUMNS = frozenset({"evidence", "is_muted", "apart"})
VALUE_COLUMNS = OTHERS_COLUMNS | {
    "field", "change", "change_hash", "shown_hash", "claims", "old_value", "new_value", "kept_value", "reason",
    "evidence_turn_id", "changed_attributes",
}  # fmt: skip
VERSIONS = Inner("versions", MemoryVersion, "memory_id", _versions)
EVIDENCE = Inner(
    "artifact_refs", ArtifactLink, "memory_id", lambda reader, ids: ArtifactLink.objects.filter(memory_id__in=ids)
)
SALTS = Inner("salts", HistorySalt, "history_id", _salts)
# Also those of other people's rows, which tell nothing but make up the root that is signed.
LEAVES = Inner("leaves", SealEntry, "seal_id", lambda reader, ids: SealEntry.objects.filter(seal_id__in=ids))
DECISIONS = Inner(
    "decisions", Decision, "proposal_id", lambda reader, ids: Decision.objects.filter(proposal_id__in=ids)
)
RECEIPTS = Inner("receipts", Receipt, "proposal_id", _receipts)

SECTIONS: tuple[Section, ...] = (
    Section("memories", Memory, _memories, withheld=_beside, inner=(VERSIONS, EVIDENCE)),
    Section("facts", Fact, _facts),
    Section("relations", Relation, _relations),
    Section("artifacts", Artifact, _artifacts, withheld=_beside, shown=_named),
    Section("provenance", Provenance, _provenance),
    Section("history", History, _history, shown=_sealed, inner=(SALTS,)),
    Section("seals", AuditSeal, _seals, inner=(LEAVES,)),
    Section("sessions", Session, _sessions, shown=_called),
    Section("speakers", Speaker, _speakers),
    Section("turns", Turn, _visible(Turn.objects), withheld=_indexed, shown=_readable_turn),
    Section("tasks", Task, _visible(Task.objects), shown=_worked_on),
    Section("checkpoints", Checkpoint, _visible(Checkpoint.objects)),
    Section("checkpoint_writes", CheckpointWrite, _visible(CheckpointWrite.objects)),
    Section("threads", ThreadRevision, _threads, withheld=_counts, shown=_called),
    Section("changes", ChangeLog, _changes, withheld=_counts),
    Section(
        "proposals", Proposal, _proposals, withheld=_withheld_values, shown=_asked_for, inner=(DECISIONS, RECEIPTS)
    ),
    Section("signals", Signal, _visible(Signal.objects)),
    Section("merges", Merge, _merges),
    Section("dependency_reviews", DependencyReview, _not_for_agents(DependencyReview.objects)),
    Section("policies", Policy, _not_for_agents(Policy.objects)),
    Section("grants", Grant, _of_agent(Grant.objects)),
    Section("exclusions", Exclusion, _of_agent(Exclusion.objects)),
    Section("retrieval_events", RetrievalEvent, _of_agent(RetrievalEvent.objects)),
    Section("events", OperationalEvent, _visible(OperationalEvent.objects)),
)
