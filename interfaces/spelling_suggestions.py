"""Suggestions for a search that finds nothing: known words with nearly the same spelling. Two words are similar if they
differ in few letters for their length. Letters for the same sound count as equal ("Kioto", "Quioto" and "Kyoto");
sharing many letters is not enough ("kiwi")."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain

from consent.models.proposal import ProposalQuerySet
from interfaces.spelling import plain
from memories.models.memory import MemoryQuerySet
from providers.statements.text.evidence_words import FUNCTION_WORDS
from providers.statements.text.words import word_set

WORD = re.compile(r"\w{3,}")
WORDS = 2  # more words are a question
MOST_READ = 1_000  # memories
LEAST_CHARACTERS, LONG_CHARACTERS = 4, 8
MOST_OF_SHORT, MOST_OF_LONG = 1, 2  # letters that may differ, be missing, or be transposed
SAME_BEGINNING = 3  # letters of a word in which more than one may differ
LEAST_WITH_ONE_TOO_MANY = 6  # letters of a word that may have one letter too many: "latex" is not "late"
LETTERS_FOR_ONE = 3  # one letter of so many may differ in spelling
NEVER_SUGGESTED = FUNCTION_WORDS | word_set("""
    been being were have having does doing would could should might very just what
""")
# Applied in this order; repeated letters then count once.
SOUNDS = (
    ("tsch", "c"), ("sch", "s"), ("ch", "c"), ("sh", "s"), ("ph", "f"), ("th", "t"), ("qu", "k"), ("ck", "k"),
    ("ou", "u"),
    ("ß", "s"), ("æ", "a"), ("ø", "o"), ("ł", "l"), ("c", "k"), ("q", "k"), ("y", "i"), ("j", "i"), ("w", "v"),
    ("z", "s"),
)  # fmt: skip
TWICE = re.compile(r"(.)\1+")


def suggested_words(
    words: str, memories: MemoryQuerySet, *, now: datetime, requests: ProposalQuerySet | None = None, most: int = WORDS
) -> str:
    """Return a corrected spelling for a search that found nothing, with words of memories, and of `requests` where
    given; empty for a question, of more than `most` words, which need not occur literally. One query for each."""
    if len(words.split()) > most:
        return ""
    newest = memories.alive(now=now).order_by("-updated_at")
    values = (
        requests.order_by("-created_at").values_list("new_value", flat=True)[:MOST_READ] if requests is not None else ()
    )
    return corrected(words, chain(newest.values_list("current__content", flat=True)[:MOST_READ], values))


def corrected(words: str, texts: Iterable[str]) -> str:
    """Return the words, each unknown one replaced by the most similar known word; empty where there is none."""
    known = {plain(word): word for text in texts for word in WORD.findall(text)}
    typed = words.split()
    found = [_near(word, known) for word in typed]
    if len(typed) > 1:
        found = [_completed(word, known) for word in found]
    return " ".join(found) if found != typed else ""


def _near(word: str, known: Mapping[str, str]) -> str:
    spelt = plain(word)
    if len(spelt) < LEAST_CHARACTERS or any(one in known for one in (spelt, f"{spelt}s", spelt.removesuffix("s"))):
        return word
    sound = sound_of(spelt)
    near = [
        (apart_in(sound, sound_of(one)), apart_in(spelt, one), one)
        for one in known
        if abs(len(one) - len(spelt)) <= MOST_OF_LONG and one not in NEVER_SUGGESTED
    ]
    near = [one for one in near if _is_near(spelt, *one)]
    return known[min(near)[2]] if near else word


def _completed(word: str, known: Mapping[str, str]) -> str:
    """Complete a short unknown word whose last letter is missing; only beside another word, because "cak" alone could
    mean anything."""
    spelt = plain(word)
    if spelt in known or len(spelt) != LEAST_CHARACTERS - 1:
        return word
    return next((known[one] for one in sorted(known) if one[:-1] == spelt and one not in NEVER_SUGGESTED), word)


def _is_near(spelt: str, heard_apart: int, apart: int, one: str) -> bool:
    """Whether a word is similar. A short word with one letter exchanged is usually another word: "bees", "beef"."""
    if heard_apart == 0:
        return True
    if heard_apart > (MOST_OF_LONG if len(spelt) >= LONG_CHARACTERS else MOST_OF_SHORT):
        return False
    if len(spelt) == len(one) == LEAST_CHARACTERS:
        return sorted(spelt) == sorted(one)
    if spelt[:-1] == one and len(spelt) < LEAST_WITH_ONE_TOO_MANY:
        return False
    if heard_apart > MOST_OF_SHORT and spelt[:SAME_BEGINNING] != one[:SAME_BEGINNING]:
        return False
    return apart <= (len(spelt) + 1) // LETTERS_FOR_ONE


def sound_of(spelt: str) -> str:
    """Return a lower-case word without accents, with one letter for each sound that several can represent."""
    for letters, one in SOUNDS:
        spelt = spelt.replace(letters, one)
    return TWICE.sub(r"\1", spelt)


def apart_in(one: str, other: str) -> int:
    """Return the number of letters in which two words differ: substituted, missing, added, or transposed (Damerau)."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, against in enumerate(other, start=1):
            least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                least = min(least, before[j - 2] + 1)
            row.append(least)
        before, last = last, row
    return last[-1]
