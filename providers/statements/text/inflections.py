"""Inflected forms of a word: "Zagrebu" and "Zagreba" of "Zagreb", "vegetarians" of "vegetarian"."""

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
# Case endings, longest first where one is part of another.
_ENDING = re.compile(
    r"(?:'?s|es|a|e|i|o|u|y|om|em|im|am|ama|ima|ov|ev|ova|ovi|ove|ovo|evi|ie|ach|ami|owi|iem|ou|n|en|in|ban|ben|ba|be"
    r"|bol|rol|ra|re|ssa|sta|lla|lta|lle|da|de|dan|den|ta|te|tan|ten|ya|ye|nin|nun|um|us|is|as|os|er|ers|ies|ed|ing)?"
)
_VOWEL_ENDING = re.compile(r"[aeiouy]|[aeo]m|im|ama|ima|ov|ev|ova|ovi|evi|ie|ami|owi|iem|ou|es|is|os|as|ies")
_PALATALISED: Final = {"k": "c", "g": "z", "h": "s"}  # Rijeka, Rijeci
_VOWELS: Final = "aeiouy"
_MIN_STEM: Final = 4
_PREFIX: Final = 3  # letters that all forms of a word share at the start
_LONG_TERM, _MIN_SHARE = 6, 0.75


def _accented_letters() -> dict[str, list[str]]:
    """The letters of Latin scripts that fold to each ASCII letter."""
    found: dict[str, list[str]] = defaultdict(list)
    for code in range(0xC0, 0x250):
        if (base := view(chr(code)).folded) in ascii_lowercase and base:
            found[base].append(chr(code))
    return found


def _any_accent(word: str) -> str:
    return "".join(_ACCENTED.get(char, re.escape(char)) for char in word)


_ACCENTED: Final = {base: f"[{base}{base.upper()}{''.join(chars)}]" for base, chars in _accented_letters().items()}


def is_short(value: str) -> bool:
    """Whether a value is one or two Latin letters or digits, with or without marks."""
    return value.isascii() and sum(map(str.isalnum, value)) <= _SHORT


class Term:
    """A value as the words that express it, to be searched for in texts."""

    def __init__(self, value: str) -> None:
        folded = view(value).folded
        all_words = _WORD.findall(folded)
        self.words = tuple(dict.fromkeys(word for word in all_words if word not in _STOP)) or tuple(all_words)
        # In values of one or two letters punctuation counts: "A+" is not "A".
        self._exact = _TOKEN.findall(folded) if is_short(folded) else []
        # Function words alone ("they/them") match only side by side.
        self._phrase = all_words if len(all_words) > 1 and max(map(len, all_words), default=0) < _MIN_STEM + 1 else []

    def may_occur_in(self, folded: str) -> bool:
        """A cheap filter: whether a folded text contains the beginnings of enough of the value's words."""
        present = sum(word[:_PREFIX] in folded for word in self.words)
        return present >= self._min_words

    @property
    def pattern(self) -> str:
        """A PostgreSQL regular expression that matches every text that contains the value, and some others."""
        if self._phrase:
            return r"\W*".join(map(_any_accent, self._phrase))
        beginnings = [_any_accent(word[: max(_PREFIX, len(word) - 2)]) for word in self.words]
        return max(beginnings, key=len) if self._min_words == len(self.words) else "|".join(beginnings)

    def places(self, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
        """Yield the first and last word index of each occurrence of the value."""
        if self._phrase or self._exact:
            yield from self._exact_matches(words) if self._exact else self._phrase_matches(words)
            return
        found = {word: [at for at, form in enumerate(words) if is_form_of(form.text, word)] for word in self.words}
        present = [places for places in found.values() if places]
        if len(present) < self._min_words:
            return
        if len(self.words) == 1:
            yield from ((at, at) for at in present[0])
            return
        firsts = [places[0] for places in present]
        yield min(firsts), max(firsts)

    def is_part_of(self, other: "Term") -> bool:
        """Whether another value contains all words of this one."""
        return bool(self.words) and all(any(is_form_of(form, word) for form in other.words) for word in self.words)

    @property
    def _min_words(self) -> float:
        """Long values match by most of their words: "Ana takes insulin every day"."""
        return len(self.words) if len(self.words) < _LONG_TERM else len(self.words) * _MIN_SHARE

    def _exact_matches(self, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
        size = len(self._exact)
        for index in range(len(words) - size + 1):
            part = words[index : index + size]
            behind = words[index + size] if index + size < len(words) else None
            says_more = behind is not None and behind.start == part[-1].end and behind.text in _SIGNS
            if [word.text for word in part] == self._exact and not says_more:
                yield index, index + size - 1

    def _phrase_matches(self, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
        plain = [(at, word.text) for at, word in enumerate(words) if word.text[0].isalnum()]
        for index in range(len(plain) - len(self._phrase) + 1):
            part = plain[index : index + len(self._phrase)]
            if [text for _, text in part] == self._phrase:
                yield part[0][0], part[-1][0]


def is_form_of(form: str, word: str) -> bool:
    """Whether the folded word `form` is an inflected form of the folded `word`."""
    form = form.removesuffix("-based")
    if form == word:
        return True
    if form[:_PREFIX] != word[:_PREFIX] or len(word) < _MIN_STEM or not word.isalpha():
        return _is_joined(form, word)
    return _is_declined(form, word) or english_stem(form) == english_stem(word) or _is_joined(form, word)


def _is_declined(form: str, word: str) -> bool:
    if form.startswith(word) and _ENDING.fullmatch(form, len(word)):
        return True
    return any(form.startswith(base) and _VOWEL_ENDING.fullmatch(form, len(base)) for base in _vowel_stems(word))


@lru_cache(maxsize=1024)
def _vowel_stems(word: str) -> tuple[str, ...]:
    """The stems of a word to which an ending is added in place of its vowel."""
    bases = []
    if word[-1] in _VOWELS and len(word) > _MIN_STEM:
        base = word[:-1]
        bases += [base, base[:-1] + _PALATALISED[base[-1]]] if base[-1] in _PALATALISED else [base]
    elif word[-2] in "aeo" and len(word) > _MIN_STEM:
        bases.append(word[:-2] + word[-1])  # Zadar, Zadru
    return tuple(bases)


def _is_joined(form: str, word: str) -> bool:
    """Match compounds: "Zagreb-born", "anti-Zagreb", "lives_in_zagreb"."""
    parts = re.split(r"[-._']", form)
    return len(parts) > 1 and any(part == word or (len(part) > _PREFIX and is_form_of(part, word)) for part in parts)


@lru_cache(maxsize=20_000)
def english_stem(word: str) -> str:
    return str(_ENGLISH.stemWord(word))


_ENGLISH: Final = snowballstemmer.stemmer("english")
