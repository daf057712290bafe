"""Tells that a sentence says nothing but what somebody does not eat, or cannot bear: "Eva verträgt keine Laktose", "Soy
alérgica a los cacahuetes y no puedo comer sésamo". English, German, Spanish and French, in small letters without
accents.

Its things are those of the table (`allergens`), but for alcohol and pork: who leaves these may tell of an illness or a
religion.
"""

import re
from functools import cache
from typing import Final

from providers.statements.allergens import allergens_in, names_of_allergens, without_i_am
from providers.statements.special_words import holds_term

_HEALTH: Final = "health_conditions"
_COMPOUND: Final = re.compile(r"(?<=\w)-?(?=(?:intoleran|unvertraglich|allerg)\w*)")  # "laktose|intoleranz"
_TELLING_MORE: Final = frozenset(["alcohol", "pork"])
_MARK: Final = "§"  # in the place of each thing
_ARTICLE: Final = (
    r"(?:(?:the|any|all|some|to|an?|kein\w*|gegen|auf|d(?:ie|as|er|en|em)|al?|los?|las?|el|les?|aux?|d[eu]s?) |[ld]')*"
)
_AND: Final = r"(?:, | ?,? (?:and|or|und|oder|y|o|e|ni|et|ou) )"
_LIST: Final = rf"{_ARTICLE}{_MARK}(?:{_AND}{_ARTICLE}{_MARK}){{0,4}}"
_WHO: Final = r"(?:[\w'-]+ ){0,3}?"
_VERY: Final = r"(?:(?:very|severely|also|auch|stark|leider|gar|uberhaupt|sehr|muy|tambien|tres|aussi|bien|gut) )*"
_CANNOT: Final = r"(?:can't|cannot|can not|couldn't|mustn't|must not|may not|don't|doesn't|do not|does not)"
_DIETS: Final = r"(?:vegan|vegetari|vegetali|pes[ck][ae]tari)\w*"
_SINCE: Final = r"(?: (?:since|for|seit|desde|desde hace|depuis) \w+(?: \w+)?)?"
_BEHIND: Final = r"(?: (?:either|at all|any ?more|auch nicht|nicht|mehr|essen|trinken|vertragen|tampoco|non plus))*"
# "---" is "soy".
_TELLING: Final = (
    rf"{_CANNOT} {_VERY}(?:eat|have|drink|tolerate|digest) {_LIST}",
    rf"(?:is|am|[\w-]+'s|i'm) {_VERY}(?:{_MARK}[ -]intolerant|(?:allergic|intolerant) to {_LIST})",
    rf"(?:has|have|got|suffers? from) (?:an? )?(?:\w+ )?(?:{_MARK} (?:intolerance|allergy)|intolerance to {_LIST})",
    rf"(?:is|am|i'm|[\w-]+'s|ist|bin|es|---|est|suis) {_VERY}(?:an? )?{_DIETS}{_SINCE}",
    rf"(?:isst|esse|trinkt|trinke) {_VERY}kein\w* {_LIST}",
    rf"no (?:come|como|bebe|bebo|toma|tomo) {_LIST}",
    rf"(?:ne )?(?:mange|bois|boit) (?:pas|plus|jamais) {_LIST}",
    rf"(?:vertragt|vertrage) {_VERY}{_LIST}",
    rf"(?:darf|kann) {_VERY}kein\w* {_LIST}",
    rf"(?:hat|habe?|leidet?|leide) (?:an |unter )?(?:eine[rn]? )?(?:\w+ )?{_MARK} ?"
    r"(?:intoleranz|unvertraglichkeit|allergie)",
    rf"(?:ist|bin) {_VERY}(?:{_MARK} intolerant|{_LIST} allergisch|allergisch {_LIST})",
    rf"(?:no|tampoco) (?:puede|puedo|debe|debo) (?:comer|tomar|beber) {_LIST}",
    rf"no (?:tolera|tolero|digiere|digiero) {_VERY}{_LIST}",
    rf"(?:es|---) {_VERY}(?:alergic[oa]|intolerante) {_LIST}",
    rf"(?:tengo|tiene|padece|padezco|sufre|sufro) (?:de )?(?:una )?(?:\w+ )?(?:intolerancia|alergia) (?:\w+ )?{_LIST}",
    rf"(?:ne )?(?:peut|peux|doit|dois) pas (?:manger|boire|prendre) {_LIST}",
    rf"(?:ne )?(?:supporte|tolere|digere) pas {_VERY}{_LIST}",
    rf"(?:est|suis) {_VERY}(?:allergique|intolerante?) {_LIST}",
    rf"(?:a|j'ai|souffre d'?e?) ?(?:une )?(?:\w+ )?(?:intolerance|allergie) {_LIST}",
)  # fmt: skip
_NEED: Final = rf"{_WHO}(?:{'|'.join(_TELLING)}){_BEHIND}"
_NEEDS: Final = re.compile(rf"{_NEED}(?:(?:[,;] ?| )(?:(?:and|but|und|aber|y|pero|et|mais) )?{_NEED}){{0,3}}[ .!]*")
_BORNE_BADLY: Final = re.compile("all?erg|toler|intoleran|vertrag|supporte|dig[eè]r|digest")


def need_told(folded: str) -> str:
    """The field of the need, "allergies" or "diet", where that is all that a sentence says; else empty."""
    text = _things().sub(_marked, _COMPOUND.sub(" ", without_i_am(folded)))
    if _NEEDS.fullmatch(text) is None or holds_term(text, _HEALTH):
        return ""
    return "allergies" if _BORNE_BADLY.search(text) else "diet"


def _marked(thing: re.Match[str]) -> str:
    return _MARK if _TELLING_MORE.isdisjoint(allergens_in(thing[0])) else thing[0]


@cache
def _things() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{names_of_allergens()})(?![\w-])")
