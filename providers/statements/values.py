"""One spelling for values that are compared, whoever wrote them."""

import unicodedata

from providers.statements.lookalikes import LETTERS, is_unseen

# Around a word; within one they belong to it: O'Brien, 7.5, C++.
_MARKS = ".,;:!?…¡¿()[]{}<>*_~`\"'‹›「」『』"
_LOOK_ALIKES = str.maketrans(LETTERS)


def normalize_value(value: str) -> str:
    """A value without regard to case, spaces, quotes, punctuation around words, look-alikes and Unicode form."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())
    text = "".join(char for char in folded if not is_unseen(char)).translate(_LOOK_ALIKES)
    words = text.split()
    return " ".join(bare for word in words if (bare := word.strip(_MARKS))) or " ".join(words)
