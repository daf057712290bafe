"""Cuts a text into chunks of 200 to 400 tokens that overlap by 10 to 15 % (004, "Chunk Model").

Positions here are token indices: a chunk holds the tokens `start` up to `end`, and the text from the first of
them to the beginning of the one after its last. A cut stands at the strongest boundary in reach, and of equally strong
ones at the nearest to an even division; so the last chunk is never a crumb.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt
from tokenizers import Encoding

from providers.embedding.boundaries import Heading, Rank, find_headings, rank_positions
from providers.embedding.tokens import count_tokens, tokenize

SMALLEST, LARGEST = 200, 400
# Near what MiniLM reads at once: the mean of two windows finds less than one (docs/adr/0004-onnx-runtime.md).
TYPICAL = 240
LEAST_OVERLAP, MIDDLE_OVERLAP, MOST_OVERLAP = 0.10, 0.125, 0.15
LONGEST_WORD = 100  # tokens; WordPiece reads a longer word as one unknown token

Ranks = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class ChunkText:
    """`text` is an exact slice of the original; `hash` is the hex SHA-256 of its UTF-8."""

    index: int
    text: str
    token_count: int
    section_label: str | None
    hash: str


def split(text: str, *, label: str | None = None, encoding: Encoding | None = None) -> list[ChunkText]:
    """The chunks in order, which together cover every character; none for an empty text.

    A text of at most 400 tokens is one chunk, and only such a one may be shorter than 200. A chunk's section label is
    the heading under which its own part (after the overlap) begins, before the first heading `label`. `encoding` are
    the text's tokens, where they are known.
    """
    if not text:
        return []
    encoding = encoding or tokenize(text)
    headings = find_headings(text)
    chunks = []
    for index, (start, own, end) in enumerate(_slices(text, encoding, headings)):
        piece = text[start:end]
        tokens = len(encoding.ids) if piece == text else count_tokens(piece)
        chunks.append(ChunkText(index, piece, tokens, _label_at(text, own, headings) or label, chunk_hash(piece)))
    return chunks


def chunk_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _slices(text: str, encoding: Encoding, headings: list[Heading]) -> Iterator[tuple[int, int, int]]:
    """Of each chunk, in characters: where it starts, where its own part starts, where it ends."""
    total = len(encoding.ids)
    if total <= LARGEST:
        yield 0, 0, len(text)
        return
    begins = [0, *(start for start, _ in encoding.offsets[1:]), len(text)]
    ranks = rank_positions(text, encoding, headings)
    own = 0
    for start, end in _spans(total, ranks):
        yield begins[start], begins[own], begins[end]
        own = end


def _spans(total: int, ranks: Ranks) -> Iterator[tuple[int, int]]:
    start = 0
    while total - start > LARGEST:
        end = _end_of_chunk(start, total, ranks)
        yield start, end
        start = _start_of_next(end, end - start, total, ranks)
    yield start, total


def _end_of_chunk(start: int, total: int, ranks: Ranks) -> int:
    left = total - start
    # Only the last ones are evened out: text added at the end leaves the earlier chunks, and their embeddings, alone.
    size = TYPICAL if left > 2 * LARGEST else left / max(2, round(left / TYPICAL)) * (1 + MIDDLE_OVERLAP / 2)
    target = start + round(size)
    shortest, longest = start + SMALLEST, start + LARGEST
    # Any later, and the last chunk would have to repeat more than its share to reach 200 tokens.
    comfortable = min(longest, total - SMALLEST + ceil(LEAST_OVERLAP * SMALLEST))
    end = _best(ranks, shortest, comfortable, target) or _best(ranks, shortest, longest, target)
    return end or min(max(target, shortest), longest)


def _start_of_next(end: int, size: int, total: int, ranks: Ranks) -> int:
    """The overlap is measured by the chunk that it repeats. A word that fills all of the room is repeated whole."""
    latest = min(end - ceil(LEAST_OVERLAP * size), total - SMALLEST)
    earliest = min(end - int(MOST_OVERLAP * size), latest)
    target = end - round(MIDDLE_OVERLAP * size)
    before_word = max(end - size + 1, earliest - LONGEST_WORD)
    return _best(ranks, earliest, latest, target) or _best(ranks, before_word, latest, latest) or latest


def _best(ranks: Ranks, earliest: int, latest: int, target: int) -> int | None:
    """The strongest boundary within both bounds, nearest to the target; None when one word fills all of it.

    A slice that starts amid a word would be read as other tokens.
    """
    reach = ranks[earliest : latest + 1]
    strongest = reach.max()
    if strongest == Rank.INSIDE_WORD:
        return None
    places = np.flatnonzero(reach == strongest) + earliest
    return int(places[np.abs(places - target).argmin()])


def _label_at(text: str, position: int, headings: list[Heading]) -> str | None:
    """A heading counts from its line on; the white space before it belongs to the chunk that it opens."""
    position += len(text[position:]) - len(text[position:].lstrip())
    passed = [heading.label for heading in headings if heading.position <= position]
    return passed[-1] if passed else None
