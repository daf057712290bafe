"""A food that somebody leaves out for a reason that is asked about: "I'm pregnant, so I avoid pâté."

English, German, Spanish and French. The reason is asked about as a whole sentence; the food is a need by itself.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from providers.statements.extraction.mood import earnest
from providers.statements.extraction.needs_by_meaning import guessed_need, is_of_the_person
from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.statement import Statement
from providers.statements.gate.detector import sensitive
from providers.statements.needs.allergens import names_food
from providers.statements.needs.excluded_foods import AVOIDED
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence
from providers.statements.text.words import word_set

PATTERN: Final = "reason.need"
# What somebody says before a food that they leave out, in small letters without accents.
_LEAVING: Final = re.compile(
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
    r")\s"
)
_SMALL: Final = r"(?:(?:the|any|all|more|of|kein\w*|den|die|das|der|dem|el|la|los|las|un[ao]?|le|les|des|du|de|d')\s?)*"
_FOOD: Final = re.compile(rf"{_SMALL}\b(?P<food>[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*){{0,4}})")
_NEXT: Final = re.compile(r"(?:, (?:and |or )?| (?:and|or|und|oder|y|o|ni|et|ou) )")
# Behind these stands no part of the food.
_ENDS: Final = word_set("""
    because since as while during when for right now anymore any at completely until so but if though too these this
    and or with after before in from till currently entirely altogether
    weil wegen wahrend seit seitdem gerade jetzt mehr momentan komplett ganz bis aber da denn im in und oder essen
    trinken zurzeit derzeit vorerst
    porque por durante mientras desde ahora hasta pero ya y o ni cuando para
    parce car pendant depuis maintenant jusqu mais et ou quand pour comme en ce
""")


def needs_beside_reasons(text: str, *, told: Collection[str] = ()) -> list[Statement]:
    """The foods that a person's message says they leave out, in sentences that tell something of a special category
    too; each is worth a question and no more. `told`: values and words of it that are read already."""
    readable = (one for one in earnest(view(text)) if is_of_the_person(one) and _LEAVING.search(one.folded))
    return [
        guessed_need(sentence, AVOIDED, food, pattern=PATTERN)
        for sentence in readable
        if any(one.key in SPECIAL_KEYS for one in sensitive(sentence.original))
        for food in _foods(sentence)
        if not any(one.casefold() in food.casefold() or food in one for one in told)
    ]


def _foods(sentence: Sentence) -> Iterator[str]:
    for leaving in _LEAVING.finditer(sentence.folded):
        place = leaving.end()
        while (found := _FOOD.match(sentence.folded, place)) and (end := _end_of(found)) > found.start("food"):
            name = sentence.folded[found.start("food") : end]
            if names_food(name):
                yield sentence.view.plain[sentence.start + found.start("food") : sentence.start + end]
            following = _NEXT.match(sentence.folded, end)
            if following is None:
                break
            place = following.end()


def _end_of(found: re.Match[str]) -> int:
    """Where the food's name ends: before a word that begins something else."""
    end = found.start("food")
    for word in re.finditer(r"\S+", found["food"]):
        if word[0] in _ENDS:
            break
        end = found.start("food") + word.end()
    return end
