"""A small statistical reader beside the rules: sentences that tell of the person in words that no list holds.

It knows the special categories, and name, pronouns, gender, language and city. Two classifiers, trained by
`scripts/train_reader.py` on the project's own text, judge a sentence: one by its spelling (`reader_features`), one by
its meaning, which the bundled MiniLM reads with last layers of its own. Linear time; a sentence costs a fraction of a
millisecond, and where its spelling does not settle the question, as much as an embedding. Sentences in other languages
have a reader of their own (`multilingual_reader`), and so have violence, immigration and ways into a home: one learnt
later, on the same vectors, that leaves what the first says of the other fields as it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from providers.embedding import Progress
from providers.embedding.bundled import BundledEncoder
from providers.language import is_foreign
from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.statement import Mention
from providers.statements.foreign.languages import is_in_foreign_language
from providers.statements.gate import multilingual_reader
from providers.statements.gate.layouts import names_sensitive_field
from providers.statements.gate.multilingual_reader import Finding
from providers.statements.gate.reader_features import features, likeliest, log_odds, log_probabilities
from providers.statements.special.occupations import without_jobs
from providers.statements.text.normalise import STANDALONE_UUID
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import FIGURATIVE

FILE: Final = Path(__file__).parents[1] / "data" / "special_reader.npz"
LAYERS: Final = FILE.with_name("special_reader_layers.npz")
SAFETY: Final = FILE.with_name("safety_reader.npz")
DOUBT: Final = -0.5  # log-odds below which a word of the lists is taken for talk of something else
IDENTITY_DOUBT: Final = -2.2  # the same of a name, a place, a language or pronouns
RULE_DOUBT: Final = -3.5  # the same of what a rule finds by the words around it
FOREIGN_DOUBT: Final = -1.5  # the highest in other languages, where fewer sentences were measured
_LEAST_WORDS: Final = 4
_LEAST_FOREIGN_WORDS: Final = 2
_LAST_PLAIN: Final = 0x250  # the end of Latin letters with accents
_WORD: Final = re.compile(r"[^\W\d_]\S*")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")  # Thai, Japanese, Chinese: half a word each
_IDENTIFIER: Final = re.compile(rf"{STANDALONE_UUID}|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{{7,64}}\b", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"[,;:.()\n\u2013\u2014]|\s-\s|\b(?:and|but|or|while|because|since|so)\b", re.IGNORECASE)
# Words of English alone: of what has none the English classifiers know little, so they doubt nothing there.
_ENGLISH: Final = re.compile(
    r"\b(?:the|of|to|and|is|was|are|were|be|been|became|becomes|with|at|by|from|for|into|about|how|this|that|which"
    r"|has|have|had|my|his|her|their|its|not|he|she|they|we|you|your|our|would|could|should|will|must|can|may|does|did"
    r"|when|where|who|which|than|then|there|these|those|or|if|up|two|one|ones|some|any|only|goes|gets)\b",
    re.IGNORECASE,
)
# Such a key says nothing: "note-12: ...", "insight:correct-last: ...". In a longer word each digit would be tried.
_NUMBERED: Final = re.compile(r"\A(?=\S{1,256}\s)(?:[^\s:]*\d[^\s:]*|[^\s:]{1,2}|[^\s:]+:\S*):\s+")
_SLUG: Final = re.compile(r"\A(?=\S{1,256}\s)([^\W_]+(?:[-_][^\W_]+)+):\s+")
# Who said it: of 'The user said: "..."' what was said is read. Nor do some labels tell a thing.
_FRAME: Final = re.compile(
    r"\A(?:the |an? )?[^\W\d_]+ (?:said|says|asked|answered|wrote|told (?:me|us|you)|noted|added): ?[\"'“«„]?",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"\A(?:note|memo|info|update|summary|fact|reminder|entry): ", re.IGNORECASE)
_ASKED: Final = re.compile(r"\basked (?:how to|when|who|whether|what|why|where|if(?! (?:i|she|he|they|we)\b))\b")
_OWNERS: Final = frozenset(["my", "her", "his", "their", "our", "'s", "since"])
_REMEMBERED: Final = 2_048  # sentences: a write is read several times on its way
_Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reader:
    """`fields` are the keys, the first is none of them. A sentence counts from log-odds of its field's threshold on.

    Below `floor` the spelling alone settles that it tells nothing.
    """

    fields: tuple[str, ...]
    spelling: _Floats  # [buckets, fields]
    spelling_bias: _Floats  # [fields]
    meaning: _Floats  # [dimensions, fields]
    meaning_bias: _Floats  # [fields]
    thresholds: _Floats  # [fields]
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
                thresholds=stored["thresholds"],
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


@cache
def _model() -> BundledEncoder:
    return BundledEncoder.tuned_minilm(LAYERS)


def prepare(progress: Progress) -> None:
    """Make the model that reads ready; `progress` gets a line for each step. Raises PreparationFailed."""
    _model().prepare(progress)


def meanings_of(texts: Sequence[str]) -> _Floats:
    """Unit vectors [len(texts), dimensions]."""
    vectors: _Floats = _model().embed(texts)
    return vectors


@cache
def readers() -> tuple[Reader, Reader]:
    """The first, and that of `SAFETY`, which reads where the first finds nothing."""
    return Reader.load(), Reader.load(SAFETY)


@lru_cache(maxsize=_REMEMBERED)
def _spelling_of(text: str) -> tuple[_Floats, ...]:
    """For each reader."""
    return tuple(reader.by_spelling(text) for reader in readers())


def fields_of(texts: Sequence[str]) -> list[str | None]:
    """What each sentence tells of the person; None where nothing special."""
    spellings = [_spelling_of(text) for text in texts]
    open_at = [at for at, some in enumerate(spellings) if any(map(_is_open, readers(), some))]
    found: list[str | None] = [None] * len(texts)
    vectors = meanings_of([texts[at] for at in open_at]) if open_at else ()
    for at, vector in zip(open_at, vectors, strict=True):
        read = (_field(reader, one, vector) for reader, one in zip(readers(), spellings[at], strict=True))
        found[at] = next(filter(None, read), None)
    return found


def _is_open(reader: Reader, spelling: _Floats) -> bool:
    """Whether the spelling does not settle that a sentence tells nothing."""
    return bool(log_odds(spelling) >= reader.floor)


def _field(reader: Reader, spelling: _Floats, vector: _Floats) -> str | None:
    if not _is_open(reader, spelling):
        return None
    meaning = reader.by_meaning(vector)
    field = likeliest(spelling + meaning)
    return reader.fields[field] if _together(spelling, meaning) >= reader.thresholds[field] else None


def _together(spelling: _Floats, meaning: _Floats) -> float:
    """The meaning counts twice: of whom something is said, the spelling hardly tells."""
    return float(log_odds(spelling) + 2 * log_odds(meaning)) / 3


def odds_of(texts: Sequence[str]) -> list[float]:
    """Log-odds that each text tells anything special of the person, by the first reader."""
    return [odds[0] for odds in _odds_by_each(texts)]


def _odds_of_field(key: str, texts: Sequence[str]) -> list[float]:
    """By every reader that may know the field: of violence the first says something too, as health or crime."""
    return [max(odds) for odds in _odds_by_each(texts)] if key in readers()[1].fields else odds_of(texts)


def _odds_by_each(texts: Sequence[str]) -> list[tuple[float, ...]]:
    return [
        tuple(
            _together(one, reader.by_meaning(vector)) for reader, one in zip(readers(), _spelling_of(text), strict=True)
        )
        for text, vector in zip(texts, meanings_of(texts), strict=True)
    ]


def read_special(sentences: Sequence[Sentence]) -> list[Mention | None]:
    """The field of a special category that each sentence seems to tell of; its value is the whole sentence."""
    readable = [_text_to_read(sentence) for sentence in sentences]
    foreign = {text: is_foreign(text) for text in readable if text}
    english, others = ([text for text in foreign if foreign[text] == kind] for kind in (False, True))
    read = {text: Finding(key, is_sure=False) for text, key in zip(english, fields_of(english), strict=True) if key}
    read |= multilingual_reader.findings(others)
    return [
        Mention(one.key, Span(sentence.start, sentence.end), one.is_sure) if (one := read.get(text)) else None
        for sentence, text in zip(sentences, readable, strict=True)
    ]


def _text_to_read(sentence: Sentence) -> str:
    """What is read of a sentence; nothing of a mere question, also a reported one, and of a few words."""
    text = without_jobs(FIGURATIVE.sub("", _readable(sentence, sentence.start, sentence.end)))
    return "" if sentence.only_asks or _reports_question(sentence) or _is_short(text) else text


def _reports_question(sentence: Sentence) -> bool:
    """ "The user asked who lived there", but not "asked how to sleep since her divorce"."""
    return bool(_ASKED.search(sentence.folded)) and _OWNERS.isdisjoint(sentence.vocabulary)


def doubt_of(key: str) -> float:
    """The log-odds below which a listed word of the field is taken for talk of something else. Where a key lies is
    doubted as a place is."""
    return DOUBT if key in SPECIAL_KEYS and key != "home_access" else IDENTITY_DOUBT


def doubts(sentence: Sentence, value: Span, *, key: str, below: float) -> bool:
    """Whether a value plainly tells nothing of the person: sentence and clause alone have log-odds `below` that.

    The clause counts by itself, so that no talk of other things around it hides what it tells.
    """
    texts = _clause_and_sentence(sentence, value)
    if any(map(_is_short, texts)):
        return False
    if is_foreign(texts[1]):
        return multilingual_reader.knows(key) and max(multilingual_reader.odds_of(texts)) < min(below, FOREIGN_DOUBT)
    if not _is_plain_english(texts[0]) or is_in_foreign_language(sentence):
        return False
    return max(_odds_of_field(key, list(dict.fromkeys(texts)))) < below


def _clause_and_sentence(sentence: Sentence, value: Span) -> tuple[str, str]:
    """What is read of the clause around a value, and of the whole sentence."""
    text = sentence.view.plain
    before = [match.end() for match in _CLAUSE.finditer(text, sentence.start, value.start)]
    after = _CLAUSE.search(text, value.end, sentence.end)
    clause = _readable(sentence, before[-1] if before else sentence.start, after.start() if after else sentence.end)
    return clause, _readable(sentence, sentence.start, sentence.end)


def _is_plain_english(text: str) -> bool:
    """Of other letters ("ᴄᴀʟʟ ᴍᴇ") the classifiers know as little as of other languages."""
    return bool(_ENGLISH.search(text)) and all(ord(one) < _LAST_PLAIN for one in text if one.isalpha())


def _readable(sentence: Sentence, start: int, end: int) -> str:
    said = _FRAME.sub("", _NUMBERED.sub("", sentence.view.plain[start:end]))
    return _IDENTIFIER.sub("", _SLUG.sub(_telling, said)).strip()


def _telling(slug: re.Match[str]) -> str:
    """A key before a text, if a word of it names a field ("home-city: ..."); the rules read any other too."""
    return slug[0] if any(names_sensitive_field(word) for word in re.split(r"[-_]", slug[1])) else ""


def _is_short(text: str) -> bool:
    """Whether it has too few words to be read: in English its rules know those that tell something."""
    said = _LABEL.sub("", text)
    words = len(_WORD.findall(said)) + len(_UNSPACED.findall(said)) // 2
    return words < _LEAST_FOREIGN_WORDS or (words < _LEAST_WORDS and not is_foreign(text))
