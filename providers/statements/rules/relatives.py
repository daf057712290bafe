"""A relative's allergies and diet in English, German, Spanish and French, as one value."""

import re
from typing import Final

from providers.statements.needs.allergens import allergens_in, names_food
from providers.statements.needs.diet_names import diet_words
from providers.statements.needs.need_sentences import NEEDS_BECAUSE, TURNED
from providers.statements.rules.rule import Rule
from providers.statements.text.normalise import View
from providers.statements.text.phrases import given
from providers.statements.text.slots import Span
from providers.statements.text.vocabulary import KIN_SINGULAR, KIN_TRAITS

KIN_DE: Final = (
    r"(?:sohn|tochter|kind|kleine[rn]?|grosse[rn]?|jungste[rn]?|alteste[rn]?|junge|baby|(?:ehe)?frau|(?:ehe)?mann"
    r"|partner(?:in)?|mutter|mama|vater|papa|bruder|schwester|oma|opa|enkel(?:in)?"
    r"|freund(?:in)?|neffe|nichte|tante|onkel|schwieger(?:mutter|vater))"
)
KIN_ES: Final = (
    r"(?:hij[oa]|bebe|mujer|espos[oa]|marido|pareja|novi[oa]|madre|mama|padre|papa|herman[oa]|abuel[oa]|niet[oa]|sobrin[oa]"
    r"|ti[oa]|suegr[oa])"
)
KIN_FR: Final = (
    r"(?:fils|fille|enfant|bebe|femme|mari|copain|copine|conjointe?|compagn(?:on|e)|mere|maman|pere|papa|frere|s(?:oe|œ)ur"
    r"|grand-(?:mere|pere)|petit-fils|petite-fille|neveu|niece|oncle|tante|belle-mere|beau-pere)"
)
_NAME: Final = r"(?: (?!no\b|ne\b|nicht)[\w-]+)?"
_MUCH: Final = r"(?:(?!not\b|nicht|kein|no\b|ni\b|pas\b|plus\b|jamais|and\b|und\b|y\b|et\b)\w+ ){0,2}?"
_AND: Final = r"(?:and|or|und|oder|y|o|et|ou)"
_WORDS: Final = r"[\w'-]+(?: [\w'-]+){0,5}?"
_NEXT: Final = (
    r"(?:i|he|she|we|they|my|you|ich|er|sie|wir|mein\w*|yo|mi|je|j'|il|elle|mon|ma|but|so|which|who|aber|pero|mais)\b"
)
_ITEM: Final = rf"(?!{_AND} |{_NEXT})[\w'-]+(?: [\w'-]+)?"
_WHAT: Final = rf"{_WORDS}(?:, {_ITEM}(?=, | {_AND} )(?: {_AND} {_ITEM})?)*"
_END: Final = (
    r"\s*(?:[.,;:!?()\u2013\u2014]|$|(?:but|because|since|so|aber|weil|denn|seit|pero|porque|desde|mais|car|parce"
    rf"|depuis)\b|(?:and|und|y|et) (?:{_NEXT}|(?:is|has|lives|works|does|can|likes|loves|studies|ist|hat|lebt|wohnt"
    r"|meidet|soy|tengo|no|es|tiene|vive|ne|est|a|vit)\b))"
)
_DIET: Final = diet_words("animals", "rule")
_NEED_EN: Final = (
    rf"(?:is {_MUCH}allergic to {_WHAT}|is {_MUCH}[\w-]+[ -]intolerant|is intolerant (?:to|of) {_WHAT}"
    rf"|is {_MUCH}co?eliac|is {_MUCH}{_DIET}"
    rf"|has (?:an? )?(?:(?!no\b)[\w-]+ ){{0,3}}?(?:allergy|intolerance)(?: to {_WHAT})?"
    rf"|{TURNED} {_MUCH}{_DIET}"
    rf"|(?:can't|cannot|can not|mustn't|must not|may not|isn't allowed(?: to)?) (?:eat|tolerate|have|drink) {_WHAT}"
    rf"|(?:doesn't|does not) (?:eat|drink|tolerate) {_WHAT}|(?:avoids|reacts (?:\w+ )?to) {_WHAT}"
    rf"|(?:gets|breaks out|comes out) (?:[\w-]+ ){{1,4}}?(?:from|after|if|when) {_WHAT}"
    rf"|{NEEDS_BECAUSE} (?:[\w-]+ ){{1,3}}?allergy)"
)
_NEED_DE: Final = (
    rf"(?:(?:ist|reagiert) {_MUCH}allergisch (?:gegen|auf) {_WHAT}|(?:ist|reagiert) {_MUCH}(?:gegen|auf) {_WHAT}"
    rf" allergisch|ist {_MUCH}\w*intolerant|hat {_MUCH}[\w-]*(?:allergie|intoleranz|unvertraglichkeit)"
    rf"(?: (?:gegen|auf) {_WHAT})?|(?:vertragt|isst|trinkt|darf|kann) {_MUCH}kein\w* {_WHAT}"
    rf"|vertragt {_MUCH}{_WHAT} nicht|(?:bekommt|kriegt) (?:von|bei|nach|durch) {_WHAT}"
    rf"|(?:ist|isst|lebt|ernahrt sich) {_MUCH}{_DIET})"
)
_NEED_ES: Final = (
    rf"(?:es {_MUCH}(?:alergic[oa]|intolerante) al? {_WHAT}|(?:tiene|padece) {_MUCH}(?:alergia|intolerancia) {_MUCH}al?"
    rf" {_WHAT}|no (?:puede (?:comer|tomar|beber)|tolera|digiere|come|bebe) {_WHAT}|es {_MUCH}(?:{_DIET}|celiac[oa]))"
)
_NEED_FR: Final = (
    rf"(?:est {_MUCH}(?:allergique|intolerante?) (?:a|au|aux) {_WHAT}|a {_MUCH}(?:allergie|intolerance) {_MUCH}"
    rf"(?:a|au|aux) {_WHAT}|(?:ne )?(?:peut|doit) (?:pas|plus) (?:manger|boire|prendre) {_WHAT}"
    rf"|(?:ne )?(?:supporte|tolere|digere|mange|boit) (?:pas|plus) {_WHAT}"
    rf"|fait {_MUCH}(?:allergie|intolerance|reaction) {_MUCH}(?:a|au|aux) {_WHAT}"
    rf"|est {_MUCH}(?:{_DIET}|c(?:oe|œ)liaque))"
)


# With these verbs the object may be anything: it is a need only if a food is named ("can't have children").
_ANY_OBJECT: Final = re.compile(
    r"(?:have|drink|avoids|reacts|gets|out|for|trinkt|vertragt|darf|kann|bekommt|kriegt|tomar|beber|bebe|tolera|sientan?"
    r"|caen?|boire|prendre|boit|supporte|tolere|doit)\b(?!.*\ball?erg)"
)
_POSSESSION: Final = re.compile(r"\b(?:have|avoids|darf|kann)\b")  # "can't have a dog" is no allergy


def _given_need(seen: View, start: int, end: int) -> Span | None:
    """Return the whole value if it states a need, and None otherwise."""
    text = seen.folded[start:end]
    names_allergen = names_food(text) or (allergens_in(text) and not _POSSESSION.search(text))
    return given(seen, start, end) if names_allergen or _ANY_OBJECT.search(text) is None else None


# A relative of a relative: "my brother's son", "der Sohn meines Bruders".
_OWNER_EN: Final = rf"(?<!\bof )(?:my|our)(?: {KIN_TRAITS})?"
_KIN_EN: Final = rf"(?:{KIN_SINGULAR}{_NAME}'s (?:{KIN_TRAITS} )?){{0,2}}{KIN_SINGULAR}"
_KIN_OF_KIN_EN: Final = rf"{KIN_SINGULAR}{_NAME} of (?:my|our) (?:{KIN_TRAITS} )?{KIN_SINGULAR}"
_KIN_OF_KIN_DE: Final = (
    rf"{KIN_DE}{_NAME} (?:von )?(?:mein|unser)e[rsmn](?: \w+e[nrs])? (?!freund){KIN_DE}(?:e?s|e?n)?(?![\w-])"
)
_KIN_OF_KIN_ES: Final = rf"{KIN_ES}{_NAME} de (?:mi|nuestr[oa]) {KIN_ES}"
_AGE_FR: Final = "(?: (?:petite?|grande?|jeune))?"
_KIN_OF_KIN_FR: Final = rf"{KIN_FR}{_NAME} de (?:mon|ma|notre){_AGE_FR} {KIN_FR}"


def _rule(name: str, words: str, owner: str, kin: str, need: str) -> Rule:
    regex = rf"\b{owner} ?\b(?P<value>{kin}{_NAME} {need})(?={_END})"
    return Rule(f"family.{name}", "me", words, regex, _given_need, is_foreign=True)


FAMILY_NEEDS: tuple[Rule, ...] = (
    _rule("my", "my our", _OWNER_EN, _KIN_EN, _NEED_EN),
    _rule("of_my", "my our", "(?:the|my|our)", _KIN_OF_KIN_EN, _NEED_EN),
    _rule("mein", "mein meine unser unsere", r"(?:mein|unser)e?(?: \w+e[rs]?)?", KIN_DE, _NEED_DE),
    _rule("meines", "meines meiner meinem unseres unserer unserem", "(?:der|die|das)", _KIN_OF_KIN_DE, _NEED_DE),
    _rule("mi", "mi nuestro nuestra", r"(?<!\bde )(?:mi|nuestr[oa])", KIN_ES, _NEED_ES),
    _rule("de_mi", "mi nuestro nuestra", "(?:el|la)", _KIN_OF_KIN_ES, _NEED_ES),
    Rule(
        "family.neither",
        "me",
        "neither",
        rf"\bneither (?:my|our) (?P<value>{KIN_SINGULAR}) nor i can"
        rf" (?P<food>(?:eat|have|drink|tolerate) {_WHAT})(?={_END})",
        given,
        template="{value} can't {food}",
        is_foreign=True,
    ),
    Rule(
        "family.le_da",
        "me",
        "le",
        rf"\ba (?:mi|nuestr[oa]) (?P<value>{KIN_ES}{_NAME} le (?:(?:dan?|provocan?|producen?|causan?) {_MUCH}"
        rf"(?:alergia|urticaria|ronchas)|(?:sientan?|caen?) {_MUCH}(?:mal|fatal)) {_WHAT})(?={_END})",
        _given_need,
        is_foreign=True,
    ),
    _rule("mon", "mon ma notre", rf"(?<!\bde )(?:mon|ma|notre){_AGE_FR}", KIN_FR, _NEED_FR),
    _rule("de_mon", "mon ma notre", rf"(?:le|la|l'){_AGE_FR}", _KIN_OF_KIN_FR, _NEED_FR),
)
