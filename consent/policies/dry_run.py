"""What other policies would have made of past writes, read by the same detector as every write."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from consent.changes import Change, from_json
from consent.detection.texts import texts_of_version
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.rules import Subject
from memories.models import Fact, History, Memory, MemoryVersion
from memories.models.choices import Event
from providers import statements
from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind

DAYS = 30
WRITES = 1_000
EXAMPLES = 50


@dataclass(frozen=True, slots=True)
class PastWrite:
    """A write that was applied or proposed.

    `field` says what it was about, never its value; `text` is what was written, for staff alone.
    """

    at: datetime
    actor: Actor
    field: str
    text: str
    memory_id: UUID | None
    subjects: tuple[Subject, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A past write with its outcome now and under the other policies."""

    write: PastWrite
    before: Outcome
    after: Outcome

    @property
    def is_different(self) -> bool:
        return self.before is not self.after


@dataclass(frozen=True, slots=True)
class DryRun:
    """Every write that was looked at, the newest first; `before` and `after` count them by outcome."""

    writes: tuple[Tried, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]

    @property
    def looked_at(self) -> int:
        return len(self.writes)

    @property
    def changed(self) -> tuple[Tried, ...]:
        """Those that would be treated otherwise."""
        return tuple(each for each in self.writes if each.is_different)

    @property
    def differences(self) -> tuple[Tried, ...]:
        """The newest of them."""
        return self.changed[:EXAMPLES]

    @property
    def message(self) -> str:
        queued = self.after.get(Outcome.CONSENT, 0)
        return f"{queued} of {self.looked_at} past writes would have been queued."


def dry_run(proposed: Sequence[Policy], *, now: datetime) -> DryRun:
    """Compare the rules in force with `proposed` ones on the writes of the last 30 days, the newest 1,000 of each kind.

    In the entered scope; people's own rules stay in force in both.
    """
    rules = policies.in_force()
    own = [rule for rule in rules if rule.person_id is not None]
    writes = [*_applied(now), *_proposed(now)]
    found = [
        Tried(write, _outcome(write, rules), _outcome(write, [*own, *proposed]))
        for write in sorted(writes, key=lambda one: one.at, reverse=True)
    ]
    return DryRun(
        writes=tuple(found),
        before=Counter(each.before.value for each in found),
        after=Counter(each.after.value for each in found),
    )


def _outcome(write: PastWrite, rules: Sequence[Policy]) -> Outcome:
    return policies.verdict(write.subjects, actor=write.actor, rules=rules).outcome


def _applied(now: datetime) -> Iterator[PastWrite]:
    """Versions that agents, staff or the server itself wrote."""
    rows = History.objects.filter(event__in=[Event.ADD, Event.UPDATE, Event.MERGE], new_version_id__isnull=False)
    rows = rows.exclude(actor_kind=ActorKind.PERSON).filter(created_at__gte=now - timedelta(days=DAYS))
    history = list(rows.order_by("-created_at", "-id")[:WRITES])
    versions = MemoryVersion.objects.select_related("memory").in_bulk([row.new_version_id for row in history])
    fields = _fields(versions)
    for row in history:
        version = versions.get(row.new_version_id)
        if version is not None:
            yield _past(row, version, fields.get(version.id, []))


def _fields(versions: Mapping[UUID, MemoryVersion]) -> dict[UUID, list[tuple[str, str]]]:
    found: dict[UUID, list[tuple[str, str]]] = {}
    for version_id, category, key in Fact.objects.filter(memory_version_id__in=list(versions)).values_list(
        "memory_version_id", "category", "key"
    ):
        found.setdefault(version_id, []).append((category, key))
    return found


def _past(row: History, version: MemoryVersion, fields: Sequence[tuple[str, str]]) -> PastWrite:
    memory = version.memory
    stated = [(s.category, s.key) for text in texts_of_version(memory, version) for s in statements.sensitive(text)]
    actor = Actor(ActorKind(row.actor_kind), scope.current_workspace_id(), row.actor_id, row.actor_label)
    named = ", ".join(sorted({f"{category}.{key}" for category, key in (*fields, *stated)}))
    subjects = _subjects(memory, [*fields, *stated])
    return PastWrite(row.created_at, actor, named or memory.key, version.content, memory.id, subjects)


def _subjects(memory: Memory, fields: Sequence[tuple[str, str]]) -> tuple[Subject, ...]:
    place = (memory.category, memory.memory_type, memory.sensitivity)
    return tuple(Subject(*place, *field, person_id=memory.person_id) for field in [*dict.fromkeys(fields), ("", "")])


def _proposed(now: datetime) -> Iterator[PastWrite]:
    """Changes that were proposed: had they been applied, or not even been proposed?"""
    rows = Proposal.objects.filter(created_at__gte=now - timedelta(days=DAYS)).order_by("-created_at", "-id")[:WRITES]
    for row in rows:
        change = from_json(row.change)
        fields = _fields_requested(change)
        label = sensitivity.LABELS[min(row.sensitivity_rank, len(sensitivity.LABELS) - 1)]
        place = (row.category, "semantic", label)
        subjects = tuple(Subject(*place, *field, person_id=row.person_id) for field in [*fields, ("", "")])
        kind = ActorKind.AGENT if row.agent_id else ActorKind.SYSTEM
        actor = Actor(kind, scope.current_workspace_id(), row.agent_id, row.actor_label)
        # Whoever was not asked again is not told about either.
        text = "" if row.is_muted else row.new_value
        yield PastWrite(row.created_at, actor, row.field.partition(":")[0], text, row.memory_id, subjects)


def _fields_requested(change: Change) -> list[tuple[str, str]]:
    if change.fact is not None:
        return [(change.fact.category, change.fact.key)]
    return list({(s.category, s.key) for text in change.texts(()) for s in statements.sensitive(text)})
