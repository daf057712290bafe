"""Reads the subject and mood of a predicate from the words to its left."""

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from providers.statements.text import words as w
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import is_capitalised

Subject = Literal["self", "you", "user", "name", "pronoun", "none", "other"]

_FILLERS = w.NEUTRAL | w.ADVERBS | w.BE | w.HAVE | w.PAST | w.DO | w.NEGATIONS | w.HYPOTHETICAL
_OWNERS = {"my": "self", "our": "self", "your": "you", "his": "pronoun", "her": "pronoun", "their": "pronoun"}
_NOT_ONE_USER = w.word_set("""
    another some every each no one other any second different next random typical average a an test many most
""")
_REPORTING_VERBS = w.word_set("""
    think thinks thought know knows believe believes remember remembers note notes noted say says said mentioned
    mentions told tells guess suppose heard hear learned learnt stated states confirmed confirms shared shares
    reported reports explained explains recall save store saved stored record add added update fact reminder
""")
_REACH = 40  # words to the left in which a clause's subject or owner is sought
_CLEAR_OPENERS = (w.CLAUSE_OPENERS | w.ADVERBS | _REPORTING_VERBS | {"", "why", "hi", "hey", "hello"}) - {
    "who",
    "which",
    "whom",
}
_RELATIVE = frozenset({"who", "which", "that"})
_IRREALIS_OPENERS = w.word_set("""
    if whether wish wishes imagine pretend suppose supposing unless hope hopes when once until
""")
_INVERTED = w.word_set("""
    do does did is are was were should can could would will has have may might am where what why how when
""")


@dataclass(frozen=True, slots=True)
class Context:
    """What precedes a predicate: its subject, and the function words that change its meaning."""

    subject: Subject
    subject_index: int
    subject_text: str = ""
    opener: str = ""
    inherited: bool = False
    be: bool = False
    negated: bool = False
    past: bool = False
    hypothetical: bool = False
    asked: bool = False

    @property
    def opens_clause(self) -> bool:
        """Whether the subject begins a main clause, not a relative one ("the things | I love")."""
        return self.opener in _CLEAR_OPENERS


class Reader:
    """Determines the subjects of predicates and attributes in one sentence.

    `names` are the person's in small letters; with `any_name`, any name counts as theirs.
    """

    def __init__(self, sentence: Sentence, names: Collection[str] = (), *, any_name: bool = False) -> None:
        self.sentence, self.names, self.any_name = sentence, names, any_name

    def before_verb(self, start: int) -> Context:
        """Return the context of a predicate that begins at `start`: "I no longer | live in ..."."""
        index = bisect_left(self.sentence.words, start, key=lambda word: word.start)
        fillers, index = self._fillers(index)
        subject, at = self._subject(index)
        return self._with_mood(Context(subject, at, self.text(at), inherited=at != index), fillers)

    def before_attribute(self, start: int) -> Context:
        """Return the context of a possessed noun: "the user's | city is ..."."""
        index = bisect_left(self.sentence.words, start, key=lambda word: word.start) - 1
        word = self.text(index)
        if word in _OWNERS:
            return self._with_mood(Context(_OWNERS[word], index, word), set())  # type: ignore[arg-type]
        if word in {"'s", "'"}:
            subject, at = self._subject(index - 1)
            return self._with_mood(Context(subject, at, self.text(at)), set())
        if word in w.PERSON_NOUNS:
            return Context("user", index, word)
        if index < 0 or word in w.CLAUSE_OPENERS or word in w.ADVERBS or word in _REPORTING_VERBS:
            return Context("none", index)
        return Context("other", index, word)

    def text(self, index: int) -> str:
        return self.sentence.text(index)

    def _fillers(self, index: int) -> tuple[set[str], int]:
        """Return the function words before the predicate, and the index of the word before them (-1 at the start)."""
        found: set[str] = set()
        index -= 1
        while index >= 0 and self.text(index) in _FILLERS:
            found.add(self.text(index))
            if self.text(index) in {"im", "ive"}:
                return found | {"'m"}, index
            index -= 1
        return found, index

    def _subject(self, index: int) -> tuple[Subject, int]:
        word = self.text(index)
        if index < 0:
            return "none", index
        if word in _RELATIVE or word in w.CLAUSE_OPENERS:
            return self._inherited(index)
        return self._named_subject(index)

    def _named_subject(self, index: int) -> tuple[Subject, int]:
        word, before = self.text(index), self.text(index - 1)
        if word in w.SELF:
            return "self", index
        if word == "you":
            return "you", index
        if word in w.PRONOUNS:
            return "pronoun", index
        if word in w.PERSON_NOUNS:
            is_relation = "of" in {before, self.text(index - 2)}
            return ("other" if before in _NOT_ONE_USER or is_relation else "user"), index
        return ("name" if self._is_person_name(index) else "other"), index

    def _is_person_name(self, index: int) -> bool:
        word = self.sentence.words[index]
        if word.text in self.names:
            return True
        if not self.any_name or not self._looks_like_name(index):
            return False
        return self._stands_alone(index)

    def _looks_like_name(self, index: int) -> bool:
        word = self.sentence.words[index]
        is_capital = is_capitalised(self.sentence.view.cased[word.start : word.end])
        return (is_capital or self.sentence.is_capital(index)) and word.text not in w.NOT_A_NAME

    def _stands_alone(self, index: int) -> bool:
        """Whether no common noun introduces the name ("my friend Tom" is someone else)."""
        while index > 0 and self._looks_like_name(index - 1):
            index -= 1
        before = self.text(index - 1)
        return (
            index == 0
            or before in w.CLAUSE_OPENERS
            or before in w.PERSON_NOUNS
            or before in _REPORTING_VERBS
            or before in w.ADVERBS
        )

    def _inherited(self, index: int) -> tuple[Subject, int]:
        """Return the subject of the preceding clause, for "I work here and | live there"."""
        for at in range(index - 1, max(-1, index - 1 - _REACH), -1):
            word = self.text(at)
            if word in w.SELF or word in w.PERSON_NOUNS or word in w.PRONOUNS or word == "you":
                return self._owner_or_subject(at)
            if word in self.names:
                return "name", at
            if word in _OWNERS and self.text(at + 1) not in _FILLERS:
                return "other", at + 1
        return ("none", index) if not self._is_person_noun_phrase(index) else ("other", 0)

    def _owner_or_subject(self, at: int) -> tuple[Subject, int]:
        if self.text(at + 1) == "'s" and self.text(at + 2) not in _FILLERS:
            return "other", at + 2
        return self._named_subject(at)

    def _is_person_noun_phrase(self, index: int) -> bool:
        """Whether the relative clause modifies a noun that is not the person ("the colleague who lives in ...")."""
        return self.text(index) in _RELATIVE and index > 0 and self.text(index - 1) not in _REPORTING_VERBS

    def _with_mood(self, context: Context, fillers: set[str]) -> Context:
        opener = self.text(context.subject_index - 1)
        if opener in {"the", "this", "our"}:
            opener = self.text(context.subject_index - 2)
        return replace(
            context,
            be=bool(fillers & w.BE),
            negated=bool(fillers & w.NEGATIONS),
            past=bool(fillers & w.PAST),
            hypothetical=bool(fillers & w.HYPOTHETICAL) or opener in _IRREALIS_OPENERS,
            opener=self.text(context.subject_index) if context.subject == "none" else opener,
            asked=opener in _INVERTED and "?" in self.sentence.vocabulary,
        )
