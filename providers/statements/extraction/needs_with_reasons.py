"""Excluded foods with a sensitive reason: "I'm pregnant, so I avoid pâté."

English, German, Spanish and French. The reason needs consent as a whole sentence; the food is a need of its own.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from providers.statements.extraction.mood import asserted_sentences
from providers.statements.extraction.needs_by_meaning import may_be_own_need, probable_need
from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.statement import Statement
from providers.statements.gate.detector import sensitive
from providers.statements.needs.allergens import names_food
from providers.statements.needs.excluded_foods import AVOIDED
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence
from providers.statements.text.words import word_set

PATTERN: Final = "reason.need"
# Words before an excluded food, in small letters without accents.
_EXCLUDES: Final = re.compile(
    r"\b(?:i(?:'m| am|'ve been| have been)? (?:now |currently )?(?:avoid(?:ing)?|skip(?:ping)?"
    r"|stay(?:ing)? (?:away from|off|clear of)|leav(?:e|ing) out|(?:cut|cutting|giv(?:e|en|ing)) (?:out|up)"
    r"|not (?:eating|having|allowed to (?:eat|have)))"
    r"|i (?:do not|don't|can't|cannot|must not|mustn't|should not|shouldn't|no longer) (?:eat|have)"
    r"|(?:so|hence|therefore|which means) no"
    r"|(?:ver)?meide(?: ich)?|verzichte(?: ich)? auf|(?:esse|darf)(?: ich)?(?: \w+)?(?= kein)"
    r"|(?:deshalb|deswegen|daher|darum|also)(?= kein)"
    r"|evito|no (?:como|tomo|puedo (?:comer|tomar)|debo (?:comer|tomar))|(?:asi que|por eso) nada de"
    r"|j'evite|je (?:n'ai pas le droit (?:a|de)|ne (?:mange|prends|peux|dois) (?:pas|plus)(?: manger)?)"
    r"|donc (?:pas|plus) de|je me passe de"
    # Only named beside the reason: "I have Crohn's disease, no raw vegetables."
    r")\s|(?<=\w)[,;:] (?:no(?: more)? |(?=keine? |keinen )|nada de |sin |(?:donc )?(?:pas|plus) d(?:e |'))"
)
_FUNCTION_WORDS: Final = (
    r"(?:(?:the|any|all|more|of|no|nada de|sin|pas|kein\w*"
    r"|den|die|das|der|dem|el|la|los|las|un[ao]?|le|les|des|du|de|d')\s?)*"
)
_FOOD: Final = re.compile(rf"{_FUNCTION_WORDS}\b(?P<food>[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*){{0,4}})")
_NEXT: Final = re.compile(r"(?:, (?:and |or )?| (?:and|or|und|oder|y|o|ni|et|ou) )")
# Words after which no food's name continues.
_FOOD_ENDS: Final = word_set("""
    because since as while during when for right now anymore any at completely until so but if though too these this
    and or with after before in from till currently entirely altogether
    weil wegen wahrend seit seitdem gerade jetzt mehr momentan komplett ganz bis aber da denn im in und oder essen
    trinken zurzeit derzeit vorerst
    porque por durante mientras desde ahora hasta pero ya y o ni cuando para
    parce car pendant depuis maintenant jusqu mais et ou quand pour comme en ce
""")


def needs_with_reasons(text: str, *, known: Collection[str] = ()) -> list[Statement]:
    """Return the excluded foods in sentences of the person's message that also state a special category. Each justifies
    a question only, as the reading is uncertain. `known` are values and text already read."""
    readable = (one for one in asserted_sentences(view(text)) if may_be_own_need(one) and _EXCLUDES.search(one.folded))
    return [
        probable_need(sentence, AVOIDED, food, pattern=PATTERN)
        for sentence in readable
        if any(one.key in SPECIAL_KEYS for one in sensitive(sentence.original))
        for food in _foods(sentence)
        if not any(one.casefold() in food.casefold() or food in one for one in known)
    ]


def _foods(sentence: Sentence) -> Iterator[str]:
    for excluding in _EXCLUDES.finditer(sentence.folded):
        place = excluding.end()
        while (found := _FOOD.match(sentence.folded, place)) and (end := _food_end(found)) > found.start("food"):
            name = sentence.folded[found.start("food") : end]
            if names_food(name):
                yield sentence.view.plain[sentence.start + found.start("food") : sentence.start + end]
            following = _NEXT.match(sentence.folded, end)
            if following is None:
                break
            place = following.end()


def _food_end(found: re.Match[str]) -> int:
    """The end of the food's name: before a word that begins something else."""
    end = found.start("food")
    for word in re.finditer(r"\S+", found["food"]):
        if word[0] in _FOOD_ENDS:
            break
        end = found.start("food") + word.end()
    return end
