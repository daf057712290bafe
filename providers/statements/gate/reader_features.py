"""Features of a sentence's spelling for the statistical reader: its words, pairs of words and pieces of words, hashed.
And functions over its classifier's scores for several fields, of which the first means none."""

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
_Floats = npt.NDArray[np.float32]


def features(text: str) -> npt.NDArray[np.int64]:
    """Return the bucket numbers, each once; all digits count as one."""
    words = _WORD.findall(_DIGIT.sub("0", text.casefold()))
    found = {_bucket(f"{first} {second}") for first, second in zip(["^", *words], [*words, "$"], strict=True)}
    found.update(*map(_of_word, words))
    return np.fromiter(sorted(found), np.int64)


@lru_cache(maxsize=4_096)
def _of_word(word: str) -> frozenset[int]:
    """The buckets of a word and of its pieces; cached, as most words of a text are common ones."""
    padded = f"<{word}>"
    pieces = (f"~{padded[at : at + length]}" for length in _PIECES for at in range(len(padded) - length + 1))
    return frozenset(map(_bucket, (word, *pieces)))


def _bucket(feature: str) -> int:
    return crc32(feature.encode(errors="surrogatepass")) % BUCKETS


def log_probabilities(scores: _Floats) -> _Floats:
    """Return the log-probabilities of the fields, along the last axis."""
    logs: _Floats = scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    return logs


def log_odds(logs: _Floats) -> _Floats:
    """Return the log-odds of any field over none, from log-probabilities, reducing the last axis."""
    odds: _Floats = np.logaddexp.reduce(logs[..., 1:], axis=-1) - logs[..., 0]
    return odds


def likeliest(logs: _Floats) -> int:
    """Return the index of the likeliest field except the first, from the log-probabilities of one text."""
    return 1 + int(np.argmax(logs[1:]))
