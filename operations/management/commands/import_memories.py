from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from tqdm import tqdm

from operations.importing.formats import FORMATS
from operations.importing.import_records import GateRecord, Importing, import_records
from operations.importing.missing_login import missing_login_step
from operations.importing.problems import Problem
from operations.importing.progress import Progress
from operations.importing.records import IMPORTER, Import, UnknownFormat
from operations.importing.uploads import imported_on_server, importer
from operations.models import ImportRun
from operations.models.import_run import ImportState
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Person, Workspace

RESULTS = {
    "stored": "stored",
    "changed": "changed",
    "unchanged": "unchanged",
    "waiting": "waiting",
    "refused": "refused",
    "refused_before": "by the person",
}


class Command(BaseCommand):
    help = (
        "Import what other systems remember about a person (docs/importing.md), through the consent gate. Importing "
        "twice changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="The export; left out with --dsn.")
        parser.add_argument("--format", required=True, choices=sorted(FORMATS))
        parser.add_argument("--workspace", type=UUID, help="Its id; may be left out when there is only one.")
        parser.add_argument("--person", type=UUID, required=True, help="The person whom the memories are about.")
        parser.add_argument("--dsn", default="", help="The PostgreSQL of mem0 or LangGraph instead of a file.")
        parser.add_argument("--table", default="", help="Its table; default: mem0's or LangGraph's own name.")
        parser.add_argument("--only", default="", help="One user of mem0, or a namespace of LangGraph with periods.")
        parser.add_argument("--dry-run", action="store_true", help="Store nothing; tell what would become of it.")
        parser.add_argument("--resume", action="store_true", help="Go on after what an interrupted run has done.")

    def handle(self, *args: Any, **options: Any) -> None:
        source = _source(options)
        workspace_id = options["workspace"] or Workspace.objects.only_id()
        _check_person(workspace_id, options["person"])
        to = Importing(
            person_id=options["person"],
            actor=system_actor(workspace_id, IMPORTER),
            now=timezone.now(),
            origin=options["format"],
            is_dry_run=options["dry_run"],
            on_refused=self._report_problem,
            on_repeated=self._report_problem,
        )
        try:
            counts = self._import(source, to, workspace_id, is_resumed=options["resume"])
        except (OSError, UnknownFormat) as error:
            raise CommandError(f"Cannot import: {error}") from error
        self.stdout.write(_report(counts, is_dry_run=to.is_dry_run))
        if step := missing_login_step(workspace_id, to.person_id):
            self.stdout.write(step)

    def _report_problem(self, record: GateRecord, problem: Problem) -> None:
        place = f" ({record.line})" if record.line else ""
        self.stderr.write(f"{record.ref or 'record'}{place}: {problem}")

    def _import(self, source: Import, to: Importing, workspace_id: UUID, *, is_resumed: bool) -> Counter[str]:
        """Read the whole source before storing anything of it."""
        read = FORMATS[to.origin]
        count = sum(1 for _ in read(source))
        earlier = Progress.of(source, workspace_id, to.person_id, to.origin, resume=is_resumed)
        progress = Progress() if to.is_dry_run else earlier
        run = None if to.is_dry_run else _noted(source, to, count)
        to = replace(to, actor=importer(run, workspace_id), file=run.name) if run else to
        with tqdm(total=count, initial=progress.done, unit="record", file=self.stderr) as bar:
            counts = import_records(read(source), to, progress, on_progress=bar.update)
        progress.end()
        if run:
            with scope.enter(workspace_id):
                run.done, run.counts = count, dict(counts)
                run.end(ImportState.IMPORTED, now=timezone.now())
        return counts


def _noted(source: Import, to: Importing, count: int) -> ImportRun:
    with scope.enter(to.actor.workspace_id):
        return imported_on_server(source, person_id=to.person_id, origin=to.origin, total=count, now=to.now)


def _source(options: dict[str, Any]) -> Import:
    if bool(options["file"]) == bool(options["dsn"]):
        raise CommandError("Name either a file or --dsn.")
    return Import(options["file"], options["dsn"], options["table"], options["only"])


def _check_person(workspace_id: UUID, person_id: UUID) -> None:
    with scope.enter(workspace_id):
        if not Person.objects.filter(id=person_id).exists():
            raise CommandError("There is no such person in this workspace.")


def _report(counts: Counter[str], *, is_dry_run: bool) -> str:
    record_count = sum(counts[name] for name in RESULTS)
    lines = ["Nothing was stored; this would become of it:"] if is_dry_run else []
    if counts["turns"]:
        lines.append(f"{counts['turns']} turns: {counts['new_turns']} new")
    if record_count:
        details = ", ".join(f"{counts[name]} {words}" for name, words in RESULTS.items())
        lines.append(f"{record_count} memories, facts and links: {details}")
    lines.append(f"{counts['questions']} questions wait for the person")
    return "\n".join(lines)
