"""Stores the records of an importer: conversations as turns, all others as changes through the consent gate."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import DataError
from django.utils.translation import gettext_noop as _
from pydantic import ValidationError

from consent.changes import Change, LinkMemories, WriteMemory
from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.outcomes import Outcome, Refused
from conversations.actions.sessions import append_turns, open_session
from conversations.models import Turn
from memories.maintenance.index_turns import index_turns
from memories.models import Memory, Provenance
from memories.models.choices import RelationType
from operations.importing.earlier_batches import EarlierBatches
from operations.importing.earlier_records import noted, repeated
from operations.importing.filed_facts import filed
from operations.importing.problems import Problem, of_validation
from operations.importing.progress import Progress
from operations.importing.record_outcomes import outcome_name, tally
from operations.importing.records import ImportedFact, ImportedLink, ImportedMemory, ImportedSession, Record, Unreadable
from operations.importing.titles import harmless_title
from operations.importing.trial_links import NO_END, trial_outcome
from operations.importing.waiting_records import Wait, ask
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import MEMORIES, to_path

BATCH = 50
TURNS_A_CALL = 100
Counts = Counter[str]
Askable = ImportedMemory | ImportedFact | ImportedLink
GateRecord = Askable | Unreadable
Known = dict[tuple[str, str], UUID]
OnNote = Callable[[GateRecord, Problem], object]
NO_RELATION = _("There is no relation “%(name)s”.")
NOT_STORED = _("It has a number or a date that cannot be stored.")


@dataclass(frozen=True, slots=True)
class Importing:
    """The person, the actor, and the names of the source and the file. `is_dry_run` stores nothing; `on_refused` gets
    each refused record and `on_repeated` each repetition, with the reason, `on_replacing` each that gives a field
    another value than an earlier one, `on_waiting` each that waits, and for what; None to skip that.
    """

    person_id: UUID
    actor: Actor
    now: datetime
    origin: str
    file: str = ""
    is_dry_run: bool = False
    on_refused: OnNote = lambda record, problem: None
    on_repeated: OnNote = lambda record, note: None
    on_replacing: OnNote = lambda record, note: None
    on_waiting: Callable[[GateRecord, Wait], object] | None = None
    earlier_batches: EarlierBatches = field(default_factory=EarlierBatches)


def import_records(
    records: Iterable[Record], to: Importing, progress: Progress, *, on_progress: Callable[[int], object]
) -> Counts:
    """Store the records after those that are done, and count the outcomes.

    A batch is one transaction, and records have ids, so a batch that was committed but not recorded in the progress
    changes nothing when it is sent again. Raises UnknownFormat, UnknownPerson, OSError.
    """
    for batch in _batches(islice(noted(records), progress.done, None)):
        progress.advance(len(batch), _store(batch, to))
        on_progress(len(batch))
    return progress.counts


def _batches(records: Iterator[Record]) -> Iterator[list[Record]]:
    """Yield batches in order, each of one kind, and no record with one that it is derived from, whose id must exist."""
    batch: list[Record] = []
    for record in records:
        if batch and not _fits_batch(record, batch):
            yield batch
            batch = []
        batch.append(record)
    if batch:
        yield batch


def _fits_batch(record: Record, batch: Sequence[Record]) -> bool:
    if isinstance(record, ImportedSession) or type(batch[0]) is not type(record) or len(batch) == BATCH:
        return False
    sources = record.derived_from if isinstance(record, ImportedMemory) else ()
    return not any(isinstance(one, ImportedMemory) and one.key in sources for one in batch)


def _store(batch: Sequence[Record], to: Importing) -> Counts:
    if isinstance(batch[0], ImportedSession):
        return _store_session(batch[0], to)
    return _submit_or_split([record for record in batch if not isinstance(record, ImportedSession)], to)


def _submit_or_split(records: Sequence[GateRecord], to: Importing) -> Counts:
    """Submit the records; if one cannot be stored, report it and submit the others."""
    try:
        return _submit_batch(records, to)
    except (DataError, OverflowError):
        if len(records) == 1:
            _refuse(records[0], Problem(NOT_STORED), to)
            return Counts(refused=1)
    half = len(records) // 2
    return _submit_or_split(records[:half], to) + _submit_or_split(records[half:], to)


def _submit_batch(records: Sequence[GateRecord], to: Importing) -> Counts:
    changes, refused = list[tuple[GateRecord, Change]](), list[tuple[GateRecord, Problem]]()
    ids, linked = _known_ids(records, to), Counts()
    for record in records:
        change = record.reason if isinstance(record, Unreadable) else _change(record, ids, to)
        if isinstance(change, Problem):
            refused.append((record, change))
        elif isinstance(change, str):
            linked[change] += 1
        else:
            changes.append((record, change))
    changes = filed(changes, workspace_id=to.actor.workspace_id)
    replacing = {id(change): to.earlier_batches.replaced_by(change, record.line) for record, change in changes}
    new, unread, known = _new(changes, to), len(refused), len(to.earlier_batches.questions)
    repetitions = _repetition_notes(new, to)
    outcomes = _submit_changes(new, to) if new else []
    refused += [
        (record, Problem(outcome.detail))
        for (record, _requested), outcome in zip(new, outcomes, strict=True)
        if isinstance(outcome, Refused)
    ]
    place = {id(record): number for number, record in enumerate(records)}
    for record, problem in sorted(refused, key=lambda one: place[id(one[0])]):
        _refuse(record, problem, to)
    counts = tally([(change, outcome) for (_record, change), outcome in zip(new, outcomes, strict=True)], now=to.now)
    counts += linked + Counts(unchanged=len(changes) - len(new), refused=unread)
    counts["alike"] = len(_report(new, repetitions, outcomes, to.on_repeated))
    _report(new, [replacing[id(change)] for _record, change in new], outcomes, to.on_replacing)
    counts["questions"] = len(to.earlier_batches.questions) - known
    return counts


def _refuse(record: GateRecord, problem: Problem, to: Importing) -> None:
    if isinstance(record, ImportedMemory):
        to.earlier_batches.leave_out([(to_path(record.place(to.person_id)), record.key)])
    to.on_refused(record, problem)


def _submit_changes(new: Sequence[tuple[GateRecord, Change]], to: Importing) -> Sequence[Outcome]:
    """Return the gate's outcome of each; report waiting ones, and in a trial remember what would be stored."""
    changes, report_wait = [change for _record, change in new], to.on_waiting
    outcomes, waits, questions = ask(
        changes, actor=to.actor, now=to.now, is_dry_run=to.is_dry_run, with_waits=report_wait is not None
    )
    for wait in waits:
        if report_wait is not None:
            report_wait(new[wait.place][0], wait)
    to.earlier_batches.questions |= questions
    return to.earlier_batches.noted(changes, outcomes) if to.is_dry_run else outcomes


def _repetition_notes(new: Sequence[tuple[GateRecord, Change]], to: Importing) -> list[Problem | None]:
    """Return for each change a note if it repeats another."""
    memories = [
        (record, (change.draft.namespace_path, change.draft.content))
        for record, change in new
        if isinstance(record, ImportedMemory) and isinstance(change, WriteMemory)
    ]
    # A batch is of one kind.
    return repeated(memories, to.actor) if memories else [None] * len(new)


def _report(
    new: Sequence[tuple[GateRecord, Change]],
    notes: Sequence[Problem | None],
    outcomes: Sequence[Outcome],
    on_note: OnNote,
) -> list[Problem]:
    """Report the notes of stored records, and return these notes."""
    stored_notes = [
        (record, note)
        for (record, _requested), note, outcome in zip(new, notes, outcomes, strict=True)
        if note and outcome_name(outcome) in ("stored", "changed")
    ]
    for record, note in stored_notes:
        on_note(record, note)
    return [note for _record, note in stored_notes]


def _new(changes: Sequence[tuple[GateRecord, Change]], to: Importing) -> list[tuple[GateRecord, Change]]:
    """Return the records that no earlier import stored, each once."""
    known = _imported_before([change for _record, change in changes], to)
    new = list[tuple[GateRecord, Change]]()
    for record, change in changes:
        if change.event_id not in known:
            new.append((record, change))
            known |= {change.event_id} - {""}
    return new


def _change(record: Askable, known: Known, to: Importing) -> Change | Problem | str:
    """Return the change for the gate, or a problem; of a link in a trial to a memory of the file itself the outcome."""
    try:
        match record:
            case ImportedFact():
                return record.change(to.person_id, to.origin)
            case ImportedMemory():
                path = to_path(record.place(to.person_id))
                sources = tuple(known[path, key] for key in record.derived_from if (path, key) in known)
                return record.change(to.person_id, to.origin, sources)
        return _link(record, known, to)
    except ValidationError as error:
        return of_validation(error)
    except ValueError as error:
        return Problem(str(error))


def _link(record: ImportedLink, known: Known, to: Importing) -> Change | Problem | str:
    if record.relation_type not in RelationType.values:
        return Problem(NO_RELATION, {"name": str(record.relation_type)})
    path = to_path((MEMORIES, str(to.person_id)))
    from_id, to_id = known.get((path, record.from_key)), known.get((path, record.to_key))
    if from_id is None or to_id is None:
        stored = frozenset(key for at, key in known if at == path)
        return trial_outcome(record, path, stored, to.earlier_batches) if to.is_dry_run else Problem(NO_END)
    return LinkMemories(memory_id=from_id, to_id=to_id, relation_type=RelationType(record.relation_type))


def _known_ids(batch: Sequence[GateRecord], to: Importing) -> Known:
    """Return the ids of the memories that the records refer to, by namespace and key."""
    keys = {key for one in batch if isinstance(one, ImportedMemory) for key in one.derived_from}
    keys |= {key for one in batch if isinstance(one, ImportedLink) for key in (one.from_key, one.to_key)}
    if not keys:
        return {}
    with scope.enter(to.actor.workspace_id):
        rows = Memory.objects.visible_to(to.actor, now=to.now).filter(person_id=to.person_id, key__in=keys)
        return {(path, key): memory_id for path, key, memory_id in rows.values_list("namespace_path", "key", "id")}


def _imported_before(changes: Sequence[Change], to: Importing) -> set[str]:
    """Return the events of an earlier import, also of amended ones. Later changes, such as the person's, are not
    undone."""
    events = [change.event_id for change in changes if change.event_id]
    if not events:
        return set()
    addresses = {address for change in changes for address in change.addresses()}
    paths, keys = {path for path, _ in addresses}, {key for _, key in addresses}
    with scope.enter(to.actor.workspace_id):
        memories = Memory.objects.filter(namespace_path__in=paths, key__in=keys)
        rows = Provenance.objects.filter(memory__in=memories, source_event__in=events)
        imported = set(rows.values_list("source_event", flat=True))
        # Amended values are stored without the event of the import.
        answered = Proposal.objects.filter(person_id=to.person_id, state=ProposalState.AMENDED)
        answered = answered.filter(change__draft__source_event_id__in=events)
        imported |= set(answered.values_list("change__draft__source_event_id", flat=True))
        return imported | to.earlier_batches.events


def _store_session(piece: ImportedSession, to: Importing) -> Counts:
    if to.is_dry_run:
        return _preview_session(piece, to)
    session, _is_new = open_session(
        person_id=to.person_id,
        external_id=piece.external_id,
        title=harmless_title(piece.title, person_id=to.person_id, workspace_id=to.actor.workspace_id),
        imported_from=to.file,
        actor=to.actor,
        now=to.now,
    )
    added = 0
    for start in range(0, len(piece.turns), TURNS_A_CALL):
        drafts = piece.turns[start : start + TURNS_A_CALL]
        answer = append_turns(session_id=session.id, drafts=drafts, actor=to.actor, now=to.now, is_recorded=True)
        added += sum(is_new for _, is_new in answer)
    while index_turns(workspace_id=to.actor.workspace_id, now=to.now):
        pass
    return _turn_counts(len(piece.turns), added)


def _preview_session(piece: ImportedSession, to: Importing) -> Counts:
    ids = [turn.external_id for turn in piece.turns]
    with scope.enter(to.actor.workspace_id):
        turns = Turn.objects.filter(person_id=to.person_id, session__external_id=piece.external_id)
        known = turns.filter(external_id__in=ids).count()
    return _turn_counts(len(ids), len(ids) - known)


def _turn_counts(turns: int, new: int) -> Counts:
    return Counts(turns=turns, new_turns=new, known_turns=turns - new)
