"""Whether a word is a form of another one: "Zagrebu" and "Zagreba" of "Zagreb", "vegetarians" of "vegetarian"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

import snowballstemmer

from providers.statements.text.normalise import view
from providers.statements.text.sentences import Word

_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_SHORT: Final = 2  # letters or digits
_SIGNS: Final = frozenset("+-#*")
_STOP: Final = frozenset(["the", "a", "an", "of", "and", "in", "to", "my", "is", "am", "user", "user's", "s"])
# What languages with cases put behind a name, longest first where one is part of another.
_ENDING = re.compile(
    r"(?:'?s|es|a|e|i|o|u|y|om|em|im|am|ama|ima|ov|ev|ova|ovi|ove|ovo|evi|ie|ach|ami|owi|iem|ou|n|en|in|ban|ben|ba|be"
    r"|bol|rol|ra|re|ssa|sta|lla|lta|lle|da|de|dan|den|ta|te|tan|ten|ya|ye|nin|nun|um|us|is|as|os|er|ers|ies|ed|ing)?"
)
_VOWEL_ENDING = re.compile(r"[aeiouy]|[aeo]m|im|ama|ima|ov|ev|ova|ovi|evi|ie|ami|owi|iem|ou|es|is|os|as|ies")
_SOFTER: Final = {"k": "c", "g": "z", "h": "s"}  # Rijeka, Rijeci
_VOWELS: Final = "aeiouy"
_LEAST_STEM: Final = 4
_SHARED: Final = 3  # letters that every form of a word begins with
_LONG_TERM, _MOST_OF_IT = 6, 0.75


def _accented_letters() -> dict[str, list[str]]:
    """The letters of Latin scripts that are read as each plain one."""
    found: dict[str, list[str]] = defaultdict(list)
    for code in range(0xC0, 0x250):
        if (base := view(chr(code)).folded) in ascii_lowercase and base:
            found[base].append(chr(code))
    return found


def _any_accent(word: str) -> str:
    return "".join(_ACCENTED.get(char, re.escape(char)) for char in word)


_ACCENTED: Final = {base: f"[{base}{base.upper()}{''.join(chars)}]" for base, chars in _accented_letters().items()}


def is_short(value: str) -> bool:
    """Whether a value is one or two Latin letters or digits, with marks or without."""
    return value.isascii() and sum(map(str.isalnum, value)) <= _SHORT


class Term:
    """A value, read as the words that say it."""

    def __init__(self, value: str) -> None:
        folded = view(value).folded
        all_words = _WORD.findall(folded)
        self.words = tuple(dict.fromkeys(word for word in all_words if word not in _STOP)) or tuple(all_words)
        # In a letter or two the marks count: "A+" is not "A".
        self._exact = _TOKEN.findall(folded) if is_short(folded) else []
        # Function words alone ("they/them") count only side by side.
        self._phrase = all_words if len(all_words) > 1 and max(map(len, all_words), default=0) < _LEAST_STEM + 1 else []

    def may_stand_in(self, folded: str) -> bool:
        """A quick look: whether the beginnings of enough of its words are in a folded text."""
        present = sum(word[:_SHARED] in folded for word in self.words)
        return present >= self._needed

    @property
    def pattern(self) -> str:
        """A regular expression of PostgreSQL's that every text which says it matches, and others besides."""
        if self._phrase:
            return r"\W*".join(map(_any_accent, self._phrase))
        beginnings = [_any_accent(word[: max(_SHARED, len(word) - 2)]) for word in self.words]
        return max(beginnings, key=len) if self._needed == len(self.words) else "|".join(beginnings)

    def places(self, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
        """The first and last index of the words that say it, for each time that they are said."""
        if self._phrase or self._exact:
            yield from self._as_written(words) if self._exact else self._as_phrase(words)
            return
        found = {word: [at for at, said in enumerate(words) if is_form_of(said.text, word)] for word in self.words}
        present = [places for places in found.values() if places]
        if len(present) < self._needed:
            return
        if len(self.words) == 1:
            yield from ((at, at) for at in present[0])
            return
        firsts = [places[0] for places in present]
        yield min(firsts), max(firsts)

    def is_part_of(self, other: "Term") -> bool:
        """Whether another value says all of this one."""
        return bool(self.words) and all(any(is_form_of(said, word) for said in other.words) for word in self.words)

    @property
    def _needed(self) -> float:
        """Of a whole sentence most words will do: "Ana takes insulin every day"."""
        return len(self.words) if len(self.words) < _LONG_TERM else len(self.words) * _MOST_OF_IT

    def _as_written(self, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
        size = len(self._exact)
        for index in range(len(words) - size + 1):
            part = words[index : index + size]
            behind = words[index + size] if index + size < len(words) else None
            says_more = behind is not None and behind.start == part[-1].end and behind.text in _SIGNS
            if [word.text for word in part] == self._exact and not says_more:
                yield index, index + size - 1

    def _as_phrase(self, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
        plain = [(at, word.text) for at, word in enumerate(words) if word.text[0].isalnum()]
        for index in range(len(plain) - len(self._phrase) + 1):
            part = plain[index : index + len(self._phrase)]
            if [text for _, text in part] == self._phrase:
                yield part[0][0], part[-1][0]


def is_form_of(said: str, word: str) -> bool:
    """Whether a folded word, as it was said, is some form of a folded word."""
    said = said.removesuffix("-based")
    if said == word:
        return True
    if said[:_SHARED] != word[:_SHARED] or len(word) < _LEAST_STEM or not word.isalpha():
        return _is_joined(said, word)
    return _is_declined(said, word) or english_stem(said) == english_stem(word) or _is_joined(said, word)


def _is_declined(said: str, word: str) -> bool:
    if said.startswith(word) and _ENDING.fullmatch(said, len(word)):
        return True
    return any(said.startswith(base) and _VOWEL_ENDING.fullmatch(said, len(base)) for base in _bases(word))


@lru_cache(maxsize=1024)
def _bases(word: str) -> tuple[str, ...]:
    """What stays of a word before an ending that takes the place of its vowel."""
    bases = []
    if word[-1] in _VOWELS and len(word) > _LEAST_STEM:
        base = word[:-1]
        bases += [base, base[:-1] + _SOFTER[base[-1]]] if base[-1] in _SOFTER else [base]
    elif word[-2] in "aeo" and len(word) > _LEAST_STEM:
        bases.append(word[:-2] + word[-1])  # Zadar, Zadru
    return tuple(bases)


def _is_joined(said: str, word: str) -> bool:
    """ "Zagreb-born", "anti-Zagreb", "lives_in_zagreb"."""
    parts = re.split(r"[-._']", said)
    return len(parts) > 1 and any(part == word or (len(part) > _SHARED and is_form_of(part, word)) for part in parts)


@lru_cache(maxsize=20_000)
def english_stem(word: str) -> str:
    return str(_ENGLISH.stemWord(word))


_ENGLISH: Final = snowballstemmer.stemmer("english")
