"""Reads the labelled sentences and scores what `find` makes of them."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from providers.statements import find

DATA = Path(__file__).parent / "data"
PERSON = "Ana"


class Sentence(NamedTuple):
    """One labelled sentence: who says it, and the facts in it as (key, value), with "!" before a denied key."""

    voice: str
    text: str
    facts: frozenset[tuple[str, str]]


def rows(name: str) -> list[list[str]]:
    """The rows of one file; lines that start with "#" are comments."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def read(name: str) -> list[Sentence]:
    """The sentences of one file."""
    return [_sentence(*row) for row in rows(name)]


def _sentence(voice: str, text: str, facts: str) -> Sentence:
    pairs = (fact.split("=", 1) for fact in facts.split("; ") if facts != "-")
    return Sentence(voice, text, frozenset((key, _normal(value)) for key, value in pairs))


def _normal(value: str) -> str:
    return " ".join(value.casefold().split()).strip(" .")


def found(sentence: Sentence) -> frozenset[tuple[str, str]]:
    """What `find` says about the person."""
    statements = find(sentence.text, speaker=PERSON, role=sentence.voice)
    return frozenset(
        ("!" + s.key if s.negated else s.key, _normal(s.value)) for s in statements if s.about != "third_party"
    )


@dataclass
class Score:
    """Hits, false finds and misses by kind; all favourites are one kind."""

    hits: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        """Mean over the kinds that were found at all, 0..1."""
        return _mean(self.hits, self.false)

    @property
    def recall(self) -> float:
        """Mean over the kinds that were to be found, 0..1."""
        return _mean(self.hits, self.missed)


def score(sentences: list[Sentence]) -> Score:
    """Compare `find` with the labels."""
    result = Score()
    for sentence in sentences:
        got = found(sentence)
        result.hits.update(map(kind_of, got & sentence.facts))
        result.false.update(map(kind_of, got - sentence.facts))
        result.missed.update(map(kind_of, sentence.facts - got))
    return result


def kind_of(fact: tuple[str, str]) -> str:
    key = fact[0].removeprefix("!")
    return "favorite" if key.startswith("favorite_") else key


def _mean(hits: Counter[str], others: Counter[str]) -> float:
    totals = hits + others
    return sum(hits[kind] / total for kind, total in totals.items()) / len(totals)
