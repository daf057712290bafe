"""What other policies would have made of past writes, read by the same detector as every write."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from consent.changes import Change, from_json
from consent.detection.ruled_fields import PLAIN, READ, plainly_told
from consent.detection.texts import texts_of_version
from consent.models import Policy, Proposal, Signal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.delegation import answers_to
from consent.policies.rules import Subject
from memories.models import Fact, History, Memory, MemoryVersion
from memories.models.choices import Event
from memories.models.fact import FactCategory
from providers import statements
from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind

DAYS = 30
WRITES = 1_000
EXAMPLES = 50


@dataclass(frozen=True, slots=True)
class PastWrite:
    """A write that was applied or proposed, or that waits for corroboration.

    `field` says what it was about, never its value; `text` is what was written, for staff alone.
    """

    at: datetime
    actor: Actor
    field: str
    text: str
    memory_id: UUID | None
    person_id: UUID | None
    subjects: tuple[Subject, ...]

    @property
    def fields(self) -> str:
        """Those that it sets or states, whatever key it has: "identity.city, preference.tone"."""
        named = (f"{one.fact_category}.{one.fact_key}" for one in self.subjects if one.fact_key)
        return ", ".join(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a write; of a question, whether reviewers may answer it too, and whether an answer in a chat
    counts."""

    outcome: Outcome
    reviewers: bool = False
    chat: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """A past write with what becomes of it now and under the other policies."""

    write: PastWrite
    before: Verdict
    after: Verdict

    @property
    def is_different(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Counts:
    """How many writes there are by outcome; of the questions, how many reviewers may answer too, and how many in a
    chat."""

    outcomes: Mapping[str, int]
    reviewers: int
    chat: int


@dataclass(frozen=True, slots=True)
class DryRun:
    """Every write that was looked at, the newest first; `before` and `after` count them."""

    writes: tuple[Tried, ...]
    before: Counts
    after: Counts

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
        queued = self.after.outcomes.get(Outcome.CONSENT, 0)
        summary = f"{queued} of {self.looked_at} past writes would have been queued."
        by_reviewers = self.after.reviewers
        return f"{summary} Reviewers could have answered {by_reviewers} of them." if by_reviewers else summary


def dry_run(proposed: Sequence[Policy], *, now: datetime) -> DryRun:
    """Compare the rules in force with `proposed` ones on the writes of the last 30 days, the newest 1,000 of each kind.

    In the entered scope; people's own rules stay in force in both.
    """
    rules = policies.in_force()
    own = [rule for rule in rules if rule.person_id is not None]
    writes = _requests(now)
    found = [
        Tried(write, _verdict(write, rules), _verdict(write, [*own, *proposed]))
        for write in sorted(writes, key=lambda one: one.at, reverse=True)
    ]
    return DryRun(
        writes=tuple(found),
        before=_counts([each.before for each in found]),
        after=_counts([each.after for each in found]),
    )


def _verdict(write: PastWrite, rules: Sequence[Policy]) -> Verdict:
    outcome = policies.verdict(write.subjects, actor=write.actor, rules=rules).outcome
    if outcome is not Outcome.CONSENT:
        return Verdict(outcome)
    fields = [subject for subject in write.subjects if subject.fact_key] or write.subjects
    return Verdict(outcome, *answers_to(fields, asker=write.actor, rules=rules))


def _counts(verdicts: Sequence[Verdict]) -> Counts:
    return Counts(
        outcomes=Counter(verdict.outcome.value for verdict in verdicts),
        reviewers=sum(verdict.reviewers for verdict in verdicts),
        chat=sum(verdict.chat for verdict in verdicts),
    )


def _requests(now: datetime) -> list[PastWrite]:
    """Each request once: a text that was stored without a sentence, and the question about the sentence, are one."""
    proposed = list(_proposed(now))
    by_write: dict[tuple[UUID | None, datetime], list[PastWrite]] = {}
    for write in proposed:
        by_write.setdefault((write.memory_id, write.at), []).append(write)
    applied = [_joined(write, by_write.pop((write.memory_id, write.at), [])) for write in _applied(now)]
    return [*applied, *(write for left in by_write.values() for write in left), *_uncorroborated(now)]


def _joined(write: PastWrite, asked: Sequence[PastWrite]) -> PastWrite:
    """The write with what was cut out of it and asked about."""
    if not asked:
        return write
    return replace(
        write,
        field=", ".join(dict.fromkeys(each.field.partition(" in ")[0] for each in asked)),
        text="\n".join([each.text for each in asked if each.text] or [write.text]),
        subjects=tuple(dict.fromkeys([*write.subjects, *(one for each in asked for one in each.subjects)])),
    )


def _applied(now: datetime) -> Iterator[PastWrite]:
    """Versions that agents, staff or the server itself wrote, without those that the answer to a question stored."""
    rows = History.objects.filter(event__in=[Event.ADD, Event.UPDATE, Event.MERGE], new_version_id__isnull=False)
    rows = rows.filter(decision_id__isnull=True)
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
    stated = _stated(texts_of_version(memory, version))
    actor = Actor(ActorKind(row.actor_kind), scope.current_workspace_id(), row.actor_id, row.actor_label)
    named = ", ".join(sorted({f"{category}.{key}" for category, key in (*fields, *stated)}))
    subjects = _subjects(memory, [*fields, *stated])
    return PastWrite(row.created_at, actor, named or memory.key, version.content, memory.id, memory.person_id, subjects)


def _subjects(memory: Memory, fields: Sequence[tuple[str, str]]) -> tuple[Subject, ...]:
    place = (memory.category, memory.memory_type, memory.sensitivity)
    return tuple(Subject(*place, *field, person_id=memory.person_id) for field in [*dict.fromkeys(fields), ("", "")])


def _proposed(now: datetime) -> Iterator[PastWrite]:
    """Changes that were proposed: had they been applied, or not even been proposed?"""
    rows = Proposal.objects.filter(created_at__gte=now - timedelta(days=DAYS)).order_by("-created_at", "-id")[:WRITES]
    for row in rows:
        change = from_json(row.change)
        fields = _fields_requested(change)
        # Staff read nothing that was refused; whoever was not asked again is not told about either.
        text = "" if row.is_muted or row.is_refused else row.new_value
        yield _pending(row, fields, text)


def _uncorroborated(now: datetime) -> Iterator[PastWrite]:
    """What waits until more signals say the same."""
    rows = Signal.objects.filter(used_at__isnull=True, created_at__gte=now - timedelta(days=DAYS))
    for row in rows.order_by("-created_at", "-id")[:WRITES]:
        yield uncorroborated(row)


def uncorroborated(row: Signal) -> PastWrite:
    """What one signal asks for."""
    category, _dot, key = row.field.partition(":")[0].partition(".")
    fields = [(category, key)] if category in FactCategory.values and key else []
    return _pending(row, fields, row.value)


def _pending(row: Proposal | Signal, fields: Sequence[tuple[str, str]], text: str) -> PastWrite:
    label = sensitivity.LABELS[min(row.sensitivity_rank, len(sensitivity.LABELS) - 1)]
    place = (row.category, "semantic", label)
    subjects = tuple(Subject(*place, *field, person_id=row.person_id) for field in [*fields, ("", "")])
    kind = next((kind for kind in ActorKind if kind.is_of(row.actor_label)), ActorKind.SYSTEM)
    actor_id = row.agent_id or getattr(row, "account_id", None)
    actor = Actor(kind, scope.current_workspace_id(), actor_id, row.actor_label)
    return PastWrite(row.created_at, actor, row.field.partition(":")[0], text, row.memory_id, row.person_id, subjects)


def _fields_requested(change: Change) -> list[tuple[str, str]]:
    if change.fact is not None:
        return [(change.fact.category, change.fact.key)]
    return list(dict.fromkeys(_stated(change.texts(()))))


def _stated(texts: Iterable[str]) -> list[tuple[str, str]]:
    """The fields that a rule may ask about, whether or not one does."""
    found = (one for text in texts for one in (*statements.sensitive(text, keys=READ), *plainly_told(text, PLAIN)))
    return [(one.category, one.key) for one in found]
