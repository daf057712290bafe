"""Finds values of sensitive fields that a sentence mentions, in whatever words, unless it speaks of somebody else.

The rules of `rules` know how fields are usually stated; language has more ways than they can list. So what looks like a
value (a city, a language, a set of pronouns, a name to be called by) is taken for the person's, unless the sentence
says that it is about a third party, a journey, a product or the like.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from providers.statements import evidence_words as w
from providers.statements import gazetteer
from providers.statements.slots import Span
from providers.statements.whose import Whose
from providers.statements.words import NOT_A_NAME

LONGEST_NAME: Final = 4  # words
_PLACE_LINKS: Final = frozenset(["in", "to", "from", "near", "around", "at", "within", "outside"])
_HOME_LINKS: Final = frozenset(["of", "is", "been", "was"])
_TITLES: Final = frozenset(["mr", "mrs", "ms", "mx", "dr", "prof"])
_SINCE_CHILDHOOD: Final = re.compile(
    r"\bas a (?:child|kid|toddler)\b|\bgrowing up\b|\bin (?:her|his|their) childhood\b"
)
_OF_NATIONS: Final = ("an", "ish", "ese", "iss", "ic", "ian", "ern")
_DETERMINERS: Final = frozenset(["the", "a", "an", "her", "his", "their", "my", "our"])
_LIST_MARKS: Final = frozenset(",;:(-/=")
_LEAST_WORDS: Final = 3  # fewer are a name or label, which the rules for labels read
_SOMEBODY = re.compile(r"\b(?:an?|some|someone|somebody|new|another) (?:[\w-]+ ){0,4}(?:named|called|nicknamed)\b")
_UNREAL: Final = frozenset(
    ["might", "could", "dreams", "dream", "dreaming", "if", "whether", "imagine", "considering", "wishes"]
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


class Mention(NamedTuple):
    """A value of a sensitive field, and where it stands in the view."""

    key: str
    value: Span


def mentions(whose: Whose) -> Iterator[Mention]:
    """What a sentence mentions of the person it is about: city, language, pronouns and preferred_name."""
    finder = _Finder(whose)
    if finder.is_statement():
        yield from finder.places_and_languages()
        yield from finder.pronouns()
        yield from finder.names()


class _Finder:
    def __init__(self, whose: Whose) -> None:
        self.whose, self.sentence, self.words = whose, whose.sentence, whose.sentence.words
        self.texts, self.vocabulary = whose.sentence.texts, whose.sentence.vocabulary

    def is_statement(self) -> bool:
        """Whether it is a sentence at all, and no question."""
        return sum(word[0].isalpha() for word in self.texts) >= _LEAST_WORDS and self.texts[-1] != "?"

    def places_and_languages(self) -> Iterator[Mention]:
        index = 0 if self.whose.speaks_of_somebody() else len(self.words)
        while index < len(self.words):
            counts = range(min(LONGEST_NAME, len(self.words) - index), 0, -1) if self.sentence.is_capital(index) else ()
            found, count = next(((found, count) for count in counts if (found := self._at(index, count))), (None, 1))
            if found is not None and self._is_their_own(found, index, count):
                yield found
            index += count

    def pronouns(self) -> Iterator[Mention]:
        found = _PRONOUNS.search(self.sentence.folded)
        if found is None or _OF_NOBODY.search(self.sentence.folded):
            return
        if not self.whose.follows_relation(self.sentence.index_at(self.sentence.start + found.end() - 1)):
            yield Mention("pronouns", self._span(*found.span()))

    def names(self) -> Iterator[Mention]:
        if w.NAMED_THINGS & self.vocabulary or _SOMEBODY.search(self.sentence.folded):
            return
        text = self.sentence.view.cased[self.sentence.start : self.sentence.end]
        for pattern in _NAMES:
            for found in pattern.finditer(text):
                index = self.sentence.index_at(self.sentence.start + found.start("name"))
                if self._may_be_name(found["name"], index):
                    yield Mention("preferred_name", self._span(*found.span("name")))
                    return

    def _may_be_name(self, name: str, index: int) -> bool:
        folded = gazetteer.fold(name)
        if folded.split()[0] in NOT_A_NAME or folded in w.CALENDAR or gazetteer.is_language(folded) or name.isupper():
            return False
        if gazetteer.is_place(folded) and not gazetteer.is_ambiguous(folded):
            return False
        return not self.whose.is_about_another(index)

    def _at(self, index: int, count: int) -> Mention | None:
        """The place or language that `count` words from `index` on name."""
        last = index + count - 1
        if not self.sentence.is_capital(last):
            return None
        name = " ".join(self.texts[index : last + 1]).removesuffix("-based")
        span = Span(self.words[index].start, self.words[last].end)
        if self._is_surname(index):
            return None
        if gazetteer.is_language(name):
            return Mention("language", span)
        if not gazetteer.is_place(name) or name in w.CALENDAR or self._is_part_of_longer_name(index, count):
            return None
        if gazetteer.is_ambiguous(name) and not self._is_framed(index):
            return None
        return Mention("city", span)

    def _is_surname(self, index: int) -> bool:
        """ "Ms. Duarte", "Tana French", but "Swiss German"."""
        if self.texts[max(0, index - 2) : index] and self.sentence.text(index - 2) in _TITLES:
            return self.sentence.text(index - 1) == "."
        before = self.sentence.text(index - 1)
        if before in {"named", "called", "nicknamed"}:
            return True
        is_name = (
            index > 1
            and self.sentence.is_capital(index - 1)
            and self.sentence.touches(index)
            and before not in {"user", "i"}
        )
        return is_name and not before.endswith(_OF_NATIONS) and not gazetteer.is_language(before)

    def _is_part_of_longer_name(self, index: int, count: int) -> bool:
        """ "The Lisbon Sisters", "Victoria Beckham": no place by itself."""
        behind, before = index + count, index - 1
        if (
            self.sentence.touches(behind)
            and self.sentence.is_capital(behind)
            and not gazetteer.is_place(self.texts[behind])
        ):
            return True
        return (
            before > 0
            and self.sentence.touches(index)
            and self.sentence.is_capital(before)
            and self.texts[before] != "user"
        )

    def _is_framed(self, index: int) -> bool:
        """Whether an ambiguous name stands where a place does: behind "in", or in a list."""
        before = self.sentence.text(index - 1)
        says_home = bool(w.HOME & self.vocabulary)
        return before in _PLACE_LINKS or before in _LIST_MARKS or (says_home and before in _HOME_LINKS)

    def _is_their_own(self, found: Mention, index: int, count: int) -> bool:
        if self.whose.is_about_another(index) or self.texts[max(0, index - 2) : index] == ["been", "to"]:
            return False
        return self._is_home(index, count) if found.key == "city" else self._is_spoken(index + count)

    def _is_spoken(self, behind: int) -> bool:
        is_of_speakers = self.sentence.text(behind) in w.OF_SPEAKERS
        is_learnt = w.STUDY & self.vocabulary and not _SINCE_CHILDHOOD.search(self.sentence.folded)
        return not is_learnt and (is_of_speakers or not self._is_adjective(behind))

    def _is_home(self, index: int, count: int) -> bool:
        behind, says_home = index + count, bool(w.HOME & self.vocabulary) and "takes place" not in self.sentence.folded
        if self.sentence.text(index - 1) == "from" and (before := self.sentence.text(index - 2)).endswith("s"):
            return before in w.ORIGIN_VERBS  # "hails from Peru", but "stamps from Peru"
        if says_home or self.texts[behind - 1].endswith("-based"):
            return not _UNREAL.intersection(self.texts[:index])
        is_heading = index == 0 and self.sentence.text(behind) == ":"
        if is_heading or self._is_adjective(behind) or _UNREAL.intersection(self.texts[:index]):
            return False
        return not (w.ELSEWHERE & self.vocabulary or _FOR_NOW.search(self.sentence.folded))

    def _is_adjective(self, behind: int) -> bool:
        """Whether a common noun follows: "Portuguese tarts", "the Zagreb office"."""
        text = self.sentence.text(behind)
        is_word = text[:1].isalpha() and not self.sentence.is_capital(behind) and self.sentence.touches(behind)
        is_verb = self.sentence.text(behind + 1) in _DETERMINERS  # "Maribor suits the user"
        return is_word and not is_verb and text not in w.FUNCTION_WORDS

    def _span(self, start: int, end: int) -> Span:
        return Span(self.sentence.start + start, self.sentence.start + end)
