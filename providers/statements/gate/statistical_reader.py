"""A small statistical reader for sentences in wording that no list contains.

It knows the special categories, and name, pronouns, gender, language and city. Two classifiers, trained by
`scripts/train_reader.py` on the project's own text, judge a sentence: one by its spelling (`reader_features`), one by
its meaning, as embedded by the bundled MiniLM with last layers of its own. Linear time; a sentence costs a fraction of
a millisecond, and where its spelling is not conclusive, as much as an embedding. Sentences in other languages have
their own reader (`multilingual_reader`). So have violence, immigration and home access: that reader was trained later
on the same vectors, and leaves the first one's results for other fields unchanged.
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
DOUBT: Final = -0.5  # log-odds below which a listed word counts as being about something else
IDENTITY_DOUBT: Final = -2.2  # the same for a name, a place, a language or pronouns
RULE_DOUBT: Final = -3.5  # the same for matches of a rule, which include the words around the value
FOREIGN_DOUBT: Final = -1.5  # upper limit in other languages, where fewer sentences were measured
_MIN_WORDS: Final = 4
_MIN_FOREIGN_WORDS: Final = 2
_LATIN_END: Final = 0x250  # the end of Latin letters with accents
_WORD: Final = re.compile(r"[^\W\d_]\S*")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")  # Thai, Japanese, Chinese: half a word each
_IDENTIFIER: Final = re.compile(rf"{STANDALONE_UUID}|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{{7,64}}\b", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"[,;:.()\n\u2013\u2014]|\s-\s|\b(?:and|but|or|while|because|since|so)\b", re.IGNORECASE)
# English function words: without one, the English classifiers are unreliable and doubt nothing.
_ENGLISH: Final = re.compile(
    r"\b(?:the|of|to|and|is|was|are|were|be|been|became|becomes|with|at|by|from|for|into|about|how|this|that|which"
    r"|has|have|had|my|his|her|their|its|not|he|she|they|we|you|your|our|would|could|should|will|must|can|may|does|did"
    r"|when|where|who|which|than|then|there|these|those|or|if|up|two|one|ones|some|any|only|goes|gets)\b",
    re.IGNORECASE,
)
# Keys that carry no meaning: "note-12: ...", "insight:correct-last: ...". The length limit keeps matching linear.
_NUMBERED: Final = re.compile(r"\A(?=\S{1,256}\s)(?:[^\s:]*\d[^\s:]*|[^\s:]{1,2}|[^\s:]+:\S*):\s+")
_SLUG: Final = re.compile(r"\A(?=\S{1,256}\s)([^\W_]+(?:[-_][^\W_]+)+):\s+")
# Attributions: in 'The user said: "..."' only the quotation is read. Some labels carry no meaning either.
_ATTRIBUTION: Final = re.compile(
    r"\A(?:the |an? )?[^\W\d_]+ (?:said|says|asked|answered|wrote|told (?:me|us|you)|noted|added): ?[\"'“«„]?",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"\A(?:note|memo|info|update|summary|fact|reminder|entry): ", re.IGNORECASE)
_ASKED: Final = re.compile(r"\basked (?:how to|when|who|whether|what|why|where|if(?! (?:i|she|he|they|we)\b))\b")
_OWNERS: Final = frozenset(["my", "her", "his", "their", "our", "'s", "since"])
_CACHE_SIZE: Final = 2_048  # sentences; a write is read several times on its way
_Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reader:
    """A classifier. `fields` are the keys; the first means none of them. A sentence counts from its field's threshold
    (log-odds) on.

    Below `floor` the spelling alone is conclusive: the sentence states nothing.
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
        """Return the log-probability of each field."""
        found = features(text)
        weights = self.spelling[found].sum(axis=0) / np.sqrt(max(1, len(found)))
        return log_probabilities(weights + self.spelling_bias)

    def by_meaning(self, vector: _Floats) -> _Floats:
        """Return the log-probability of each field."""
        return log_probabilities(vector @ self.meaning + self.meaning_bias)


@cache
def _model() -> BundledEncoder:
    return BundledEncoder.tuned_minilm(LAYERS)


def prepare(progress: Progress) -> None:
    """Make the model ready; `progress` gets a line for each step. Raises PreparationFailed."""
    _model().prepare(progress)


def sentence_embeddings(texts: Sequence[str]) -> _Floats:
    """Return unit vectors [len(texts), dimensions]."""
    vectors: _Floats = _model().embed(texts)
    return vectors


@cache
def readers() -> tuple[Reader, Reader]:
    """Return the first reader, and that of `SAFETY`, which is used where the first finds nothing."""
    return Reader.load(), Reader.load(SAFETY)


@lru_cache(maxsize=_CACHE_SIZE)
def _spelling_scores(text: str) -> tuple[_Floats, ...]:
    """The log-probabilities by spelling of each reader."""
    return tuple(reader.by_spelling(text) for reader in readers())


def fields_of(texts: Sequence[str]) -> list[str | None]:
    """Return the field of each sentence; None if it states nothing special."""
    spellings = [_spelling_scores(text) for text in texts]
    undecided = [at for at, scores in enumerate(spellings) if any(map(_is_undecided, readers(), scores))]
    found: list[str | None] = [None] * len(texts)
    vectors = sentence_embeddings([texts[at] for at in undecided]) if undecided else ()
    for at, vector in zip(undecided, vectors, strict=True):
        read = (_field(reader, one, vector) for reader, one in zip(readers(), spellings[at], strict=True))
        found[at] = next(filter(None, read), None)
    return found


def _is_undecided(reader: Reader, spelling: _Floats) -> bool:
    """Whether the spelling does not rule the sentence out."""
    return bool(log_odds(spelling) >= reader.floor)


def _field(reader: Reader, spelling: _Floats, vector: _Floats) -> str | None:
    if not _is_undecided(reader, spelling):
        return None
    meaning = reader.by_meaning(vector)
    field = likeliest(spelling + meaning)
    return reader.fields[field] if _combined_odds(spelling, meaning) >= reader.thresholds[field] else None


def _combined_odds(spelling: _Floats, meaning: _Floats) -> float:
    """The meaning has twice the weight: the spelling hardly shows whom a sentence is about."""
    return float(log_odds(spelling) + 2 * log_odds(meaning)) / 3


def odds_of(texts: Sequence[str]) -> list[float]:
    """Return the log-odds that each text states anything special about the person, by the first reader."""
    return [odds[0] for odds in _odds_by_reader(texts)]


def _odds_of_field(key: str, texts: Sequence[str]) -> list[float]:
    """Return the highest log-odds of the readers for the field: the first also reads violence, as health or crime."""
    return [max(odds) for odds in _odds_by_reader(texts)] if key in readers()[1].fields else odds_of(texts)


def _odds_by_reader(texts: Sequence[str]) -> list[tuple[float, ...]]:
    return [
        tuple(
            _combined_odds(one, reader.by_meaning(vector))
            for reader, one in zip(readers(), _spelling_scores(text), strict=True)
        )
        for text, vector in zip(texts, sentence_embeddings(texts), strict=True)
    ]


def read_special(sentences: Sequence[Sentence]) -> list[Mention | None]:
    """Return a mention of the whole sentence with its likely special category; None for each sentence without one."""
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
    """Return the text to classify; empty for questions, also reported ones, and for too few words."""
    text = without_jobs(FIGURATIVE.sub("", _readable(sentence, sentence.start, sentence.end)))
    return "" if sentence.is_only_question or _reports_question(sentence) or _is_short(text) else text


def _reports_question(sentence: Sentence) -> bool:
    """ "The user asked who lived there", but not "asked how to sleep since her divorce"."""
    return bool(_ASKED.search(sentence.folded)) and _OWNERS.isdisjoint(sentence.vocabulary)


def doubt_threshold(key: str) -> float:
    """Return the log-odds below which a listed word of the field counts as being about something else. A key's place
    has the threshold of places."""
    return DOUBT if key in SPECIAL_KEYS and key != "home_access" else IDENTITY_DOUBT


def doubts(sentence: Sentence, value: Span, *, key: str, below: float) -> bool:
    """Whether a value clearly states nothing about the person: both its sentence and its clause have log-odds `below`.

    The clause is also judged alone, so that unrelated words around it do not hide a statement.
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
    """Return the text to classify of the clause around a value, and of the whole sentence."""
    text = sentence.view.plain
    before = [match.end() for match in _CLAUSE.finditer(text, sentence.start, value.start)]
    after = _CLAUSE.search(text, value.end, sentence.end)
    clause = _readable(sentence, before[-1] if before else sentence.start, after.start() if after else sentence.end)
    return clause, _readable(sentence, sentence.start, sentence.end)


def _is_plain_english(text: str) -> bool:
    """Whether the classifiers can judge the text: other letters ("ᴄᴀʟʟ ᴍᴇ") are as unknown to them as other
    languages."""
    return bool(_ENGLISH.search(text)) and all(ord(one) < _LATIN_END for one in text if one.isalpha())


def _readable(sentence: Sentence, start: int, end: int) -> str:
    text = _ATTRIBUTION.sub("", _NUMBERED.sub("", sentence.view.plain[start:end]))
    return _IDENTIFIER.sub("", _SLUG.sub(_field_slug, text)).strip()


def _field_slug(slug: re.Match[str]) -> str:
    """Keep a key before a text if one of its words names a field ("home-city: ..."); the rules read any other key
    too."""
    return slug[0] if any(names_sensitive_field(word) for word in re.split(r"[-_]", slug[1])) else ""


def _is_short(text: str) -> bool:
    """Whether the text has too few words to be classified: the rules cover short English statements."""
    unlabelled = _LABEL.sub("", text)
    words = len(_WORD.findall(unlabelled)) + len(_UNSPACED.findall(unlabelled)) // 2
    return words < _MIN_FOREIGN_WORDS or (words < _MIN_WORDS and not is_foreign(text))
