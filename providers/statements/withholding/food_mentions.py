"""Whether a sentence only mentions a food ("I baked a lemon cake for the party.") and does not state that the person
cannot or does not eat it.

It only mentions the food if it has a word for cooking, buying, serving or enjoying food; neither it nor a sentence
beside it has a word for leaving out, a reaction, a danger, the body or a note about the person; and the reader of
needs rules a need out. All other sentences count as stating it.
"""

import re
from collections.abc import Sequence
from typing import Final

from providers.statements.gate.need_reader import classify_needs
from providers.statements.needs.allergens import names_food
from providers.statements.needs.excluded_foods import AVOIDED
from providers.statements.text.sentences import Sentence
from providers.statements.text.word_tables import DATA, pattern_of, table_lines, whole_words

_FOOD_KEYS: Final = frozenset({"allergies", AVOIDED})
_MAX_ODDS: Final = -3.0  # log-odds of a need, below which a sentence without such words only mentions the food
_MIN_WORDS: Final = 4  # a shorter sentence is an answer, a label or a note
_MEALS: Final = whole_words(" ".join(table_lines(DATA / "meal_words.txt")))
_SIGN_WORDS: Final = pattern_of(" ".join(table_lines(DATA / "need_signs.txt")), ending="")
_SIGNS: Final = re.compile(
    r"n't\b|-free\b|\bthe er\b|(?:'d|\b(?:i|could|would|will|might)) die\b|\w(?:frei|allergi|intoleran|unvertraglich)"
    rf"|\b(?:{_SIGN_WORDS})(?!\w)"
)


def only_mentions_food(value: tuple[str, str], lines: Sequence[Sentence], at: int) -> bool:
    """Whether the value is a food that the sentence at this position of a text names without stating a need."""
    key, name = value
    sentence, around = lines[at], lines[max(0, at - 1) : at + 2]
    if key not in _FOOD_KEYS or not names_food(name) or not _MEALS.search(sentence.folded):
        return False
    words = sum(text[0].isalnum() for text in sentence.texts)
    if words < _MIN_WORDS or any(_SIGNS.search(one.folded) for one in around):
        return False
    ((_field, odds),) = classify_needs([sentence.view.plain[sentence.start : sentence.end]])
    return odds < _MAX_ODDS
