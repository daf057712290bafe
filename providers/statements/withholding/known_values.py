"""Finds the sentences of a text that contain a known value of the person, from any speaker and in any inflection (R31).

The values are pending or were refused. A clause that contains one counts as theirs, unless it is clearly about someone
or something else: a journey, a relative, a product. The rest of its sentence may reveal the value too ("..., sober for
two years"), so the whole sentence is returned.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from providers.statements.fields.aliases import LANGUAGE_KEYS, SPECIAL_KEYS
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
from providers.statements.withholding.food_mentions import only_mentions_food

# A field's key and its value, normalised.
Value = tuple[str, str]
Span = tuple[int, int]

# Longer texts are searched for the values only, not for disguised statements.
MAX_LENGTH: Final = 4_000
# A value of this many words is a whole sentence, with words that may be values of other fields.
_SENTENCE: Final = 6
_MIN_LETTERS: Final = 3  # letters
_SHORT: Final = 3  # words: so short a clause is an answer ("Zagreb it is"), which is read with its context
_CLAUSE_END = re.compile(
    r"[,;:()\[\]{}\u2013\u2014]| - |\b(?:but|so|while|whereas|because|although|though|and|or|since|which)(?= (?:i|i'm"
    r"|my|you|your|you're|he|she|they|we|it|the|a|an|his|her|their|our|there|this|that|what|will|would|can|could|let|let's"
    r"|please|how|do|did|have|need|want|prefer|like|love|work|drink|eat|play|also|not)\b)"
)
_MARKS = re.compile(r"[^\w\s]+")
_LABEL_END = re.compile(r"(?: said)?:")
_SECOND_PERSON: Final = frozenset(["you", "your", "yours", "you're"])
_FIRST_PERSON: Final = SELF | {"my", "me", "mine", "our", "us"}
_PERSONS: Final = (
    PERSON_NOUNS | PRONOUNS | _FIRST_PERSON | _SECOND_PERSON | {"her", "his", "him", "their", "them"} | w.OWN_ATTRIBUTES
)
_ENGLISH: Final = frozenset(["the", "a", "an", "is", "are", "was", "of", "in", "to", "for", "and", "with", "has", "on"])
_PLACE_KEYS: Final = frozenset(["city", "home_address", "hometown", "nationality"])
_CITY_KEYS: Final = frozenset(["city", "hometown"])
_NAME_KEYS: Final = frozenset(["preferred_name"])
_OWNERS: Final = frozenset(["my", "our", "your", "her", "his", "their", "fellow", "'s"])
_INCLUDED: Final = frozenset(["me", "us", "myself", "yourself"])  # "transgender people like me"
_IS: Final = frozenset(["i'm", "am", "is"])
_SPEAKING_WORDS: Final = frozenset(["in", "speak", "speaks", "speaking", "spoke", "spoken", "talk", "talks", "talking"])
_DREAMS: Final = (["dream", "of"], ["dreams", "of"])
_GO: Final = frozenset(["go", "goes", "going", "went"])
_TAKING: Final = frozenset(["take", "takes", "taking", "bring", "brings", "bringing"])
_MIN_JOURNEY_WORDS: Final = 2  # words
_TAKING_REACH: Final = 4  # words: "take my old aunt to"
_CALL: Final = frozenset(["call", "called", "calling", "calls", "refer", "referred", "address", "addressed"])
_NAMING: Final = _CALL | {"handle", "known", "name", "named", "names", "nickname", "nicknamed"}


class ValueMatch(NamedTuple):
    """`text[start:end]` contains `value`."""

    start: int
    end: int
    value: Value


def known_value_matches(text: str, values: Collection[Value], *, plain: bool = False) -> list[ValueMatch]:
    """Return the sentences that contain one of the person's values, in order of position; several may overlap.

    With `plain`, statements found by rules or in a disguise are left out: they were detected before.
    """
    wanted = [(value, Term(value[1])) for value in values]
    if not wanted:
        return []
    found = {*_in_sentences(text, [(value, term) for value, term in wanted if term.words])}
    if not plain and len(text) <= MAX_LENGTH:
        found |= set(_stated(text, wanted))
    return sorted(found)


def contains_any_value(text: str, values: Iterable[Value]) -> bool:
    """Whether a text contains the words of one of the values, in any context."""
    terms = [(value, Term(_MARKS.sub(" ", value[1]))) for value in values]
    return any(
        _may_be_named(value, sentence) and next(iter(term.places(sentence.words)), None) is not None
        for sentence in sentences(view(text))
        for value, term in terms
        if term.words
    )


def _may_be_named(value: Value, sentence: Sentence) -> bool:
    """Whether a name, which has no sentence or marks around it, may mean such a value."""
    key, content = value
    return not (key == "pronouns" or is_plain(content)) or names_field(key, sentence.vocabulary)


def search_pattern(value: str) -> str:
    """A PostgreSQL regular expression that every text which plainly contains the value matches, and some others."""
    return Term(value).pattern


def _stated(text: str, wanted: Sequence[tuple[Value, Term]]) -> Iterator[ValueMatch]:
    """Yield the values in statements that the gate finds, also in another spelling or encoding."""
    for statement in sensitive(text):
        stated = Term(normalize_value(statement.value))
        for value, term in wanted:
            if _states_value(statement, stated, value, term):
                yield from (ValueMatch(*span, value) for span in _value_spans(text, statement, term, value[0]))


def _states_value(statement: Statement, stated: Term, value: Value, term: Term) -> bool:
    """Whether a statement contains a value, or a part of it that belongs to the same field."""
    if is_plain(value[1]):
        return normalize_value(statement.value) == value[1]
    if not (stated.is_part_of(term) or term.is_part_of(stated)):
        return False
    is_sentence = max(len(stated.words), len(term.words)) >= _SENTENCE
    if not is_sentence or not value[0]:
        return True
    return statement.key == value[0] and max(map(len, stated.words)) >= _MIN_LETTERS


def _value_spans(text: str, statement: Statement, term: Term, key: str) -> list[tuple[int, int]]:
    """Return the spans of a statement's sentences that contain a value, or of all if none does; without those where it
    is a theme."""
    spans = [(one, one.original_span) for one in sentences(view(text))]
    stated = [(one, span) for one, span in spans if span[0] < statement.end and statement.start < span[1]]
    clauses = [_Clause(one, place) for one, _span in stated for place in term.places(one.words)]
    if not clauses:
        places = [(statement.start, statement.end), *(span for _one, span in stated)]
        return [(min(start for start, _ in places), max(end for _, end in places))]
    return [clause.span(key) for clause in clauses if not (clause.is_theme(key) or clause.is_others_destination(key))]


def _in_sentences(text: str, wanted: Sequence[tuple[Value, Term]]) -> Iterator[ValueMatch]:
    seen = view(text)
    terms = [(value, term) for value, term in wanted if term.may_occur_in(seen.folded)]
    lines = [*sentences(seen)] if terms else []
    for at, sentence in enumerate(lines):
        for value, term in terms:
            for place in term.places(sentence.words):
                clause = _Clause(sentence, place)
                is_stated = is_meant(*value, sentence, place) and not clause.is_about_other(value[0])
                if not (is_stated or _is_whole_sentence(value, sentence)) or only_mentions_food(value, lines, at):
                    continue
                if not (value[0] in _CITY_KEYS and _is_destination(lines, at, place)):
                    yield ValueMatch(*clause.span(value[0]), value)


def _is_whole_sentence(value: Value, sentence: Sentence) -> bool:
    """Whether the value is this very sentence, whoever it is about."""
    return not value[0] and normalize_value(sentence.original) == value[1]


def _is_destination(lines: Sequence[Sentence], at: int, place: tuple[int, int]) -> bool:
    """Whether a sentence is only a place, the next one is about a journey, and none mentions a home."""
    first, last = place
    is_bare = not any(text[0].isalnum() for text in (*lines[at].texts[:first], *lines[at].texts[last + 1 :]))
    is_followed = at + 1 < len(lines) and len(w.JOURNEY & lines[at + 1].vocabulary) >= _MIN_JOURNEY_WORDS
    return is_bare and is_followed and all(w.HOME.isdisjoint(one.vocabulary) for one in lines)


class _Clause:
    """The clause around the words of a value, `words[first:last + 1]`."""

    def __init__(self, sentence: Sentence, place: tuple[int, int]) -> None:
        self._sentence, (self._first, self._last) = sentence, place
        words = sentence.words
        begin, end = words[self._first].start, words[self._last].end
        ends = list(_CLAUSE_END.finditer(sentence.view.folded, sentence.start, sentence.end))
        before = [found.end() for found in ends if found.end() <= begin]
        after = [found.start() for found in ends if found.start() >= end]
        self._start = before[-1] if before else sentence.start
        self._end = after[0] if after else sentence.end
        cuts = [(sentence.start, sentence.start), *(found.span() for found in ends), (sentence.end, sentence.end)]
        pieces = [(one[1], two[0]) for one, two in pairwise(cuts) if sentence.view.folded[one[1] : two[0]].strip()]
        self._before = [piece for piece in pieces if piece[1] <= self._start]
        self._after = [piece for piece in pieces if piece[0] >= self._end]
        # A long clause is judged by its own words; a short one with the rest of the sentence.
        inside = [word for word in words if self._start <= word.start < self._end]
        is_short = sum(word.text[0].isalnum() for word in inside) <= _SHORT
        self._words: Sequence[Word] = words if is_short else inside

    def span(self, key: str) -> tuple[int, int]:
        """Return the span of its sentence in the original, without surrounding blanks.

        For a field that is no special category, a clause about a relation is left out: "..., and my sister sings."
        """
        first, last = self._start, self._end
        if before := self._around(key, reversed(self._before)):
            first = before[-1][0]
        if after := self._around(key, self._after):
            last = after[-1][1]
        text = self._sentence.view.folded[first:last]
        start = first + len(text) - len(text.lstrip())
        return self._sentence.view.original_span(start, first + len(text.rstrip()))

    def _around(self, key: str, pieces: Iterable[Span]) -> list[Span]:
        """Return the adjacent parts of the sentence, up to one about a relation that is left out."""
        is_special = not key or key in SPECIAL_KEYS
        return list(takewhile(lambda piece: is_special or not self._has_relation_as_subject(*piece), pieces))

    def _has_relation_as_subject(self, start: int, end: int) -> bool:
        """Whether a part of the sentence has a relation of the person as its subject."""
        vocabulary = [word.text for word in self._sentence.words if start <= word.start < end]
        subject = next((text for text in vocabulary if text in RELATED | SELF | PRONOUNS or text == "you"), "")
        return subject in RELATED

    def is_about_other(self, key: str) -> bool:
        vocabulary = frozenset(word.text for word in self._words)
        if self._is_about_relation() or self.is_theme(key):
            return True
        if key in _NAME_KEYS:
            return bool(w.NAMED_THINGS & vocabulary) or not self._states_name(vocabulary)
        if key in _PLACE_KEYS and w.ELSEWHERE & vocabulary and not w.HOME & vocabulary:
            return True
        if key in LANGUAGE_KEYS and ((w.STUDY | w.ELSEWHERE) & vocabulary - w.OWN_ATTRIBUTES or self._is_qualifier()):
            return True
        if self.is_others_destination(key) or (key in _CITY_KEYS and self._is_no_residence()):
            return True
        return self._refers_to_no_person(vocabulary)

    def _is_qualifier(self) -> bool:
        """Whether the value only qualifies a thing: "French fries", but not "speaks French" or "in French"."""
        before, after = self._sentence.text(self._first - 1), self._sentence.text(self._last + 1)
        return after in w.GOODS and before not in _SPEAKING_WORDS and self._sentence.touches(self._last + 1)

    def _is_no_residence(self) -> bool:
        """Whether the sentence says no more about a city than that someone likes it, wishes to see it, or was there:
        "Ana loves Lisbon in spring"."""
        words = self._sentence.texts
        before, after = words[: self._first], words[self._last + 1 :]
        verb = next((at for at, text in enumerate(before) if text in w.NON_RESIDENCE), 0)
        if verb != 1 or not (before[-1] in w.LIKING or before[-2:] in _DREAMS):
            return False
        others = {text for text in [*before[verb:], *after] if text[0].isalnum()} - w.NON_RESIDENCE
        marks = {text for text in words[:-1] if not text[0].isalnum()}
        return not marks and ("than" in after or not others) and all(map(gazetteer.is_place, others))

    def is_others_destination(self, key: str) -> bool:
        """Whether someone else is taken to the city: "I'd like to take her to Lisbon again"."""
        *before, last = self._sentence.texts[max(0, self._first - _TAKING_REACH - 1) : self._first] or [""]
        is_other_person = not _TAKING.isdisjoint(before) and _INCLUDED.isdisjoint(before)
        return key in _CITY_KEYS and last == "to" and is_other_person

    def is_theme(self, key: str) -> bool:
        """Whether the value is only the theme of something: "a transgender conference", "LGBTQ+ rights"."""
        words = [word.text for word in self._sentence.words]
        before, after = words[max(0, self._first - 2) : self._first], words[self._last + 1 : self._last + 6]
        is_theirs = any(text in _OWNERS or text.endswith("'s") for text in before) or _INCLUDED.intersection(after)
        if key not in GROUP_KEYS or is_theirs or not BELONGING.isdisjoint(words) or self._last - self._first >= _SHORT:
            return False
        return not (TOPICS | THEMES).isdisjoint(following(after))

    def _states_name(self, vocabulary: frozenset[str]) -> bool:
        """Whether someone is called by the value or told what it is; in most sentences it only identifies them."""
        words = self._sentence.words
        is_label = _LABEL_END.match(self._sentence.view.folded, words[self._last].end) is not None
        if is_label and not self._first:
            return False  # a speaker label: "Ana: I call my mother daily."
        before = words[self._first - 1].text if self._first else ""
        if before in _IS or _NAMING & vocabulary or ("by" in vocabulary and _GO & vocabulary):
            return True
        inside = [word for word in words if self._start <= word.start < self._end and word.text[0].isalnum()]
        return len(inside) - (self._last + 1 - self._first) <= 1 and not is_label  # "Nice to meet you, Bea!"

    def _is_about_relation(self) -> bool:
        """Whether the sentence is about a relation of the person: "my sister Rita lives in ..."."""
        start = self._sentence.words[self._first].start
        before = [word.text for word in self._words if word.start < start]
        for at in range(len(before) - 1, -1, -1):
            if before[at] in SELF or before[at] == "you":
                return False
            if before[at] in RELATED and not w.PREPOSITIONS.intersection(before[max(0, at - 3) : at]):
                return True
        return False

    def _refers_to_no_person(self, vocabulary: frozenset[str]) -> bool:
        """Whether the sentence refers to no person: "Lisbon is the capital of Portugal"."""
        words = [word for word in self._words if word.text[0].isalnum()]
        if len(words) <= _SHORT or not vocabulary & _ENGLISH or vocabulary & (_PERSONS | w.HOME):
            return False
        return not any(map(self._may_be_person, words))

    def _may_be_person(self, word: Word) -> bool:
        """Whether another word than the value may be a name, by its capital."""
        first, last = self._sentence.words[self._first], self._sentence.words[self._last]
        is_value = first.start <= word.start <= last.start
        is_capital = self._sentence.view.cased[word.start].isupper()
        return is_capital and not is_value and word.text not in _ENGLISH and not gazetteer.is_place(word.text)
