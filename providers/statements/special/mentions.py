"""Finds the person's special categories in a sentence: health, orientation, religion, politics and the like.

Terms come from `data/special_categories.toml`, constructions from `patterns`, `life_events` and `everyday`.
`subjects.ownership` determines whose they are.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from providers.statements.fields.statement import Mention
from providers.statements.foreign import needs
from providers.statements.foreign.languages import is_in_foreign_language, languages_of
from providers.statements.foreign.mentions import foreign_mentions
from providers.statements.foreign.people import PERSON_REFERENCE, has_thing_as_subject
from providers.statements.foreign.topics import is_topic
from providers.statements.special.everyday import EVERYDAY_PATTERNS, PLATES
from providers.statements.special.life_events import LIFE_PATTERNS
from providers.statements.special.medicine_reactions import as_allergy
from providers.statements.special.owners import is_about_someone_else, is_figurative, is_topic_or_other
from providers.statements.special.patterns import PATTERNS, VOTE, is_contest_vote
from providers.statements.subjects.advice import is_not_income
from providers.statements.subjects.harmless_topics import is_news
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.third_parties import is_faith_of_other, is_pay_of_other
from providers.statements.text import gazetteer
from providers.statements.text import special_words as w
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import Term
from providers.statements.text.words import PERSON_NOUNS, PRONOUNS, SELF, word_set

_MAX_NOTE_WORDS: Final = 4  # up to so many words may be a note or tag of its own ("HIV positive")
_REACH: Final = 6  # words to the left in which a verb is sought
_GENERIC_OPENERS: Final = frozenset(["a", "an", "the", "this", "these", "those", "some", "many", "most", "every"])
# After ambiguous adjectives of these keys nothing else may follow ("is black", not "is black and white").
_ADJECTIVES: Final = frozenset(["sexual_orientation", "ethnicity", "political_views"])
# Terms that form an idiom with the next word: "have faith in yourself", "out and about".
_IDIOMS: Final = frozenset([("faith", "in"), ("out", "and")])
_POSSESSIVES: Final = frozenset(["my", "her", "his", "their", "our"])
_ORGANISATION_KEYS: Final = frozenset(["political_views", "religion", "union_membership"])
_ORGANISATIONS: Final = frozenset(["church", "mosque", "party", "pope", "synagogue", "union", "unions"])
_PERSONS: Final = PERSON_NOUNS | PRONOUNS | SELF | _POSSESSIVES | {"him", "them", "me", "us", "who"}
_HEALTH: Final = "health_conditions"  # no place has one
_ALSO_NAMES: Final = frozenset(["april", "august", "june", "mark", "may", "will"])
_FOREIGN_IS: Final = frozenset(["a", "e", "es", "est", "ha", "hat", "ist", "tem", "tiene"])  # is, has
_WITHOUT: Final = (["ohne"], ["sin"], ["sans"], ["sem"], ["senza"])
_OPEN_ENDS: Final = frozenset(["for", "of", "to", "with"])
_OBJECT_WORDS: Final = 4
_STOPS: Final = word_set("""
    after ago and as at because but by days during from in last months on since so this weeks when while years
    yesterday
""")
_DEGREES: Final = word_set("a an early mild moderate my severe some the")
_NEEDS: Final = w.compiled(needs.PATTERNS.items())
_VOTE_PREFIXES: Final = frozenset({"vot", "ste", "sti"})
_GRADE: Final = re.compile(r"(?:type|stage|grade|level|class|degree) (?:\d|[ivx]+\b|(?:one|two|three|four|five)\b)")
_HYPHEN: Final = "-"
_MARKS: Final = frozenset([_HYPHEN, "\u2013", "\u2014", ":", ",", "("])


class _Token(NamedTuple):
    """A word, or a part of a hyphenated one, and the index of the word."""

    text: str
    place: int


def special_mentions(ownership: Ownership) -> Iterator[Mention]:
    """Yield the special categories that a sentence states about the person, each key once."""
    if ownership.sentence.is_only_question:
        return
    keys: set[str] = set()
    sentence = ownership.sentence
    languages = languages_of(sentence)
    listed = (one for one in _Finder(ownership).mentions() if not (languages and is_topic(sentence, one.value.start)))
    foreign = (
        one
        for one in foreign_mentions(sentence, languages)
        if not (is_about_someone_else(ownership, one.key, one.value) or is_figurative(sentence, one.value.start))
    )
    for candidate in (*listed, *_construction_mentions(ownership), *foreign):
        mention = as_allergy(candidate, sentence, ownership.names)
        if mention.key in keys:
            continue
        if mention.key == "income" and is_pay_of_other(ownership):
            keys.add(mention.key)
        elif mention.key == "political_views" and is_news(sentence.folded):
            continue
        elif mention.key != "religion" or not is_faith_of_other(ownership, sentence.index_at(mention.value.start)):
            keys.add(mention.key)
            yield mention


def foreign_needs(ownership: Ownership) -> Iterator[Mention]:
    """Yield allergies and diets in one of the foreign languages, each key once."""
    sentence = ownership.sentence
    if sentence.is_only_question or not languages_of(sentence):
        return
    for key, pattern in _NEEDS:
        match = pattern.search(sentence.folded)
        if match is None or is_topic(sentence, sentence.start + match.start()):
            continue
        span = Span(sentence.start + match.start(), sentence.start + match.end())
        if not is_about_someone_else(ownership, key, span):
            yield Mention(key, span)


def _construction_mentions(ownership: Ownership) -> Iterator[Mention]:
    """Yield matches of constructions: "goes to mass", "of Kurdish descent", "earns 80k"."""
    sentence = ownership.sentence
    cased = sentence.view.cased[sentence.start : sentence.end]
    mentions = [(key, pattern.search(sentence.folded)) for key, pattern in PATTERNS]
    for key, match in (*mentions, ("political_views", VOTE.search(cased))):
        if match is None or (key == "income" and is_not_income(ownership)):
            continue
        if match[0][:3].casefold() in _VOTE_PREFIXES and is_contest_vote(sentence.folded):
            continue
        span = Span(sentence.start + match.start(), sentence.start + match.end())
        if not is_topic_or_other(ownership, key, span) and (
            ownership.refers_to_person() or sentence.text(0) not in _GENERIC_OPENERS
        ):
            yield Mention(key, span)


def life_mentions(ownership: Ownership) -> Iterator[Mention]:
    """Yield harm, violence, addiction, crime, debts and access codes of the home, also of relatives."""
    sentence = ownership.sentence
    if sentence.is_only_question or w.STORIES & sentence.vocabulary:
        return
    yield from _matches(sentence, LIFE_PATTERNS)


def everyday_mentions(sentence: Sentence) -> Iterator[Mention]:
    """Yield remarks in passing about health, documents, number plates or the home."""
    if not sentence.is_only_question and w.STORIES.isdisjoint(sentence.vocabulary):
        # The English constructions take most of the time, and match nothing in other languages.
        is_english = not is_in_foreign_language(sentence)
        yield from _matches(sentence, EVERYDAY_PATTERNS if is_english else PLATES)


def _matches(sentence: Sentence, patterns: Iterable[tuple[str, FilteredPattern]]) -> Iterator[Mention]:
    for key, pattern in patterns:
        match = pattern.search(sentence.folded)
        if match is None:
            continue
        span = Span(sentence.start + match.start(), sentence.start + match.end())
        if key != _HEALTH or sentence.text(sentence.index_at(span.end)) not in w.TOPICS:
            yield Mention(key, span)


class _Finder:
    def __init__(self, ownership: Ownership) -> None:
        self.ownership = ownership
        self.tokens = [_Token(part, at) for at, text in enumerate(ownership.sentence.texts) for part in _parts(text)]

    def mentions(self) -> Iterator[Mention]:
        for at, token in enumerate(self.tokens):
            for term in w.terms_of(token.text):
                if self._matches_at(term, at) and self._is_stated(term, at, at + len(term.words)):
                    yield Mention(term.key, self._span(at, at + len(term.words)))
                    break

    def _matches_at(self, term: Term, at: int) -> bool:
        *begin, last = term.words
        end = at + len(begin)
        if end >= len(self.tokens) or self.tokens[end].text not in (last, f"{last}s", f"{last}es"):
            return False
        return begin == self._texts(at, end)

    def _is_stated(self, term: Term, at: int, end: int) -> bool:
        """Whether a term is stated of the person, and is not only a subject of work, reading or a visit."""
        index = self.tokens[at].place
        if self.ownership.is_about_another(index, own=w.OWN) or self._is_part_of_topic(term, at, end):
            return False
        start = self.ownership.sentence.words[index].start
        if is_figurative(self.ownership.sentence, start) or self._is_about_thing(term, at):
            return False
        if self._is_note() or (at == 0 and self._mark_after(end) in _MARKS):
            return term.is_sure
        if not self._refers_to_person(at, end) and not (at and self._begins_with_name(term)):
            return False
        if not term.is_sure:
            return self._is_predicate(term, at, end)
        vocabulary = self.ownership.sentence.vocabulary
        return bool(w.PERSONAL_CUES & vocabulary) or not (w.TOPICAL & vocabulary) or self._governor(at) != ""

    def _is_part_of_topic(self, term: Term, at: int, end: int) -> bool:
        """Whether one of the next two words makes it a topic ("diabetes research"), with no mark between."""
        following = w.following(self._texts_after(end))
        if not w.TOPICS.isdisjoint(following):
            return True
        is_theme = term.key in w.GROUP_KEYS and not w.THEMES.isdisjoint(following[:1])
        return is_theme and w.BELONGING.isdisjoint(self.ownership.sentence.vocabulary) and self._governor(at) == ""

    def _is_acting_organisation(self, term: Term) -> bool:
        """Whether a party, church or union acts as the subject: "The Labour Party won", "The trade union called"."""
        sentence = self.ownership.sentence
        is_foreign = is_in_foreign_language(sentence)  # "I got baptised": "i" is an article elsewhere
        if (
            is_foreign
            and term.key in _ORGANISATION_KEYS
            and has_thing_as_subject(sentence.texts, sentence.view.cased[sentence.start :])
        ):
            return PERSON_REFERENCE.search(sentence.folded) is None  # "El sindicato convocó ...", "Die SPD wurde ..."
        if (
            term.key not in _ORGANISATION_KEYS
            or sentence.text(0) != "the"
            or _ORGANISATIONS.isdisjoint(sentence.texts[1:4])
        ):
            return False
        return _PERSONS.isdisjoint(sentence.vocabulary)

    def _is_about_thing(self, term: Term, at: int) -> bool:
        return self._is_acting_organisation(term) or self._is_lacked_by_thing(at)

    def _is_lacked_by_thing(self, at: int) -> bool:
        """Whether a thing lacks it: "La receta es libre de insulina", "La recette est sans insuline"."""
        sentence = self.ownership.sentence
        before = self._texts(max(0, at - 2), at)
        is_without = before[-1:] in _WITHOUT or before[-2:] == ["libre", "de"]
        return is_without and has_thing_as_subject(sentence.texts, sentence.view.cased[sentence.start :])

    def _mark_after(self, end: int) -> str:
        return self.ownership.sentence.text(self.tokens[end - 1].place + 1)

    def _is_note(self) -> bool:
        is_short = sum(token.text[0].isalpha() for token in self.tokens) <= _MAX_NOTE_WORDS
        return is_short and not self._has_verb() and not w.TOPICAL & self.ownership.sentence.vocabulary

    def _has_verb(self) -> bool:
        return any(token.text in w.COPULAS or token.text in w.HAVE_VERBS for token in self.tokens)

    def _refers_to_person(self, at: int, end: int) -> bool:
        """Whether the sentence refers to a person apart from the term, or is a note without a subject ("Has
        epilepsy.")."""
        first = self.tokens[0].text
        if first in w.COPULAS or first in w.HAVE_VERBS or first in {"no", "member", "came", "born", "openly"}:
            return True
        inside = {token.place for token in self.tokens[at:end]}
        return self.ownership.refers_to_person(excluded=inside)

    def _begins_with_name(self, term: Term) -> bool:
        """Whether the first word is a person's name, although it may be a place or a month: "Leo has cancer"."""
        sentence = self.ownership.sentence
        if not sentence.is_capital(0) or sentence.text(1) not in w.COPULAS | w.HAVE_VERBS | _FOREIGN_IS:
            return False
        first = sentence.text(0)
        return term.key == _HEALTH or gazetteer.is_ambiguous(first) or first in _ALSO_NAMES

    def _is_predicate(self, term: Term, at: int, end: int) -> bool:
        governor = self._governor(at)
        after = next(iter(self._texts_after(end)), ".")
        if (term.words[-1], after) in _IDIOMS or self.tokens[at - 1].place == self.tokens[at].place:  # "call-out"
            return False
        if term.key in _ADJECTIVES:
            return governor in w.COPULAS and after in w.PERSONS
        is_adjective = after[0].isalpha() and after not in w.PERSONS | w.AFTER_NOUN
        return governor != "" and not is_adjective

    def _governor(self, at: int) -> str:
        """Return the word that attributes the term to someone ("is", "has", "her"), with only function words
        between."""
        for token in reversed(self.tokens[max(0, at - _REACH) : at]):
            if token.text in w.COPULAS or token.text in w.HAVE_VERBS:
                return token.text
            if token.text not in w.SMALL:
                return ""
        return ""

    def _texts_after(self, end: int) -> list[str]:
        """Return the three words after a term, or after its grade ("diabetes type 2")."""
        grade = 2 if _GRADE.match(" ".join(self._texts(end, end + 2))) else 0
        return self._texts(end + grade, end + grade + 3)

    def _texts(self, start: int, end: int) -> list[str]:
        return [token.text for token in self.tokens[start:end]]

    def _span(self, start: int, end: int) -> Span:
        """The span of a term. After an open end it is that of the object: "diagnosed with lupus" names lupus, and no
        other illness."""
        words, first, last = self.ownership.sentence.words, self.tokens[start].place, self.tokens[end - 1].place
        if words[last].text in _OPEN_ENDS:
            after = range(last + 1, min(last + 1 + _OBJECT_WORDS, len(words)))
            indexes = [*takewhile(lambda at: words[at].text[0].isalnum() and words[at].text not in _STOPS, after)]
            indexes = [*dropwhile(lambda at: words[at].text in _DEGREES, indexes)]
            first, last = (indexes[0], indexes[-1]) if indexes else (first, last)
        return Span(words[first].start, words[last].end)


def _parts(text: str) -> list[str]:
    return [part for part in text.split(_HYPHEN) if part] if _HYPHEN in text else [text]
