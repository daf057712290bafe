"""Finding words however they are spelt: without accents, in part."""

import unicodedata
from functools import reduce
from operator import and_

from django.db.models import F, Func, Q, QuerySet, TextField, Value

from memories.models import Chunk

LATIN = range(0xC0, 0x250)
MOST_WORDS, LEAST_CHARACTERS = 6, 3


def plain(text: str) -> str:
    """In small letters and without accents: "Évora" → "evora"."""
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


ACCENTED = "".join(letter for letter in map(chr, LATIN) if letter == letter.lower() and len(plain(letter)) == 1)
PLAIN = "".join(map(plain, ACCENTED))


def spelt_like(chunks: QuerySet[Chunk], words: str) -> QuerySet[Chunk]:
    """The chunks that hold each of the words, also as a part of one. Reads every chunk; none for very short words."""
    wanted = [plain(word) for word in words.split()]
    if not wanted or len(wanted) > MOST_WORDS or min(map(len, wanted)) < LEAST_CHARACTERS:
        return chunks.none()
    folded = Func(
        Func(F("text"), function="lower"), Value(ACCENTED), Value(PLAIN), function="translate", output_field=TextField()
    )
    return chunks.annotate(folded=folded).filter(reduce(and_, (Q(folded__contains=word) for word in wanted)))
