"""Questions whether a person likes or wants a food: "Mag sie Spinat?", "Aime-t-elle les noisettes ?".

The answer includes the person's needs about that food. The text is lower-case words with spaces between them, in
English, German, Spanish, French or Italian.
"""

import re
from typing import Final

from retrieval.needs.recipe_questions import is_food

_LIKES: Final = re.compile(
    r"^(?:do|does|would|will|did)(?:n['’]t)? (?:\w+ ){1,3}?(?:like|love|enjoy|fancy|want|hate|dislike|mind|care for)\b"
    r"|^(?:mag|mögen|magst|liebt|hasst|isst|möchte|will) \w+\b|^(?:schmeckt|schmecken) \w+\b"
    r"|^(?:a \w+ )?(?:le|les|me|te) (?:gustan?|encantan?|apetecen?)\b|^(?:odia|detesta|quiere) \w+\b"
    r"|^(?:aime|adore|déteste|veut)(?: t)? (?:elle|il)\b|^(?:elle|il) (?:n['’])?(?:aime|adore|déteste|veut)\b"
    r"|^est ce qu(?:e |['’])\w+ (?:aime|adore|déteste|veut)\b|^\w+ aime(?: t (?:elle|il))?\b"
    r"|^(?:le|gli) piac(?:e|ciono)\b"
)
# The subject has no word of its own, or is a French pronoun.
_NO_NAMED_SUBJECT: Final = re.compile(
    r"^(?:le|les) (?:gustan?|encantan?|apetecen?)\b(?! a \w)|^(?:odia|detesta)\b"
    r"|\b(?:elle|il) (?:n['’])?(?:aime|adore|déteste|veut)\b|\b(?:aime|adore|déteste|veut)(?: t)? (?:elle|il)\b"
    r"|^(?:le|gli) piac"
)


def asks_whether_liked(text: str) -> bool:
    return _LIKES.search(text) is not None and is_food(text)


def has_no_named_subject(text: str) -> bool:
    return _NO_NAMED_SUBJECT.search(text) is not None
