"""What the statistical reader sees of a sentence's spelling: its words, pairs of words and pieces of words, hashed."""

import re
from functools import lru_cache
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
    found = {_bucket(f"{first} {second}") for first, second in zip(["^", *words], [*words, "$"], strict=True)}
    found.update(*map(_of_word, words))
    return np.fromiter(sorted(found), np.int64)


@lru_cache(maxsize=4_096)
def _of_word(word: str) -> frozenset[int]:
    """The buckets of a word and of its pieces: most words of a text are common ones."""
    padded = f"<{word}>"
    pieces = (f"~{padded[at : at + length]}" for length in _PIECES for at in range(len(padded) - length + 1))
    return frozenset(map(_bucket, (word, *pieces)))


def _bucket(feature: str) -> int:
    return crc32(feature.encode(errors="surrogatepass")) % BUCKETS
