"""Finds what a sentence tells of the person's special categories: health, orientation, religion, politics and the like.

Terms come from `data/special_categories.toml`, constructions from `patterns`, `life_events` and `everyday`. Whose they
are tells `subjects.ownership`.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from providers.statements.fields.statement import Mention
from providers.statements.foreign import needs
from providers.statements.foreign.languages import languages_of, tells_of_a_foreign_language
from providers.statements.foreign.mentions import foreign_mentions
from providers.statements.foreign.people import SPEAKS_OF_SOMEBODY, is_of_a_thing
from providers.statements.foreign.topics import is_topic
from providers.statements.special.everyday import EVERYDAY_PATTERNS, PLATES
from providers.statements.special.life_events import LIFE_PATTERNS
from providers.statements.special.medicine_reactions import as_allergy
from providers.statements.special.owners import is_anothers, is_figurative, is_of_another
from providers.statements.special.patterns import PATTERNS, VOTE, is_of_a_contest
from providers.statements.subjects.advice import is_of_no_income
from providers.statements.subjects.harmless_topics import is_of_news
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.third_parties import is_of_anothers_faith, is_of_anothers_pay
from providers.statements.text import gazetteer
from providers.statements.text import special_words as w
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import Term
from providers.statements.text.words import PERSON_NOUNS, PRONOUNS, SELF, word_set

_BARE_WORDS: Final = 4  # as many may be a note or tag of its own ("HIV positive")
_BACK: Final = 6  # words back over which a verb is looked for
_SPEECHLESS: Final = frozenset(["a", "an", "the", "this", "these", "those", "some", "many", "most", "every"])
# What is no other thing behind one of these keys' ambiguous adjectives ("is black", not "is black and white").
_ADJECTIVES: Final = frozenset(["sexual_orientation", "ethnicity", "political_views"])
# Terms that the next word makes part of a saying: "have faith in yourself", "out and about".
_SAYINGS: Final = frozenset([("faith", "in"), ("out", "and")])
_POSSESSIVES: Final = frozenset(["my", "her", "his", "their", "our"])
_OF_BODIES: Final = frozenset(["political_views", "religion", "union_membership"])
_BODIES: Final = frozenset(["church", "mosque", "party", "pope", "synagogue", "union", "unions"])
_PERSONS: Final = PERSON_NOUNS | PRONOUNS | SELF | _POSSESSIVES | {"him", "them", "me", "us", "who"}
_OF_HEALTH: Final = "health_conditions"  # no place has one
_NAMES_TOO: Final = frozenset(["april", "august", "june", "mark", "may", "will"])
_SAYING_ELSEWHERE: Final = frozenset(["a", "e", "es", "est", "ha", "hat", "ist", "tem", "tiene"])  # is, has
_WITHOUT: Final = (["ohne"], ["sin"], ["sans"], ["sem"], ["senza"])
_OPEN_ENDS: Final = frozenset(["for", "of", "to", "with"])
_OBJECT_WORDS: Final = 4
_STOPS: Final = word_set("""
    after ago and as at because but by days during from in last months on since so this weeks when while years
    yesterday
""")
_DEGREES: Final = word_set("a an early mild moderate my severe some the")
_NEEDS: Final = w.compiled(needs.PATTERNS.items())
_VOTES: Final = frozenset({"vot", "ste", "sti"})
_GRADE: Final = re.compile(r"(?:type|stage|grade|level|class|degree) (?:\d|[ivx]+\b|(?:one|two|three|four|five)\b)")
_HYPHEN: Final = "-"
_MARKS: Final = frozenset([_HYPHEN, "\u2013", "\u2014", ":", ",", "("])


class _Token(NamedTuple):
    """A word, or a part of one with hyphens, and the index of the word."""

    text: str
    place: int


def special_mentions(ownership: Ownership) -> Iterator[Mention]:
    """What a sentence tells of the person's special categories, each key once."""
    if ownership.sentence.only_asks:
        return
    keys: set[str] = set()
    sentence = ownership.sentence
    languages = languages_of(sentence)
    listed = (one for one in _Finder(ownership).found() if not (languages and is_topic(sentence, one.value.start)))
    foreign = (
        one
        for one in foreign_mentions(sentence, languages)
        if not (is_of_another(ownership, one.key, one.value) or is_figurative(sentence, one.value.start))
    )
    for told in (*listed, *_constructed(ownership), *foreign):
        mention = as_allergy(told, sentence, ownership.names)
        if mention.key in keys:
            continue
        if mention.key == "income" and is_of_anothers_pay(ownership):
            keys.add(mention.key)
        elif mention.key == "political_views" and is_of_news(sentence.folded):
            continue
        elif mention.key != "religion" or not is_of_anothers_faith(ownership, sentence.index_at(mention.value.start)):
            keys.add(mention.key)
            yield mention


def foreign_needs(ownership: Ownership) -> Iterator[Mention]:
    """What is told of an allergy or a diet in one of these languages, each key once."""
    sentence = ownership.sentence
    if sentence.only_asks or not languages_of(sentence):
        return
    for key, pattern in _NEEDS:
        match = pattern.search(sentence.folded)
        if match is None or is_topic(sentence, sentence.start + match.start()):
            continue
        span = Span(sentence.start + match.start(), sentence.start + match.end())
        if not is_of_another(ownership, key, span):
            yield Mention(key, span)


def _constructed(ownership: Ownership) -> Iterator[Mention]:
    """What is told by a construction: "goes to mass", "of Kurdish descent", "earns 80k"."""
    sentence = ownership.sentence
    cased = sentence.view.cased[sentence.start : sentence.end]
    found = [(key, pattern.search(sentence.folded)) for key, pattern in PATTERNS]
    for key, match in (*found, ("political_views", VOTE.search(cased))):
        if match is None or (key == "income" and is_of_no_income(ownership)):
            continue
        if match[0][:3].casefold() in _VOTES and is_of_a_contest(sentence.folded):
            continue
        span = Span(sentence.start + match.start(), sentence.start + match.end())
        if not is_anothers(ownership, key, span) and (
            ownership.speaks_of_somebody() or sentence.text(0) not in _SPEECHLESS
        ):
            yield Mention(key, span)


def life_mentions(ownership: Ownership) -> Iterator[Mention]:
    """What a sentence tells of harm, violence, addiction, crime, debts or codes of the home, of relatives too."""
    sentence = ownership.sentence
    if sentence.only_asks or w.STORIES & sentence.vocabulary:
        return
    yield from _matches(sentence, LIFE_PATTERNS)


def everyday_mentions(sentence: Sentence) -> Iterator[Mention]:
    """What a sentence tells in passing of health, papers, plates or the home."""
    if not sentence.only_asks and w.STORIES.isdisjoint(sentence.vocabulary):
        # Constructions of English cost most of the time, and find nothing in another language.
        is_english = not tells_of_a_foreign_language(sentence)
        yield from _matches(sentence, EVERYDAY_PATTERNS if is_english else PLATES)


def _matches(sentence: Sentence, patterns: Iterable[tuple[str, FilteredPattern]]) -> Iterator[Mention]:
    for key, pattern in patterns:
        match = pattern.search(sentence.folded)
        if match is None:
            continue
        span = Span(sentence.start + match.start(), sentence.start + match.end())
        if key != _OF_HEALTH or sentence.text(sentence.index_at(span.end)) not in w.TOPICS:
            yield Mention(key, span)


class _Finder:
    def __init__(self, ownership: Ownership) -> None:
        self.ownership = ownership
        self.tokens = [_Token(part, at) for at, text in enumerate(ownership.sentence.texts) for part in _parts(text)]

    def found(self) -> Iterator[Mention]:
        for at, token in enumerate(self.tokens):
            for term in w.terms_of(token.text):
                if self._stands_at(term, at) and self._is_said(term, at, at + len(term.words)):
                    yield Mention(term.key, self._span(at, at + len(term.words)))
                    break

    def _stands_at(self, term: Term, at: int) -> bool:
        *begin, last = term.words
        end = at + len(begin)
        if end >= len(self.tokens) or self.tokens[end].text not in (last, f"{last}s", f"{last}es"):
            return False
        return begin == self._texts(at, end)

    def _is_said(self, term: Term, at: int, end: int) -> bool:
        """Whether a term is said of the person, and is not only what somebody works on, reads or visits."""
        index = self.tokens[at].place
        if self.ownership.is_about_another(index, own=w.OWN) or self._heads_a_topic(term, at, end):
            return False
        start = self.ownership.sentence.words[index].start
        if is_figurative(self.ownership.sentence, start) or self._is_of_a_thing(term, at):
            return False
        if self._is_bare() or (at == 0 and self._mark_behind(end) in _MARKS):
            return term.is_sure
        if not self._speaks_of_somebody(at, end) and not (at and self._opens_with_name(term)):
            return False
        if not term.is_sure:
            return self._is_predicate(term, at, end)
        vocabulary = self.ownership.sentence.vocabulary
        return bool(w.PERSONAL_SIGNS & vocabulary) or not (w.TOPICAL & vocabulary) or self._governor(at) != ""

    def _heads_a_topic(self, term: Term, at: int, end: int) -> bool:
        """Whether one of the next two words makes it a topic ("diabetes research"), with no mark between."""
        following = w.following(self._behind(end))
        if not w.TOPICS.isdisjoint(following):
            return True
        is_theme = term.key in w.OF_KINDS and not w.THEMES.isdisjoint(following[:1])
        return is_theme and w.BELONGING.isdisjoint(self.ownership.sentence.vocabulary) and self._governor(at) == ""

    def _is_of_acting_body(self, term: Term) -> bool:
        """Whether a party, church or union does something itself: "The Labour Party won", "The trade union called"."""
        sentence = self.ownership.sentence
        is_foreign = tells_of_a_foreign_language(sentence)  # "I got baptised": "i" is an article elsewhere
        if (
            is_foreign
            and term.key in _OF_BODIES
            and is_of_a_thing(sentence.texts, sentence.view.cased[sentence.start :])
        ):
            return SPEAKS_OF_SOMEBODY.search(sentence.folded) is None  # "El sindicato convocó ...", "Die SPD wurde ..."
        if term.key not in _OF_BODIES or sentence.text(0) != "the" or _BODIES.isdisjoint(sentence.texts[1:4]):
            return False
        return _PERSONS.isdisjoint(sentence.vocabulary)

    def _is_of_a_thing(self, term: Term, at: int) -> bool:
        return self._is_of_acting_body(term) or self._is_lacked_by_a_thing(at)

    def _is_lacked_by_a_thing(self, at: int) -> bool:
        """ "La receta es libre de insulina", "La recette est sans insuline"."""
        sentence = self.ownership.sentence
        before = self._texts(max(0, at - 2), at)
        is_without = before[-1:] in _WITHOUT or before[-2:] == ["libre", "de"]
        return is_without and is_of_a_thing(sentence.texts, sentence.view.cased[sentence.start :])

    def _mark_behind(self, end: int) -> str:
        return self.ownership.sentence.text(self.tokens[end - 1].place + 1)

    def _is_bare(self) -> bool:
        is_short = sum(token.text[0].isalpha() for token in self.tokens) <= _BARE_WORDS
        return is_short and not self._has_verb() and not w.TOPICAL & self.ownership.sentence.vocabulary

    def _has_verb(self) -> bool:
        return any(token.text in w.SAYING or token.text in w.HAVING for token in self.tokens)

    def _speaks_of_somebody(self, at: int, end: int) -> bool:
        """Whether there is a person besides the term, or a note that leaves its subject out ("Has epilepsy.")."""
        first = self.tokens[0].text
        if first in w.SAYING or first in w.HAVING or first in {"no", "member", "came", "born", "openly"}:
            return True
        inside = {token.place for token in self.tokens[at:end]}
        return self.ownership.speaks_of_somebody(but=inside)

    def _opens_with_name(self, term: Term) -> bool:
        """Whether the first word is somebody's name, though it is a place's or a month's too: "Leo has cancer"."""
        sentence = self.ownership.sentence
        if not sentence.is_capital(0) or sentence.text(1) not in w.SAYING | w.HAVING | _SAYING_ELSEWHERE:
            return False
        first = sentence.text(0)
        return term.key == _OF_HEALTH or gazetteer.is_ambiguous(first) or first in _NAMES_TOO

    def _is_predicate(self, term: Term, at: int, end: int) -> bool:
        governor = self._governor(at)
        behind = next(iter(self._behind(end)), ".")
        if (term.words[-1], behind) in _SAYINGS or self.tokens[at - 1].place == self.tokens[at].place:  # "call-out"
            return False
        if term.key in _ADJECTIVES:
            return governor in w.SAYING and behind in w.PERSONS
        is_adjective = behind[0].isalpha() and behind not in w.PERSONS | w.BEHIND
        return governor != "" and not is_adjective

    def _governor(self, at: int) -> str:
        """The word that says a term of somebody ("is", "has", "her"), with nothing but small words between."""
        for token in reversed(self.tokens[max(0, at - _BACK) : at]):
            if token.text in w.SAYING or token.text in w.HAVING:
                return token.text
            if token.text not in w.SMALL:
                return ""
        return ""

    def _behind(self, end: int) -> list[str]:
        """The next three words behind a term, or behind its grade ("diabetes type 2")."""
        grade = 2 if _GRADE.match(" ".join(self._texts(end, end + 2))) else 0
        return self._texts(end + grade, end + grade + 3)

    def _texts(self, start: int, end: int) -> list[str]:
        return [token.text for token in self.tokens[start:end]]

    def _span(self, start: int, end: int) -> Span:
        """A term, or what it is about where it ends open: "diagnosed with lupus" says lupus, and no other illness."""
        words, first, last = self.ownership.sentence.words, self.tokens[start].place, self.tokens[end - 1].place
        if words[last].text in _OPEN_ENDS:
            behind = range(last + 1, min(last + 1 + _OBJECT_WORDS, len(words)))
            about = [*takewhile(lambda at: words[at].text[0].isalnum() and words[at].text not in _STOPS, behind)]
            about = [*dropwhile(lambda at: words[at].text in _DEGREES, about)]
            first, last = (about[0], about[-1]) if about else (first, last)
        return Span(words[first].start, words[last].end)


def _parts(text: str) -> list[str]:
    return [part for part in text.split(_HYPHEN) if part] if _HYPHEN in text else [text]
