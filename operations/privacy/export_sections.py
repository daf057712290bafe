"""The sections of a person's export: which tables hold data about them, and which rows a reader may have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from consent.models import Decision, Policy, Proposal, Receipt, Signal
from conversations.models import ChangeLog, Checkpoint, CheckpointWrite, Session, Speaker, Task, ThreadRevision, Turn
from conversations.models.turn import CATEGORY as TURNS
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
from operations.authorship import written_by
from operations.privacy.export_rows import (
    Columns,
    Reader,
    shown_of_artifact,
    shown_of_change,
    shown_of_history,
    shown_of_proposal,
    shown_of_retrieval,
    shown_of_session,
    shown_of_task,
    shown_of_thread,
    shown_of_turn,
    withheld_of_proposal,
    withheld_of_session,
    withheld_of_turn,
    without_for_agents,
)
from retrieval.models import RetrievalEvent
from workspaces.models import Exclusion, Grant

Rows = Callable[[Reader], "QuerySet[Any]"]
InnerRows = Callable[[Reader, Sequence[UUID]], "QuerySet[Any]"]


@dataclass(frozen=True, slots=True)
class Inner:
    """Rows nested in those of a section; `owner` is the column with the outer row's id."""

    name: str
    model: type[Model]
    owner: str
    rows: InnerRows
    withheld: Callable[[Reader, Any], Columns] = lambda reader, row: frozenset()


@dataclass(frozen=True, slots=True)
class Section:
    """One list of the export, in the order of ids; `withheld` names the columns of a row to omit, `shown` has
    replacements for others."""

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


def _grants(reader: Reader) -> "QuerySet[Grant]":
    """The grants for the person, and those for everybody; for an agent only its own."""
    own = Grant.objects.filter(Q(agent_id=reader.actor.id) if reader.is_agent else Q())
    if reader.person_id is None:
        return own
    return own.filter(reader.about() | Q(person_id=None, namespace_path=""))


def _not_for_agents(manager: Any) -> Rows:
    """The person's rows; none for an agent."""
    return lambda reader: manager.none() if reader.is_agent else manager.filter(reader.about())


def _memories(reader: Reader) -> "QuerySet[Memory]":
    """The person's memories; for an agent without working memories (R30)."""
    if reader.is_agent:
        return Memory.objects.visible_to(reader.actor, now=reader.now).surfacing().filter(reader.about())
    return Memory.objects.authorized_for(reader.actor, now=reader.now).filter(reader.about())


def _with_author(reader: Reader) -> "QuerySet[Memory]":
    """The memories with the author of their current text; agents get only `trust`, as elsewhere."""
    return _memories(reader) if reader.is_agent else _memories(reader).annotate(written_by=written_by())


def _author(reader: Reader, memory: Any) -> dict[str, Any]:
    return {} if reader.is_agent else {"written_by": memory.written_by}


def _history(reader: Reader) -> "QuerySet[History]":
    """The provenance; for an agent only that of memories."""
    of_memories = Q(memory_id__isnull=False) if reader.is_agent else Q()
    return History.objects.authorized_for(reader.actor, now=reader.now).filter(of_memories, reader.about())


def _salts(reader: Reader, history_ids: Sequence[UUID]) -> "QuerySet[HistorySalt]":
    """The salts of the commitments to the versions' content."""
    return HistorySalt.objects.none() if reader.is_agent else HistorySalt.objects.filter(history_id__in=history_ids)


def _seals(reader: Reader) -> "QuerySet[AuditSeal]":
    """The signed heads over the person's rows of the history."""
    over = SealEntry.objects.filter(reader.about("history__person_id"))
    return AuditSeal.objects.none() if reader.is_agent else AuditSeal.objects.filter(id__in=over.values("seal_id"))


def _versions(reader: Reader, memory_ids: Sequence[UUID]) -> "QuerySet[MemoryVersion]":
    """The versions, without those written while the memory was outside the reader's grants or allowlist."""
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


def _proposals(reader: Reader) -> "QuerySet[Proposal]":
    rows = Proposal.objects.authorized_for(reader.actor, now=reader.now).filter(reader.about())
    return rows.disclosed_to(reader.actor).with_successors(reader.actor, now=reader.now)


def _decisions(reader: Reader, ids: Sequence[UUID]) -> "QuerySet[Decision]":
    """The person's answers and reasons; agents see the proposal's state instead."""
    return Decision.objects.none() if reader.is_agent else Decision.objects.filter(proposal_id__in=ids)


def _receipts(reader: Reader, ids: Sequence[UUID]) -> "QuerySet[Receipt]":
    """The person's proofs of their decisions; agents see the proposal's state instead."""
    rows = Receipt.objects.none() if reader.is_agent else Receipt.objects.filter(decision__proposal_id__in=ids)
    return rows.annotate(proposal_id=F("decision__proposal_id"))


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
    of_retrievals = Q(retrieval_event_id__in=_retrievals(reader).values("id"))
    return Provenance.objects.filter(of_memories | of_artifacts | of_retrievals)


def _retrievals(reader: Reader) -> "QuerySet[RetrievalEvent]":
    rows = RetrievalEvent.objects.all()
    return _of_agent(rows.visible_to(reader.actor, now=reader.now) if reader.is_agent else rows)(reader)


def _artifact_links(reader: Reader, memory_ids: Sequence[UUID]) -> "QuerySet[ArtifactLink]":
    of_seen = Q(artifact__in=_artifacts(reader).values("id")) if reader.is_agent else Q()
    return ArtifactLink.objects.filter(of_seen, memory_id__in=memory_ids)


def _changes(reader: Reader) -> "QuerySet[ChangeLog]":
    """The proposals, annotated with `is_readable`: whether the reader may still read the memory."""
    if reader.person_id is None:
        return ChangeLog.objects.all()
    rows = ChangeLog.objects.visible_to(reader.actor, person_id=reader.person_id, now=reader.now)
    memory = Memory.objects.visible_to(reader.actor, now=reader.now).filter(id=OuterRef("memory_id"))
    return rows.annotate(is_readable=Exists(memory))


def _threads(reader: Reader) -> "QuerySet[ThreadRevision]":
    """The threads; for an agent those with a change that it may know of."""
    rows = ThreadRevision.objects.filter(reader.actor.people_condition(now=reader.now, rank=1), reader.about())
    if not reader.is_agent:
        return rows
    return rows.filter(Exists(_changes(reader).filter(thread_id=OuterRef("thread_id"))))


def _merges(reader: Reader) -> "QuerySet[Merge]":
    if not reader.is_agent:
        return Merge.objects.filter(kept_id__in=_memories(reader).values("id"))
    readable = Memory.objects.readable_by(reader.actor, now=reader.now).filter(reader.about())
    return Merge.objects.filter(kept__in=readable, absorbed__in=readable)


# The positions of cut-out sentences, and refused words, would disclose what is pending or was refused.
VERSIONS = Inner("versions", MemoryVersion, "memory_id", _versions, withheld=without_for_agents("excisions"))
EVIDENCE = Inner("artifact_refs", ArtifactLink, "memory_id", _artifact_links)
SALTS = Inner("salts", HistorySalt, "history_id", _salts)
# Also those of other people's rows, which tell nothing but make up the root that is signed.
LEAVES = Inner("leaves", SealEntry, "seal_id", lambda reader, ids: SealEntry.objects.filter(seal_id__in=ids))
DECISIONS = Inner("decisions", Decision, "proposal_id", _decisions)
RECEIPTS = Inner("receipts", Receipt, "proposal_id", _receipts)
OF_MEMORY = without_for_agents("apart", "denied_hashes", "access_count")
OF_FILE = without_for_agents("apart", "states", "agent_id")
OF_MERGE = without_for_agents("attributes", "former_version", "merged_version")
# The number of changes includes those that an agent may not know of.
COUNTS = without_for_agents("rev", "kinds")

SECTIONS: tuple[Section, ...] = (
    Section("memories", Memory, _with_author, withheld=OF_MEMORY, shown=_author, inner=(VERSIONS, EVIDENCE)),
    Section("facts", Fact, _facts),
    Section("relations", Relation, _relations),
    Section("artifacts", Artifact, _artifacts, withheld=OF_FILE, shown=shown_of_artifact),
    Section("provenance", Provenance, _provenance),
    Section("history", History, _history, shown=shown_of_history, inner=(SALTS,)),
    Section("seals", AuditSeal, _seals, inner=(LEAVES,)),
    Section("sessions", Session, _sessions, withheld=withheld_of_session, shown=shown_of_session),
    Section("speakers", Speaker, _not_for_agents(Speaker.objects)),
    Section("turns", Turn, _visible(Turn.objects), withheld=withheld_of_turn, shown=shown_of_turn),
    Section("tasks", Task, _visible(Task.objects), shown=shown_of_task),
    Section("checkpoints", Checkpoint, _visible(Checkpoint.objects)),
    Section("checkpoint_writes", CheckpointWrite, _visible(CheckpointWrite.objects)),
    Section("threads", ThreadRevision, _threads, withheld=COUNTS, shown=shown_of_thread),
    Section("changes", ChangeLog, _changes, withheld=COUNTS, shown=shown_of_change),
    Section(
        "proposals",
        Proposal,
        _proposals,
        withheld=withheld_of_proposal,
        shown=shown_of_proposal,
        inner=(DECISIONS, RECEIPTS),
    ),
    Section("signals", Signal, _not_for_agents(Signal.objects)),
    Section("merges", Merge, _merges, withheld=OF_MERGE),
    Section("dependency_reviews", DependencyReview, _not_for_agents(DependencyReview.objects)),
    Section("policies", Policy, _not_for_agents(Policy.objects)),
    Section("grants", Grant, _grants),
    Section("exclusions", Exclusion, _of_agent(Exclusion.objects)),
    Section("retrieval_events", RetrievalEvent, _retrievals, shown=shown_of_retrieval),
    Section("events", OperationalEvent, _visible(OperationalEvent.objects)),
)
