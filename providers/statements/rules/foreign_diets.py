"""First-person statements of a diet or of excluded foods, in German, Spanish and French."""

import re
from typing import Final

from providers.statements.needs.allergen_slots import known_food
from providers.statements.needs.diet_names import DIETS_AND_FREE
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
_DIET: Final = rf"(?P<value>(?:{DIETS_AND_FREE}|celiac[oa]|c(?:oe|œ)liaque){EXCEPTION})"
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
    _rule("bin", "bin", rf"\b(?:ich bin|bin ich|^bin) {_ALWAYS_DE}{_DIET}"),
    _rule("esse", "esse lebe ernahre", rf"\bich (?:esse|lebe|ernahre mich) (?:nur |rein )?{_ALWAYS_DE}{_DIET}"),
    _rule(
        "esse_ich", "esse lebe ernahre", rf"\b(?:esse|lebe|ernahre) ich (?:mich )?(?:nur |rein )?{_ALWAYS_DE}{_DIET}"
    ),
    _rule(
        "mache",
        "mache halte befolge praktiziere faste",
        r"\b(?:ich (?:mache|halte|befolge|praktiziere|faste)|(?:mache|halte|befolge|praktiziere|faste) ich)"
        rf" {_ALWAYS_DE}(?:(?:gerade|derzeit|eine?[nr]?|die) )*{_DIET}",
        rf"(?:[ -](?:diat|ernahrung|kost|fasten))?(?: ein)?{_END}",
    ),
    _rule("wir_essen", "wir", rf"\bwir (?:essen|leben|ernahren uns) (?:nur |rein )?{_ALWAYS_DE}{_DIET}"),
    _without(
        "auf_den_tisch", "kommt", r"\bkomm(?:t|en) (?:mir |uns )?keine?n?(?= )", "ohne", r" auf den (?:tisch|teller)\b"
    ),
    _rule("wird_gegessen", "wird", rf"\bbei uns wird {_ALWAYS_DE}{_DIET}", r" (?:gegessen|gekocht)\b"),
    _without(
        "esse_kein",
        "esse trinke essen trinken",
        rf"\b(?:(?:ich|und) (?:esse|trinke)|wir (?:essen|trinken)) (?:zu hause )?{_ALWAYS_DE}"
        r"(?:keine?n?|nie|niemals|weder)(?= )",
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
    _rule("soy", "soy", rf"(?<!no )\bsoy {_ALWAYS_ES}{_DIET}"),
    _rule("como", "como", rf"(?<!no )\b(?:^|y |,|;|yo |siempre |solo |en casa )como {_ALWAYS_ES}{_DIET}"),
    _rule(
        "sigo_una_dieta",
        "sigo llevo hago practico",
        rf"(?<!no )\b(?:sigo|llevo|hago|practico) (?:(?:una|la|el|un) )?(?:(?:dieta|alimentacion|regimen) )?"
        rf"{_ALWAYS_ES}{_DIET}",
    ),
    _without(
        "no_como",
        "como bebo tomo comemos bebemos",
        r"\b(?:no|tampoco|nunca|ni) (?:como|bebo|tomo|comemos|bebemos)(?: ni)?(?= )",
        "sin",
    ),
    _without(
        "no_puedo_comer", "puedo debo", r"\b(?:no|tampoco) (?:puedo|debo) (?:comer|tomar|beber)(?: ni)?(?= )", "sin"
    ),
    _without("nada_para_mi", "mi", r"\b(?:nada de|sin|ni)(?= )", "sin", r" para mi\b"),
    _without("he_dejado", "dejado", r"(?<!no )\bhe dejado (?:de (?:comer|tomar|beber) )?(?=\w)", "sin"),
    _has_coeliac(
        "tengo_celiaquia", "tengo padezco sufro", rf"(?<!no )\b(?:tengo|padezco|sufro)(?: de)?(?: la)? {_COELIAC_ES}"
    ),
    _rule("suis", "suis", rf"\bje suis {_ALWAYS_FR}{_DIET}"),
    _rule("mange", "mange", rf"\b(?:je|et) mange {_ALWAYS_FR}{_DIET}"),
    _rule("on_mange", "on", rf"\bchez nous,? on mange {_ALWAYS_FR}{_DIET}"),
    _rule(
        "suis_un_regime",
        "suis fais pratique",
        rf"\bje (?:suis|fais|pratique) (?:(?:un|le|du|une) )?(?:(?:regime|alimentation) )?{_ALWAYS_FR}{_DIET}",
    ),
    _without(
        "ne_mange_pas",
        "mange bois",
        r"\b(?:je (?:ne )?|et ne |chez nous,? on (?:ne )?)(?:mange|bois) (?:pas|plus|jamais|ni)(?= )",
        "sans",
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
