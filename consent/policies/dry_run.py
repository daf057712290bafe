"""Applies other policies to past writes, with the detector that reads every write."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from uuid import UUID

from consent.changes import Change, from_json
from consent.detection.ruled_fields import PLAIN, READ, plain_statements, restricted_fields
from consent.detection.texts import texts_of_version
from consent.models import Policy, Proposal, Signal
from consent.models.policy import Outcome
from consent.models.proposal import ProposalState
from consent.policies import rules as policies
from consent.policies.delegation import answers_to, fields_of, subjects_of
from consent.policies.memories_of_others import noted_by_others
from consent.policies.own_statements import against_own_statements
from consent.policies.rules import NO_FIELD, Subject
from memories.models import Fact, History, MemoryVersion
from memories.models.choices import Event
from memories.models.fact import FactCategory
from providers import statements
from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind

# Category and key.
Field = tuple[str, str]
DAYS = 30
WRITES = 1_000
EXAMPLES = 50


@dataclass(frozen=True, slots=True)
class PastWrite:
    """A write that was applied or proposed, or that waits for corroboration.

    `field` says what it was about, never its value; `text` is what was written, for staff only. Rules always apply to
    `subjects`, and to `stated`, the fields that its texts state, if they are sensitive or restricted. `asks_anyway`:
    the person is asked whatever the rules say.
    """

    at: datetime
    actor: Actor
    field: str
    text: str
    memory_id: UUID | None
    person_id: UUID | None
    subjects: tuple[Subject, ...]
    stated: tuple[Subject, ...] = ()
    asks_anyway: bool = False

    @property
    def fields(self) -> str:
        """The fields that it sets or states, whatever its key: "identity.city, preference.tone"."""
        about = (*self.subjects, *self.stated)
        named = (f"{one.fact_category}.{one.fact_key}" for one in about if one.fact_key)
        return ", ".join(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a write; for a question, whether reviewers may answer it too, and whether it may be answered in a
    chat. `is_anyway`: it is asked though the rules alone would not."""

    outcome: Outcome
    reviewers: bool = False
    chat: bool = False
    is_anyway: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Tried:
    """A past write with its verdicts under the current and the other policies."""

    write: PastWrite
    before: Verdict
    after: Verdict

    @property
    def is_different(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of writes by outcome, and of questions that reviewers may answer, and that may be answered in a
    chat."""

    outcomes: Mapping[str, int]
    reviewers: int
    chat: int


@dataclass(frozen=True, slots=True)
class DryRun:
    """Every past write, the newest first; `before` and `after` count them."""

    writes: tuple[Tried, ...]
    before: Counts
    after: Counts

    @property
    def looked_at(self) -> int:
        return len(self.writes)

    @property
    def changed(self) -> tuple[Tried, ...]:
        """The writes whose verdict would differ."""
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
    writes = sorted(_requests(now), key=lambda one: one.at, reverse=True)
    before, after = _verdicts(writes, rules), _verdicts(writes, [*own, *proposed])
    return DryRun(
        writes=tuple(map(Tried, writes, before, after)),
        before=_counts(before),
        after=_counts(after),
    )


def _verdict(write: PastWrite, rules: Sequence[Policy], restricted: Collection[str]) -> Verdict:
    """Return the verdict of the rules; `restricted` are the fields detected in texts besides the sensitive ones."""
    read = statements.sensitive_keys().union(restricted)
    subjects = [*write.subjects, *(one for one in write.stated if one.fact_key in read)]
    outcome = policies.verdict(subjects, actor=write.actor, rules=rules).outcome
    if write.asks_anyway and outcome not in (Outcome.CONSENT, Outcome.NEVER):
        return Verdict(Outcome.CONSENT, is_anyway=True)
    if outcome is not Outcome.CONSENT:
        return Verdict(outcome)
    fields = [subject for subject in subjects if subject.fact_key] or subjects
    return Verdict(outcome, *answers_to(fields, asker=write.actor, rules=rules))


def _verdicts(writes: Sequence[PastWrite], rules: Sequence[Policy]) -> list[Verdict]:
    restricting = [rule for rule in rules if rule.outcome != Outcome.APPLY]
    people = {one.person_id for one in writes}
    restricted = {one: restricted_fields(restricting, {one} if one else set()) for one in people}
    return [_verdict(one, rules, restricted[one.person_id]) for one in writes]


def _counts(verdicts: Sequence[Verdict]) -> Counts:
    return Counts(
        outcomes=Counter(verdict.outcome.value for verdict in verdicts),
        reviewers=sum(verdict.reviewers for verdict in verdicts),
        chat=sum(verdict.chat for verdict in verdicts),
    )


def _requests(now: datetime) -> list[PastWrite]:
    """Return each request once: a text stored without a sentence, and the question about the sentence, are one."""
    proposed = list(_proposed(now))
    by_write: dict[tuple[UUID | None, datetime], list[PastWrite]] = {}
    for write in proposed:
        by_write.setdefault((write.memory_id, write.at), []).append(write)
    applied = [_joined(write, by_write.pop((write.memory_id, write.at), [])) for write in _applied(now)]
    return [*applied, *(write for left in by_write.values() for write in left), *_uncorroborated(now)]


def _joined(write: PastWrite, asked: Sequence[PastWrite]) -> PastWrite:
    """Return the write together with the sentences that were cut out of it and asked about."""
    if not asked:
        return write
    return replace(
        write,
        field=", ".join(dict.fromkeys(each.field.partition(" in ")[0] for each in asked)),
        text="\n".join([each.text for each in asked if each.text] or [write.text]),
        stated=tuple(dict.fromkeys([*write.stated, *(one for each in asked for one in each.stated)])),
    )


def _applied(now: datetime) -> Iterator[PastWrite]:
    """Yield the versions that agents, staff or the server itself wrote, without those stored by an answer."""
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


def _fields(versions: Mapping[UUID, MemoryVersion]) -> dict[UUID, list[Field]]:
    found: dict[UUID, list[Field]] = {}
    for version_id, category, key in Fact.objects.filter(memory_version_id__in=list(versions)).values_list(
        "memory_version_id", "category", "key"
    ):
        found.setdefault(version_id, []).append((category, key))
    return found


def _past(row: History, version: MemoryVersion, fields: Sequence[Field]) -> PastWrite:
    memory = version.memory
    fields_stated = _fields_in(texts_of_version(memory, version))
    actor = Actor(ActorKind(row.actor_kind), scope.current_workspace_id(), row.actor_id, row.actor_label)
    named = ", ".join(sorted({f"{category}.{key}" for category, key in (*fields, *fields_stated)}))
    place = (memory.category, memory.memory_type, memory.sensitivity)
    ruled, stated = (_subjects(place, memory.person_id, each) for each in (fields or [NO_FIELD], fields_stated))
    person_id = memory.person_id
    return PastWrite(row.created_at, actor, named or memory.key, version.content, memory.id, person_id, ruled, stated)


def _subjects(place: tuple[str, str, str], person_id: UUID | None, fields: Iterable[Field]) -> tuple[Subject, ...]:
    """`place` is category, type of memory and sensitivity."""
    return tuple(Subject(*place, *field, person_id=person_id) for field in dict.fromkeys(fields))


def _proposed(now: datetime) -> Iterator[PastWrite]:
    """Yield the changes that were proposed, to see whether other rules would have applied or refused them."""
    asked = Proposal.objects.filter(created_at__gte=now - timedelta(days=DAYS)).order_by("-created_at", "-id")
    rows = list(asked[:WRITES])
    waiting = [row for row in rows if row.state == ProposalState.PENDING]
    anyway = {*against_own_statements(waiting), *noted_by_others(waiting)}
    for row in rows:
        change = from_json(row.change)
        # Staff read no refused value, and none of a muted question.
        text = "" if row.is_refused else row.new_value
        fields = list(fields_of(row)) if change.sets_a_field else []
        yield replace(_pending(row, fields, text, stated=_stated_fields(row, change)), asks_anyway=row.id in anyway)


def _stated_fields(row: Proposal, change: Change) -> list[Field]:
    """Return the fields that the gate found when it was requested, and the other fields that its texts state."""
    read = [(one.fact_category, one.fact_key) for one in subjects_of(row) if one.fact_key]
    return [*read, *_fields_in(change.texts(()))]


def _uncorroborated(now: datetime) -> Iterator[PastWrite]:
    """Yield the changes that wait for more signals."""
    rows = Signal.objects.filter(used_at__isnull=True, created_at__gte=now - timedelta(days=DAYS))
    for row in rows.order_by("-created_at", "-id")[:WRITES]:
        yield uncorroborated(row)


def uncorroborated(row: Signal) -> PastWrite:
    """Return the write that one signal requests."""
    category, _dot, key = row.field.partition(":")[0].partition(".")
    fields = [(category, key)] if category in FactCategory.values and key else []
    return _pending(row, fields, row.value, stated=() if fields else _fields_in([row.value]))


def _pending(row: Proposal | Signal, fields: Sequence[Field], text: str, *, stated: Sequence[Field] = ()) -> PastWrite:
    label = sensitivity.LABELS[min(row.sensitivity_rank, len(sensitivity.LABELS) - 1)]
    place = (row.category, "semantic", label)
    ruled, in_texts = (_subjects(place, row.person_id, each) for each in (fields or [NO_FIELD], stated))
    kind = next((kind for kind in ActorKind if kind.is_of(row.actor_label)), ActorKind.SYSTEM)
    actor_id = row.agent_id or getattr(row, "account_id", None)
    actor = Actor(kind, scope.current_workspace_id(), actor_id, row.actor_label)
    named, person_id = row.field.partition(":")[0], row.person_id
    return PastWrite(row.created_at, actor, named, text, row.memory_id, person_id, ruled, in_texts)


def _fields_in(texts: Iterable[str]) -> list[Field]:
    """Return the fields in texts that a rule may restrict, whether or not one does."""
    found = (one for text in texts for one in (*statements.sensitive(text, keys=READ), *plain_statements(text, PLAIN)))
    return [(one.category, one.key) for one in found]
