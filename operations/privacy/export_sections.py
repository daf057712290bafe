"""Which tables speak about a person, and which of their rows a reader may have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Model, Q, QuerySet

from consent.models import Decision, Policy, Proposal, Receipt, Signal
from conversations.models import ChangeLog, Checkpoint, CheckpointWrite, Session, Speaker, Task, ThreadRevision, Turn
from conversations.models.turn import CATEGORY as TURNS
from memories.models import (
    Artifact,
    ArtifactLink,
    DependencyReview,
    Fact,
    History,
    Memory,
    MemoryVersion,
    Merge,
    OperationalEvent,
    Provenance,
    Relation,
)
from retrieval.models import RetrievalEvent
from workspaces.actors import Actor
from workspaces.models import Exclusion, Grant


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads about whom.

    The person, staff and the server get all of it, forgotten memories too; an agent what its grants and its allowlist
    show it at any other address.
    """

    actor: Actor
    person_id: UUID
    now: datetime

    @property
    def is_agent(self) -> bool:
        return self.actor.is_agent


Rows = Callable[[Reader], "QuerySet[Any]"]
InnerRows = Callable[[Reader, Sequence[UUID]], "QuerySet[Any]"]
Columns = frozenset[str]


def nothing(reader: Reader, row: Any) -> Columns:
    """No column is withheld."""
    return frozenset()


@dataclass(frozen=True, slots=True)
class Inner:
    """Rows that are told inside those of a section; `owner` is the column that holds the outer row's id."""

    name: str
    model: type[Model]
    owner: str
    rows: InnerRows


@dataclass(frozen=True, slots=True)
class Section:
    """One list of the export, in the order of ids; `withheld` says which columns of a row the reader is not told."""

    name: str
    model: type[Model]
    rows: Rows
    withheld: Callable[[Reader, Any], Columns] = nothing
    inner: tuple[Inner, ...] = field(default=())


def _memories(reader: Reader) -> "QuerySet[Memory]":
    seen = Memory.objects.visible_to if reader.is_agent else Memory.objects.authorized_for
    return seen(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _history(reader: Reader) -> "QuerySet[History]":
    return History.objects.authorized_for(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _versions(reader: Reader, memory_ids: Sequence[UUID]) -> "QuerySet[MemoryVersion]":
    """Less those written when the memory was filed where the reader may not look."""
    rows = MemoryVersion.objects.filter(memory_id__in=memory_ids)
    if not reader.is_agent:
        return rows
    then = History.objects.authorized_for(reader.actor, now=reader.now).filter(memory_id__in=memory_ids)
    return rows.filter(id__in=then.values("new_version_id"))


def _evidence(reader: Reader, memory_ids: Sequence[UUID]) -> "QuerySet[ArtifactLink]":
    return ArtifactLink.objects.filter(memory_id__in=memory_ids)


def _decisions(reader: Reader, proposal_ids: Sequence[UUID]) -> "QuerySet[Decision]":
    return Decision.objects.filter(proposal_id__in=proposal_ids)


def _facts(reader: Reader) -> "QuerySet[Fact]":
    return Fact.objects.filter(person_id=reader.person_id, memory__in=_memories(reader).values("id"))


def _sessions(reader: Reader) -> "QuerySet[Session]":
    rows = Session.objects.filter(reader.actor.people_condition(now=reader.now, rank=1), person_id=reader.person_id)
    return rows if reader.actor.may_see(TURNS) else rows.none()


def _speakers(reader: Reader) -> "QuerySet[Speaker]":
    return Speaker.objects.filter(person_id=reader.person_id, person__in=_sessions(reader).values("person_id"))


def _turns(reader: Reader) -> "QuerySet[Turn]":
    return Turn.objects.visible_to(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _tasks(reader: Reader) -> "QuerySet[Task]":
    return Task.objects.visible_to(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _checkpoints(reader: Reader) -> "QuerySet[Checkpoint]":
    return Checkpoint.objects.visible_to(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _writes(reader: Reader) -> "QuerySet[CheckpointWrite]":
    return CheckpointWrite.objects.visible_to(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _proposals(reader: Reader) -> "QuerySet[Proposal]":
    return Proposal.objects.authorized_for(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _receipts(reader: Reader, ids: Sequence[UUID]) -> "QuerySet[Receipt]":
    """The person's proof of what they answered; agents are told the state by the proposal."""
    rows = Receipt.objects.none() if reader.is_agent else Receipt.objects.filter(decision__proposal_id__in=ids)
    return rows.annotate(proposal_id=F("decision__proposal_id"))


def _refused(reader: Reader, proposal: Proposal) -> Columns:
    """An agent learns no value but what was agreed to and what it asks for itself."""
    if not reader.is_agent:
        return frozenset()
    return OTHERS_WORDING if proposal.tells_values_to(reader.actor) else WORDING


def _events(reader: Reader) -> "QuerySet[OperationalEvent]":
    return OperationalEvent.objects.visible_to(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _relations(reader: Reader) -> "QuerySet[Relation]":
    rows = Relation.objects.visible_to(reader.actor, now=reader.now) if reader.is_agent else Relation.objects.all()
    of_person = Memory.objects.filter(person_id=reader.person_id).values("id")
    return rows.filter(Q(from_memory_id__in=of_person) | Q(to_memory_id__in=of_person))


def _artifacts(reader: Reader) -> "QuerySet[Artifact]":
    rows = Artifact.objects.visible_to(reader.actor, now=reader.now) if reader.is_agent else Artifact.objects.all()
    return rows.filter(person_id=reader.person_id)


def _provenance(reader: Reader) -> "QuerySet[Provenance]":
    of_memories = Q(memory_id__in=_memories(reader).values("id"))
    of_artifacts = Q(artifact_id__in=_artifacts(reader).values("id"))
    of_retrievals = Q(retrieval_event_id__in=_retrievals(reader).values("id"))
    return Provenance.objects.filter(of_memories | of_artifacts | of_retrievals)


def _changes(reader: Reader) -> "QuerySet[ChangeLog]":
    return ChangeLog.objects.visible_to(reader.actor, person_id=reader.person_id, now=reader.now)


def _threads(reader: Reader) -> "QuerySet[ThreadRevision]":
    return ThreadRevision.objects.filter(
        reader.actor.people_condition(now=reader.now, rank=1), person_id=reader.person_id
    )


def _retrievals(reader: Reader) -> "QuerySet[RetrievalEvent]":
    """An agent is told of its own questions only."""
    rows = RetrievalEvent.objects.filter(person_id=reader.person_id)
    return rows.filter(Q(agent_id=reader.actor.id)) if reader.is_agent else rows


def _grants(reader: Reader) -> "QuerySet[Grant]":
    rows = Grant.objects.filter(person_id=reader.person_id)
    return rows.filter(Q(agent_id=reader.actor.id)) if reader.is_agent else rows


def _signals(reader: Reader) -> "QuerySet[Signal]":
    return Signal.objects.visible_to(reader.actor, now=reader.now).filter(person_id=reader.person_id)


def _merges(reader: Reader) -> "QuerySet[Merge]":
    return Merge.objects.filter(kept_id__in=_memories(reader).values("id"))


def _reviews(reader: Reader) -> "QuerySet[DependencyReview]":
    rows = DependencyReview.objects.filter(person_id=reader.person_id)
    return rows.none() if reader.is_agent else rows


def _exclusions(reader: Reader) -> "QuerySet[Exclusion]":
    rows = Exclusion.objects.filter(person_id=reader.person_id)
    return rows.filter(Q(agent_id=reader.actor.id)) if reader.is_agent else rows


def _policies(reader: Reader) -> "QuerySet[Policy]":
    rows = Policy.objects.filter(person_id=reader.person_id)
    return rows.none() if reader.is_agent else rows


# What others asked for before, which nobody agreed to.
OTHERS_WORDING = frozenset({"evidence", "is_muted"})
WORDING = OTHERS_WORDING | {
    "field", "change", "change_hash", "shown_hash", "claims", "old_value", "new_value", "reason", "evidence_turn_id",
}  # fmt: skip
VERSIONS = Inner("versions", MemoryVersion, "memory_id", _versions)
EVIDENCE = Inner("artifact_refs", ArtifactLink, "memory_id", _evidence)
DECISIONS = Inner("decisions", Decision, "proposal_id", _decisions)
RECEIPTS = Inner("receipts", Receipt, "proposal_id", _receipts)

SECTIONS: tuple[Section, ...] = (
    Section("memories", Memory, _memories, inner=(VERSIONS, EVIDENCE)),
    Section("facts", Fact, _facts),
    Section("relations", Relation, _relations),
    Section("artifacts", Artifact, _artifacts),
    Section("provenance", Provenance, _provenance),
    Section("history", History, _history),
    Section("sessions", Session, _sessions),
    Section("speakers", Speaker, _speakers),
    Section("turns", Turn, _turns),
    Section("tasks", Task, _tasks),
    Section("checkpoints", Checkpoint, _checkpoints),
    Section("checkpoint_writes", CheckpointWrite, _writes),
    Section("threads", ThreadRevision, _threads),
    Section("changes", ChangeLog, _changes),
    Section("proposals", Proposal, _proposals, withheld=_refused, inner=(DECISIONS, RECEIPTS)),
    Section("signals", Signal, _signals),
    Section("merges", Merge, _merges),
    Section("dependency_reviews", DependencyReview, _reviews),
    Section("policies", Policy, _policies),
    Section("grants", Grant, _grants),
    Section("exclusions", Exclusion, _exclusions),
    Section("retrieval_events", RetrievalEvent, _retrievals),
    Section("events", OperationalEvent, _events),
)
