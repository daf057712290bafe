"""Finds the person's places and languages in a sentence."""

import re
from collections.abc import Iterator
from typing import Final

from django.utils.functional import cached_property

from providers.statements.evidence.home_keys import is_companion, is_key_location
from providers.statements.fields.statement import Mention
from providers.statements.subjects.events import event_at
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.temporary_stays import is_stay
from providers.statements.subjects.third_parties import is_pronoun_of_relation
from providers.statements.text import evidence_words as w
from providers.statements.text import gazetteer
from providers.statements.text.slots import Span
from providers.statements.text.words import ADVERBS, BE, DO, HAVE, NEGATIONS, PAST, PERSON_NOUNS

MAX_WORDS: Final = 4  # words
_PLACE_LINKS: Final = frozenset(["in", "to", "from", "near", "around", "at", "within", "outside"])
_STAYING_LINKS: Final = _PLACE_LINKS - {"to"}  # "to" a place is a journey there
_HOME_LINKS: Final = frozenset(["of", "is", "been", "was", "assume", "use"])
_CONTRASTS: Final = frozenset(["not", "instead", "than"])  # "Oslo, not Bergen", "Oslo instead of Bergen"
_TITLES: Final = frozenset(["mr", "mrs", "ms", "mx", "dr", "prof"])
_SINCE_CHILDHOOD: Final = re.compile(
    r"\bas a (?:child|kid|toddler)\b|\bgrowing up\b|\bin (?:her|his|their) childhood\b"
    r"|\band (?:still )?(?:speaks?|uses?) it\b"
)
_NATIONALITY_ENDINGS: Final = ("an", "ish", "ese", "iss", "ic", "ian", "ern")
_DETERMINERS: Final = frozenset(["the", "a", "an", "her", "his", "their", "my", "our"])
_LIST_MARKS: Final = frozenset(",;:(-/=")
_CONVERSATIONAL: Final = frozenset(
    ["i", "i'm", "we", "you", "your", "you're", "you've", "let's", "thanks", "thank", "wow", "yeah", "yes", "yep",
     "hey", "hi", "hello", "oh", "congrats", "congratulations"]
)  # fmt: skip
_ITEM_ENDS: Final = frozenset(",;)./") | {""}
_HYPOTHETICAL: Final = frozenset(
    ["might", "could", "dreams", "dream", "dreaming", "if", "whether", "imagine", "considering", "wishes"]
)
_REACH: Final = 40  # words to the left that may belong to the clause
_PREDICATIVE_WORDS: Final = BE | {
    "become",
    "became",
    "as",
    "being",
    "herself",
    "himself",
    "themselves",
    "themself",
    "myself",
    "like",
}
_EMPHASIS: Final = frozenset(["real", "true", "proud", "born", "native", "lifelong", "genuine", "typical", "adopted"])
_NOT_HOME: Final = re.compile(
    r"\btakes place\b|\brent(?:s|ed|ing)? (?:an? |the |some )?(?:cars?|e?-?bikes?|van|boats?|scooters?|hall|servers?)\b"
    r"|\bbase (?:de datos|de dados|de donnees|di dati)\b"
)
# "a local attorney", but not "a local in Porto", "a local who"
_LOCAL: Final = re.compile(r"\blocal (?!(?:in|of|from|at|to|and|or|since|who|there|here|now|but|with)\b)[a-z]")
_TITLE_VERBS: Final = re.compile(r"\b(?:watch|read|rent|stream|play)(?:ed|ing|s)? [\"']\Z")
_AFTER_LANGUAGES: Final = frozenset(["sign", "creole", "i", "language", "not", "and", "or", "native", "only", "gaelic"])
_NOT_PLACES: Final = w.CALENDAR | {"rest"}  # "Data at Rest"
_UNIONS: Final = frozenset(["eu", "us", "usa", "uk", "uae"])
_WEATHER: Final = frozenset(["weather", "forecast", "forecasts", "sunset", "sunrise"])
_FUNCTION_WORDS: Final = (
    ADVERBS
    | BE
    | HAVE
    | PAST
    | DO
    | NEGATIONS
    | frozenset(["up", "down", "out", "over", "back", "off", "be", "to", "the"])
)  # beside a verb: "has | ended | up", "can be | found"


def places_and_languages(ownership: Ownership) -> Iterator[Mention]:
    """Yield each place and language that is the person's."""
    if ownership.refers_to_person():
        yield from _Finder(ownership).mentions()


def _is_place(name: str) -> bool:
    return name in _UNIONS or gazetteer.is_place(name)


class _Finder:
    def __init__(self, ownership: Ownership) -> None:
        self.ownership, self.sentence = ownership, ownership.sentence
        self.words, self.texts, self.vocabulary = self.sentence.words, self.sentence.texts, self.sentence.vocabulary

    def mentions(self) -> Iterator[Mention]:
        index = 0
        while index < len(self.words):
            counts = range(min(MAX_WORDS, len(self.words) - index), 0, -1) if self.sentence.is_capital(index) else ()
            named = ((mention, count) for count in counts if (mention := self._name_at(index, count)))
            mention, count = next(named, (None, 1))
            if mention is not None and self._is_the_persons(mention, index, count):
                yield from self._refiled(mention, index)
            index += count

    def _refiled(self, found: Mention, index: int) -> Iterator[Mention]:
        """Where a key of their home is, with whom they share it, or where something happened, they need not live."""
        if found.key == "city" and self._mentions_home and is_key_location(self.texts, index):
            yield found._replace(key="home_access")
        elif found.key == "city" and (event := self._event_at(index)) is not None:
            yield from [event] if event.key else []
        elif found.key != "city" or not is_companion(self.texts, index):
            yield found

    def _event_at(self, index: int) -> Mention | None:
        return None if self._mentions_home else event_at(self.sentence, self.words[index].start)

    def _name_at(self, index: int, count: int) -> Mention | None:
        """The place or language that `count` words from `index` on name."""
        last = index + count - 1
        if not self.sentence.is_capital(last) or self._is_surname(index):
            return None
        name = " ".join(self.texts[index : last + 1]).removesuffix("-based")
        if self._is_predicate(index) and gazetteer.is_demonym(name) and not gazetteer.is_language(name):
            return Mention("city", Span(self.words[index].start, self.words[last].end))
        span = Span(self.words[index].start, self.words[last].end)
        if gazetteer.is_language(name):
            return None if self._is_named_after(index + count) else Mention("language", span)
        is_known = gazetteer.is_place(name) and name not in _NOT_PLACES
        if not is_known or self._is_part_of_longer_name(index, count):
            return None
        return None if gazetteer.is_ambiguous(name) and not self._is_used_as_place(index) else Mention("city", span)

    def _is_predicate(self, index: int) -> bool:
        """Whether the word is a predicate noun after "a" or "an": "considers herself a | Londoner", "a true | ..."."""
        index -= self.texts[index - 1] in _EMPHASIS
        return self.texts[index - 1] in {"a", "an"} and not _PREDICATIVE_WORDS.isdisjoint(
            self.texts[max(0, index - 4) : index - 1]
        )

    def _is_surname(self, index: int) -> bool:
        """Whether the word is a surname: "Ms. Duarte", "Tana French", but not "Swiss German"."""
        before = self.sentence.text(index - 1)
        if index > 1 and self.texts[index - 2] in _TITLES:
            return before == "."
        if before in {"named", "called", "nicknamed"}:
            return True
        is_name = index > 1 and self._continues_name(index) and before not in {"user", "i"}
        return is_name and not before.endswith(_NATIONALITY_ENDINGS) and not gazetteer.is_language(before)

    def _is_part_of_longer_name(self, index: int, count: int) -> bool:
        """Whether the place is only part of a name: "The Lisbon Sisters", "Victoria Beckham"."""
        behind = index + count
        if self._continues_name(behind, self.sentence.is_capital(behind)) and not gazetteer.is_place(
            self.texts[behind]
        ):
            return True
        return index > 1 and self._continues_name(index) and self.texts[index - 1] != "user"

    def _is_named_after(self, behind: int) -> bool:
        """Whether the language is only the start of a name: "Latin American music", "the Spanish Steps"."""
        text = self.sentence.text(behind)
        if not self._continues_name(behind, self.sentence.is_capital(behind)) or text in w.SPEAKING_CUES | w.CALENDAR:
            return False
        return text not in _AFTER_LANGUAGES | self.ownership.names and not gazetteer.is_language(text)

    def _continues_name(self, index: int, is_capital: bool | None = None) -> bool:
        """Whether the word directly follows a capitalised one."""
        is_capital = self.sentence.is_capital(index - 1) if is_capital is None else is_capital
        return is_capital and self.sentence.touches(index)

    def _is_used_as_place(self, index: int) -> bool:
        """Whether an ambiguous name is used as a place: after "in", or in a list."""
        before = self.sentence.text(index - 1)
        if before == "," and not _CONVERSATIONAL.isdisjoint(self.vocabulary):  # "I knew it, Caroline."
            return False
        return before in _PLACE_LINKS or before in _LIST_MARKS or (self._mentions_home and before in _HOME_LINKS)

    def _is_the_persons(self, mention: Mention, index: int, count: int) -> bool:
        if self._is_named_home(index + count):
            return True
        if self.ownership.is_about_another(index) or is_pronoun_of_relation(self.sentence, index):
            return False
        if self.texts[max(0, index - 2) : index] == ["been", "to"]:
            return False
        return self._is_home(index, count) if mention.key == "city" else self._is_spoken(index, index + count)

    def _is_named_home(self, behind: int) -> bool:
        """Whether a clause after the place says so: "..., where she lives"."""
        where = behind + (self.sentence.text(behind) == ",")
        nearby = self.texts[where : where + 5]
        return nearby[:1] == ["where"] and not w.HOME.isdisjoint(nearby) and self.ownership.names_the_person(where + 1)

    def _is_spoken(self, index: int, behind: int) -> bool:
        if self.sentence.text(index - 1) in {"language", "tongue"}:
            return True
        is_speaking_cue = self.sentence.text(behind) in w.SPEAKING_CUES
        return not self._mentions_study and (is_speaking_cue or not self._is_adjective(behind))

    @cached_property
    def _mentions_study(self) -> bool:
        return bool(w.STUDY & self.vocabulary) and not _SINCE_CHILDHOOD.search(self.sentence.folded)

    def _is_home(self, index: int, count: int) -> bool:
        behind = index + count
        if self._hypothetical_from < index or self._is_title(index):
            return False
        if self.sentence.text(index - 1) == "from" and (before := self.sentence.text(index - 2)).endswith("s"):
            return before in w.ORIGIN_VERBS  # "hails from Peru", but not "stamps from Peru"
        if self.texts[behind - 1].endswith("-based") or self._is_predicate(index):
            return True
        if self._mentions_home:
            return not self._follows_compound(index)
        return not self._mentions_elsewhere and not self._is_adjective(behind) and self._is_attached(index, behind)

    def _is_title(self, index: int) -> bool:
        """Whether the name is the title of a film or a book: 'renting "Casablanca"'."""
        return bool(_TITLE_VERBS.search(self.sentence.view.folded, self.sentence.start, self.words[index].start))

    @cached_property
    def _hypothetical_from(self) -> int:
        return next((at for at, text in enumerate(self.texts) if text in _HYPOTHETICAL), len(self.texts))

    @cached_property
    def _mentions_home(self) -> bool:
        home = w.HOME & self.vocabulary - ({"local"} if _LOCAL.search(self.sentence.folded) else set())
        return bool(home) and not _NOT_HOME.search(self.sentence.folded)

    @cached_property
    def _mentions_elsewhere(self) -> bool:
        return bool(w.ELSEWHERE & self.vocabulary) or is_stay(self.sentence.folded)

    def _follows_compound(self, index: int) -> bool:
        """Whether a noun separates a home from the place: "flat prices in Lisbon"."""
        is_linked = self.sentence.text(index - 1) in _PLACE_LINKS and self.sentence.text(index - 3) in w.HOME_NOUNS
        head = self.sentence.text(index - 2)
        return is_linked and head[:1].isalpha() and head not in w.HOME | w.FUNCTION_WORDS | ADVERBS

    def _is_adjective(self, behind: int) -> bool:
        """Whether the name qualifies a common noun: "Portuguese tarts", "the Zagreb office"."""
        text = self.sentence.text(behind)
        is_word = text[:1].isalpha() and not self.sentence.is_capital(behind) and self.sentence.touches(behind)
        is_verb = self.sentence.text(behind + 1) in _DETERMINERS  # "Maribor suits the user"
        return is_word and not is_verb and text not in w.FUNCTION_WORDS | ADVERBS

    def _is_attached(self, index: int, behind: int) -> bool:
        """Whether the grammar attaches a place to the person, in a sentence without a word for a home."""
        before, after = self.sentence.text(index - 1), self.sentence.text(behind)
        if before in _STAYING_LINKS:
            return self._modifies_person(index - 1)
        if before in _LIST_MARKS and after in _ITEM_ENDS:  # "Ana (41, nurse, Maribor)"
            return not self._is_one_of_places(index, behind)
        if before == "to" and " ".join(self.texts[behind : behind + 2]).startswith(("for good", "permanently")):
            return True
        if before in {"for", "about"} and not _WEATHER.isdisjoint(self.vocabulary):
            return True
        if before == "for" and gazetteer.is_place(self.sentence.text(index - 2)):  # "traded Turin for Maribor"
            return True
        is_contrast = not _CONTRASTS.isdisjoint([before, after, self.sentence.text(behind + 1)])
        return is_contrast or (index == 0 and not PERSON_NOUNS.isdisjoint(self.texts[behind : behind + 4]))

    def _is_one_of_places(self, index: int, behind: int) -> bool:
        """Whether the place is one of a list: another precedes it ("South Korea, | ..."), or two follow; a country may
        follow a city."""
        before = self.sentence.text(index - 2), " ".join(self.texts[max(0, index - 3) : index - 1])
        if any(map(_is_place, before)):
            return True
        first = self._place_end(behind + 1)
        return first is not None and self._place_end(first + 1) is not None

    def _place_end(self, index: int) -> int | None:
        """Return the index after a place of one or two words at `index`; None if there is none."""
        counts = (count for count in (2, 1) if _is_place(" ".join(self.texts[index : index + count])))
        count = next(counts, None)
        return None if count is None else index + count

    def _modifies_person(self, link: int) -> bool:
        """Whether a prepositional phrase modifies what the person does or is, and not a thing ("a lab | in ...")."""
        start = max(self.ownership.subject_end(link), self._clause_start(link))
        nearby = [text for text in self.texts[start:link] if text not in _FUNCTION_WORDS and not text.endswith("ly")]
        nouns = [text for text in nearby if text not in _DETERMINERS]
        if w.PREPOSITIONS.intersection(nearby[1:]) - {"as"}:
            return False
        if w.HOME_NOUNS.intersection(nouns) or "as" in nearby or nearby[:1] == [","]:
            return True
        is_thing = nearby[:1] != nouns[:1] or len(nouns) > 1
        return not is_thing or not BE.isdisjoint(self.texts[start:link])

    def _clause_start(self, index: int) -> int:
        """The index after the nearest "and" or "but" to the left of a word."""
        back = range(index - 1, max(-1, index - _REACH), -1)
        return next((at + 1 for at in back if self.texts[at] in {"and", "but", "then", ";"}), 0)
