"""The log of heads: an append-only file outside the database, one line for each seal."""

import errno
import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from django.conf import settings

from memories.models import AuditSeal
from memories.sealing.heads import Head

TAIL_BYTES = 8_192  # several heads

logger = logging.getLogger(__name__)


class SealLogMismatch(RuntimeError):
    """The log and the database do not end with the same head: one of them was changed, cut or restored."""


class SealLog:
    """A workspace's log, held open and locked: a head is committed and appended by one process at a time."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    def heads(self) -> Iterator[Head]:
        """Yield the heads in order; an incomplete last line is ignored. Raises SealLogMismatch for an invalid line."""
        for line in self.path.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield _read(line)

    def append(self, head: Head) -> None:
        """Write the whole line or nothing of it. Raises OSError, for instance on a full disk."""
        line, size = _line_of(head), os.fstat(self._descriptor).st_size
        try:
            if os.write(self._descriptor, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
            os.fsync(self._descriptor)
        except OSError:
            os.ftruncate(self._descriptor, size)
            raise

    def agree_with(self, last: AuditSeal | None) -> None:
        """Ensure that the log ends with the database's last head, adding that if only it is missing.

        A crash between commit and append loses the last head or a part of it, never more. Raises SealLogMismatch.
        """
        wanted = Head.of(last) if last else None
        if wanted and not wanted.is_signed:
            raise SealLogMismatch(f"Seal {wanted.seq} was signed with another key; see SEAL_KEY and SEAL_TRUSTED_KEYS.")
        known = self._last(wanted)
        if known == wanted:
            return
        if wanted is None or (known.seq if known else 0) != wanted.seq - 1:
            there, here = (f"seal {head.seq}" if head else "nothing" for head in (known, wanted))
            raise SealLogMismatch(
                f"{self.path} ends with {there}, the database with {here}. Run manage.py verify_history."
            )
        self.append(wanted)

    def _last(self, wanted: Head | None) -> Head | None:
        """Return the last head, after cutting off an incomplete `wanted` one. Raises SealLogMismatch."""
        size = os.fstat(self._descriptor).st_size
        tail = os.pread(self._descriptor, TAIL_BYTES, max(0, size - TAIL_BYTES))
        whole, end, torn = tail.rpartition(b"\n")
        if torn:
            if wanted is None or not _line_of(wanted).startswith(torn):
                raise SealLogMismatch(
                    f"{self.path} ends in half a line, which does not begin the database's last head."
                )
            os.ftruncate(self._descriptor, size - len(torn))
            logger.warning("%s ended in half a line; it is written again from the database.", self.path)
        lines = (whole + end).decode(errors="replace").splitlines()
        return _read(lines[-1]) if lines else None


@contextmanager
def opened(workspace_id: UUID) -> Iterator[SealLog]:
    """Open the workspace's log in SEAL_DIR, created if missing (mode 0600) and locked until the block ends."""
    folder = Path(settings.SEAL_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{workspace_id}.jsonl"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield SealLog(path, descriptor)
    finally:
        os.close(descriptor)


def _line_of(head: Head) -> bytes:
    return f"{head.as_line()}\n".encode()


def _read(line: str) -> Head:
    try:
        return Head.from_line(line)
    except (ValueError, TypeError, AttributeError) as error:
        raise SealLogMismatch("A line of the log is no head.") from error
