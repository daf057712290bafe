"""Files of other systems' memories that staff upload: first a trial, then the import, both by a job in slices."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import DatabaseError, DataError
from django.utils.text import Truncator
from django.utils.translation import gettext_noop

from memories.knowledge_graph import GRAPH
from operations import queue
from operations.importing.formats import FORMATS
from operations.importing.import_records import GateRecord, Importing, import_records
from operations.importing.problems import Problem, of_quota
from operations.importing.progress import Progress
from operations.importing.records import IMPORTER, Import, ImportedMemory, UnknownFormat
from operations.importing.waiting_records import Wait
from operations.models import ImportRun
from operations.models.import_run import ImportState
from workspaces import scope
from workspaces.actors import Actor, system_actor
from workspaces.models import Person, QuotaExceeded

JOB = "import_uploads"
SLICE_SECONDS = 4.0
MOST_PROBLEMS = 20
# Kinds of notes about records: left out, stored besides another with the same text, or replacing another value.
LEFT_OUT, KEPT, REPLACING = "left_out", "kept", "replacing"
MOST_BYTES = 25 * 1024 * 1024
# Of an archive, unpacked: a small one may hold more than a worker has room for.
MOST_UNPACKED_BYTES = 4 * MOST_BYTES
INTERRUPTED = gettext_noop("The command has not come to its end: it is still at work, or was interrupted.")
NOT_STORED = gettext_noop("One of its records has a number or a date that cannot be stored.")
NOT_READ = gettext_noop("The server cannot keep or read the file (%(error)s).")
NO_PERSON = gettext_noop("The person is not in this workspace any more.")
RECORD_CHARACTERS = 200


class _Stopped(Exception):
    """Stops a slice: the rest is for the next one, or the run was deleted meanwhile."""


def new_upload(
    *, person_id: UUID, account_id: UUID | None, source: str, name: str, content: bytes, only: str, now: datetime
) -> ImportRun:
    """Store a file for a trial by the job; `source` is one of FORMATS. It is read to its end first: raises
    UnknownFormat, and then stores nothing. In the entered scope."""
    run = ImportRun(person_id=person_id, account_id=account_id, format=source, name=name[:200], only=only)
    run.content, run.created_at = content, now
    with _file(run) as file:
        run.total = sum(1 for _ in FORMATS[source](file))
    run.save(force_insert=True)
    queue.enqueue(JOB, workspace_id=scope.current_workspace_id())
    return run


def import_upload(run: ImportRun) -> bool:
    """Let the job import a tried file; return whether this call did so. In the entered scope."""
    has_begun = run.begin()
    if has_begun:
        queue.enqueue(JOB, workspace_id=scope.current_workspace_id())
    return has_begun


def upload_batch(*, workspace_id: UUID, now: datetime) -> int:
    """Process the longest waiting file for some seconds; return the number of records done, 0 if none waits.

    It deletes files that are a week old, and does not import a file that exceeds a quota. Call it outside any scope.
    """
    with scope.enter(workspace_id):
        ImportRun.objects.let_go(now=now)
        run = ImportRun.objects.waiting().first()
        is_known = run is not None and Person.objects.filter(id=run.person_id).exists()
    if run is None:
        return 0
    before = run.done
    try:
        if not is_known:
            raise UnknownFormat(NO_PERSON)
        _advance(run, workspace_id, now)
    except (UnknownFormat, OSError, OverflowError, DatabaseError) as error:
        problem = _problem(error)
        with scope.enter(workspace_id):
            run.end(ImportState.FAILED, now=now, problem=problem)
    return max(1, run.done - before)


def _problem(error: Exception) -> Problem:
    """Return why the file is not imported; errors with other reasons are raised again."""
    if isinstance(error, UnknownFormat):
        return error.problem
    if isinstance(error, DatabaseError) and (full := QuotaExceeded.of(error)):
        return of_quota(full)
    if isinstance(error, DataError | OverflowError):
        return Problem(NOT_STORED)
    if isinstance(error, OSError):
        return Problem(NOT_READ, {"error": type(error).__name__})
    raise error


def _advance(run: ImportRun, workspace_id: UUID, now: datetime) -> None:
    """Process records within the time; the progress is saved with each batch."""
    progress, ends = Progress(None, run.done, Counter(run.counts)), list[float]()

    def on_progress(_count: int) -> None:
        run.done, run.counts = progress.done, dict(progress.counts)
        with scope.enter(workspace_id):
            is_kept = run.keep("done", "counts", "problems", "waiting")
        # From the first batch on: reading a large file to where it stands may take longer.
        ends.append(monotonic() + SLICE_SECONDS)
        if not is_kept or monotonic() > ends[0]:
            raise _Stopped

    with _file(run) as file, suppress(_Stopped):
        to = _importing(run, workspace_id, now)
        import_records(FORMATS[run.format](file), to, progress, on_progress=on_progress)
        with scope.enter(workspace_id):
            run.end(ImportState.TRIED if run.is_dry_run else ImportState.IMPORTED, now=now)


def _importing(run: ImportRun, workspace_id: UUID, now: datetime) -> Importing:
    return Importing(
        person_id=run.person_id,
        actor=importer(run, workspace_id),
        now=now,
        origin=run.format,
        file=run.name,
        is_dry_run=run.is_dry_run,
        on_refused=partial(_note, run),
        on_repeated=partial(_note, run, kind=KEPT),
        on_replacing=partial(_note, run, kind=REPLACING),
        on_waiting=partial(_note_wait, run) if len(run.waiting) < MOST_PROBLEMS else None,
    )


def importer(run: ImportRun, workspace_id: UUID) -> Actor:
    """Return the server as an actor with the import's id, by which history and questions refer to the file."""
    return replace(system_actor(workspace_id, IMPORTER), id=run.id)


def imported_on_server(source: Import, *, person_id: UUID, origin: str, total: int, now: datetime) -> ImportRun:
    """Record an import by a command, which stores no file and reports its end. In the entered scope."""
    # A name on a disk need not be UTF-8.
    name = os.fsencode(source.name).decode(errors="replace") if source.file else source.table or origin
    run = ImportRun(person_id=person_id, format=origin, name=name[:200], only=source.only[:200], total=total)
    run.state, run.created_at = ImportState.FAILED, now
    run.set_problem(Problem(INTERRUPTED))
    run.save(force_insert=True)
    return run


def _note(run: ImportRun, record: GateRecord, problem: Problem, *, kind: str = LEFT_OUT) -> None:
    if sum(kind_of(one) == kind for one in run.problems) < MOST_PROBLEMS:
        # The keys of a knowledge graph are hashes.
        is_named = not isinstance(record, ImportedMemory) or (record.is_named and record.namespace != (GRAPH,))
        entry = {"line": record.line, "record": record.ref[:RECORD_CHARACTERS] if is_named else ""}
        run.problems = [*run.problems, entry | {"reason": problem.as_json(), "kind": kind}]


def kind_of(problem: Mapping[str, Any]) -> str:
    """Return the kind of a run's note about a record; older runs had only `is_kept`."""
    return str(problem.get("kind") or (KEPT if problem.get("is_kept") else LEFT_OUT))


def _note_wait(run: ImportRun, record: GateRecord, wait: Wait) -> None:
    """Record a waiting record. Its text is stored only in trials: after the import the question has it."""
    if len(run.waiting) < MOST_PROBLEMS:
        entry: dict[str, Any] = {"line": record.line, "fields": wait.fields, "is_asked": wait.question is not None}
        entry["subjects"] = [asdict(one) | {"person_id": None} for one in wait.subjects]
        entry["text"] = Truncator(wait.text).chars(RECORD_CHARACTERS) if run.is_dry_run else ""
        entry["question"] = str(wait.question) if wait.question and not run.is_dry_run else ""
        run.waiting = [*run.waiting, entry]


@contextmanager
def _file(run: ImportRun) -> Iterator[Import]:
    """The upload as the formats read it; its own name may be longer than a file system's names."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "upload"
        path.write_bytes(run.content or b"")
        yield Import(path, only=run.only, most_unpacked=MOST_UNPACKED_BYTES, called=run.name)
