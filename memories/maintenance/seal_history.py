from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from memories.merkle import tree_root
from memories.models import AuditSeal, History, SealEntry
from memories.sealing import keys, log
from memories.sealing.heads import Head, hash_previous
from memories.sealing.leaves import leaf_of
from memories.sealing.unsealed import last_seal, waiting_rows
from telemetry.metrics import SEALED_ROWS
from workspaces import scope

BATCH = 1_000


def seal_history(*, workspace_id: UUID, now: datetime) -> int:
    """Seal a batch of committed rows of History (architecture, rule 4); return their number, 0 when none is left.

    A row committed later belongs to the next seal. The head is appended to the log outside the database after the
    commit. Raises SealLogMismatch, and seals nothing, if log and database disagree.
    """
    with log.opened(workspace_id) as file:
        with scope.enter(workspace_id):
            _lock(workspace_id)
            last = last_seal()
            file.agree_with(last)
            rows = list(waiting_rows(now=now)[:BATCH])
            if not rows:
                return 0
            seal = _seal(rows, last, now)
        file.append(Head.of(seal))
    SEALED_ROWS.inc(len(rows))
    return len(rows)


def _lock(workspace_id: UUID) -> None:
    """Ensure one sealer at a time over all machines."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"seal/{workspace_id}"])


def _seal(rows: Sequence[History], last: AuditSeal | None, now: datetime) -> AuditSeal:
    leaves = [leaf_of(row) for row in rows]
    previous_root = last.root if last else ""
    seal = AuditSeal(
        seq=last.seq + 1 if last else 1,
        previous_root=previous_root,
        root=tree_root([hash_previous(previous_root), *leaves]).hex(),
        count=len(rows),
        sealed_at=now,
    )
    seal.signature = keys.sign(Head.of(seal).message)
    seal.save(force_insert=True)
    SealEntry.objects.bulk_create(
        SealEntry(seal=seal, history=row, position=position, leaf_hash=leaf.hex())
        for position, (row, leaf) in enumerate(zip(rows, leaves, strict=True), 1)
    )
    return seal
