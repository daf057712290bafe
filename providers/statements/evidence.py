"""Finds values of sensitive fields that a sentence mentions, in whatever words, unless it speaks of somebody else.

The rules of `rules` know how fields are usually stated; language has more ways than they can list. So what looks like a
value (a city, a language, a set of pronouns, a name to be called by) is taken for the person's, unless the sentence
says that it is about a third party, a journey, a product or the like.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from providers.statements import evidence_words as w
from providers.statements import gazetteer
from providers.statements.sentences import Sentence
from providers.statements.slots import Span
from providers.statements.slots_foreign import OTHERS
from providers.statements.words import NOT_A_NAME, PERSON_NOUNS, PRONOUNS, SELF

LONGEST_NAME: Final = 4  # words
_SUBJECT_WORDS: Final = 8  # words of a subject that are read behind its owner
_PLACE_LINKS: Final = frozenset(["in", "to", "from", "near", "around", "at", "within", "outside"])
_DETERMINERS: Final = frozenset(["the", "a", "an", "her", "his", "their", "my", "our"])
_LIST_MARKS: Final = frozenset(",;:(-/=")
_LEAST_WORDS: Final = 3  # fewer are a name or label, which the rules for labels read
_LONGEST_CLAUSE: Final = 40  # words back over which an owner is looked for
_SOMEBODY = re.compile(r"\b(?:an?|some|someone|somebody|new|another) (?:[\w-]+ ){0,4}(?:named|called|nicknamed)\b")
_UNREAL: Final = frozenset(
    ["might", "could", "should", "dreams", "dream", "dreaming", "if", "whether", "imagine", "considering", "wishes"]
)
_FOR_NOW = re.compile(r"\b(?:this|next|last|for the) (?:week|weekend|month|summer|winter|spring|autumn|fall|night)\b")
_PRONOUN = (
    r"(?:she|he|they|ze|zie|xe|ey|ae|fae|ve|co|it|her|him|them|hers|his|theirs|their|hir|hirs|zir|zirs|xem|xyr|em|eir"
    r"|faer|aer|any|all)"
)
_ANYBODY_S = r"(?:he/she|she/he|his/her|her/his|him/her|her/him|his/hers|his or her|s/he)"
_PRONOUNS = re.compile(
    rf"\b(?!{_ANYBODY_S}\b){_PRONOUN} ?[/|\\] ?{_PRONOUN}\b|\bneopronouns?\b|\bnon-?binary\b|\bgender[- ]neutral\b"
    r"|(?:'s|\b(?:her|his|my)) (?:\w+ )?pronouns?\b|\bpronouns? (?:work|are fine)\b"
    r"|\bsingular they\b|\bthey and them\b"
    r"|\b(?:she and her|he and him)\b|\bfrom (?:she|he|they) to (?:she|he|they)\b|\bit's (?:her|him|them), not\b"
    r"|\bmisgender|\bgender markers?\b"
    r"|\b(?:genderfluid|genderqueer|transgender|agender|cisgender)\b|\btrans (?:man|woman)\b|\bthey, (?:their|them)\b"
    r"|\b(?:feminine|masculine|female|male|neutral) (?:\w+ )?(?:forms?|endings?|grammar|language|inflections?)\b"
    r"|\b(?:say|as|a|be|use|uses|prefers|wants|with|either|or|being) [\"']?(?:she|he|they|xe|ze)[\"']?"
    r"(?=[\s.,;:!?)\"]*(?:$|in\b|or\b|is\b|instead|as\b|not\b|for\b|from\b|when\b|rather))"
)
_OF_NOBODY = re.compile(r"\b(?:unknown|generic|strangers?|style guide|novel|character)\b")
_NAME = r"[\"'(]{0,2}(?P<name>(?:(?:Dr|Mr|Ms|Mrs|Mx|Prof)\.? )?[A-Z]\w+(?:[ -][A-Z]\w+)?)[\"')]{0,2}"
_THEM = r"(?:her|him|them|me|us|it|user|the user)"
_CALLED = (
    rf"(?:calls? {_THEM}|calling {_THEM}|(?:be|being|is|gets|'s) called|nick(?:name)?(?:s|d)?|nicknamed|handle|alias"
    r"|(?:address|greet)(?:ed)? (?:\w+ )?(?:as|by)|insists on|known as|goes by|go by|going by"
    r"|signs? (?:\w+ ){0,4}(?:as|with|off)"
    rf"|introduc(?:es?|ed) (?:\w+self|{_THEM}) as|greet(?:s|ed)? {_THEM}|spoken to|moniker|answers to|responds to"
    rf"|refer(?:red)? to (?:as|{_THEM})|identifies as|name(?: is|'s|:| to)?|form of address|what to call"
    r"|shorten(?:s|ed)?|open with)"
)
_NAMES: Final = tuple(map(re.compile, (
    # "she is called Bea", "the handle she wants is Jinx", "shortens her own name to Dee"
    rf"(?:^(?:Handle|Nickname|Form of address)|\b{_CALLED})\b(?: [a-z'\"]+){{0,7}}?[:,]? {_NAME}",
    # "Kiki is how she wants to be spoken to", "Nina (that's what to call her)"
    rf"{_NAME}(?:, | \(|: | )(?:[a-z']+ ){{0,7}}?(?:nick(?:name)?|handle|alias|moniker|what to call|spoken to|is known"
    r"|addressed|be called|preferred name|first name|full name|form of address)\b",
    # "the user, Tova, is ...", "User (Ash) likes ..."
    rf"(?i:\b(?:user|account holder|person|customer|client)),? ?\(?,? ?(?:or rather )?(?<=[(, ]){_NAME}[),]",
    # "Vee, not Ana", "Ren over Ana", "in favour of Sky", "Bea rather than Beatrice"
    rf"{_NAME},? (?i:over|not|never|rather than|instead of) [\"']?[A-Z]\w+[\"']?"
    r"(?= (?:from now|any ?more|as)\b|[.,;!]|$)",
    rf"(?i:\b(?:dropped|gave up|no longer|not|never|don't say)) [A-Z]\w+\b.{{0,30}}?"
    rf"(?i:\b(?:favour of|favor of|say|but)) {_NAME}",
    # "or rather Nina as we should say", "is really Sasha", "feels more like her than"
    rf"(?i:\b(?:or rather|is really|is actually|hey|write to|dear)) {_NAME}",
    rf"{_NAME} (?i:feels more like)\b",
    # "Dr. Kovač when writing to the user"
    r"(?P<name>(?:Dr|Mr|Ms|Mrs|Mx|Prof)\.? [A-Z]\w+)(?: [A-Z]\w+)?(?:$|[.,]| (?i:when|for|in|to|instead)\b)",
)))  # fmt: skip


_RELATIONS: Final = w.PERSONAL_RELATIONS | OTHERS
_PERSON_WORDS: Final = PERSON_NOUNS | PRONOUNS | SELF | {"her", "his", "their", "my", "our", "me", "user"}


class Mention(NamedTuple):
    """A value of a sensitive field, and where it stands in the view."""

    key: str
    value: Span


def mentions(sentence: Sentence, names: Collection[str] = ()) -> Iterator[Mention]:
    """What a sentence mentions of the person it is about: city, language, pronouns and preferred_name.

    `names` are the person's, each word folded; without any, every name may be theirs.
    """
    reader = _Reader(sentence, names)
    if reader.is_statement():
        yield from reader.places_and_languages()
        yield from reader.pronouns()
        yield from reader.names()


class _Reader:
    def __init__(self, sentence: Sentence, names: Collection[str]) -> None:
        self.sentence, self.known_names = sentence, names
        self.words = sentence.words
        self.texts = [word.text for word in self.words]
        self.vocabulary = frozenset(self.texts)

    def is_statement(self) -> bool:
        """Whether it is a sentence at all, and no question."""
        return sum(word[0].isalpha() for word in self.texts) >= _LEAST_WORDS and self.texts[-1] != "?"

    def places_and_languages(self) -> Iterator[Mention]:
        index = 0 if self._speaks_of_somebody() else len(self.words)
        while index < len(self.words):
            counts = range(min(LONGEST_NAME, len(self.words) - index), 0, -1) if self._is_capital(index) else ()
            found, count = next(((found, count) for count in counts if (found := self._at(index, count))), (None, 1))
            if found is not None and self._is_their_own(found, index, count):
                yield found
            index += count

    def pronouns(self) -> Iterator[Mention]:
        found = _PRONOUNS.search(self.sentence.folded)
        if found is None or _OF_NOBODY.search(self.sentence.folded):
            return
        if not self._follows_relation(self._index(self.sentence.start + found.end() - 1)):
            yield Mention("pronouns", self._span(*found.span()))

    def names(self) -> Iterator[Mention]:
        if w.NAMED_THINGS & self.vocabulary or _SOMEBODY.search(self.sentence.folded):
            return
        text = self.sentence.view.cased[self.sentence.start : self.sentence.end]
        for pattern in _NAMES:
            for found in pattern.finditer(text):
                index = self._index(self.sentence.start + found.start("name"))
                if self._may_be_name(found["name"], index):
                    yield Mention("preferred_name", self._span(*found.span("name")))
                    return

    def _may_be_name(self, name: str, index: int) -> bool:
        folded = gazetteer.fold(name)
        if folded.split()[0] in NOT_A_NAME or folded in w.CALENDAR or gazetteer.is_language(folded) or name.isupper():
            return False
        if gazetteer.is_place(folded) and not gazetteer.is_ambiguous(folded):
            return False
        return not self._is_about_another(index)

    def _at(self, index: int, count: int) -> Mention | None:
        """The place or language that `count` words from `index` on name."""
        last = index + count - 1
        if not self._is_capital(last):
            return None
        name = " ".join(self.texts[index : last + 1]).removesuffix("-based")
        span = Span(self.words[index].start, self.words[last].end)
        if gazetteer.is_language(name):
            return Mention("language", span)
        if not gazetteer.is_place(name) or name in w.CALENDAR or self._is_part_of_longer_name(index, count):
            return None
        if gazetteer.is_ambiguous(name) and not self._is_framed(index):
            return None
        return Mention("city", span)

    def _is_part_of_longer_name(self, index: int, count: int) -> bool:
        """ "The Lisbon Sisters", "Victoria Beckham": no place by itself."""
        behind, before = index + count, index - 1
        if self._touches(behind) and self._is_capital(behind) and not gazetteer.is_place(self.texts[behind]):
            return True
        return before > 0 and self._touches(index) and self._is_capital(before) and self.texts[before] != "user"

    def _is_framed(self, index: int) -> bool:
        """Whether an ambiguous name stands where a place does: behind "in", or in a list."""
        before = self._text(index - 1)
        return before in _PLACE_LINKS or before in _LIST_MARKS or (before == "of" and bool(w.HOME & self.vocabulary))

    def _is_their_own(self, found: Mention, index: int, count: int) -> bool:
        if self._is_about_another(index) or self.texts[max(0, index - 2) : index] == ["been", "to"]:
            return False
        return self._is_home(index, count) if found.key == "city" else self._is_spoken(index + count)

    def _is_spoken(self, behind: int) -> bool:
        is_of_speakers = self._text(behind) in w.OF_SPEAKERS
        return not w.STUDY & self.vocabulary and (is_of_speakers or not self._is_adjective(behind))

    def _is_home(self, index: int, count: int) -> bool:
        behind, says_home = index + count, bool(w.HOME & self.vocabulary)
        if self._text(index - 1) == "from" and (before := self._text(index - 2)).endswith("s"):
            return before in w.ORIGIN_VERBS  # "hails from Peru", but "stamps from Peru"
        if says_home or self.texts[behind - 1].endswith("-based"):
            return not _UNREAL.intersection(self.texts[:index])
        is_heading = index == 0 and self._text(behind) == ":"
        if is_heading or self._is_adjective(behind) or _UNREAL.intersection(self.texts[:index]):
            return False
        return not (w.ELSEWHERE & self.vocabulary or _FOR_NOW.search(self.sentence.folded))

    def _is_adjective(self, behind: int) -> bool:
        """Whether a common noun follows: "Portuguese tarts", "the Zagreb office"."""
        text = self._text(behind)
        is_word = text[:1].isalpha() and not self._is_capital(behind) and self._touches(behind)
        is_verb = self._text(behind + 1) in _DETERMINERS  # "Maribor suits the user"
        return is_word and not is_verb and text not in w.FUNCTION_WORDS

    def _speaks_of_somebody(self) -> bool:
        """Whether the sentence names or points to a person: "Lisbon is the capital of Portugal" does not."""
        if self.vocabulary & _PERSON_WORDS or (w.HOME & self.vocabulary and self.texts[0] not in {"the", "a", "an"}):
            return True
        return any(self._is_capital(at) and self._looks_like_person(at) for at in range(len(self.words)))

    def _looks_like_person(self, index: int) -> bool:
        text = self.texts[index]
        comes_first = index == 0 or self.texts[index - 1] == ":"
        if comes_first and self._text(index + 1) in w.PREPOSITIONS:  # "Stamps for Peru"
            return False
        return text not in NOT_A_NAME and not gazetteer.is_place(text) and not gazetteer.is_language(text)

    def _is_about_another(self, index: int) -> bool:
        """Whether the clause is about somebody or something that only belongs to the person: "Ana's neighbour ..."."""
        if {"also", "too"} & self.vocabulary:
            return False
        if self._follows_relation(index) or self._names_a_stranger(index):
            return True
        owner = self._owner_before(index)
        owned = [] if owner is None else self._owned(owner, index)
        return bool(owned) and not (w.OWN_ATTRIBUTES | PERSON_NOUNS).intersection(owned)

    def _names_a_stranger(self, index: int) -> bool:
        """Whether a name that is none of the person's comes before, where theirs are known."""
        if not self.known_names or not _PERSON_WORDS.isdisjoint(self.texts[:index]):
            return False
        people = [at for at in range(index) if self._is_capital(at) and self._looks_like_person(at)]
        return bool(people) and not any(self.texts[at] in self.known_names for at in people)

    def _follows_relation(self, index: int) -> bool:
        return any(self._is_relation(at) for at in range(max(0, index - _LONGEST_CLAUSE), index))

    def _is_relation(self, index: int) -> bool:
        """Whether a relation of the person is what is spoken of, and not just who else took part ("with her mum")."""
        if self.texts[index] not in _RELATIONS:
            return False
        return not w.PREPOSITIONS.intersection(self.texts[max(0, index - 3) : index])

    def _owner_before(self, index: int) -> int | None:
        """The nearest "Ana's" or "her" of the same clause that opens a subject."""
        owners = {"'s", "my", "her", "his", "their", "our", "your", "the"}
        for at in range(index - 1, max(-1, index - 1 - _LONGEST_CLAUSE), -1):
            text = self.texts[at]
            if text == ":":
                return None
            if text == "," and self._text(at + 1) not in {"which", "where", "who", "whose"}:
                return None
            if text not in owners or self._text(at + 1) in {"been", "got", "user", "same"}:
                continue
            if w.OWN_ATTRIBUTES.intersection(self._owned(at, index)):
                return at
            before = self._text(at - 2 if text == "'s" else at - 1)
            if before not in w.PREPOSITIONS - {"and"}:
                return at
        return None

    def _owned(self, owner: int, index: int) -> list[str]:
        """The words of a subject behind its owner, up to its verb or preposition."""
        owned: list[str] = []
        for text in self.texts[owner + 1 : min(index, owner + _SUBJECT_WORDS)]:
            if not text[0].isalpha() or text in w.VERBS or text in w.PREPOSITIONS or text in {"who", "which", "that"}:
                break
            owned.append(text)
        return owned

    def _is_capital(self, index: int) -> bool:
        if not 0 <= index < len(self.words):
            return False
        return self.sentence.view.cased[self.words[index].start].isupper()

    def _touches(self, index: int) -> bool:
        """Whether only a blank lies between a word and the one before."""
        return 0 < index < len(self.words) and self.words[index].start - self.words[index - 1].end <= 1

    def _text(self, index: int) -> str:
        return self.texts[index] if 0 <= index < len(self.texts) else ""

    def _index(self, position: int) -> int:
        return next((at for at, word in enumerate(self.words) if word.end > position), len(self.words))

    def _span(self, start: int, end: int) -> Span:
        return Span(self.sentence.start + start, self.sentence.start + end)
