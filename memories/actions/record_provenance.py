from collections.abc import Iterable
from datetime import datetime

from memories.models import Memory, Provenance


def record_provenance(*, memory: Memory, evidence: Iterable[tuple[str, str]], now: datetime) -> None:
    """Say of a memory's version who it comes from and by which event of theirs (003): (identity, event) pairs."""
    Provenance.objects.bulk_create(
        Provenance(
            memory=memory,
            source_identity=identity[:128],
            source_event=event[:300],
            version=memory.version,
            created_at=now,
        )
        for identity, event in evidence
    )
