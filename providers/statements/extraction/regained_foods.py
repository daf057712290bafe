"""Sentences in which a person can eat something again ("I can eat peanuts again."), or has given up a diet ("Ich bin
nicht mehr vegan.").

English, German, Spanish and French. The stored needs of the person determine which food or diet it is.
"""

import re
from typing import Final

from providers.statements.extraction.mood import asserted_sentences
from providers.statements.needs.diet_names import DIETS
from providers.statements.text.normalise import view

# In small letters without accents.
_REGAINED: Final = re.compile(
    r"\bi(?:'m| am)? (?:(?:finally|now|actually|also) )?(?:can|may|get to|(?:am )?(?:allowed|able) to)"
    r"(?: (?:finally|now|actually|also))? (?:eat|have|drink|tolerate|enjoy)\b.*\b(?:again|now)\b(?! that\b)"
    r"|\bi(?:'m| am) (?:finally )?(?:eating|having|drinking) .*\bagain\b"
    r"|\bi(?: \w+)? (?:eat|drink|tolerate) .*\bagain\b"
    r"|\bi(?:'m| am|'ve gone| went) back to (?:eating|drinking|having)\b"
    r"|\bi (?:have |'ve )?(?:outgr[eo]wn?|gr[eo]wn? out of) my\b.*\b(?:allergy|intolerance)\b"
    r"|\bmy\b.*\b(?:allergy|intolerance) (?:is|has) (?:gone|disappeared|vanished|cleared)\b"
    r"|\bich (?:(?!nicht|kein)\w+ ){0,4}?wieder\b.*\b(?:essen|trinken|vertragen)\b"
    r"|\b(?:esse|trinke|vertrage|kann|darf) ich (?:(?!nicht|kein)\w+ )*?wieder\b"
    r"|\bich (?:esse|trinke|vertrage) (?:(?!nicht|kein)\w+ )*?wieder\b"
    r"|\bich (?:kann|darf) (?:(?!nicht|kein)\w+ )*?wieder\b.*\b(?:essen|trinken)\b"
    r"|\b(?:meine|die)\b.*\b\w*(?:allergie|unvertraglichkeit|intoleranz) ist (?:weg|verschwunden|vorbei)\b"
    r"|\bgeh(?:t|en) (?:bei mir |jetzt )*wieder\b|\bse me ha (?:quitado|pasado|ido) la (?:alergia|intolerancia)\b"
    r"|\bmon (?:allergie|intolerance)\b.*\b(?:a disparu|est partie|est passee)\b"
    r"|(?<!no )\bya puedo (?:volver a )?(?:comer|tomar|beber)\b|(?<!no )\bpuedo volver a (?:comer|tomar|beber)\b"
    r"|(?<!no )\b(?:puedo (?:comer|tomar|beber)|como|tomo)\b.*\b(?:de nuevo|otra vez)\b"
    r"|(?<!no )\bvuelvo a (?:comer|tomar|beber)\b"
    r"|\bje peux (?:enfin |maintenant )?(?:(?:de|a) nouveau |re)(?:manger|boire|prendre)\b"
    r"|\bje peux (?:manger|boire|prendre)\b.*\b(?:de|a) nouveau\b|\bje (?:re)?mange .*\b(?:de|a) nouveau\b"
    r"|\bje (?:remange|(?:de|a) nouveau mange)\b"
)
_GIVEN_UP: Final = re.compile(
    rf"\bi(?:'ve| have)? (?:stopped|quit|gave up|given up|ditched|dropped) (?:\w+ ){{0,2}}?{DIETS}"
    rf"|\b(?:ich|bin|esse|lebe|ernahre)\b.*\b(?:nicht mehr {DIETS}|kein\w* {DIETS} mehr)"
    rf"|\b{DIETS} (?:bin|esse|lebe|ernahre) ich (?:mich )?(?:schon )?nicht mehr\b"
    rf"|\b{DIETS} (?:habe?|bin) ich\b.*\b(?:aufgehort|aufgegeben|hinter mir)\b"
    rf"|\bich (?:habe?|hab) aufgehort\b.*\b{DIETS}"
    rf"|\bya no (?:soy|como|sigo) (?:\w+ ){{0,2}}?{DIETS}|\b(?:he dejado|deje) (?:\w+ ){{1,2}}?{DIETS}"
    rf"|\bje (?:ne )?suis plus {DIETS}|\bj'ai arrete (?:\w+ |d'|d'etre ){{0,3}}?{DIETS}"
)
# A wish, a hope, or an uncertain future.
_NOT_YET: Final = re.compile(
    r"\?|\b(?:what|wish|hope\w*|until|till|when|if|once|maybe|perhaps|dream\w*|wonder|never"
    r"|wenn|ob|bis|sobald|hoffe|hoffentlich|vielleicht|nie|nicht"
    r"|si|cuando|ojala|espero|hasta que|quizas?|nunca|quand|espere|jusqu|peut-etre|jamais)\b"
)


def regained_food_sentences(text: str) -> list[str]:
    """Return the sentences of a person's message in which the person can eat something again, in order."""
    return [one.original for one in asserted_sentences(view(text)) if _states_regained(one.folded)]


def abandoned_diet_sentences(text: str) -> list[str]:
    """Return the sentences of a person's message in which the person has given up a diet, in order."""
    return [one.original for one in asserted_sentences(view(text)) if _states_given_up(one.folded)]


def ends_need(folded: str) -> bool:
    """Whether a lower-case sentence without accents states that a need of the speaker has ended."""
    return _states_regained(folded) or _states_given_up(folded)


def _states_given_up(folded: str) -> bool:
    return _GIVEN_UP.search(folded) is not None and _NOT_YET.search(folded.replace("nicht mehr", "")) is None


def _states_regained(folded: str) -> bool:
    return _REGAINED.search(folded) is not None and _NOT_YET.search(folded) is None
