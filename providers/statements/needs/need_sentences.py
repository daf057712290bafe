"""Sentences that state nothing but a need: "Eva verträgt keine Laktose", "Soy alérgica a los cacahuetes y no puedo
comer sésamo". English, German, Spanish and French, in small letters without accents.

The things are those of `allergens`, except alcohol and sugar: excluding these may disclose an illness. Adverbs and
the order of words change nothing (`word_order`). All other words must be listed here; one may be a name, or the
person's names. Any further word may disclose a sensitive field ("vegan since her pregnancy", "Republican Eva is
vegan").
"""

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from providers.statements.needs.allergens import allergens_in, names_of_allergens, without_spanish_i_am
from providers.statements.needs.diet_names import diet_words
from providers.statements.needs.excluded_foods import AVOIDED, DIET
from providers.statements.needs.word_order import in_plain_order
from providers.statements.text.special_words import holds_term
from providers.statements.text.words import RELATIVES, word_set

_HEALTH: Final = "health_conditions"
_COMPOUND: Final = re.compile(r"(?<=\w)-?(?=(?:intoleran|unvertraglich|allerg)\w*)")  # "laktose|intoleranz"
_SENSITIVE_FOODS: Final = frozenset(["alcohol", "sugar"])
_MARK: Final = "§"  # in place of each thing
_ILL: Final = "¶"  # in place of coeliac disease
_COELIAC: Final = re.compile(
    r"(?:la |una? |une |eine )?(?:c(?:oe|œ|e)lia[ck](?: disease| sprue)|enfermedad celiaca|maladie c(?:oe|œ)liaque)"
    r"|\b(?:c(?:oe|œ|e)lia(?:c[ao]?|que)s?|zoliakie|celiaquia)\b"
)
_ARTICLE: Final = (
    r"(?:(?:the|any|all|some|to|an?|kein\w*|gegen|auf|d(?:ie|as|er|en|em)|al?|los?|las?|el|les?|aux?|d[eu]s?) |[ld]')*"
)
_AND: Final = r"(?:, | ?,? (?:and|or|und|oder|y|o|e|ni|et|ou) )"
_LIST: Final = rf"{_ARTICLE}{_MARK}(?:{_AND}{_ARTICLE}{_MARK}){{0,4}}"
_INTOLERANT: Final = re.compile(r"[ -]intolerant$")  # may be part of a thing's name
_MAX_LENGTH: Final = 300  # characters of such a sentence
_SPEAKERS: Final = word_set("""
    i she he they the user also ich sie er der die nutzer nutzerin auch yo ella el la usuario usuaria tambien je elle il
    le utilisateur utilisatrice aussi ---
""")
_WHO: Final = r"(?P<who>(?:[\w'-]+ ){0,3}?)"
_AGAIN: Final = rf"(?:(?:{'|'.join(sorted(_SPEAKERS))}) ){{0,2}}"
_SHORT: Final = re.compile(r"(?<=\w)'(?:s(?= )|m\b)")  # "Eva's", "I'm"
_VERY: Final = r"(?:(?:very|severely|also|auch|stark|leider|gar|uberhaupt|sehr|muy|tambien|tres|aussi|bien|gut) )*"
_CANNOT: Final = r"(?:can't|cannot|can not|couldn't|mustn't|must not|may not|don't|doesn't|do not|does not)"
_DIETS: Final = diet_words("animals", "keto", "paleo")
_RITES: Final = rf"{diet_words('rule')}(?: (?:at home|zu hause|en casa|a la maison))?"
_WAY: Final = rf"(?:{_RITES}|{_DIETS})"
_NUMBER: Final = (
    r"(?:\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|many|several|last|einem|einer|zwei|drei|vier|funf"
    r"|sechs|sieben|acht|neun|zehn|vielen|letztem|letzter|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez"
    r"|muchos|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|plusieurs)"
)
_SPAN: Final = (
    r"(?:days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?|dias?|semanas?|mes(?:es)?|anos?|jours?|semaines?"
    r"|mois|ans?|annees?)"
)
_SINCE: Final = (
    rf"(?: (?:since|for|seit|desde|desde hace|depuis) (?:(?:19|20)\d\d|(?:{_NUMBER} )?{_SPAN}|birth|childhood|geburt"
    r"|kindheit|siempre|toujours))?"
)
_STRONG: Final = (
    r"(?:(?:severe|serious|bad|mild|slight|strong|schwere|starke|leichte|fuerte|grave|severa|leve|forte|legere) )?"
)
_BEHIND: Final = r"(?: (?:either|at all|any ?more|auch nicht|nicht|mehr|essen|trinken|vertragen|tampoco|non plus))*"
# What follows "is"; "---" is "soy".
_IS: Final = r"(?:is|am|ist|bin|es|---|est|suis)"
_SO: Final = (
    rf"{_VERY}(?:(?:an? )?(?:{_DIETS}|{_ILL}){_SINCE}|{_MARK}[ -]?(?:intolerant|free)"
    rf"|(?:allergic|intolerant) to {_LIST}|{_LIST} allergisch|allergisch {_LIST}|(?:alergic[oa]|intolerante) {_LIST}"
    rf"|(?:allergique|intolerante?) {_LIST})"
)
_PATTERNS: Final = (
    rf"{_IS} {_SO}(?:(?:,|,? (?:and|but|und|aber|y|e|pero|et|mais)) {_SO}){{0,3}}",
    rf"(?:has|have|got|suffers? from|hat|habe?|leidet? (?:an|unter)|leide (?:an|unter)|tiene|tengo"
    rf"|pade(?:ce|zco)(?: de)?|sufr[eo](?: de)?|a|j'ai|souffre de) {_ILL}",
    rf"(?:keeps?|eats?|(?:'ve|have|has) been (?:keeping|eating)|isst|esse|(?:ernahre mich|ernahrt sich)|lebe|lebt"
    rf"|come|como|mange) (?:only |strictly |nur |strikt |solo |both |sowohl )?{_WAY}(?:{_AND}{_WAY})?{_SINCE}",
    rf"(?:is )?diet:? {_WAY}(?:{_AND}{_WAY}){{0,4}}",
    rf"(?:no {_LIST} for me|kein\w* {_LIST} fur mich|nada de {_LIST} para mi|pas d[e'] ?{_LIST} pour moi)",
    rf"{_CANNOT} {_VERY}(?:eat|have|drink|tolerate|digest) {_LIST}",
    rf"(?:has|have|got|suffers? from) (?:an? )?{_STRONG}(?:{_MARK} (?:intolerance|allergy)|intolerance to {_LIST})",
    rf"(?:isst|esse|trinkt|trinke) {_VERY}kein\w* {_LIST}",
    rf"no (?:come|como|bebe|bebo|toma|tomo) {_LIST}",
    rf"(?:ne )?(?:mange|bois|boit) (?:pas|plus|jamais) {_LIST}",
    rf"(?:vertragt|vertrage) {_VERY}{_LIST}",
    rf"(?:darf|kann) {_VERY}kein\w* {_LIST}",
    rf"(?:hat|habe?|leidet?|leide) (?:an |unter )?(?:eine[rn]? )?{_STRONG}{_MARK} ?"
    r"(?:intoleranz|unvertraglichkeit|allergie)",
    rf"(?:no|tampoco) (?:puede|puedo|debe|debo) (?:comer|tomar|beber) {_LIST}",
    rf"no (?:tolera|tolero|digiere|digiero) {_VERY}{_LIST}",
    rf"(?:tengo|tiene|padece|padezco|sufre|sufro) (?:de )?(?:una )?{_STRONG}(?:intolerancia|alergia) {_STRONG}{_LIST}",
    rf"(?:ne )?(?:peut|peux|doit|dois) pas (?:manger|boire|prendre) {_LIST}",
    rf"(?:ne )?(?:supporte|tolere|digere) pas {_VERY}{_LIST}",
    rf"(?:a|j'ai|souffre d'?e?) ?(?:une )?{_STRONG}(?:intolerance|allergie) {_STRONG}{_LIST}",
)  # fmt: skip
_NEED: Final = rf"(?:{'|'.join(_PATTERNS)}){_BEHIND}"
_NEEDS: Final = re.compile(
    rf"{_WHO}{_NEED}(?:(?:[,;] ?| )(?:(?:and|but|und|aber|y|pero|et|mais) )?{_AGAIN}{_NEED}){{0,3}}[ .!]*"
)
# A relative's need in the same sentence; a relative's religious diet may disclose their faith.
_JOINT: Final = r"(?:[,;] ?(?:(?:and|but|und|aber|y|pero|et|mais) )?| (?:and|but|und|aber|y|pero|et|mais) )"
_RELATIVE: Final = rf"(?:{'|'.join(sorted(RELATIVES))}) {_IS} {_SO}"
_OF_RELATIVES: Final = re.compile(
    rf"(?:^|(?P<joint>{_JOINT}))(?:my|our|mein\w*|mi|mon|ma) {_RELATIVE}(?(joint)(?=[,;.! ]|$)|{_JOINT})"
)
_KIN: Final = rf"(?:{'|'.join(sorted(RELATIVES))}|ehe(?:mann|frau)|kleine[rn]?|grosse[rn]?|(?:jung|alt)este[rn]?)"
# Whose relative: "brother's" is read as "brother is".
_OF_KIN: Final = (
    rf"(?: (?:of (?:my|our)|(?:von )?(?:mein|unser)e[rsmn]|de (?:mi|nuestr[oa]|mon|ma|notre))"
    rf" (?:[\w-]+ )??{_KIN}(?:e?s|e?n)?)?"
)
# Before a new diet, and before an allergy because of which somebody carries something.
TURNED: Final = r"(?:went|turned|became|has (?:gone|become))"
NEEDS_BECAUSE: Final = r"(?:carries|has|needs) (?:an? )?[\w-]+ (?:because of|for|due to) (?:his|her|their)"
# The form that the field stores.
_FAMILY: Final = re.compile(
    rf"(?:the user is )?family:? (?:{_RELATIVE}"
    rf"|(?:{_KIN}(?: [\w-]+)? is (?:[\w-]+ )??){{0,2}}{_KIN}(?: [\w-]+)?{_OF_KIN}"
    rf" (?:{_NEED}|{TURNED} {_DIETS}|{NEEDS_BECAUSE} {_MARK} allergy))[ .!]*"
)
_BORNE_BADLY: Final = re.compile("all?erg|toler|intoleran|vertrag|supporte|dig[eè]r|digest")


def sole_need(folded: str, names: Collection[str]) -> str:
    """Return the field of the need ("allergies", "avoided_foods" or "diet") if a sentence states nothing else; else
    empty. `names` are the words of the person's names, in lower case."""
    if len(folded) > _MAX_LENGTH:
        return ""
    ordered = in_plain_order(folded).casefold()
    marked = _things().sub(_marked, _COMPOUND.sub(" ", _COELIAC.sub(_ILL, without_spanish_i_am(ordered))))
    text = _OF_RELATIVES.sub("", _SHORT.sub(lambda short: " is" if short[0] == "'s" else " am", marked))
    found = _NEEDS.fullmatch(text)
    is_need = _is_subject(found["who"].split(), names) if found else _FAMILY.fullmatch(text)
    if not is_need or holds_term(text, _HEALTH):
        return ""
    if _BORNE_BADLY.search(text):
        return "allergies"
    return AVOIDED if _MARK in text or _ILL in text else DIET


def _is_subject(words: Collection[str], names: Collection[str]) -> bool:
    """Whether the words can only be a subject: of two other words, one may describe the other."""
    return len(words) <= 1 or _SPEAKERS.union(names).issuperset(words)


def _marked(thing: re.Match[str]) -> str:
    if _INTOLERANT.search(thing[0]):
        return f"{_MARK} intolerant"
    return _MARK if _SENSITIVE_FOODS.isdisjoint(allergens_in(thing[0])) else thing[0]


@cache
def _things() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{names_of_allergens()})(?![\w-])")
