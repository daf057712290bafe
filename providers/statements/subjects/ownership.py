"""Of whom a sentence tells something: the person, or somebody or something else that it names."""

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

_REACH: Final = 40  # words back over which an owner or a relation is looked for
_SUBJECT_WORDS: Final = 8  # words of a subject that are read behind its owner
# "Tengo que recoger ...", "la persona qui ...": such a word names nobody by itself.
_LINKS: Final = frozenset(["que", "qui", "che"])
RELATED: Final = (ev.PERSONAL_RELATIONS | OTHERS) - _LINKS
_PERSON_WORDS: Final = w.PERSON_NOUNS | w.PRONOUNS | w.SELF | {"her", "his", "their", "my", "our", "me", "user"}
_OWNERS: Final = frozenset(["'s", "my", "her", "his", "their", "our", "your"])
_ANYBODY: Final = _PERSON_WORDS | {"someone", "somebody", "one", "him", "them", "you", "city", "town"}
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
# Behind "'s" they make it "is" or "has": "Ana's moving to Utrecht". Of others a noun may be meant ("Ana's wedding in").
_OPENING_VERBS: Final = w.word_set("""
    been got moving relocating emigrating immigrating living residing renting settling returning learning speaking
    expecting seeing taking recovering waiting getting having trying dating lived moved relocated settled
""")
_NO_OWNED: Final = _OPENING_VERBS | {"user", "same"}
_TIMES: Final = w.word_set("""
    today yesterday tomorrow year month week day night morning evening summer winter spring autumn
""")


class Ownership:
    """Reads of whom the words of one sentence are said. `names` are the person's in small letters; without any, every
    name may be theirs."""

    def __init__(self, sentence: Sentence, names: Collection[str] = ()) -> None:
        self.sentence, self.names = sentence, frozenset(names)

    def speaks_of_somebody(self, but: Collection[int] = ()) -> bool:
        """Whether the sentence names or points to a person: "Lisbon is the capital of Portugal" does not.

        The words of the indices `but` are known to be no names.
        """
        vocabulary = self.sentence.vocabulary
        if vocabulary & _PERSON_WORDS or (ev.HOME & vocabulary and self.sentence.texts[0] not in {"the", "a", "an"}):
            return True
        indices = (at for at in range(len(self.sentence.texts)) if at not in but)
        return any(self.sentence.is_capital(at) and self._looks_like_person(at) for at in indices)

    def _looks_like_person(self, index: int) -> bool:
        text = self.sentence.texts[index]
        comes_first = index == 0 or self.sentence.texts[index - 1] == ":"
        if comes_first and self.sentence.text(index + 1) in ev.PREPOSITIONS - {"and"}:  # "Stamps for Peru"
            return False
        return text not in w.NOT_A_NAME and not gazetteer.is_place(text) and not gazetteer.is_language(text)

    def is_about_another(self, index: int, own: frozenset[str] = frozenset()) -> bool:
        """Whether a word is said of somebody or something that only belongs to the person: "Ana's neighbour ...".

        `own` are words for what is the person's own besides the usual ones.
        """
        if {"also", "too"} & self.sentence.vocabulary:
            return False
        if self._is_asked_about(index):
            return True
        if self.follows_relation(index, own) or self._names_a_stranger(index) or self._hangs_on_another(index, own):
            return True
        owner = self._owner_before(index)
        if owner and self.sentence.texts[owner] == "'s" and self._is_strange_owner(owner - 1, own):
            return True
        owned = [] if owner is None else self._owned(owner, index)
        if not owned or owned[0] in ev.ASSISTANT_WORDS:
            return False
        return not (ev.OWN_ATTRIBUTES | (ev.ASSISTANT_WORDS - _ANSWERING) | w.PERSON_NOUNS | own).intersection(owned)

    @cached_property
    def _opens_with_name(self) -> bool:
        """Whether a verb makes the first word a name: "Carla settled", but "Thinks in", "Delivery options"."""
        first, following, third = (self.sentence.text(at) for at in range(3))
        if first in self.names or following in {"'s", ","}:
            return True
        if first in ev.OWN_ATTRIBUTES:
            return False
        is_verb = following in ev.VERBS or following.endswith("ed")
        is_verb |= following.endswith("s") and third not in ev.VERBS | _MODALS
        return is_verb and not first.endswith(("s", "ed", "ing"))

    def names_the_person(self, index: int) -> bool:
        """Whether a pronoun, a word for the person or a name that may be theirs stands there, or behind "the"."""
        index += self.sentence.text(index) == "the"
        return self._is_person(index) and self.sentence.text(index + 1) != "'s"

    def is_stranger(self, index: int) -> bool:
        """Whether a name that is none of the person's stands there; where theirs are not known, any."""
        text = self.sentence.text(index)
        return self.sentence.is_capital(index) and text not in self.names and self._looks_like_person(index)

    def begins_with_the_person(self) -> bool:
        """The same of the first words, also where something of theirs is spoken of ("Ana's PIN"); of no pronoun."""
        if self.sentence.text(0) == "the":
            return self.sentence.text(1) in w.PERSON_NOUNS
        return self._is_person(0) and self.sentence.text(0) not in w.PRONOUNS | _OWNERS

    def _is_person(self, index: int) -> bool:
        text = self.sentence.text(index)
        return text in _PERSON_WORDS or (self.sentence.is_capital(index) and self._looks_like_person(index))

    def _is_strange_owner(self, index: int, own: frozenset[str]) -> bool:
        """ "Grandpa Anton's ...", "the key's ...", but "Ana's ...", "the user's ...", "last year's ..."."""
        if self.sentence.is_capital(index):
            return not RELATED.isdisjoint(self.sentence.texts[max(0, index - 1) : index])
        text = self.sentence.texts[index]
        return text not in _PERSON_WORDS | _TIMES | own and not text.endswith(
            "user"
        )  # "theuser" of a text without blanks

    def _names_a_stranger(self, index: int) -> bool:
        """Whether a name that is none of the person's comes before, where theirs are known."""
        if not self.names or not _PERSON_WORDS.isdisjoint(self.sentence.texts[:index]):
            return False
        people = [at for at in range(index) if self.sentence.is_capital(at) and self._looks_like_person(at)]
        if people[:1] == [0] and not self._opens_with_name:
            del people[0]
        return bool(people) and not any(self.sentence.texts[at] in self.names for at in people)

    def follows_stranger(self, index: int) -> bool:
        """Whether a name that is none of the person's stands right before: "Tom and | his boyfriend"."""
        at = index - 1 - (self.sentence.text(index - 1) in {"and", ","})
        name = self.sentence.text(at)
        if at < 0 or not self.names or name in self.names | _PERSON_WORDS:
            return False
        return self.sentence.is_capital(at) and self._looks_like_person(at)

    def _is_asked_about(self, index: int) -> bool:
        """ "Asked how to say | ..." """
        return self._end_of_asking <= self.sentence.words[index].start

    @cached_property
    def _end_of_asking(self) -> int:
        asked = None if ev.HOME & self.sentence.vocabulary else _ASKED_ABOUT.search(self.sentence.folded)
        return self.sentence.start + asked.end() if asked else self.sentence.end

    def _hangs_on_another(self, index: int, own: frozenset[str]) -> bool:
        """Whether a relative clause around a word hangs on something else ("a detective who | lives in")."""
        texts = self.sentence.texts
        starts = (at for at in range(index - 1, max(0, index - _CLAUSE), -1) if self._opens_relative_clause(at))
        at = next(starts, None)
        if at is None:
            return False
        noun = at - 2 if texts[at - 1] == "," else at - 1
        if texts[noun] in _ANYBODY | ev.OWN_ATTRIBUTES | own or texts[noun] in self.names or noun < 0:
            return False
        before = self.sentence.text(noun - 1)
        if self.sentence.is_capital(noun):
            return bool(self.names) or before in ev.PREPOSITIONS | _NAMING
        opens = next((at + 1 for at in range(noun - 1, max(-1, noun - _PREDICATE), -1) if texts[at] in _IS), None)
        return opens is None or texts[opens].endswith("ing")  # "is a nurse who ...", but "is comparing cars that ..."

    def _opens_relative_clause(self, index: int) -> bool:
        text = self.sentence.texts[index]
        return text in {"who", "whose", "which"} or (text == "that" and self.sentence.text(index + 1) in ev.VERBS)

    def wishes_for_another(self, index: int) -> bool:
        """Whether a relation of the person wants to be called so: "her uncle wants us to call him | Chief"."""
        return self.follows_relation(index) and not _WISHES.isdisjoint(self.sentence.texts[:index])

    def subject_end(self, index: int) -> int:
        """The index behind the nearest person before a word; 0 where a note leaves its subject out."""
        found = next((at for at in range(index - 1, max(-1, index - _REACH), -1) if self._is_person(at)), None)
        return 0 if found is None else found + 1

    def follows_relation(self, index: int, but: frozenset[str] = frozenset()) -> bool:
        earlier = self._relations[bisect_left(self._relations, index - _REACH) : bisect_left(self._relations, index)]
        start = self._own_clause(index) if earlier else 0
        return any(at >= start and self.sentence.texts[at] not in but for at in earlier)

    @cached_property
    def _relations(self) -> list[int]:
        return [at for at in range(len(self.sentence.texts)) if self._is_relation(at)]

    def _own_clause(self, index: int) -> int:
        """Where a clause begins that has the person for its subject ("..., and | the user was born")."""
        for at in range(index - 1, max(0, index - _REACH), -1):
            if self.sentence.texts[at] in {"and", "but", "while"}:
                following = self.sentence.texts[at + 1 : at + 3]
                if not (w.PERSON_NOUNS | w.SELF | set(self.names)).isdisjoint(following) and "'s" not in following:
                    return at
        return 0

    def _is_relation(self, index: int) -> bool:
        """Whether a relation of the person is what is spoken of, and not just who else took part ("with her mum")."""
        texts = self.sentence.texts
        if texts[index] not in RELATED or self.sentence.text(index + 1) == "tongue" or self._only_looks_related(index):
            return False
        if self.sentence.text(index - 2) == "raising":
            return False
        if texts[index] in w.PERSON_NOUNS and _OWNERS.isdisjoint(texts[max(0, index - 2) : index]):
            return False  # "the customer ..." is the person
        if texts[index - 1] in _ARTICLES and index > 1 and texts[index - 2] in _IS | _HAVE | {","}:
            return False  # "Ana, a teacher ...", "has a friend and ..."
        return not ev.PREPOSITIONS.intersection(texts[max(0, index - 3) : index])

    def _only_looks_related(self, index: int) -> bool:
        """ "Son salaire ...", "son gitanos", "Frau Keller ...", "La persona ...", "Ma femme et moi ..."."""
        if self.sentence.texts[index] in {"persona", "personne"}:
            return self.sentence.text(index - 1) == "la"
        if self.sentence.texts[index] == "son":
            return _ENGLISH.isdisjoint(self.sentence.vocabulary)
        return self.sentence.texts[index] == "frau" and index == 0 and self.sentence.is_capital(1)

    def _owner_before(self, index: int) -> int | None:
        """The nearest "Ana's" or "her" of the same clause that opens a subject."""
        for at in range(index - 1, max(-1, index - 1 - _REACH), -1):
            text = self.sentence.texts[at]
            if text == ":":
                return None
            if text == "," and self.sentence.text(at + 1) not in {"which", "where", "who", "whose"}:
                return None
            if text not in _OWNERS | {"the"} or self.sentence.text(at + 1) in _NO_OWNED:
                continue
            before = self.sentence.text(at - 1)
            if before == "raising" or (text == "'s" and before in _CONTRACTED):
                continue
            if self.sentence.text(at - 1) == "and" and self._is_person(at - 2):  # "Ana and her partner ..."
                continue
            if self._is_object(at, index):
                continue
            if ev.OWN_ATTRIBUTES.intersection(self._owned(at, index)):
                return at
            before = self.sentence.text(at - 2 if text == "'s" else at - 1)
            if before not in ev.PREPOSITIONS - {"and"}:
                return at
        return None

    def _is_object(self, owner: int, index: int) -> bool:
        """Whether a verb stands before the owner and another behind what is owned: "sold the car and | moved to"."""
        verb = self.sentence.text(owner - 1)
        if self.sentence.text(owner + 1 + len(self._owned(owner, index))) not in {"and", ",", "then"}:
            return False
        return verb.isalpha() and verb not in ev.PREPOSITIONS | w.CLAUSE_OPENERS | w.ADVERBS | w.BE

    def _owned(self, owner: int, index: int) -> list[str]:
        """The words of a subject behind its owner, up to its verb or preposition."""
        owned: list[str] = []
        for text in self.sentence.texts[owner + 1 : min(index, owner + _SUBJECT_WORDS)]:
            if not text[0].isalpha() or text in ev.VERBS or text in ev.PREPOSITIONS or text in {"who", "which", "that"}:
                break
            owned.append(text)
        return owned
