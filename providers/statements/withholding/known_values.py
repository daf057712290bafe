"""Finds the sentences of a text that say a known value of the person, whoever says it and in any form of the word
(R31).

The values wait for the person or were refused. A clause that holds one counts as theirs, unless it is plainly about
somebody or something else: a journey, a relative, a product. What stands in the sentence around such a clause tells of
the value, too ("..., sober for two years"), so that the whole of it is found.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.statement import Statement
from providers.statements.gate.detector import sensitive
from providers.statements.subjects.ownership import RELATED
from providers.statements.text import evidence_words as w
from providers.statements.text import gazetteer
from providers.statements.text.inflections import Term
from providers.statements.text.normalise import normalize_value, view
from providers.statements.text.sentences import Sentence, Word, sentences
from providers.statements.text.special_words import BELONGING, GROUP_KEYS, THEMES, TOPICS, following
from providers.statements.text.words import PERSON_NOUNS, PRONOUNS, SELF
from providers.statements.withholding.ambiguous_values import is_meant, is_plain, names_field

# A field's key and its value, normalised.
Value = tuple[str, str]
Span = tuple[int, int]

# Longer texts are read for the values alone, not for what they state in a disguise.
LONGEST_READ: Final = 4_000
# A value of so many words is a whole sentence, with words in it that say other fields' values.
_SENTENCE: Final = 6
_LEAST_SAID: Final = 3  # letters
_SHORT: Final = 3  # words: so few are an answer ("Zagreb it is"), read with what stands around them
_CLAUSE_END = re.compile(
    r"[,;:()\[\]{}\u2013\u2014]| - |\b(?:but|so|while|whereas|because|although|though|and|or|since|which)(?= (?:i|i'm"
    r"|my|you|your|you're|he|she|they|we|it|the|a|an|his|her|their|our|there|this|that|what|will|would|can|could|let|let's"
    r"|please|how|do|did|have|need|want|prefer|like|love|work|drink|eat|play|also|not)\b)"
)
_MARKS = re.compile(r"[^\w\s]+")
_LABEL_END = re.compile(r"(?: said)?:")
_SECOND_PERSON: Final = frozenset(["you", "your", "yours", "you're"])
_FIRST_PERSON: Final = SELF | {"my", "me", "mine", "our", "us"}
_SOMEBODY: Final = (
    PERSON_NOUNS | PRONOUNS | _FIRST_PERSON | _SECOND_PERSON | {"her", "his", "him", "their", "them"} | w.OWN_ATTRIBUTES
)
_ENGLISH: Final = frozenset(["the", "a", "an", "is", "are", "was", "of", "in", "to", "for", "and", "with", "has", "on"])
_OF_PLACES: Final = frozenset(["city", "home_address", "hometown", "nationality"])
_OF_CITIES: Final = frozenset(["city", "hometown"])
_OF_LANGUAGES: Final = frozenset(["language", "languages_spoken"])
_OF_NAMES: Final = frozenset(["preferred_name"])
_OWNERS: Final = frozenset(["my", "our", "your", "her", "his", "their", "fellow", "'s"])
_INCLUDED: Final = frozenset(["me", "us", "myself", "yourself"])  # "transgender people like me"
_IS: Final = frozenset(["i'm", "am", "is"])
_SPOKEN: Final = frozenset(["in", "speak", "speaks", "speaking", "spoke", "spoken", "talk", "talks", "talking"])
_DREAMS: Final = (["dream", "of"], ["dreams", "of"])
_GO: Final = frozenset(["go", "goes", "going", "went"])
_TAKING: Final = frozenset(["take", "takes", "taking", "bring", "brings", "bringing"])
_OF_A_JOURNEY: Final = 2  # words
_TAKEN: Final = 4  # words: "take my old aunt to"
_CALL: Final = frozenset(["call", "called", "calling", "calls", "refer", "referred", "address", "addressed"])
_NAMING: Final = _CALL | {"handle", "known", "name", "named", "names", "nickname", "nicknamed"}


class Echo(NamedTuple):
    """`text[start:end]` says `value`."""

    start: int
    end: int
    value: Value


def echoes(text: str, values: Collection[Value], *, plain: bool = False) -> list[Echo]:
    """The sentences that say one of the values of the person, in order of their place; several may overlap.

    With `plain` what the text states in rules' words or in a disguise is not looked for: it was read before.
    """
    wanted = [(value, Term(value[1])) for value in values]
    if not wanted:
        return []
    found = {*_in_sentences(text, [(value, term) for value, term in wanted if term.words])}
    if not plain and len(text) <= LONGEST_READ:
        found |= set(_stated(text, wanted))
    return sorted(found)


def says_any(text: str, values: Iterable[Value]) -> bool:
    """Whether the words of one of the values stand in a text, whatever it says of them."""
    terms = [(value, Term(_MARKS.sub(" ", value[1]))) for value in values]
    return any(
        _may_be_named(value, sentence) and next(iter(term.places(sentence.words)), None) is not None
        for sentence in sentences(view(text))
        for value, term in terms
        if term.words
    )


def _may_be_named(value: Value, sentence: Sentence) -> bool:
    """Whether a name without sentences, which has no marks, may mean such a value."""
    key, said = value
    return not (key == "pronouns" or is_plain(said)) or names_field(key, sentence.vocabulary)


def pattern_of(value: str) -> str:
    """A regular expression of PostgreSQL's that every text which plainly says a value matches, and others besides."""
    return Term(value).pattern


def _stated(text: str, wanted: Sequence[tuple[Value, Term]]) -> Iterator[Echo]:
    """What the gate finds, also in another spelling or encoding."""
    for statement in sensitive(text):
        said = Term(normalize_value(statement.value))
        for value, term in wanted:
            if _is_about(statement, said, value, term):
                yield from (Echo(*span, value) for span in _spans_with(text, statement, term, value[0]))


def _is_about(statement: Statement, said: Term, value: Value, term: Term) -> bool:
    """Whether a statement says a value, or a part of it that tells of the same field."""
    if is_plain(value[1]):
        return normalize_value(statement.value) == value[1]
    if not (said.is_part_of(term) or term.is_part_of(said)):
        return False
    is_whole_sentence = max(len(said.words), len(term.words)) >= _SENTENCE
    if not is_whole_sentence or not value[0]:
        return True
    return statement.key == value[0] and max(map(len, said.words)) >= _LEAST_SAID


def _spans_with(text: str, statement: Statement, term: Term, key: str) -> list[tuple[int, int]]:
    """The sentences of a statement with a value, all of them if its words do not stand there; none where they name a
    theme."""
    spans = [(one, one.original_span) for one in sentences(view(text))]
    stated = [(one, span) for one, span in spans if span[0] < statement.end and statement.start < span[1]]
    clauses = [_Clause(one, place) for one, _span in stated for place in term.places(one.words)]
    if not clauses:
        places = [(statement.start, statement.end), *(span for _one, span in stated)]
        return [(min(start for start, _ in places), max(end for _, end in places))]
    return [clause.span(key) for clause in clauses if not (clause.names_a_theme(key) or clause.takes_there(key))]


def _in_sentences(text: str, wanted: Sequence[tuple[Value, Term]]) -> Iterator[Echo]:
    seen = view(text)
    terms = [(value, term) for value, term in wanted if term.may_occur_in(seen.folded)]
    said = [*sentences(seen)] if terms else []
    for at, sentence in enumerate(said):
        for value, term in terms:
            for place in term.places(sentence.words):
                clause = _Clause(sentence, place)
                if not is_meant(*value, sentence, place) or clause.is_about_something_else(value[0]):
                    continue
                if not (value[0] in _OF_CITIES and _is_where_a_journey_goes(said, at, place)):
                    yield Echo(*clause.span(value[0]), value)


def _is_where_a_journey_goes(said: Sequence[Sentence], at: int, place: tuple[int, int]) -> bool:
    """Whether a sentence is nothing but a place, the next one is of a journey, and none is of a home."""
    first, last = place
    is_bare = not any(text[0].isalnum() for text in (*said[at].texts[:first], *said[at].texts[last + 1 :]))
    is_followed = at + 1 < len(said) and len(w.JOURNEY & said[at + 1].vocabulary) >= _OF_A_JOURNEY
    return is_bare and is_followed and all(w.HOME.isdisjoint(one.vocabulary) for one in said)


class _Clause:
    """The part of a sentence around the words of a value, `words[first:last + 1]`."""

    def __init__(self, sentence: Sentence, place: tuple[int, int]) -> None:
        self._sentence, (self._first, self._last) = sentence, place
        words = sentence.words
        begin, end = words[self._first].start, words[self._last].end
        ends = list(_CLAUSE_END.finditer(sentence.view.folded, sentence.start, sentence.end))
        before = [found.end() for found in ends if found.end() <= begin]
        behind = [found.start() for found in ends if found.start() >= end]
        self._start = before[-1] if before else sentence.start
        self._end = behind[0] if behind else sentence.end
        cuts = [(sentence.start, sentence.start), *(found.span() for found in ends), (sentence.end, sentence.end)]
        pieces = [(one[1], two[0]) for one, two in pairwise(cuts) if sentence.view.folded[one[1] : two[0]].strip()]
        self._before = [piece for piece in pieces if piece[1] <= self._start]
        self._behind = [piece for piece in pieces if piece[0] >= self._end]
        # Before the value the part may hold more words than it needs to be read by; a short one is read with the rest.
        inside = [word for word in words if self._start <= word.start < self._end]
        is_short = sum(word.text[0].isalnum() for word in inside) <= _SHORT
        self._words: Sequence[Word] = words if is_short else inside

    def span(self, key: str) -> tuple[int, int]:
        """Where its sentence stands in the original, without the blanks around it.

        Beside a field that is no special category a clause about a relation stays: "..., and my sister sings."
        """
        first, last = self._start, self._end
        if before := self._around(key, reversed(self._before)):
            first = before[-1][0]
        if behind := self._around(key, self._behind):
            last = behind[-1][1]
        text = self._sentence.view.folded[first:last]
        start = first + len(text) - len(text.lstrip())
        return self._sentence.view.original_span(start, first + len(text.rstrip()))

    def _around(self, key: str, pieces: Iterable[Span]) -> list[Span]:
        """The parts of the sentence from the clause on, up to one that stays."""
        is_special = not key or key in SPECIAL_KEYS
        return list(takewhile(lambda piece: is_special or not self._tells_of_a_relation(*piece), pieces))

    def _tells_of_a_relation(self, start: int, end: int) -> bool:
        """Whether a part of the sentence has a relation of the person for its subject."""
        spoken = [word.text for word in self._sentence.words if start <= word.start < end]
        subject = next((text for text in spoken if text in RELATED | SELF | PRONOUNS or text == "you"), "")
        return subject in RELATED

    def is_about_something_else(self, key: str) -> bool:
        spoken = frozenset(word.text for word in self._words)
        if self._is_of_a_relation() or self.names_a_theme(key):
            return True
        if key in _OF_NAMES:
            return bool(w.NAMED_THINGS & spoken) or not self._gives_a_name(spoken)
        if key in _OF_PLACES and w.ELSEWHERE & spoken and not w.HOME & spoken:
            return True
        if key in _OF_LANGUAGES and ((w.STUDY | w.ELSEWHERE) & spoken - w.OWN_ATTRIBUTES or self._tells_a_kind()):
            return True
        if self.takes_there(key) or (key in _OF_CITIES and self._is_seen_from_afar()):
            return True
        return self._speaks_of_nobody(spoken)

    def _tells_a_kind(self) -> bool:
        """Whether the value only tells the kind of a thing: "French fries", but not "speaks French" or "in French"."""
        before, behind = self._sentence.text(self._first - 1), self._sentence.text(self._last + 1)
        return behind in w.GOODS and before not in _SPOKEN and self._sentence.touches(self._last + 1)

    def _is_seen_from_afar(self) -> bool:
        """Whether all that the sentence says of a city is that somebody likes, or wishes to see it, or has been there:
        "Ana loves Lisbon in spring"."""
        words = self._sentence.texts
        before, behind = words[: self._first], words[self._last + 1 :]
        verb = next((at for at, text in enumerate(before) if text in w.NON_RESIDENCE), 0)
        if verb != 1 or not (before[-1] in w.LIKING or before[-2:] in _DREAMS):
            return False
        others = {text for text in [*before[verb:], *behind] if text[0].isalnum()} - w.NON_RESIDENCE
        marks = {text for text in words[:-1] if not text[0].isalnum()}
        return not marks and ("than" in behind or not others) and all(map(gazetteer.is_place, others))

    def takes_there(self, key: str) -> bool:
        """Whether the city is where somebody else is taken to: "I'd like to take her to Lisbon again"."""
        *before, last = self._sentence.texts[max(0, self._first - _TAKEN - 1) : self._first] or [""]
        is_somebody_else = not _TAKING.isdisjoint(before) and _INCLUDED.isdisjoint(before)
        return key in _OF_CITIES and last == "to" and is_somebody_else

    def names_a_theme(self, key: str) -> bool:
        """Whether the value only tells what something is about: "a transgender conference", "LGBTQ+ rights"."""
        words = [word.text for word in self._sentence.words]
        before, behind = words[max(0, self._first - 2) : self._first], words[self._last + 1 : self._last + 6]
        is_theirs = any(text in _OWNERS or text.endswith("'s") for text in before) or _INCLUDED.intersection(behind)
        if key not in GROUP_KEYS or is_theirs or not BELONGING.isdisjoint(words) or self._last - self._first >= _SHORT:
            return False
        return not (TOPICS | THEMES).isdisjoint(following(behind))

    def _gives_a_name(self, spoken: frozenset[str]) -> bool:
        """Whether somebody is called by the value here, or told what it is; most sentences only speak of them by it."""
        words = self._sentence.words
        is_label = _LABEL_END.match(self._sentence.view.folded, words[self._last].end) is not None
        if is_label and not self._first:
            return False  # who speaks: "Ana: I call my mother daily."
        before = words[self._first - 1].text if self._first else ""
        if before in _IS or _NAMING & spoken or ("by" in spoken and _GO & spoken):
            return True
        inside = [word for word in words if self._start <= word.start < self._end and word.text[0].isalnum()]
        return len(inside) - (self._last + 1 - self._first) <= 1 and not is_label  # "Nice to meet you, Bea!"

    def _is_of_a_relation(self) -> bool:
        """Whether a relation of the person is the one spoken of: "my sister Rita lives in ..."."""
        start = self._sentence.words[self._first].start
        before = [word.text for word in self._words if word.start < start]
        for at in range(len(before) - 1, -1, -1):
            if before[at] in SELF or before[at] == "you":
                return False
            if before[at] in RELATED and not w.PREPOSITIONS.intersection(before[max(0, at - 3) : at]):
                return True
        return False

    def _speaks_of_nobody(self, spoken: frozenset[str]) -> bool:
        """A sentence that points to no person: "Lisbon is the capital of Portugal"."""
        words = [word for word in self._words if word.text[0].isalnum()]
        if len(words) <= _SHORT or not spoken & _ENGLISH or spoken & (_SOMEBODY | w.HOME):
            return False
        return not any(map(self._may_be_a_person, words))

    def _may_be_a_person(self, word: Word) -> bool:
        """Whether a word beside the value is a name, as far as its capital tells."""
        first, last = self._sentence.words[self._first], self._sentence.words[self._last]
        is_value = first.start <= word.start <= last.start
        is_capital = self._sentence.view.cased[word.start].isupper()
        return is_capital and not is_value and word.text not in _ENGLISH and not gazetteer.is_place(word.text)
