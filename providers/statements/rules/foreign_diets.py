"""First-person statements of a diet or of excluded foods, in German, Spanish and French."""

import re
from typing import Final

from providers.statements.needs.allergen_slots import known_food
from providers.statements.needs.exceptions import EXCEPTION
from providers.statements.needs.excluded_foods import AVOIDED
from providers.statements.rules.allergies import CLAUSE_OPENINGS
from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given

_END: Final = (
    r"\s*(?:[.!;:,)\u2013\u2014]|$|(?:aber|und|weil|denn|also|seit|mehr|auch|y|e|pero|porque|desde|asi que|tambien|et"
    r"|mais|car|donc|depuis|parce|aussi|jetzt|ahora"
    r"|maintenant)\b)"
)
_EATEN_END: Final = rf"(?: (?:essen|trinken|vertragen))?{_END}"
_FREE_DE: Final = r"(?:gluten|laktose|milch|zucker|nuss|ei|soja|weizen)frei"
_DIET_DE: Final = (
    r"(?P<value>(?:vegetarier(?:in)?|veganer(?:in)?|pes[ck]etarier(?:in)?|flexitarier(?:in)?|vegetarisch|vegan"
    rf"|pes[ck]etarisch|koscher|halal|{_FREE_DE})\b{EXCEPTION})"
)
_DIET_ES: Final = (
    r"(?P<value>(?:vegetarian[oa]|vegan[oa]|pes[ck][ae]tarian[oa]|flexitarian[oa]|celiac[oa]|kosher|halal"
    rf"|sin (?:gluten|lactosa|lacteos|azucar|carne))\b{EXCEPTION})"
)
_DIET_FR: Final = (
    r"(?P<value>(?:vegetarien(?:ne)?|vegan(?:e)?|vegetalien(?:ne)?|pes[ck][eo]-?vegetarien(?:ne)?|pescetarien(?:ne)?"
    rf"|flexitarien(?:ne)?|c(?:oe|œ)liaque|halal|[ck]asc?her|sans (?:gluten|lactose|lait|sucre|viande))\b{EXCEPTION})"
)
_ALWAYS_DE: Final = r"(?:(?:auch|gar|uberhaupt|grundsatzlich|leider|strikt|streng|uberzeugte[r]?|seit \w+ \w+) )*"
_ALWAYS_ES: Final = r"(?:(?:tambien|estrictamente|completamente|muy|siempre|solo) )*"
_ALWAYS_FR: Final = r"(?:(?:aussi|strictement|completement|toujours|uniquement) )*"
# A further food needs a further negation, or "or": "kein Fleisch, Fisch schon" excludes only one.
_AND: Final = {
    "ohne": re.compile(r"(?:, ?| (?:und|oder|sowie) )(?:auch )?keine?n? |,? noch |\s+(?:und|oder) "),
    "sin": re.compile(r",? (?:ni|o|y|e) "),
    "sans": re.compile(r",? (?:ni|ou|et) "),
}


_COELIAC_ES: Final = r"(?P<value>celiaquia|enfermedad celiaca)\b"


def _rule(name: str, words: str, regex: str, followed_by: str = _END) -> Rule:
    """Return a rule for a first-person statement."""
    return Rule(f"diet.{name}", "me", words, regex, given, followed_by=followed_by, is_foreign=True)


def _without(name: str, words: str, regex: str, separator: str, followed_by: str = _EATEN_END) -> Rule:
    """Return a rule for foods that the person does not eat; `separator` is the pattern between them."""
    return Rule(
        f"diet.{name}", "me", words, regex, known_food, key=AVOIDED, followed_by=followed_by, is_list=True,
        is_foreign=True, separator=_AND[separator],
    )  # fmt: skip


def _has_coeliac(name: str, words: str, regex: str) -> Rule:
    return Rule(f"diet.{name}", "me", words, regex, given, is_foreign=True)


FOREIGN_DIETS: tuple[Rule, ...] = (
    _rule("bin", "bin", rf"\b(?:ich bin|bin ich|^bin) {_ALWAYS_DE}{_DIET_DE}"),
    _rule("esse", "esse lebe ernahre", rf"\bich (?:esse|lebe|ernahre mich) (?:nur |rein )?{_ALWAYS_DE}{_DIET_DE}"),
    _rule(
        "esse_ich", "esse lebe ernahre", rf"\b(?:esse|lebe|ernahre) ich (?:mich )?(?:nur |rein )?{_ALWAYS_DE}{_DIET_DE}"
    ),
    _rule("wird_gegessen", "wird", rf"\bbei uns wird {_ALWAYS_DE}{_DIET_DE}", r" (?:gegessen|gekocht)\b"),
    _without(
        "esse_kein",
        "esse trinke",
        rf"\b(?:ich|und) (?:esse|trinke) {_ALWAYS_DE}(?:keine?n?|nie|niemals|weder)(?= )",
        "ohne",
    ),
    _without(
        "esse_ich_kein",
        "esse trinke",
        rf"\b(?:esse|trinke) ich {_ALWAYS_DE}(?:keine?n?|nie|niemals|weder)(?= )",
        "ohne",
    ),
    _without("darf_kein", "darf kann", rf"\b(?:ich|und) (?:darf|kann) {_ALWAYS_DE}keine?n?(?= )", "ohne"),
    _without("kein_fur_mich", "mich", r"\bkeine?n?(?= )", "ohne", r" fur mich\b"),
    _without(
        "nicht_auf_den_teller",
        "mir",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        "ohne",
        r" komm(?:t|en) (?:bei )?mir nicht (?:mehr )?(?:auf den|in den|in die|ins?)"
        r" (?:teller|tisch|topf|haus|tute|pfanne)\b",
    ),
    _has_coeliac(
        "habe_zoliakie",
        "zoliakie",
        r"\bich (?:habe?|leide (?:an|unter)) (?:auch |leider )?(?:eine[rn]? )?(?P<value>zoliakie)\b",
    ),
    _rule("soy", "soy", rf"(?<!no )\bsoy {_ALWAYS_ES}{_DIET_ES}"),
    _rule("como", "como", rf"(?<!no )\b(?:^|y |,|;|yo |siempre |solo |en casa )como {_ALWAYS_ES}{_DIET_ES}"),
    _rule(
        "sigo_una_dieta",
        "sigo llevo hago",
        rf"(?<!no )\b(?:sigo|llevo|hago) una (?:dieta|alimentacion) {_ALWAYS_ES}{_DIET_ES}",
    ),
    _without("no_como", "como bebo tomo", r"\b(?:no|tampoco|nunca|ni) (?:como|bebo|tomo)(?: ni)?(?= )", "sin"),
    _without(
        "no_puedo_comer", "puedo debo", r"\b(?:no|tampoco) (?:puedo|debo) (?:comer|tomar|beber)(?: ni)?(?= )", "sin"
    ),
    _without("nada_para_mi", "mi", r"\b(?:nada de|sin|ni)(?= )", "sin", r" para mi\b"),
    _without("he_dejado", "dejado", r"(?<!no )\bhe dejado (?:de (?:comer|tomar|beber) )?(?=\w)", "sin"),
    _has_coeliac(
        "tengo_celiaquia", "tengo padezco sufro", rf"(?<!no )\b(?:tengo|padezco|sufro)(?: de)?(?: la)? {_COELIAC_ES}"
    ),
    _rule("suis", "suis", rf"\bje suis {_ALWAYS_FR}{_DIET_FR}"),
    _rule("mange", "mange", rf"\b(?:je|et) mange {_ALWAYS_FR}{_DIET_FR}"),
    _rule("suis_un_regime", "suis fais", rf"\bje (?:suis|fais) un regime {_ALWAYS_FR}{_DIET_FR}"),
    _without(
        "ne_mange_pas", "mange bois", r"\b(?:je (?:ne )?|et ne )(?:mange|bois) (?:pas|plus|jamais|ni)(?= )", "sans"
    ),
    _without(
        "ne_peux_pas",
        "peux dois",
        r"\b(?:je (?:ne )?|et ne )(?:peux|dois) (?:pas|plus|jamais|ni) (?:manger|boire|prendre)(?: ni)?(?= )",
        "sans",
    ),
    _without("pas_pour_moi", "moi", r"\bpas d[e'](?=\W?\w)", "sans", r" pour moi\b"),
    _has_coeliac(
        "ai_la_maladie",
        "maladie",
        r"\b(?:j'ai|je souffre de|j'ai aussi|et ai) (?:la |une )?(?P<value>maladie c(?:oe|œ)liaque)\b",
    ),
)
