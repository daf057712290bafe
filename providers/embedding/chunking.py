"""Splits a text into chunks of 200 to 400 tokens that overlap by 10 to 15 % (004, "Chunk Model").

Positions here are token indices: a chunk contains the tokens from `start` up to `end`, and its text goes from the first
of them to the beginning of the one after its last. A split is at the strongest boundary in reach, and among equally
strong ones at the one nearest to an even division; so the last chunk is never tiny.
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

MIN_TOKENS, MAX_TOKENS = 200, 400
# About what MiniLM reads at once: the mean of two windows has a lower recall than one (docs/adr/0004-onnx-runtime.md).
TARGET_TOKENS = 240
MIN_OVERLAP, TARGET_OVERLAP, MAX_OVERLAP = 0.10, 0.125, 0.15
MAX_WORD_TOKENS = 100  # tokens; WordPiece reads a longer word as one unknown token

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
    """Return the chunks in order, which together cover every character; none for an empty text.

    A text of at most 400 tokens is one chunk, and only such a chunk may be shorter than 200. A chunk's section label is
    the heading of its own part (after the overlap), or `label` before the first heading. `encoding` are the text's
    tokens, if already known.
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
    """Yield for each chunk, in characters: its start, the start of its own part, its end."""
    total = len(encoding.ids)
    if total <= MAX_TOKENS:
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
    while total - start > MAX_TOKENS:
        end = _end_of_chunk(start, total, ranks)
        yield start, end
        start = _start_of_next(end, end - start, total, ranks)
    yield start, total


def _end_of_chunk(start: int, total: int, ranks: Ranks) -> int:
    left = total - start
    # Only the last ones are evened out: text added at the end leaves the earlier chunks, and their embeddings,
    # unchanged.
    size = (
        TARGET_TOKENS
        if left > 2 * MAX_TOKENS
        else left / max(2, round(left / TARGET_TOKENS)) * (1 + TARGET_OVERLAP / 2)
    )
    target = start + round(size)
    shortest, longest = start + MIN_TOKENS, start + MAX_TOKENS
    # If it ended later, the last chunk would have to repeat more than its share to reach 200 tokens.
    comfortable = min(longest, total - MIN_TOKENS + ceil(MIN_OVERLAP * MIN_TOKENS))
    end = _best(ranks, shortest, comfortable, target) or _best(ranks, shortest, longest, target)
    return end or min(max(target, shortest), longest)


def _start_of_next(end: int, size: int, total: int, ranks: Ranks) -> int:
    """Return the start of the next chunk. The overlap is a share of the chunk that it repeats; a word that fills all of
    it is repeated whole."""
    latest = min(end - ceil(MIN_OVERLAP * size), total - MIN_TOKENS)
    earliest = min(end - int(MAX_OVERLAP * size), latest)
    target = end - round(TARGET_OVERLAP * size)
    before_word = max(end - size + 1, earliest - MAX_WORD_TOKENS)
    return _best(ranks, earliest, latest, target) or _best(ranks, before_word, latest, latest) or latest


def _best(ranks: Ranks, earliest: int, latest: int, target: int) -> int | None:
    """Return the strongest boundary within both bounds, nearest to the target; None if one word fills the range.

    A slice that starts within a word would be tokenised differently.
    """
    reach = ranks[earliest : latest + 1]
    strongest = reach.max()
    if strongest == Rank.INSIDE_WORD:
        return None
    places = np.flatnonzero(reach == strongest) + earliest
    return int(places[np.abs(places - target).argmin()])


def _label_at(text: str, position: int, headings: list[Heading]) -> str | None:
    """Return the heading in force. A heading counts from its line on; the white space before it belongs to the chunk
    that it opens."""
    position += len(text[position:]) - len(text[position:].lstrip())
    passed = [heading.label for heading in headings if heading.position <= position]
    return passed[-1] if passed else None
