"""Whether a person's export is what its server sealed: nothing but the file and the server's public key is needed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from consent.receipts.record import canonical, hash_record
from memories.hashes import commitment, digest_of
from memories.merkle import inclusion_path, tree_root
from memories.models import MemoryVersion
from memories.sealing import keys
from memories.sealing.heads import Head, hash_previous
from memories.sealing.leaves import COLUMNS, leaf_of_columns
from memories.sealing.proofs import InclusionProof
from operations.privacy.exported_rows import row_of

TIMES = ("created_at",)


class UnprovedExport(ValueError):
    """Something in the export is not what the named server sealed; says what."""


@dataclass(frozen=True, slots=True)
class SealedRow:
    """A row of the origin's history as it was sealed, and the proof."""

    columns: dict[str, Any]
    proof: InclusionProof

    def as_json(self) -> dict[str, Any]:
        """As it stands in a receipt."""
        proof = asdict(self.proof) | {"history_id": str(self.proof.history_id), "path": list(self.proof.path)}
        return {"row": self.columns, "proof": proof}


def prove(document: dict[str, Any], *, trusted: Sequence[str]) -> list[SealedRow]:
    """The history's rows with their proofs, in order; `trusted` are public keys, hexadecimal.

    Every row is under a signed seal, every version is what a row committed to, every fact is what its version says, and
    every receipt is signed and named by a row. Attributes of memories, such as importance, are in no seal. Raises
    UnprovedExport, and KeyError, TypeError or ValueError for what is no export.
    """
    places = dict(_places(document["seals"], document["origin"], trusted))
    rows = [_sealed(row, places, document["origin"]["public_key"]) for row in document["history"]]
    _check_contents(document, rows)
    _check_receipts(document["proposals"], rows, trusted)
    return rows


def _places(
    seals: Sequence[dict[str, Any]], origin: Mapping[str, str], trusted: Sequence[str]
) -> Iterator[tuple[str, tuple[Head, list[bytes], int]]]:
    """Of each leaf the head over it, all leaves of its tree, and its place among them."""
    for seal in seals:
        names = ("seq", "previous_root", "root", "count", "signature")
        head = Head(
            workspace_id=origin["workspace_id"], sealed_at=_in_utc(seal["sealed_at"]), **{n: seal[n] for n in names}
        )
        if not any(keys.verifies(key, head.message, head.signature) for key in trusted):
            raise UnprovedExport(f"Seal {head.seq} is not signed by a key that you trust.")
        exported = sorted(seal["leaves"], key=lambda leaf: leaf["position"])
        leaves = [hash_previous(head.previous_root), *(bytes.fromhex(leaf["leaf_hash"]) for leaf in exported)]
        if tree_root(leaves).hex() != head.root:
            raise UnprovedExport(f"Seal {head.seq} is over other rows.")
        for place, leaf in enumerate(leaves[1:], 1):
            yield leaf.hex(), (head, leaves, place)


def _sealed(row: dict[str, Any], places: Mapping[str, tuple[Head, list[bytes], int]], key: str) -> SealedRow:
    columns = {name: _in_utc(row[name]) if name in TIMES else row[name] for name in COLUMNS}
    leaf = leaf_of_columns(columns).hex()
    if leaf not in places:
        raise UnprovedExport(f"Row {row['id']} of the history is not sealed, or was changed. A new row is sealed soon.")
    head, leaves, place = places[leaf]
    path = tuple(node.hex() for node in inclusion_path(leaves, place))
    return SealedRow(columns, InclusionProof(UUID(row["id"]), leaf, place, len(leaves), path, head, key))


def _check_contents(document: dict[str, Any], rows: Sequence[SealedRow]) -> None:
    salts = {row["id"]: bytes.fromhex(one["salt"]) for row in document["history"] for one in row["salts"]}
    committed = {
        row.columns["new_version_id"]: (salts.get(row.columns["id"], b""), row.columns["commitment"]) for row in rows
    }
    said = {}
    for memory in document["memories"]:
        for exported in memory["versions"]:
            version = row_of(MemoryVersion, exported, workspace_id=document["origin"]["workspace_id"])
            salt, wanted = committed.get(exported["id"], (b"", ""))
            if exported["memory_id"] != memory["id"] or commitment(salt, digest_of(version)) != wanted:
                raise UnprovedExport(f"Version {exported['number']} of memory {memory['id']} is not what was sealed.")
            said[exported["id"]] = version.content
    for fact in document["facts"]:
        if said.get(fact["memory_version_id"]) != f"{fact['key']}: {fact['value']}":
            raise UnprovedExport(f"Fact {fact['category']}.{fact['key']} is not what its memory says.")


def _check_receipts(proposals: Sequence[dict[str, Any]], rows: Sequence[SealedRow], trusted: Sequence[str]) -> None:
    named = {(row.columns["decision_id"], row.columns["meta"].get("receipt")) for row in rows}
    for proposal in proposals:
        for receipt in proposal["receipts"]:
            record, signature = receipt["record"], receipt["signature"]
            is_signed = any(keys.verifies(key, canonical(record), signature) for key in trusted)
            named_so = (receipt["decision_id"], hash_record(record)) in named
            if not is_signed or not named_so or hash_record(record) != receipt["record_hash"]:
                raise UnprovedExport(f"A receipt of proposal {proposal['id']} does not hold.")


def _in_utc(value: str) -> str:
    return datetime.fromisoformat(value).astimezone(UTC).isoformat()
