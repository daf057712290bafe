"""Diets that somebody tells of themselves in German, Spanish and French, and foods that they do not or must not eat."""

import re
from typing import Final

from providers.statements.allergen_slots import known_food
from providers.statements.phrases import given
from providers.statements.rules.rule import Rule

_END: Final = (
    r"\s*(?:[.!;:,)\u2013\u2014]|$|(?:aber|und|weil|denn|also|seit|mehr|y|e|pero|porque|desde|asi que|et|mais|car|donc"
    r"|depuis|parce)\b)"
)
_EATEN_END: Final = rf"(?: (?:essen|trinken|vertragen))?{_END}"
_DIET_DE: Final = (
    r"(?P<value>vegetarier(?:in)?|veganer(?:in)?|pes[ck]etarier(?:in)?|flexitarier(?:in)?|vegetarisch|vegan|pes[ck]etarisch"
    r"|koscher|halal)\b"
)
_DIET_ES: Final = r"(?P<value>vegetarian[oa]|vegan[oa]|pes[ck][ae]tarian[oa]|flexitarian[oa]|celiac[oa])\b"
_DIET_FR: Final = (
    r"(?P<value>vegetarien(?:ne)?|vegan(?:e)?|vegetalien(?:ne)?|pes[ck][eo]-?vegetarien(?:ne)?|pescetarien(?:ne)?"
    r"|flexitarien(?:ne)?|c(?:oe|œ)liaque)\b"
)
_ALWAYS_DE: Final = r"(?:(?:auch|gar|uberhaupt|grundsatzlich|leider|strikt|streng|uberzeugte[r]?|seit \w+ \w+) )*"
_ALWAYS_ES: Final = r"(?:(?:tambien|estrictamente|completamente|muy) )*"
_ALWAYS_FR: Final = r"(?:(?:aussi|strictement|completement) )*"
# A further food needs a further denial, or "or": "kein Fleisch, Fisch schon" names one.
_AND: Final = {
    "ohne": re.compile(r"(?:, ?| (?:und|oder|sowie) )(?:auch )?keine?n? |\s+(?:und|oder) "),
    "sin": re.compile(r",? (?:ni|o|y|e) "),
    "sans": re.compile(r",? (?:ni|ou|et) "),
}


def _rule(name: str, words: str, regex: str) -> Rule:
    """Said of oneself in one's own words."""
    return Rule(f"diet.{name}", "me", words, regex, given, followed_by=_END, foreign=True)


def _without(name: str, words: str, regex: str, without: str) -> Rule:
    """Foods that one does not eat; `without` stands before each."""
    return Rule(
        f"diet.{name}", "me", words, regex, known_food, template=f"{without} {{value}}", followed_by=_EATEN_END,
        many=True, foreign=True, separator=_AND[without],
    )  # fmt: skip


DIETS_ELSEWHERE: tuple[Rule, ...] = (
    _rule("bin", "bin", rf"\b(?:ich bin|bin ich) {_ALWAYS_DE}{_DIET_DE}"),
    _rule("esse", "esse lebe ernahre", rf"\bich (?:esse|lebe|ernahre mich) (?:nur |rein )?{_ALWAYS_DE}{_DIET_DE}"),
    _without(
        "esse_kein", "esse trinke", rf"\b(?:ich|und) (?:esse|trinke) {_ALWAYS_DE}(?:keine?n?|nie|niemals)(?= )", "ohne"
    ),
    _without("darf_kein", "darf kann", rf"\b(?:ich|und) (?:darf|kann) {_ALWAYS_DE}keine?n?(?= )", "ohne"),
    _rule("soy", "soy", rf"(?<!no )\bsoy {_ALWAYS_ES}{_DIET_ES}"),
    _without("no_como", "como bebo tomo", r"\b(?:no|tampoco) (?:como|bebo|tomo)(?= )", "sin"),
    _without("no_puedo_comer", "puedo debo", r"\b(?:no|tampoco) (?:puedo|debo) (?:comer|tomar|beber)(?= )", "sin"),
    _rule("suis", "suis", rf"\bje suis {_ALWAYS_FR}{_DIET_FR}"),
    _without(
        "ne_mange_pas", "mange bois", r"\b(?:je (?:ne )?|et ne )(?:mange|bois) (?:pas|plus|jamais|ni)(?= )", "sans"
    ),
    _without(
        "ne_peux_pas", "peux dois", r"\b(?:je (?:ne )?|et ne )(?:peux|dois) (?:pas|plus) (?:manger|boire)(?= )", "sans"
    ),
)
