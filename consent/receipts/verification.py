"""Checks a receipt without the database, with the file and the public key only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from consent.models.decision import Verdict
from consent.receipts import erasure
from consent.receipts.document import FORMAT, PENDING, VERSION
from consent.receipts.record import EVENT_STATES, canonical, hash_record, hashes_of
from memories.merkle import is_included
from memories.sealing import keys
from memories.sealing.heads import Head
from memories.sealing.leaves import leaf_of_columns


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a check.

    `failure` names the first failed check, None if all hold. `pending` history rows were not sealed yet when the file
    was made. `disclosed` says whether it contains the values. `erased` counts the rows that an erasure deleted; None
    for a receipt of a decision.
    """

    failure: str | None
    answers: int = 0
    proofs: int = 0
    pending: int = 0
    disclosed: bool = False
    erased: int | None = None


def verify(document: Any, *, trusted: Sequence[str]) -> Verification:
    """Check a receipt of a decision or an erasure up to the first failure; `trusted` are public keys.

    It returns a Verification for every file and raises no error.
    """
    try:
        is_erasure = document["format"] == erasure.FORMAT
        return _check_erasure(document, trusted) if is_erasure else _check_decision(document, trusted)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return Verification("the file is no receipt, or a part of it is missing or not as this server writes it")


def _check_erasure(document: Any, trusted: Sequence[str]) -> Verification:
    failure = next(erasure.failures(document), None) or next(
        _of_proof(document["row"], document["proof"], trusted), None
    )
    return Verification(failure, proofs=1, erased=sum(document["erased"].values()))


def _check_decision(document: Any, trusted: Sequence[str]) -> Verification:
    failure = next(_failures(document, trusted), None)
    if failure is not None:
        return Verification(failure)
    rows = [row for answer in document["answers"] for row in answer["history"]]
    pending = sum(row["proof"] == PENDING for row in rows)
    disclosed = any(answer["disclosure"] for answer in document["answers"])
    return Verification(None, len(document["answers"]), len(rows) - pending, pending, disclosed)


def _failures(document: Any, trusted: Sequence[str]) -> Iterator[str]:
    if (document["format"], document["version"]) != (FORMAT, VERSION):
        yield "its format is not one that is known here"
    if not document["answers"]:
        yield "it holds no answer"
    for number, answer in enumerate(document["answers"], 1):
        for failure in _of_answer(answer, document["proposal"]["id"], trusted):
            yield f"answer {number}: {failure}"


def _of_answer(answer: Any, proposal_id: str, trusted: Sequence[str]) -> Iterator[str]:
    record = answer["record"]
    if hash_record(record) != answer["record_hash"]:
        yield "the record was changed: its hash is another"
    if not _is_signed(canonical(record), answer["signature"]["value"], trusted):
        yield "the record's signature does not hold, or is by a key that is not trusted"
    if record["change"]["proposal_id"] != proposal_id:
        yield "the record is about another proposal"
    yield from _of_history(answer["history"], record, answer["record_hash"], trusted)
    if answer["disclosure"] is not None:
        yield from _of_disclosure(answer["disclosure"], record["change"])


def _of_history(rows: Any, record: Any, record_hash: str, trusted: Sequence[str]) -> Iterator[str]:
    if not rows:
        yield "the history's row is missing"
    decided = rows[0]["row"]
    if decided["meta"].get("receipt") != record_hash:
        yield "the history's row speaks of another record"
    if decided["decision_id"] != record["record_id"]:
        yield "the history's row belongs to another decision"
    if EVENT_STATES[Verdict(decided["meta"]["verdict"])] != record["event"]["event_state"]:
        yield "the history's row says another verdict"
    for number, entry in enumerate(rows, 1):
        if entry["row"]["decision_id"] != record["record_id"]:
            yield f"row {number} of the history belongs to another decision"
        if entry["proof"] != PENDING:
            for failure in _of_proof(entry["row"], entry["proof"], trusted):
                yield f"row {number} of the history: {failure}"


def _of_proof(row: Any, proof: Any, trusted: Sequence[str]) -> Iterator[str]:
    head = Head(**proof["head"])
    if leaf_of_columns(row).hex() != proof["leaf_hash"]:
        yield "the row was changed: it is not what was sealed"
    if UUID(proof["history_id"]) != UUID(row["id"]) or head.workspace_id != row["workspace_id"]:
        yield "the proof is of another row"
    if not _is_signed(head.message, head.signature, trusted):
        yield "the seal's signature does not hold, or is by a key that is not trusted"
    path = [bytes.fromhex(node) for node in proof["path"]]
    root = bytes.fromhex(head.root)
    leaf = bytes.fromhex(proof["leaf_hash"])
    if not is_included(leaf, index=proof["index"], size=proof["size"], path=path, root=root):
        yield "the row is not in the tree that was sealed"


def _of_disclosure(disclosure: Any, change: Any) -> Iterator[str]:
    names = {"old_value_hash": "old value", "new_value_hash": "new value"}
    for name, digest in hashes_of(disclosure).items():
        if change[name] != digest:
            yield f"the {names.get(name, name.replace('_', ' '))} is not the one that was decided about"


def _is_signed(message: bytes, signature: str, trusted: Sequence[str]) -> bool:
    return any(keys.verifies(key, message, signature) for key in trusted)
