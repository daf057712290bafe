"""Verifies a workspace's history, or names the first place where it was tampered with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.merkle import tree_root
from memories.models import AuditSeal, History, SealEntry
from memories.sealing import log
from memories.sealing.contents import changed_contents
from memories.sealing.heads import Head, hash_previous
from memories.sealing.leaves import leaf_of
from memories.sealing.log import SealLogMismatch
from memories.sealing.unsealed import last_seal, late_rows, waiting_rows
from workspaces import scope


@dataclass(frozen=True, slots=True)
class Break:
    """Where the chain does not hold: the seal, and the row if known."""

    reason: str
    seq: int | None = None
    history_id: UUID | None = None

    def __str__(self) -> str:
        place = [f"seal {self.seq}"] if self.seq else []
        place += [f"row {self.history_id}"] if self.history_id else []
        return f"{', '.join(place)}: {self.reason}" if place else self.reason


@dataclass(frozen=True, slots=True)
class Report:
    """The result for one workspace. `pending` rows wait for their seal and are verified by a later run."""

    seals: int
    rows: int
    pending: int
    first_break: Break | None

    @property
    def holds(self) -> bool:
        return self.first_break is None


def verify_history(*, workspace_id: UUID, now: datetime) -> Report:
    """Check signatures, chain, trees, log and contents, in the order of the seals, up to the first break."""
    try:
        heads, last_seq = _snapshot(workspace_id)
    except SealLogMismatch as mismatch:
        return Report(0, 0, 0, Break(str(mismatch)))
    with scope.enter(workspace_id):
        seals = AuditSeal.objects.filter(seq__lte=last_seq)
        first = next(_breaks(seals.order_by("seq").iterator(), heads, now), None)
        rows = SealEntry.objects.filter(seal__in=seals).count()
        return Report(seals.count(), rows, waiting_rows(now=now).count(), first)


def is_sealed_by_another_key(*, workspace_id: UUID) -> bool:
    """Whether neither SEAL_KEY nor a trusted key signed the last seal: the key file is lost or elsewhere."""
    with scope.enter(workspace_id):
        last = last_seal()
    return last is not None and not Head.of(last).is_signed


def complete_log(*, workspace_id: UUID, now: datetime) -> int:
    """Append the heads that a lost or cut log lacks; return their number.

    Only if everything else holds: the rest of the log, signatures, chain, trees and contents. Raises SealLogMismatch.
    Afterwards it is impossible to prove that no later seals were cut off the database: the log was the evidence.
    """
    with log.opened(workspace_id) as file, scope.enter(workspace_id):
        known = list(file.heads())
        seals = AuditSeal.objects.order_by("seq")
        heads = [Head.of(seal) for seal in seals.iterator()]
        if known != heads[: len(known)]:
            raise SealLogMismatch(f"{file.path} says something else than the database.")
        if first := next(_breaks(seals.iterator(), heads, now), None):
            raise SealLogMismatch(f"The database does not hold at {first}.")
        for head in heads[len(known) :]:
            file.append(head)
        return len(heads) - len(known)


def _snapshot(workspace_id: UUID) -> tuple[list[Head], int]:
    """Return the log and its last seal, read together, so that no seal is added in between."""
    with log.opened(workspace_id) as file, scope.enter(workspace_id):
        last = last_seal()
        return list(file.heads()), last.seq if last else 0


def _breaks(seals: Iterator[AuditSeal], heads: Sequence[Head], now: datetime) -> Iterator[Break]:
    previous, known = "", 0
    for expected, seal in enumerate(seals, 1):
        if seal.seq != expected:
            yield Break("this seal is gone", expected)
        yield from _breaks_of_head(seal, previous, heads)
        yield from _breaks_of_rows(seal)
        previous, known = seal.root, seal.seq
    if len(heads) > known:
        yield Break("the log has this seal, the database does not", known + 1)
    for row in late_rows(now=now)[:1]:
        yield Break("the row is in no seal, though older ones than it were sealed after it", history_id=row.id)


def _breaks_of_head(seal: AuditSeal, previous_root: str, heads: Sequence[Head]) -> Iterator[Break]:
    head = Head.of(seal)
    if seal.previous_root != previous_root:
        yield Break("it does not follow the seal before it", seal.seq)
    if not head.is_signed:
        yield Break("its signature does not hold", seal.seq)
    if seal.seq > len(heads):
        yield Break("the log lacks its head; after a crash the next sealing adds it", seal.seq)
    elif heads[seal.seq - 1] != head:
        yield Break("the log says something else", seal.seq)


def _breaks_of_rows(seal: AuditSeal) -> Iterator[Break]:
    entries = list(SealEntry.objects.filter(seal=seal).order_by("position"))
    rows = History.objects.in_bulk([entry.history_id for entry in entries])
    leaves = [hash_previous(seal.previous_root)]
    youngest = UUID(int=0)
    for entry in entries:
        row = rows.get(entry.history_id)
        if row is None:
            yield Break("the row was deleted", seal.seq, entry.history_id)
            continue
        leaves.append(leaf_of(row))
        if leaves[-1].hex() != entry.leaf_hash:
            yield Break("the row was changed", seal.seq, row.id)
        if row.id < youngest:
            yield Break("the rows were reordered", seal.seq, row.id)
        youngest = row.id
    if len(entries) != seal.count:
        yield Break(f"it sealed {seal.count} rows, and {len(entries)} are left", seal.seq)
    if tree_root(leaves).hex() != seal.root:
        yield Break("its rows, or their order, are not those that were sealed", seal.seq)
    for history_id, reason in changed_contents(
        [rows[entry.history_id] for entry in entries if entry.history_id in rows]
    ):
        yield Break(reason, seal.seq, history_id)
