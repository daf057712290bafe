"""Proof that a row of History was sealed, checkable without the database (for receipts)."""

from dataclasses import dataclass
from uuid import UUID

from memories.merkle import inclusion_path, is_included
from memories.models import SealEntry
from memories.sealing import keys
from memories.sealing.heads import Head, hash_previous


@dataclass(frozen=True, slots=True)
class InclusionProof:
    """`leaf_hash` is at `index` (from 0) of a tree of `size` leaves whose root the head signs; hexadecimal."""

    history_id: UUID
    leaf_hash: str
    index: int
    size: int
    path: tuple[str, ...]
    head: Head
    public_key: str

    @property
    def holds(self) -> bool:
        return self.head.is_signed and is_included(
            bytes.fromhex(self.leaf_hash),
            index=self.index,
            size=self.size,
            path=[bytes.fromhex(node) for node in self.path],
            root=bytes.fromhex(self.head.root),
        )


def inclusion_proof(history_id: UUID) -> InclusionProof | None:
    """Return the proof for one row, None while it waits for its seal ("proof pending"). In the entered scope."""
    entry = SealEntry.objects.select_related("seal").filter(history_id=history_id).first()
    if entry is None:
        return None
    others = SealEntry.objects.filter(seal_id=entry.seal_id).order_by("position").values_list("leaf_hash", flat=True)
    leaves = [hash_previous(entry.seal.previous_root), *(bytes.fromhex(leaf) for leaf in others)]
    return InclusionProof(
        history_id=history_id,
        leaf_hash=entry.leaf_hash,
        index=entry.position,
        size=len(leaves),
        path=tuple(node.hex() for node in inclusion_path(leaves, entry.position)),
        head=Head.of(entry.seal),
        public_key=keys.public_key(),
    )
