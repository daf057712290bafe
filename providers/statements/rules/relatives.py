"""A relative's allergies and diet in English, German, Spanish and French, as one value."""

from typing import Final

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given
from providers.statements.text.vocabulary import KIN_SINGULAR, KIN_TRAITS

KIN_DE: Final = (
    r"(?:sohn|tochter|kind|baby|frau|mann|partner(?:in)?|mutter|mama|vater|papa|bruder|schwester|oma|opa|enkel(?:in)?"
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
_DIET: Final = r"(?:vegan|vegetari|vegetali|pes[ck][aeo]-?(?:vege)?tari)\w*"
_NEED_EN: Final = (
    rf"(?:is {_MUCH}allergic to {_WHAT}|is {_MUCH}[\w-]+[ -]intolerant|is intolerant (?:to|of) {_WHAT}"
    rf"|has (?:an? )?(?:(?!no\b)[\w-]+ ){{0,3}}?(?:allergy|intolerance)(?: to {_WHAT})?|is {_MUCH}{_DIET}"
    rf"|(?:went|turned|became|has gone|has become) {_MUCH}{_DIET}"
    rf"|(?:can't|cannot|can not|mustn't|must not) (?:eat|tolerate) {_WHAT})"
)
_NEED_DE: Final = (
    rf"(?:(?:ist|reagiert) {_MUCH}allergisch (?:gegen|auf) {_WHAT}|(?:ist|reagiert) {_MUCH}(?:gegen|auf) {_WHAT}"
    rf" allergisch|ist {_MUCH}\w*intolerant|hat {_MUCH}[\w-]*(?:allergie|intoleranz|unvertraglichkeit)"
    rf"(?: (?:gegen|auf) {_WHAT})?|(?:vertragt|isst|darf|kann) {_MUCH}kein\w* {_WHAT}|vertragt {_MUCH}{_WHAT} nicht"
    rf"|(?:ist|isst|lebt|ernahrt sich) {_MUCH}{_DIET})"
)
_NEED_ES: Final = (
    rf"(?:es {_MUCH}(?:alergic[oa]|intolerante) al? {_WHAT}|(?:tiene|padece) {_MUCH}(?:alergia|intolerancia) {_MUCH}al?"
    rf" {_WHAT}|no (?:puede (?:comer|tomar|beber)|tolera|digiere|come) {_WHAT}|es {_MUCH}(?:{_DIET}|celiac[oa]))"
)
_NEED_FR: Final = (
    rf"(?:est {_MUCH}(?:allergique|intolerante?) (?:a|au|aux) {_WHAT}|a {_MUCH}(?:allergie|intolerance) {_MUCH}"
    rf"(?:a|au|aux) {_WHAT}|(?:ne )?(?:peut|doit) pas (?:manger|boire|prendre) {_WHAT}"
    rf"|(?:ne )?(?:supporte|tolere|digere|mange) (?:pas|plus) {_WHAT}|est {_MUCH}(?:{_DIET}|c(?:oe|œ)liaque))"
)


def _rule(language: str, words: str, owner: str, kin: str, need: str) -> Rule:
    regex = rf"\b{owner} (?P<value>{kin}{_NAME} {need})(?={_END})"
    return Rule(f"family.{language}", "me", words, regex, given, is_foreign=True)


FAMILY_NEEDS: tuple[Rule, ...] = (
    _rule("my", "my our", rf"(?:my|our)(?: {KIN_TRAITS})?", KIN_SINGULAR, _NEED_EN),
    _rule("mein", "mein meine unser unsere", r"(?:mein|unser)e?(?: \w+e[rs]?)?", KIN_DE, _NEED_DE),
    _rule("mi", "mi nuestro nuestra", r"(?:mi|nuestr[oa])", KIN_ES, _NEED_ES),
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
        rf"\ba (?:mi|nuestr[oa]) (?P<value>{KIN_ES}{_NAME} le (?:dan?|provocan?|producen?|causan?) {_MUCH}"
        rf"(?:alergia|urticaria|ronchas) {_WHAT})(?={_END})",
        given,
        is_foreign=True,
    ),
    _rule("mon", "mon ma notre", r"(?:mon|ma|notre)(?: (?:petite?|grande?|jeune))?", KIN_FR, _NEED_FR),
)
