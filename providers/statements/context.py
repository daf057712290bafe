"""Who a predicate is about and whether it is meant: read off the words to its left."""

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from providers.statements import evidence_words as ev
from providers.statements import gazetteer
from providers.statements import words as w
from providers.statements.sentences import Sentence, Word
from providers.statements.slots import is_capitalised
from providers.statements.slots_foreign import OTHERS

Subject = Literal["self", "you", "user", "name", "pronoun", "none", "other"]

_FILLERS = w.NEUTRAL | w.ADVERBS | w.BE | w.HAVE | w.PAST | w.DO | w.NEGATIONS | w.UNREAL
_OWNERS = {"my": "self", "our": "self", "your": "you", "his": "pronoun", "her": "pronoun", "their": "pronoun"}
_NOT_ONE_USER = w.word_set("""
    another some every each no one other any second different next random typical average a an test many most
""")
_TELLING = w.word_set("""
    think thinks thought know knows believe believes remember remembers note notes noted say says said mentioned
    mentions told tells guess suppose heard hear learned learnt stated states confirmed confirms shared shares
    reported reports explained explains recall save store saved stored record add added update fact reminder
""")
_REACH = 40  # words back over which a clause's subject or owner is looked for
_CLEAR_OPENERS = (w.CLAUSE_OPENERS | w.ADVERBS | _TELLING | {"", "why", "hi", "hey", "hello"}) - {
    "who",
    "which",
    "whom",
}
_RELATIVE = frozenset({"who", "which", "that"})
_IRREALIS_OPENERS = w.word_set("""
    if whether wish wishes imagine pretend suppose supposing unless hope hopes when once until
""")
_SUBJECT_WORDS = 8  # words of a subject that are read behind its owner
_RELATED = ev.PERSONAL_RELATIONS | OTHERS
_PERSON_WORDS = w.PERSON_NOUNS | w.PRONOUNS | w.SELF | {"her", "his", "their", "my", "our", "me", "user"}
_TIMES = w.word_set("today yesterday tomorrow year month week day night morning evening summer winter spring autumn")
_INVERTED = w.word_set("""
    do does did is are was were should can could would will has have may might am where what why how when
""")


@dataclass(frozen=True, slots=True)
class Context:
    """What stands before a predicate: its subject and the little words that turn its meaning."""

    subject: Subject
    subject_index: int
    subject_text: str = ""
    opener: str = ""
    inherited: bool = False
    be: bool = False
    negated: bool = False
    past: bool = False
    unreal: bool = False
    asked: bool = False

    @property
    def opens_clause(self) -> bool:
        """Whether the subject begins a clause of its own, and no relative one ("the things | I love")."""
        return self.opener in _CLEAR_OPENERS


class Reader:
    """Reads in one sentence whom its words are about.

    `names` are the person's in small letters; with `any_name` every name may be.
    """

    def __init__(self, sentence: Sentence, names: Collection[str] = (), *, any_name: bool = False) -> None:
        self.sentence, self.names, self.any_name = sentence, names, any_name
        self.texts = [word.text for word in sentence.words]

    def before_verb(self, start: int) -> Context:
        """The context of a predicate that begins at `start`: "I no longer | live in ..."."""
        index = bisect_left(self.sentence.words, start, key=lambda word: word.start)
        fillers, index = self._fillers(index)
        subject, at = self._subject(index)
        return self._with_mood(Context(subject, at, self.text(at), inherited=at != index), fillers)

    def before_attribute(self, start: int) -> Context:
        """The context of something owned: "the user's | city is ..."."""
        index = bisect_left(self.sentence.words, start, key=lambda word: word.start) - 1
        word = self.text(index)
        if word in _OWNERS:
            return self._with_mood(Context(_OWNERS[word], index, word), set())  # type: ignore[arg-type]
        if word in {"'s", "'"}:
            subject, at = self._subject(index - 1)
            return self._with_mood(Context(subject, at, self.text(at)), set())
        if word in w.PERSON_NOUNS:
            return Context("user", index, word)
        if index < 0 or word in w.CLAUSE_OPENERS or word in w.ADVERBS or word in _TELLING:
            return Context("none", index)
        return Context("other", index, word)

    def text(self, index: int) -> str:
        """The word of that index in small letters, empty beyond either end."""
        return self.texts[index] if 0 <= index < len(self.texts) else ""

    def _fillers(self, index: int) -> tuple[set[str], int]:
        """The little words before the predicate, and the index of the word before them (-1 at the start)."""
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
            somebody_of_theirs = "of" in {before, self.text(index - 2)}
            return ("other" if before in _NOT_ONE_USER or somebody_of_theirs else "user"), index
        return ("name" if self._is_person_name(index) else "other"), index

    def _is_person_name(self, index: int) -> bool:
        word = self.sentence.words[index]
        if word.text in self.names:
            return True
        if not self.any_name or not self._looks_like_name(word):
            return False
        return self._stands_alone(index)

    def _looks_like_name(self, word: Word) -> bool:
        return is_capitalised(self.sentence.view.cased[word.start : word.end]) and word.text not in w.NOT_A_NAME

    def _stands_alone(self, index: int) -> bool:
        """Whether no common noun introduces the name ("my friend Tom" is somebody else)."""
        while index > 0 and self._looks_like_name(self.sentence.words[index - 1]):
            index -= 1
        before = self.text(index - 1)
        return (
            index == 0
            or before in w.CLAUSE_OPENERS
            or before in w.PERSON_NOUNS
            or before in _TELLING
            or before in w.ADVERBS
        )

    def _inherited(self, index: int) -> tuple[Subject, int]:
        """The subject of the clause before, for "I work here and | live there"."""
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
        """Whether the relative clause hangs on a noun that is not the person ("the colleague who lives in ...")."""
        return self.text(index) in _RELATIVE and index > 0 and self.text(index - 1) not in _TELLING

    def _with_mood(self, context: Context, fillers: set[str]) -> Context:
        opener = self.text(context.subject_index - 1)
        if opener in {"the", "this", "our"}:
            opener = self.text(context.subject_index - 2)
        return replace(
            context,
            be=bool(fillers & w.BE),
            negated=bool(fillers & w.NEGATIONS),
            past=bool(fillers & w.PAST),
            unreal=bool(fillers & w.UNREAL) or opener in _IRREALIS_OPENERS,
            opener=self.text(context.subject_index) if context.subject == "none" else opener,
            asked=opener in _INVERTED and "?" in self.sentence.vocabulary,
        )

    def speaks_of_somebody(self, but: Collection[int] = ()) -> bool:
        """Whether the sentence names or points to a person: "Lisbon is the capital of Portugal" does not.

        The words of the indices `but` are known to be no names.
        """
        vocabulary = self.sentence.vocabulary
        if vocabulary & _PERSON_WORDS or (ev.HOME & vocabulary and self.texts[0] not in {"the", "a", "an"}):
            return True
        indices = (at for at in range(len(self.texts)) if at not in but)
        return any(self.is_capital(at) and self._looks_like_person(at) for at in indices)

    def _looks_like_person(self, index: int) -> bool:
        text = self.texts[index]
        comes_first = index == 0 or self.texts[index - 1] == ":"
        if comes_first and self.text(index + 1) in ev.PREPOSITIONS:  # "Stamps for Peru"
            return False
        return text not in w.NOT_A_NAME and not gazetteer.is_place(text) and not gazetteer.is_language(text)

    def is_about_another(self, index: int, own: frozenset[str] = frozenset()) -> bool:
        """Whether a word is said of somebody or something that only belongs to the person: "Ana's neighbour ...".

        `own` are words for what is the person's own besides the usual ones.
        """
        if {"also", "too"} & self.sentence.vocabulary:
            return False
        if self.follows_relation(index, own) or self._names_a_stranger(index):
            return True
        owner = self._owner_before(index)
        if owner and self.texts[owner] == "'s" and self._is_strange_owner(owner - 1):
            return True
        owned = [] if owner is None else self._owned(owner, index)
        return bool(owned) and not (ev.OWN_ATTRIBUTES | w.PERSON_NOUNS | own).intersection(owned)

    def _is_strange_owner(self, index: int) -> bool:
        """ "Grandpa Anton's ...", "the key's ...", but "Ana's ...", "the user's ...", "last year's ..."."""
        if self.is_capital(index):
            return not _RELATED.isdisjoint(self.texts[max(0, index - 1) : index])
        return self.texts[index] not in _PERSON_WORDS | _TIMES

    def _names_a_stranger(self, index: int) -> bool:
        """Whether a name that is none of the person's comes before, where theirs are known."""
        if not self.names or not _PERSON_WORDS.isdisjoint(self.texts[:index]):
            return False
        people = [at for at in range(index) if self.is_capital(at) and self._looks_like_person(at)]
        return bool(people) and not any(self.texts[at] in self.names for at in people)

    def follows_relation(self, index: int, but: frozenset[str] = frozenset()) -> bool:
        earlier = range(max(0, index - _REACH), index)
        return any(self.texts[at] not in but and self._is_relation(at) for at in earlier)

    def _is_relation(self, index: int) -> bool:
        """Whether a relation of the person is what is spoken of, and not just who else took part ("with her mum")."""
        if self.texts[index] not in _RELATED or self.text(index - 2) == "raising":
            return False
        return not ev.PREPOSITIONS.intersection(self.texts[max(0, index - 3) : index])

    def _owner_before(self, index: int) -> int | None:
        """The nearest "Ana's" or "her" of the same clause that opens a subject."""
        owners = {"'s", "my", "her", "his", "their", "our", "your", "the"}
        for at in range(index - 1, max(-1, index - 1 - _REACH), -1):
            text = self.texts[at]
            if text == ":":
                return None
            if text == "," and self.text(at + 1) not in {"which", "where", "who", "whose"}:
                return None
            if text not in owners or self.text(at + 1) in {"been", "got", "user", "same"}:
                continue
            if ev.OWN_ATTRIBUTES.intersection(self._owned(at, index)):
                return at
            before = self.text(at - 2 if text == "'s" else at - 1)
            if before not in ev.PREPOSITIONS - {"and"}:
                return at
        return None

    def _owned(self, owner: int, index: int) -> list[str]:
        """The words of a subject behind its owner, up to its verb or preposition."""
        owned: list[str] = []
        for text in self.texts[owner + 1 : min(index, owner + _SUBJECT_WORDS)]:
            if not text[0].isalpha() or text in ev.VERBS or text in ev.PREPOSITIONS or text in {"who", "which", "that"}:
                break
            owned.append(text)
        return owned

    def is_capital(self, index: int) -> bool:
        if not 0 <= index < len(self.sentence.words):
            return False
        return self.sentence.view.cased[self.sentence.words[index].start].isupper()

    def touches(self, index: int) -> bool:
        """Whether only a blank lies between a word and the one before."""
        words = self.sentence.words
        return 0 < index < len(words) and words[index].start - words[index - 1].end <= 1

    def index_at(self, position: int) -> int:
        return next(
            (at for at, word in enumerate(self.sentence.words) if word.end > position), len(self.sentence.words)
        )
