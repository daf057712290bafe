"""Heads of the history: the content of a seal, as it is signed and as the log outside the database stores it."""

import json
from dataclasses import asdict, dataclass
from typing import Self

from memories.merkle import hash_leaf
from memories.models import AuditSeal
from memories.sealing import keys


@dataclass(frozen=True, slots=True)
class Head:
    """One seal's head. Hashes, signature and key are hexadecimal; `sealed_at` is ISO 8601, UTC."""

    workspace_id: str
    seq: int
    previous_root: str
    root: str
    count: int
    sealed_at: str
    signature: str = ""

    @classmethod
    def of(cls, seal: AuditSeal) -> Self:
        return cls(
            workspace_id=str(seal.workspace_id),
            seq=seal.seq,
            previous_root=seal.previous_root,
            root=seal.root,
            count=seal.count,
            sealed_at=seal.sealed_at.isoformat(),
            signature=seal.signature,
        )

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Parse a line of the log. Raises ValueError or TypeError for an invalid line."""
        values = json.loads(line)
        values.pop("public_key", None)
        return cls(**values)

    def as_line(self) -> str:
        """Return the line of the log; it contains the public key, so that others can verify it independently."""
        return json.dumps(asdict(self) | {"public_key": keys.public_key()}, sort_keys=True)

    @property
    def message(self) -> bytes:
        """The signed bytes: everything but the signature."""
        values = {name: value for name, value in asdict(self).items() if name != "signature"}
        return json.dumps(values, sort_keys=True, separators=(",", ":")).encode()

    @property
    def is_signed(self) -> bool:
        return keys.is_signed(self.message, self.signature)


def hash_previous(previous_root: str) -> bytes:
    """Return the first leaf of every tree, by which each root covers all earlier seals."""
    return hash_leaf(b"previous root " + previous_root.encode())
