"""Verifies that a person's export is what its server sealed, with only the file and the server's public key."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import GeneratedField, Model

from consent.receipts.record import canonical, hash_record
from memories.hashes import commitment, digest_of
from memories.merkle import inclusion_path, tree_root
from memories.models import MemoryVersion
from memories.sealing import keys
from memories.sealing.heads import Head, hash_previous
from memories.sealing.leaves import COLUMNS, leaf_of_columns
from memories.sealing.proofs import InclusionProof

Row = TypeVar("Row", bound=Model)
TIMES = ("created_at",)
SOON = " A new row is sealed soon."
# A row may have been written, but not committed, when the last seal was made.
SEALING = timedelta(minutes=5)


class UnprovedExport(ValueError):
    """Something in the export is not what the named server sealed; says what."""


@dataclass(frozen=True, slots=True)
class SealedRow:
    """A row of the origin's history as it was sealed, and the proof."""

    columns: dict[str, Any]
    proof: InclusionProof

    def as_json(self) -> dict[str, Any]:
        """Return the row as a receipt contains it."""
        proof = asdict(self.proof) | {"history_id": str(self.proof.history_id), "path": list(self.proof.path)}
        return {"row": self.columns, "proof": proof}


@dataclass(frozen=True, slots=True)
class Proof:
    """The history rows with their proofs, in order, and the columns of those that waited for their seal."""

    sealed: list[SealedRow]
    waiting: list[dict[str, Any]]


def prove(document: Mapping[str, Any], *, trusted: Sequence[str], may_wait: bool = False) -> Proof:
    """What the seals prove; `trusted` are public keys, hexadecimal. Lists may be anything that can be read twice.

    Every row is under a signed seal, every version is what a row committed to, every fact is what its version says, and
    every receipt is signed and named by a row. Attributes of memories, such as importance, are in no seal. With
    `may_wait`, rows that are newer than the last seal count too. Raises UnprovedExport, and KeyError, TypeError or
    ValueError for what is no export.
    """
    places = dict(_places(document["seals"], document["origin"], trusted))
    newest = max((datetime.fromisoformat(head.sealed_at) for head, _, _ in places.values()), default=None)
    proof = Proof([], [])
    for row in document["history"]:
        found = _sealed(row, places, document["origin"]["public_key"])
        if found is not None:
            proof.sealed.append(found)
        elif may_wait and (newest is None or datetime.fromisoformat(row["created_at"]) > newest - SEALING):
            proof.waiting.append(_columns(row))
        else:
            raise UnprovedExport(f"Row {row['id']} of the history is not sealed, or was changed.{SOON}")
    rows = [*(row.columns for row in proof.sealed), *proof.waiting]
    _check_contents(document, rows)
    _check_receipts(document["proposals"], rows, trusted)
    return proof


def _places(
    seals: Iterable[dict[str, Any]], origin: Mapping[str, str], trusted: Sequence[str]
) -> Iterator[tuple[str, tuple[Head, list[bytes], int]]]:
    """Return for each leaf its head, all leaves of its tree, and its index."""
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


def _columns(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _in_utc(row[name]) if name in TIMES else row[name] for name in COLUMNS}


def _sealed(row: dict[str, Any], places: Mapping[str, tuple[Head, list[bytes], int]], key: str) -> SealedRow | None:
    columns = _columns(row)
    leaf = leaf_of_columns(columns).hex()
    if leaf not in places:
        return None
    head, leaves, place = places[leaf]
    path = tuple(node.hex() for node in inclusion_path(leaves, place))
    return SealedRow(columns, InclusionProof(UUID(row["id"]), leaf, place, len(leaves), path, head, key))


def _check_contents(document: Mapping[str, Any], rows: Sequence[dict[str, Any]]) -> None:
    salts = {row["id"]: bytes.fromhex(one["salt"]) for row in document["history"] for one in row["salts"]}
    committed = {row["new_version_id"]: (salts.get(row["id"], b""), row["commitment"]) for row in rows}
    contents = {}
    for memory in document["memories"]:
        for exported in memory["versions"]:
            version = row_of(MemoryVersion, exported, workspace_id=document["origin"]["workspace_id"])
            salt, wanted = committed.get(exported["id"], (b"", ""))
            if exported["memory_id"] != memory["id"] or commitment(salt, digest_of(version)) != wanted:
                raise UnprovedExport(f"Version {exported['number']} of memory {memory['id']} is not what was sealed.")
            contents[exported["id"]] = version.content
    for fact in document["facts"]:
        if contents.get(fact["memory_version_id"]) != f"{fact['key']}: {fact['value']}":
            raise UnprovedExport(f"Fact {fact['category']}.{fact['key']} is not what its memory says.")


def _check_receipts(
    proposals: Iterable[dict[str, Any]], rows: Sequence[dict[str, Any]], trusted: Sequence[str]
) -> None:
    named = {(row["decision_id"], row["meta"].get("receipt")) for row in rows}
    for proposal in proposals:
        for receipt in proposal["receipts"]:
            record, signature = receipt["record"], receipt["signature"]
            is_signed = any(keys.verifies(key, canonical(record), signature) for key in trusted)
            named_so = (receipt["decision_id"], hash_record(record)) in named
            if not is_signed or not named_so or hash_record(record) != receipt["record_hash"]:
                raise UnprovedExport(f"A receipt of proposal {proposal['id']} does not hold.")


def _in_utc(value: str) -> str:
    return datetime.fromisoformat(value).astimezone(UTC).isoformat()


def row_of(model: type[Row], exported: dict[str, Any], **others: Any) -> Row:
    """Return an exported row as an unsaved row of this database, in the entered workspace or a named one.

    Raises ValidationError for a value that is none of its column.
    """
    columns = {one.attname: one for one in model._meta.concrete_fields if not isinstance(one, GeneratedField)}
    del columns["workspace_id"]
    known = {name: columns[name].to_python(value) for name, value in exported.items() if name in columns}
    return model(**known | others)


def rows_of(model: type[Row], exported: Iterable[dict[str, Any]]) -> list[Row]:
    return [row_of(model, one) for one in exported]
