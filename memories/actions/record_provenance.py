from collections.abc import Iterable, Sequence
from datetime import datetime

from memories.models import Memory, Provenance
from workspaces import scope
from workspaces.round_trip import inserts_of


def record_provenance(*, memory: Memory, evidence: Iterable[tuple[str, str]], now: datetime, at_once: bool) -> None:
    """Say of a memory's version who it comes from and by which event of theirs (003): (identity, event) pairs.

    `at_once` where a later change of the same batch may be the same event; else a batch's rows are written together.
    """
    rows = [
        Provenance(
            memory=memory,
            source_identity=identity[:128],
            source_event=event[:300],
            version=memory.version,
            created_at=now,
        )
        for identity, event in evidence
    ]
    if at_once:
        _write(rows)
        return
    for row in rows:
        scope.at_end(_write, row)


def _write(rows: Sequence[Provenance]) -> None:
    scope.send_later(*inserts_of(rows))
