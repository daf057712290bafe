"""A small statistical reader beside the rules: sentences that tell of a special category in words that no list holds.

Two linear classifiers, trained by `scripts/train_reader.py` on the project's own text, judge a sentence: one by its
spelling (`reader_features`), one by its meaning, which is the vector of the bundled MiniLM whatever model searches.
The mean of both counts. Linear time; a sentence costs a fraction of a millisecond, and where its spelling does not
settle the question, the embedding of one sentence.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from providers.embedding import embed_by_minilm
from providers.statements.reader_features import features
from providers.statements.sentences import Sentence
from providers.statements.slots import Span
from providers.statements.statement import Mention

FILE: Final = Path(__file__).parent / "data" / "special_reader.npz"
_LEAST_WORDS: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]\S*")
_IDENTIFIER: Final = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\A[^\s:]*\d[^\s:]*:\s+")  # the key of a memory ("note-12: ...") says nothing
_REMEMBERED: Final = 2_048  # sentences: a write is read several times on its way
_Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reader:
    """`fields` are the keys, the first is none of them. A sentence counts from `threshold` (log-odds) on.

    Below `floor` the spelling alone settles that it tells nothing.
    """

    fields: tuple[str, ...]
    spelling: _Floats  # [buckets, fields]
    spelling_bias: _Floats  # [fields]
    meaning: _Floats  # [dimensions, fields]
    meaning_bias: _Floats  # [fields]
    threshold: float
    floor: float

    @classmethod
    def load(cls, file: Path = FILE) -> Self:
        with np.load(file, allow_pickle=False) as stored:
            scales = stored["spelling_scale"].astype(np.float32)
            return cls(
                fields=tuple(stored["fields"].tolist()),
                spelling=stored["spelling"].astype(np.float32) * scales,
                spelling_bias=stored["spelling_bias"],
                meaning=stored["meaning"],
                meaning_bias=stored["meaning_bias"],
                threshold=float(stored["threshold"]),
                floor=float(stored["floor"]),
            )

    def by_spelling(self, text: str) -> _Floats:
        """Log-probability of each field."""
        found = features(text)
        weights = self.spelling[found].sum(axis=0) / np.sqrt(max(1, len(found)))
        return log_probabilities(weights + self.spelling_bias)

    def by_meaning(self, vector: _Floats) -> _Floats:
        """Log-probability of each field."""
        return log_probabilities(vector @ self.meaning + self.meaning_bias)

    def field_of(self, text: str) -> str | None:
        """What a sentence tells of the person; None where nothing special."""
        spelling = self.by_spelling(text)
        if log_odds(spelling) < self.floor:
            return None
        meaning = self.by_meaning(embed_by_minilm([text])[0])
        if (log_odds(spelling) + log_odds(meaning)) / 2 < self.threshold:
            return None
        return self.fields[1 + int(np.argmax((spelling + meaning)[1:]))]


def log_probabilities(scores: _Floats) -> _Floats:
    highest = scores.max(axis=-1, keepdims=True)
    sums: _Floats = np.log(np.exp(scores - highest).sum(axis=-1, keepdims=True))
    logs: _Floats = scores - highest - sums
    return logs


def log_odds(logs: _Floats) -> float:
    """How much likelier any field is than none, as a logarithm."""
    return float(np.logaddexp.reduce(logs[1:]) - logs[0])


@cache
def reader() -> Reader:
    return Reader.load()


@lru_cache(maxsize=_REMEMBERED)
def _field_of(text: str) -> str | None:
    return reader().field_of(text)


def read_special(sentence: Sentence) -> Mention | None:
    """The field of a special category that a sentence seems to tell of; its value is the whole sentence."""
    text = _IDENTIFIER.sub("", _NUMBERED.sub("", sentence.view.plain[sentence.start : sentence.end]))
    if sentence.texts[-1] == "?" or len(_WORD.findall(text)) < _LEAST_WORDS:
        return None
    key = _field_of(text)
    return Mention(key, Span(sentence.start, sentence.end)) if key else None
