"""What the statistical reader sees of a sentence's spelling: its words, pairs of words and pieces of words, hashed."""

import re
from typing import Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

BUCKETS: Final = 1 << 15
_PIECES: Final = (3, 4, 5)
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_DIGIT: Final = re.compile(r"\d")


def features(text: str) -> npt.NDArray[np.int64]:
    """The numbers of the buckets, each once; all digits count as one."""
    words = _WORD.findall(_DIGIT.sub("0", text.casefold()))
    pairs = (f"{first} {second}" for first, second in zip(["^", *words], [*words, "$"], strict=True))
    pieces = (
        padded[at : at + length]
        for word in words
        for padded in (f"<{word}>",)
        for length in _PIECES
        for at in range(len(padded) - length + 1)
    )
    found = {*words, *pairs, *(f"~{piece}" for piece in pieces)}
    return np.fromiter({crc32(one.encode(errors="surrogatepass")) % BUCKETS for one in sorted(found)}, np.int64)
