"""Values that look like ordinary words, or consist of a letter or two ("Will", "they", "A+"): does a sentence mean the
value?

Other values are meant wherever their words occur; these only by a capital, their marks, or the context.
"""

import re
from typing import Final

from providers.statements.text.inflections import is_short
from providers.statements.text.sentences import Sentence
from providers.statements.text.words import word_set

_MAX_CONTEXT: Final = 3  # other words in an answer that consists of a value: "Noted as asked: A+."
_MAX_PRONOUN_SPAN: Final = 4  # words from the first to the last of they/them/theirs
_NAME, _PRONOUNS, _GENDER = "preferred_name", "pronouns", "gender"
_ORDINARY_WORDS: Final = word_set("""
    angel april art august autumn bath battle bill bishop blue bob booth bright brook buffalo carol chance charity chase
    chester christian clay cliff cork crystal dallas dawn deal dean don dot drew duke earl eve ever faith frank gene
    ginger glen grace grant green guy happy hardy harmony harry heath holly home hope house hull hunter iris ivy jack
    jade jasmine jay jean jersey jet job joy june just king lance lane less lily long love lucky major man many mark
    mason max may melody mercy merit miles misty mobile more nancy new nice nick noble norm of olive orange page paris
    pat pearl penny phoenix pierce poppy port precious price prince queen rain ray reading red reed rich river rob robin
    rocky rod rose ruby rusty sage sandwich sandy sky so sonny split spring star stone storm sue summer sunny tab tanner
    tours trinity troy true van victor violet wade wales ward white will win winter wolf woods young
""")
# Also properties of things; a person's only if stated of a person.
_ALSO_OF_THINGS: Final = word_set(
    "black white brown mixed straight blind broke conservative liberal left right labour labor moderate independent out"
)
_IS: Final = frozenset(["am", "is", "are", "i'm", "'m", "'s", "'re"])
_CALL: Final = frozenset(["call", "calls", "called", "calling", "name", "named", "nickname", "nicknamed"])
_WHO: Final = frozenset(["i", "he", "she", "they", "we", "user", "who"])
_OBJECTS: Final = frozenset(["me", "us", "him", "her", "them"])
_BY_NAME: Final = frozenset(["go", "goes", "going", "went", "known", "call", "called", "refer", "address"])
_BEFORE_PLACE: Final = frozenset(["in", "from", "to", "near"])
_BEFORE_PRONOUN: Final = frozenset(["use", "uses", "using", "prefer", "prefers", "by"])
_PRONOUN_WORD: Final = re.compile(r"pronoun|pronom|fürwort|furwort|zamjenic")
_GENDER_WORD: Final = re.compile(r"gender|identif|geschlecht|genero|genre|sex$")
_FIELD_WORDS: Final = {"health_conditions": {"blood", "bloodtype", "blutgruppe", "sangre", "sanguin", "sangue"}}
_PLACE_KEYS: Final = frozenset(["city", "hometown", "home_address"])


def is_meant(key: str, value: str, sentence: Sentence, place: tuple[int, int]) -> bool:
    """Whether the words at a place of a sentence mean the value, as far as their spelling and context show."""
    found = _Place(sentence, *place)
    if key == _PRONOUNS:
        return found.states_pronouns()
    if key == _GENDER:
        return found.is_alone or found.states_gender()
    if key == _NAME:
        return not is_plain(value) or found.is_alone or found.is_name()
    if value in _ALSO_OF_THINGS:
        return found.is_alone or found.is_capital_inside or found.is_predicate_of_person
    if _is_ordinary(value) or (is_plain(value) and key in _PLACE_KEYS):
        return found.is_alone or found.is_capital_inside or found.before in _BEFORE_PLACE
    return not is_plain(value) or found.is_alone or found.states_field(key, value)


def is_plain(value: str) -> bool:
    """Whether a value is an ordinary word, or one or two letters or digits."""
    return _is_ordinary(value) or is_short(value)


def _is_ordinary(value: str) -> bool:
    return value in _ORDINARY_WORDS or value.removesuffix("s") in _ORDINARY_WORDS  # "the Greens"


def names_field(key: str, words: frozenset[str]) -> bool:
    """Whether one of the words names the field."""
    own = {part for part in key.split("_") if not is_short(part)} | _FIELD_WORDS.get(key, set())
    is_pronoun = key == _PRONOUNS and any(map(_PRONOUN_WORD.match, words))
    return is_pronoun or not own.isdisjoint(words)


class _Place:
    def __init__(self, sentence: Sentence, first: int, last: int) -> None:
        self._sentence, self._first, self._last = sentence, first, last
        self._around = [text for at, text in enumerate(sentence.texts) if not first <= at <= last and _is_word(text)]
        self.before = sentence.text(first - 1)
        self._after = sentence.text(last + 1)

    @property
    def is_alone(self) -> bool:
        """Whether it stands alone between marks, in a short sentence: "Noted: A+."."""
        return len(self._around) <= _MAX_CONTEXT and not _is_word(self.before) and not _is_word(self._after)

    @property
    def _is_capital(self) -> bool:
        return self._sentence.view.cased[self._sentence.words[self._first].start].isupper()

    @property
    def is_capital_inside(self) -> bool:
        """Whether it is capitalised other than as the first word."""
        return self._is_capital and any(map(_is_word, self._sentence.texts[: self._first]))

    @property
    def is_predicate_of_person(self) -> bool:
        """Whether it is a predicate of a person: "Ana is ...", "I'm ...", "she identifies as ...", but not "Ana's
        estimate is ..."."""
        who = self._first - 2
        is_person = self._sentence.text(who) in _WHO or self._sentence.is_capital(who)
        return self.before == "as" or (self.before in _IS and is_person)

    def is_name(self) -> bool:
        if self.is_capital_inside:
            return True
        if self._is_capital:
            return self._after in _IS and not _CALL.isdisjoint(self._around)
        if self.before in _OBJECTS:
            return self._sentence.text(self._first - 2) in _CALL
        by_name = self.before in ("by", "as") and not _BY_NAME.isdisjoint(self._around)
        return (by_name or self.before in _IS | _CALL) and not _is_word(self._after)

    def states_pronouns(self) -> bool:
        if (
            any(map(_PRONOUN_WORD.match, self._around))
            or "/" in self._sentence.texts[max(0, self._first - 1) : self._last + 2]
        ):
            return True
        if self.before == "as":
            return not {"refer", "refers", "referred", "address", "addressed"}.isdisjoint(self._around)
        return (self.is_alone and self._last - self._first <= _MAX_PRONOUN_SPAN) or self.before in _BEFORE_PRONOUN

    def states_gender(self) -> bool:
        near = self._sentence.texts[max(0, self._first - 3) : self._first]
        return not _IS.isdisjoint(near) or "as" in near or any(map(_GENDER_WORD.match, self._around))

    def states_field(self, key: str, value: str) -> bool:
        has_marks = not value.isalnum()
        if not (has_marks or value.isdigit() or self.is_capital_inside):
            return False
        return names_field(key, frozenset(self._around)) or (self.before in _IS and not value.isdigit())


def _is_word(text: str) -> bool:
    return text[:1].isalnum() or (text[:1] == "'" and len(text) > 1)
