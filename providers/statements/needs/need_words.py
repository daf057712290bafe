"""Recognises texts that state a need that must not be forgotten: an allergy, an intolerance, a diet, a wheelchair.

By word stems in English, German, Spanish, French, Italian and Portuguese, without accents. It only decides where a note
is filed, so it does not matter whose need it is.
"""

import re
from typing import Final

from providers.statements.needs.allergens import names_of_groups
from providers.statements.needs.diet_names import diet_words
from providers.statements.needs.intolerances import intolerances_in
from providers.statements.text.normalise import view

_WORDS: Final = (
    r"\b(?!anti|hypo)\w*all?erg(?:i|y)", r"\bintoll?eran", r"unvertraglich", r"\bvertrag(?:t|e|en|st)? kein",
    r"\b[cz](?:o|oe|œ|e)lia[ckq]", r"\bwheelchair", r"\brollstuhl", r"\bsilla de ruedas",
    r"\bfauteuil roulant", r"\bsedia a rotelle", r"\bcadeira de rodas", r"\banaphyla",
)  # fmt: skip
# "Is vegan since May", but not "the vegan bakery".
_DIETS: Final = (
    rf"\b{diet_words('vegan', 'vegetarian', 'pescetarian')}(?=\s*(?:[.,;:!?)]|$)|"
    r" (?:and|but|or|so|since|for|now|because|diet|und|aber|seit|weil|y|pero|desde|et|mais|depuis|e|ma|da|mas)\b)"
)
_GROUPS: Final = (
    "peanut", "nut", "gluten", "milk", "egg", "fish", "shellfish", "pork", "meat", "alcohol", "soy", "sesame", "sugar",
    "caffeine",
)  # fmt: skip
_FOOD: Final = rf"(?:{names_of_groups(*_GROUPS)})\b"
_REGIME: Final = rf"(?:{diet_words('vegan', 'rule', 'regime', 'free', 'diabetic')}|atkins\b)"
_KEEPS: Final = (
    r"\b(?:follow(?:s|ing)?|(?:is|are|am|was|went|goes) on|(?:keep|stick)s? to) (?:a |the )?(?:\w+ )?" + _REGIME,
    r"\b(?:only )?eat(?:s|ing)? (?:only |strictly )?(?:halal|kosher)\b", r"\bkeeps? (?:halal|kosher)\b",
    r"\b(?:avoid(?:s|ing)?|stays? away from) (?:all |any )?" + _FOOD,
)  # fmt: skip
_CANNOT: Final = (
    r"\b(?:can't|cannot|can not|mustn't|must not|may not) (?:eat|drink|tolerate)\b",
    r"\b(?:doesn't|does not|don't|do not) (?:eat|drink) (?:any )?" + _FOOD,
    r"\b(?:(?:eats?|drinks?) no|ha(?:s|ve) to avoid|(?:can't|cannot) have(?: any)?) " + _FOOD,
    r"\bno " + _FOOD + r".{0,30}\bfor\b(?! sale)", r"\breacts? (?:badly|severely|strongly) to\b",
    r"\b(?:gluten|lactose|dairy|nut|egg)-free\b(?! (?:bakery|restaurant|recipe|bread|cake))",
    r"\b(?:kann|darf) kein\w* .{1,40}\b(?:essen|trinken)\b", r"\bno (?:puede|puedo) (?:comer|tomar|beber)\b",
    r"\bne (?:peut|peux) (?:pas )?(?:manger|boire)\b", r"\bnon (?:puo|posso) (?:mangiare|bere)\b",
    r"\bnao (?:pode|posso) (?:comer|beber)\b",
)  # fmt: skip
_NEED: Final = re.compile("|".join((*_WORDS, _DIETS, *_KEEPS, *_CANNOT)))


def states_need(text: str) -> bool:
    folded = view(text).folded
    return _NEED.search(folded) is not None or next(intolerances_in(folded), None) is not None
