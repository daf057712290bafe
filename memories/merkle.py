"""The Merkle tree of RFC 9162, section 2.1, over SHA-256."""

import hashlib
from collections.abc import Sequence


def hash_leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + data).digest()


def tree_root(leaves: Sequence[bytes]) -> bytes:
    """Return the tree hash over hashed leaves; without leaves the hash of the empty string (2.1.1)."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    split = _largest_power_of_two_below(len(leaves))
    return _hash_node(tree_root(leaves[:split]), tree_root(leaves[split:]))


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the hashes from the leaf at `index` (from 0) to the root, lowest first (2.1.3.1)."""
    if len(leaves) == 1:
        return []
    split = _largest_power_of_two_below(len(leaves))
    if index < split:
        return [*inclusion_path(leaves[:split], index), tree_root(leaves[split:])]
    return [*inclusion_path(leaves[split:], index - split), tree_root(leaves[:split])]


def is_included(leaf: bytes, *, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether the hashed leaf is at `index` in the tree of `size` leaves with this root (2.1.3.2)."""
    if not 0 <= index < size:
        return False
    node, last, result = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if node & 1 or node == last:
            result = _hash_node(sibling, result)
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            result = _hash_node(result, sibling)
        node, last = node >> 1, last >> 1
    return last == 0 and result == root


def _hash_node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _largest_power_of_two_below(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1
