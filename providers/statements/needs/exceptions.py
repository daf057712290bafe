"""Exceptions to a diet: "vegan, except honey", "vegetarian but I eat fish".

They are part of the diet's value. English, German, Spanish and French, in lower case without accents.
"""

import re
from typing import Final

_EATEN: Final = (
    r"(?:fish|tuna|salmon|seafood|shellfish|meat|chicken|poultry|beef|bacon|eggs?|cheese|milk|dairy|honey|fisch|lachs"
    r"|thunfisch|meeresfruchte|fleisch|huhn|hahnchen|eier|kase|milch|honig|pescado|atun|marisco|carne|pollo|huevos?"
    r"|queso|leche|lacteos|miel|poisson|thon|fruits de mer|viande|poulet|(?:oe|œ)ufs?|fromage|lait)"
)
_AND: Final = r" (?:and|or|und|oder|y|o|e|et|ou) "
_ARTICLE: Final = r"(?:(?:the|some|any|bei|der|die|den|dem|el|la|los|las|le|les|du|de|des|d'|l') ?)*"
_SAVE: Final = (
    r"(?:except(?:ing)?(?: for)?|apart from|aside from|other than|au(?:ss?|ß)er|bis auf(?! weiteres)|abgesehen von"
    r"|mit ausnahme von|excepto|salvo|menos(?! mal)|sauf|a part|hormis|excepte)"
)
_STILL: Final = (
    r"(?:but (?:i |we )?(?:(?:do|still|sometimes|occasionally) )*(?:eat|have)"
    r"|aber (?:(?:ich|manchmal|ab und zu|trotzdem) )*(?:esse(?: ich)?(?: (?:noch|manchmal|trotzdem|ab und zu))*|mit)"
    r"|pero (?:(?:si|a veces|aun|tambien) )*como|mais (?:je )?mange(?: (?:encore|parfois|quand meme))*)"
)
_OPENS: Final = rf"(?:,? ?\b(?:{_SAVE}|{_STILL}(?= {_ARTICLE}{_EATEN}\b)))"
# Behind the name of a diet.
EXCEPTION: Final = (
    rf"(?:,? (?:{_SAVE} {_ARTICLE}[\w-]+(?:{_AND}{_ARTICLE}[\w-]+)?"
    rf"|{_STILL} {_ARTICLE}{_EATEN}\b(?:{_AND}{_ARTICLE}{_EATEN}\b)?))?"
)
_BEGINS: Final = re.compile(_OPENS)


def exception_start(folded: str) -> int:
    """Return the start of the exception in a diet's value, or the value's length without one."""
    found = _BEGINS.search(folded)
    return found.start() if found else len(folded)
