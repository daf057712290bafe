import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from consent.receipts.verification import Verification, verify
from memories.sealing import keys


class Command(BaseCommand):
    """Check a receipt without the database. Fails (exit code 1) naming the first thing that does not hold."""

    help = "Check a receipt of a decision or of an erasure: signatures, hashes, and proofs that the history was sealed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="The receipt, as it was downloaded.")
        parser.add_argument(
            "--public-key",
            action="append",
            default=[],
            metavar="HEX",
            help="Trust this Ed25519 key instead of this server's own keys; may be given several times.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = verify(_read(options["file"]), trusted=options["public_key"] or keys.trusted_keys())
        if found.failure is not None:
            raise CommandError(f"This receipt does not hold: {found.failure}.")
        self.stdout.write(_report(found))


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise CommandError(f"{path} cannot be read as JSON.") from error


def _report(found: Verification) -> str:
    if found.erased is not None:
        return f"This receipt holds: an erasure of {_counted(found.erased, 'row')}, sealed in the history."
    verified = f"{_counted(found.answers, 'answer')}, {_counted(found.proofs, 'proof')} of sealing"
    lines = [f"This receipt holds: {verified}."]
    if found.pending:
        lines.append(f"Not sealed yet when it was made: {_counted(found.pending, 'row')}. Download it again later.")
    if not found.disclosed:
        lines.append("It does not disclose the values, so they were not compared.")
    return "\n".join(lines)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
