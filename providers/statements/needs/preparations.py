"""Adjectives that narrow a food to a kind or a preparation: "raw", "unpasteurised", "ahumado". They are part of the
food's name: who avoids raw eggs may eat cooked ones. English, German, Spanish and French, in lower case without
accents.
"""

import re
from typing import Final

_BEFORE: Final = (
    r"(?:(?:raw|uncooked|(?:under|half-)?cooked|boiled|steamed|baked|grilled|fried|deep-fried|roasted|smoked|cured|aged"
    r"|fermented|pickled|dried|frozen|fresh|ripe|unripe|canned|tinned|processed|(?:un)?pasteuri[sz]ed|red|white|green"
    r"|black|brown|yellow|soft|hard|soft-boiled|hard-boiled|runny"
    r"|(?:roh|(?:un|weich|hart)?gekocht|gedampft|gedunstet|gebacken|gegrillt|gebraten|frittiert|gerostet|gerauchert"
    r"|gereift|fermentiert|eingelegt|gepokelt|getrocknet|tiefgekuhlt|frisch|reif|unreif|verarbeitet"
    r"|(?:un|nicht )?pasteurisiert|rot|weiss|grun|schwarz|braun|gelb|weich|hart)e[nrsm]?) )+"
)
_BEHIND: Final = (
    r"(?: (?:crud|(?:poco )?cocid|hervid|frit|asad|ahumad|curad|fermentad|sec|congelad|fresc|maduro|procesad"
    r"|(?:no )?pasteurizad|roj|blanc|negr|morad|amarill|bland)[oa]s?(?![\w-])"
    r"| (?:verdes?|azul(?:es)?|dulces?|picantes?|integral(?:es)?|en vinagre|en conserva|a la plancha|al vapor)(?![\w-])"
    r"| (?:sin (?:cocer|cocinar|pasteurizar|madurar)|au lait cru|de leche cruda|en conserve)(?![\w-])"
    r"| (?:(?:mal )?cuite?s?|crue?s?|bouillie?s?|frite?s?|grillee?s?|roti(?:e?s?)|fumee?s?|affinee?s?|fermentee?s?"
    r"|seche?s?|secs?|surgelee?s?|fraiche?s?|frais|mure?s?|(?:non )?pasteurisee?s?|rouges?|blanc(?:he)?s?|noire?s?"
    r"|verte?s?|jaunes?|complete?s?|bleus?|mol(?:le)?s?)(?![\w-]))"
)
BEFORE: Final = re.compile(_BEFORE)
BEHIND: Final = re.compile(_BEHIND)
_ENDS_WITH: Final = re.compile(rf"(?<![\w-]){_BEFORE}$")
_REACH: Final = 60  # characters before a food


def with_preparation(folded: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of a food with the adjectives before and behind it."""
    before = _ENDS_WITH.search(folded, max(0, start - _REACH), start)
    behind = BEHIND.match(folded, end)
    return before.start() if before else start, behind.end() if behind else end
