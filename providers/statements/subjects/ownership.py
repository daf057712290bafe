"""Determines whom a sentence is about: the person, or someone or something else that it names."""

import re
from bisect import bisect_left
from collections.abc import Collection
from typing import Final

from django.utils.functional import cached_property

from providers.statements.foreign.slots import OTHERS
from providers.statements.text import evidence_words as ev
from providers.statements.text import gazetteer
from providers.statements.text import words as w
from providers.statements.text.sentences import Sentence

_REACH: Final = 40  # words to the left in which an owner or a relation is sought
_SUBJECT_WORDS: Final = 8  # words of a subject that are read after its owner
# Relative pronouns, which alone name no one: "Tengo que recoger ...", "la persona qui ...".
_RELATIVE_PRONOUNS: Final = frozenset(["que", "qui", "che"])
RELATED: Final = (ev.PERSONAL_RELATIONS | OTHERS) - _RELATIVE_PRONOUNS
_PERSON_WORDS: Final = w.PERSON_NOUNS | w.PRONOUNS | w.SELF | {"her", "his", "their", "my", "our", "me", "user"}
_OWNERS: Final = frozenset(["'s", "my", "her", "his", "their", "our", "your"])
_PERSON_REFERENCES: Final = _PERSON_WORDS | {"someone", "somebody", "one", "him", "them", "you", "city", "town"}
_IS: Final = w.BE | {"was", "were", "as"}
_CONTRACTED: Final = frozenset(
    ["it", "that", "there", "here", "what", "who", "let", "he", "she", "name"]
)  # "it's" is "it is"
_ASKED_ABOUT: Final = re.compile(
    r"\b(?:ask(?:s|ed)?|wonders?|wondered|curious|wants to know|question) (?:about )?"
    r"(?:how|whether|why|when|what|which|if(?! (?:i|she|he|they|we|her|his|my|their|our|the user)\b))\b"
)
_ANSWERING: Final = frozenset(["answer", "answers", "reply", "replies", "chat", "chats"])  # what other bots do too
_MODALS: Final = frozenset(["must", "should", "shall", "may", "need", "needs"])
_WISHES: Final = frozenset(
    ["want", "wants", "wanted", "likes", "prefers", "prefer", "asks", "asked", "insists", "lets", "told", "tells"]
)
_NAMING: Final = frozenset(["named", "called", "nicknamed"])
_CLAUSE: Final = 10  # words of a relative clause
_PREDICATE: Final = 4  # words between "is" and a noun
_ENGLISH: Final = w.word_set("the is was has had my her his their our 's who in of at with for to lives works and")
_ARTICLES: Final = frozenset(["a", "an", "ein", "eine", "einen", "un", "una", "une", "um", "uma"])
_HAVE: Final = w.HAVE | {"hat", "habe", "tiene", "tengo", "tem", "tenho", "ai", "ha", "ho"}
# After "'s" these make it "is" or "has": "Ana's moving to Utrecht". Other words may be nouns ("Ana's wedding in").
_OPENING_VERBS: Final = w.word_set("""
    been got moving relocating emigrating immigrating living residing renting settling returning learning speaking
    expecting seeing taking recovering waiting getting having trying dating lived moved relocated settled
""")
_NOT_POSSESSED: Final = _OPENING_VERBS | {"user", "same"}
_TIMES: Final = w.word_set("""
    today yesterday tomorrow year month week day night morning evening summer winter spring autumn
""")


class Ownership:
    """Determines whom the words of one sentence are about. `names` are the person's in small letters; if empty, any
    name may be theirs."""

    def __init__(self, sentence: Sentence, names: Collection[str] = ()) -> None:
        self.sentence, self.names = sentence, frozenset(names)

    def refers_to_person(self, excluded: Collection[int] = ()) -> bool:
        """Whether the sentence names or refers to a person: "Lisbon is the capital of Portugal" does not.

        The words at the indices `excluded` are known not to be names.
        """
        vocabulary = self.sentence.vocabulary
        if vocabulary & _PERSON_WORDS or (ev.HOME & vocabulary and self.sentence.texts[0] not in {"the", "a", "an"}):
            return True
        indices = (at for at in range(len(self.sentence.texts)) if at not in excluded)
        return any(self.sentence.is_capital(at) and self._looks_like_person(at) for at in indices)

    def _looks_like_person(self, index: int) -> bool:
        text = self.sentence.texts[index]
        comes_first = index == 0 or self.sentence.texts[index - 1] == ":"
        if comes_first and self.sentence.text(index + 1) in ev.PREPOSITIONS - {"and"}:  # "Stamps for Peru"
            return False
        return text not in w.NOT_A_NAME and not gazetteer.is_place(text) and not gazetteer.is_language(text)

    def is_about_another(self, index: int, own: frozenset[str] = frozenset()) -> bool:
        """Whether a word is about someone or something else, even if it belongs to the person: "Ana's neighbour ...".

        `own` are additional words for possessions and attributes of the person.
        """
        if {"also", "too"} & self.sentence.vocabulary:
            return False
        if self._is_in_question(index):
            return True
        if self.follows_relation(index, own) or self._follows_other_names(index) or self._modifies_other(index, own):
            return True
        owner = self._owner_before(index)
        if owner and self.sentence.texts[owner] == "'s" and self._is_other_owner(owner - 1, own):
            return True
        owned = [] if owner is None else self._possessed_words(owner, index)
        if not owned or owned[0] in ev.ASSISTANT_WORDS:
            return False
        return not (ev.OWN_ATTRIBUTES | (ev.ASSISTANT_WORDS - _ANSWERING) | w.PERSON_NOUNS | own).intersection(owned)

    @cached_property
    def _opens_with_name(self) -> bool:
        """Whether the verb after it makes the first word a name: "Carla settled", but not "Thinks in", "Delivery
        options"."""
        first, following, third = (self.sentence.text(at) for at in range(3))
        if first in self.names or following in {"'s", ","}:
            return True
        if first in ev.OWN_ATTRIBUTES:
            return False
        is_verb = following in ev.VERBS or following.endswith("ed")
        is_verb |= following.endswith("s") and third not in ev.VERBS | _MODALS
        return is_verb and not first.endswith(("s", "ed", "ing"))

    def names_the_person(self, index: int) -> bool:
        """Whether the word at `index`, or after "the", is a pronoun, a noun for the person, or a name that may be
        theirs."""
        index += self.sentence.text(index) == "the"
        return self._is_person(index) and self.sentence.text(index + 1) != "'s"

    def is_other_name(self, index: int) -> bool:
        """Whether the word is a name that is not the person's; if theirs are unknown, any name."""
        text = self.sentence.text(index)
        return self.sentence.is_capital(index) and text not in self.names and self._looks_like_person(index)

    def starts_with_person(self) -> bool:
        """Whether the sentence begins with the person or something of theirs ("Ana's PIN"), but not with a pronoun."""
        if self.sentence.text(0) == "the":
            return self.sentence.text(1) in w.PERSON_NOUNS
        return self._is_person(0) and self.sentence.text(0) not in w.PRONOUNS | _OWNERS

    def _is_person(self, index: int) -> bool:
        text = self.sentence.text(index)
        return text in _PERSON_WORDS or (self.sentence.is_capital(index) and self._looks_like_person(index))

    def _is_other_owner(self, index: int, own: frozenset[str]) -> bool:
        """Whether the owner is not the person: "Grandpa Anton's ...", "the key's ...", but not "Ana's ...", "last
        year's ..."."""
        if self.sentence.is_capital(index):
            return not RELATED.isdisjoint(self.sentence.texts[max(0, index - 1) : index])
        text = self.sentence.texts[index]
        return text not in _PERSON_WORDS | _TIMES | own and not text.endswith(
            "user"
        )  # "theuser" of a text without blanks

    def _follows_other_names(self, index: int) -> bool:
        """Whether another name precedes the word, if the person's names are known."""
        if not self.names or not _PERSON_WORDS.isdisjoint(self.sentence.texts[:index]):
            return False
        people = [at for at in range(index) if self.sentence.is_capital(at) and self._looks_like_person(at)]
        if people[:1] == [0] and not self._opens_with_name:
            del people[0]
        return bool(people) and not any(self.sentence.texts[at] in self.names for at in people)

    def follows_other_name(self, index: int) -> bool:
        """Whether another name directly precedes the word: "Tom and | his boyfriend"."""
        at = index - 1 - (self.sentence.text(index - 1) in {"and", ","})
        name = self.sentence.text(at)
        if at < 0 or not self.names or name in self.names | _PERSON_WORDS:
            return False
        return self.sentence.is_capital(at) and self._looks_like_person(at)

    def _is_in_question(self, index: int) -> bool:
        """Whether the word is part of what is asked: "Asked how to say | ..."."""
        return self._question_start <= self.sentence.words[index].start

    @cached_property
    def _question_start(self) -> int:
        asked = None if ev.HOME & self.sentence.vocabulary else _ASKED_ABOUT.search(self.sentence.folded)
        return self.sentence.start + asked.end() if asked else self.sentence.end

    def _modifies_other(self, index: int, own: frozenset[str]) -> bool:
        """Whether a relative clause around a word modifies something else ("a detective who | lives in")."""
        texts = self.sentence.texts
        starts = (at for at in range(index - 1, max(0, index - _CLAUSE), -1) if self._opens_relative_clause(at))
        at = next(starts, None)
        if at is None:
            return False
        noun = at - 2 if texts[at - 1] == "," else at - 1
        if texts[noun] in _PERSON_REFERENCES | ev.OWN_ATTRIBUTES | own or texts[noun] in self.names or noun < 0:
            return False
        before = self.sentence.text(noun - 1)
        if self.sentence.is_capital(noun):
            return bool(self.names) or before in ev.PREPOSITIONS | _NAMING
        opens = next((at + 1 for at in range(noun - 1, max(-1, noun - _PREDICATE), -1) if texts[at] in _IS), None)
        return opens is None or texts[opens].endswith("ing")  # "is a nurse who ...", not "is comparing cars that"

    def _opens_relative_clause(self, index: int) -> bool:
        text = self.sentence.texts[index]
        return text in {"who", "whose", "which"} or (text == "that" and self.sentence.text(index + 1) in ev.VERBS)

    def is_wish_of_relation(self, index: int) -> bool:
        """Whether a relation of the person wants to be called so: "her uncle wants us to call him | Chief"."""
        return self.follows_relation(index) and not _WISHES.isdisjoint(self.sentence.texts[:index])

    def subject_end(self, index: int) -> int:
        """The index after the nearest person to the left of a word; 0 for a note without a subject."""
        found = next((at for at in range(index - 1, max(-1, index - _REACH), -1) if self._is_person(at)), None)
        return 0 if found is None else found + 1

    def follows_relation(self, index: int, excluded: frozenset[str] = frozenset()) -> bool:
        earlier = self._relations[bisect_left(self._relations, index - _REACH) : bisect_left(self._relations, index)]
        start = self._own_clause(index) if earlier else 0
        return any(at >= start and self.sentence.texts[at] not in excluded for at in earlier)

    @cached_property
    def _relations(self) -> list[int]:
        return [at for at in range(len(self.sentence.texts)) if self._is_relation(at)]

    def _own_clause(self, index: int) -> int:
        """The start of a clause with the person as its subject ("..., and | the user was born")."""
        for at in range(index - 1, max(0, index - _REACH), -1):
            if self.sentence.texts[at] in {"and", "but", "while"}:
                following = self.sentence.texts[at + 1 : at + 3]
                if not (w.PERSON_NOUNS | w.SELF | set(self.names)).isdisjoint(following) and "'s" not in following:
                    return at
        return 0

    def _is_relation(self, index: int) -> bool:
        """Whether a relation of the person is the topic, and not just a companion ("with her mum")."""
        texts = self.sentence.texts
        if texts[index] not in RELATED or self.sentence.text(index + 1) == "tongue" or self._is_false_relation(index):
            return False
        if self.sentence.text(index - 2) == "raising":
            return False
        if texts[index] in w.PERSON_NOUNS and _OWNERS.isdisjoint(texts[max(0, index - 2) : index]):
            return False  # "the customer ..." is the person
        if texts[index - 1] in _ARTICLES and index > 1 and texts[index - 2] in _IS | _HAVE | {","}:
            return False  # "Ana, a teacher ...", "has a friend and ..."
        return not ev.PREPOSITIONS.intersection(texts[max(0, index - 3) : index])

    def _is_false_relation(self, index: int) -> bool:
        """Words that only look like a relation: "Son salaire ...", "son gitanos", "Frau Keller ...", "La persona
        ..."."""
        if self.sentence.texts[index] in {"persona", "personne"}:
            return self.sentence.text(index - 1) == "la"
        if self.sentence.texts[index] == "son":
            return _ENGLISH.isdisjoint(self.sentence.vocabulary)
        return self.sentence.texts[index] == "frau" and index == 0 and self.sentence.is_capital(1)

    def _owner_before(self, index: int) -> int | None:
        """The index of the nearest "Ana's" or "her" of the same clause that opens a subject."""
        for at in range(index - 1, max(-1, index - 1 - _REACH), -1):
            text = self.sentence.texts[at]
            if text == ":":
                return None
            if text == "," and self.sentence.text(at + 1) not in {"which", "where", "who", "whose"}:
                return None
            if text not in _OWNERS | {"the"} or self.sentence.text(at + 1) in _NOT_POSSESSED:
                continue
            before = self.sentence.text(at - 1)
            if before == "raising" or (text == "'s" and before in _CONTRACTED):
                continue
            if self.sentence.text(at - 1) == "and" and self._is_person(at - 2):  # "Ana and her partner ..."
                continue
            if self._is_object(at, index):
                continue
            if ev.OWN_ATTRIBUTES.intersection(self._possessed_words(at, index)):
                return at
            before = self.sentence.text(at - 2 if text == "'s" else at - 1)
            if before not in ev.PREPOSITIONS - {"and"}:
                return at
        return None

    def _is_object(self, owner: int, index: int) -> bool:
        """Whether the possession is an object between two verbs: "sold the car and | moved to"."""
        verb = self.sentence.text(owner - 1)
        if self.sentence.text(owner + 1 + len(self._possessed_words(owner, index))) not in {"and", ",", "then"}:
            return False
        return verb.isalpha() and verb not in ev.PREPOSITIONS | w.CLAUSE_OPENERS | w.ADVERBS | w.BE

    def _possessed_words(self, owner: int, index: int) -> list[str]:
        """The words of a subject after its owner, up to its verb or preposition."""
        owned: list[str] = []
        for text in self.sentence.texts[owner + 1 : min(index, owner + _SUBJECT_WORDS)]:
            if not text[0].isalpha() or text in ev.VERBS or text in ev.PREPOSITIONS or text in {"who", "which", "that"}:
                break
            owned.append(text)
        return owned
