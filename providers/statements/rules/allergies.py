"""Allergies stated directly or by a reaction, in English, German, Spanish and French."""

from typing import Final

from providers.statements.needs.allergen_slots import SEPARATOR, allergen, known_allergen
from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given
from providers.statements.text.slots import Slot

_SIGN: Final = (
    r"(?:hives|rash(?:es)?|swell\w*|swollen|itch\w*|anaphyla\w*|eczema|can't breathe|wheez\w*|sneez\w*|throw up"
    r"|heartburn|bloat\w*|acid reflux|vomit\w*|(?:stomach|tummy) (?:aches?|cramps?|pains?)|cramps|diarrh\w*"
    r"|break out|come out in|(?:clos|tighten)(?:e|es|ing)?(?: up)?"
    r"|(?:violently |really |very |so |quite )?(?:sick|ill)(?! (?:of|with)\b)|allergic|nause\w*)"
)
_SIGN_DE: Final = (
    r"(?:\w*ausschlag|nessel\w*|quaddeln|\w*schwell\w*|\w*schwillt|juck\w*|sodbrennen|blahung\w*|\w*krampfe\w*|durchfall"
    r"|bauchweh|bauchschmerzen|ubelkeit|atemnot|erbrech\w*|schock|schlecht)"
)
_SIGN_ES: Final = (
    r"(?:urticaria|ronchas|sarpullido|picor(?:es)?|hincha\w*|acidez|ardor(?:es)?|gases|retortijones|vomit\w*|nauseas"
    r"|diarrea|dolor de (?:estomago|barriga)|erupcion\w*|reaccion|alergia|ahog\w*)"
)
_SIGN_FR: Final = (
    r"(?:urticaire|boutons|demangeaisons|gonfle\w*|crampes|ballonnements|brulures d'estomac|vomir|nausees|diarrhee"
    r"|mal au ventre|plaques|choc|eruption\w*|reaction|allergique)"
)
# The start of a clause with a thing as its subject.
CLAUSE_OPENINGS: Final = (
    r"(?:^(?:eating|drinking|and|also|y|et|und) |^|[,;:\u2013\u2014] (?:(?:and|but|und|aber|y|pero|et|mais) )?"
    r"|\b(?:and|but|because|also|that|eating|drinking|und|aber|y|pero|que|et|mais) )"
)
_OFTEN: Final = r"(?: (?:can|could|will|would|always|also|often|once|just))*"
_ALSO_DE: Final = r"(?:(?:leider|auch|gar|uberhaupt|absolut) )*"
# "Tree nut", "egg white", "dust mite".
_TWO_WORD_FOODS: Final = "(?:tree|pine|brazil|egg|red|stone|citrus|cow's|dust|grass|bee|wasp|insect)"
_FOOD_LIKE: Final = r"(?!(?:lebensmittel|nahrungsmittel|kontakt|kreuz|hunde?haar|milch-und)\b)"


def own_allergy(
    name: str, words: str, regex: str, slot: Slot = allergen, followed_by: str = "", *, is_noun: bool = False
) -> Rule:
    """Return a rule for a first-person statement."""
    return Rule(
        f"allergies.{name}", "me", words, regex, slot, followed_by=followed_by, is_list=slot is not given,
        is_foreign=True, separator=SEPARATOR, confidence=0.9, is_noun=is_noun,
    )  # fmt: skip


def allergy_list(
    name: str,
    words: str,
    regex: str,
    slot: Slot = known_allergen,
    followed_by: str = "",
    *,
    needs_copula: bool = False,
    confidence: float = 0.9,
) -> Rule:
    """Return a rule for a statement with a subject and a list of things."""
    return Rule(
        f"allergies.{name}", "verb", words, regex, slot, is_list=True, needs_copula=needs_copula, separator=SEPARATOR,
        followed_by=followed_by, confidence=confidence,
    )  # fmt: skip


ALLERGIES: tuple[Rule, ...] = (
    allergy_list("allergic", "allergic", r"\ballergic to(?= )", allergen, needs_copula=True, confidence=0.95),
    allergy_list(
        "allergy_to",
        "allergy allergies",
        r"\b(?:have|has|got|mentioned|reported|with) (?:an? )?(?:[\w ]{2,30} and an? )?(?:\w+ )?allerg(?:y|ies) "
        r"to(?= )",
        allergen,
    ),
    Rule(
        "allergies.has",
        "verb",
        "allergy",
        r"\b(?:have|has|got) (?:an? )?(?:severe |bad |mild |serious )?(?P<value>(?!an?\b|food|bad|severe)"
        rf"(?:{_TWO_WORD_FOODS} )?[\w-]+) allergy\b",
        given,
    ),
    Rule(
        "allergies.intolerant",
        "verb",
        "intolerant lactose-intolerant gluten-intolerant",
        r"\b(?P<value>lactose|gluten|fructose|histamine)[ -]intolerant\b",
        given,
        needs_copula=True,
    ),
)

INTOLERANCES: tuple[Rule, ...] = (
    allergy_list("intolerant_to", "intolerant", r"\bintolerant (?:to|of)(?= )", needs_copula=True),
    Rule(
        "allergies.intolerance",
        "verb",
        "intolerance",
        r"\b(?:have|has|got|suffer from|suffers from) (?:an? )?(?:severe |bad |mild |serious )?(?P<begin>\w)",
        known_allergen,
        followed_by=r"[ -]intolerance\b",
    ),
    allergy_list(
        "tolerates",
        "tolerate digest",
        r"\b(?:can't|cannot|can not|don't|do not|doesn't|does not) (?:tolerate|digest)(?= )",
    ),
)

# A refused food followed by the allergy: "No celery for me, I'm allergic."
_IS_ALLERGIC: Final = (
    r"[^.!?,;]{0,30}[,;:]? (?:(?:because|since|as|weil|denn|da|porque|pues|car|parce que) )?"
    r"(?:i'm|i am|ich bin|soy|je suis|j'y suis) (?:[\w-]+ ){0,2}?(?:allergic|allergisch|alergic[oa]|allergique)\b"
    r"(?! (?:to (?!it|them)|gegen|auf|al?|aux?)\b)"
)
REFUSED_FOODS: tuple[Rule, ...] = (
    own_allergy("none", "allergic", r"\bno (?=\w)", known_allergen, _IS_ALLERGIC),
    own_allergy("keine", "allergisch", r"\bkeine?n?(?= )", known_allergen, _IS_ALLERGIC),
    own_allergy("nada", "alergica alergico", r"\b(?:nada de|sin)(?= )", known_allergen, _IS_ALLERGIC),
    own_allergy("pas", "allergique", r"\b(?:pas|jamais) d[e'](?=\W?\w)", known_allergen, _IS_ALLERGIC),
)

# Allergies by their reaction: "I can't eat walnuts, they make my throat swell." The gate reads these as health
# conditions.
REACTIONS: tuple[Rule, ...] = (
    allergy_list(
        "reacts",
        "eat have touch",
        r"\b(?:can't|cannot|can not|don't|do not|never) (?:ever )?(?:eat|have|touch)(?= )",
        allergen,
        followed_by=r"[,;:]? (?:(?:because|since|as|or|for) )?(?:they|it|those|that|i|i'm|my) (?!like|love|hate)[^.!?]*"
        rf"\b{_SIGN}\b",
    ),
    allergy_list(
        "gets",
        "hives rash swell itch itchy sick ill badly severely allergically strongly",
        r"\b(?:(?:gets?|got|develops?|breaks? out|comes? out|feel|swell) (?:[\w'-]+ ){0,4}?"
        rf"(?:{_SIGN} )?(?:from|after|(?:when|if|whenever|every time|as soon as) i (?:eat|have|drink|touch))"
        r"(?: eating| drinking| touching)?"
        r"|reacts? (?:very )?(?:badly|severely|strongly|allergically) to)(?= )",
    ),
    own_allergy(
        "gives",
        "give gives gave make makes made cause causes send sends bring brings trigger triggers",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        rf"{_OFTEN} (?:gives?|gave|makes?|made|causes?|sends?|brings?|triggers?) (?:me|my)\b"
        rf"[^.,;:!?]{{0,40}}?\b{_SIGN}\b",
    ),
)

FOREIGN_ALLERGIES: tuple[Rule, ...] = (
    own_allergy(
        "bin_allergisch",
        "allergisch",
        r"(?:\b(?:ich bin|bin ich)|^bin) (?:(?!nicht\b|kein)\w+ ){0,2}?allergisch (?:gegen|auf)(?= )",
    ),
    own_allergy(
        "bin_gegen",
        "allergisch",
        r"(?:\bich |^)bin (?:(?!nicht\b)\w+ )?(?:gegen|auf) (?P<begin>\w)",
        followed_by=r" (?:(?!nicht\b)\w+ )?allergisch\b",
    ),
    own_allergy(
        "gegen_bin",
        "allergisch",
        r"\b(?:gegen|auf) (?P<begin>\w)",
        followed_by=r" bin ich (?:(?!nicht\b)\w+ )?allergisch\b",
    ),
    own_allergy("habe_allergie", "allergie", r"\b(?:ich habe?|habe? ich) eine (?:\w+ )?allergie (?:gegen|auf)(?= )"),
    own_allergy(
        "habe_eine",
        "habe hab leide",
        rf"\bich (?:habe?|leide (?:an|unter)) (?:eine[rn]? )?(?:(?!kein)\w+ )?{_FOOD_LIKE}(?P<value>[a-z-]{{3,}}?)-?"
        r"(?:allergie|intoleranz|unvertraglichkeit)\b",
        given,
    ),
    own_allergy(
        "bin_intolerant",
        "bin",
        r"(?:\bich |^)bin (?:(?!nicht\b)\w+ )?(?P<value>laktose|gluten|fruktose|histamin)-?intolerant\b",
        given,
        is_noun=True,
    ),
    own_allergy(
        "reagiere", "reagiere", r"\bich reagiere (?:\w+ )?(?:allergisch|heftig|stark|schlecht) auf(?= )", known_allergen
    ),
    own_allergy(
        "auf_reagiere",
        "reagiere",
        r"\b(?:auf|gegen) (?P<begin>\w)",
        known_allergen,
        r" reagiere ich\b(?! (?:[\w-]+ )?(?:nicht|gut|kaum|gelassen)\b)",
    ),
    own_allergy(
        "vertrage", "vertrage", rf"(?:\bich|\bund|,) vertrage {_ALSO_DE}(?:keine?n?|weder)(?= )", known_allergen
    ),
    own_allergy("vertrage_nicht", "vertrage", r"\bich vertrage (?P<begin>\w)", known_allergen, rf" {_ALSO_DE}nicht\b"),
    own_allergy(
        "vertrage_ich",
        "vertrage",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        rf" vertrage ich {_ALSO_DE}nicht\b",
    ),
    own_allergy(
        "vertrage_schlecht",
        "vertrage",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        r" vertrage ich (?:(?:nur|ganz|sehr|echt|recht) )*(?:schlecht|kaum)\b",
    ),
    own_allergy(
        "ich_vertrage_schlecht",
        "vertrage",
        r"\bich vertrage (?P<begin>\w)",
        known_allergen,
        r" (?:(?:nur|ganz|sehr|echt|recht) )*(?:schlecht|kaum)\b",
    ),
    own_allergy(
        "bekomme",
        "bekomme kriege",
        r"\b(?:von|bei|nach|durch) (?P<begin>\w)",
        known_allergen,
        rf" (?:bekomme|kriege) ich [^.,;:!?]{{0,30}}?\b{_SIGN_DE}\b",
    ),
    own_allergy(
        "macht",
        "macht machen lasst lassen gibt geben verursacht verursachen",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        rf" (?:macht|machen|lasst|lassen|gibt|geben|verursacht|verursachen) (?:mir|mich|mein\w*|bei mir)\b"
        rf"[^.,;:!?]{{0,40}}?\b{_SIGN_DE}\b",
    ),
    own_allergy(
        "alergica", "alergica alergico intolerante", r"(?<!no )\bsoy (?:\w+ )?(?:alergic[oa]|intolerante) al?(?= )"
    ),
    own_allergy(
        "alergia",
        "alergia intolerancia",
        r"(?<!no )\btengo (?:una )?(?:\w+ )?(?:alergia|intolerancia) (?:\w+ )?al?(?= )",
    ),
    own_allergy(
        "tolero_mal",
        "mal",
        r"\b(?:tolero|digiero)(?: muy| bastante| tan| realmente)? mal(?= )",
        known_allergen,
    ),
    own_allergy("no_tolero", "tolero digiero", r"\b(?:no|tampoco) (?:tolero|digiero)(?: bien)?(?= )", known_allergen),
    own_allergy(
        "me_da",
        "me",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        r" (?:siempre )?me (?:(?:sientan?|caen?) (?:muy |bastante |tan )?(?:fatal|mal)"
        r"|(?:dan?|provocan?|producen?|causan?|hacen?|hinchan?|cierran?|inflaman?)\b[^.,;:!?]{0,30}?"
        rf"(?:\b{_SIGN_ES}|\b(?:garganta|cara|labios|lengua|dano|mal)))\b",
    ),
    own_allergy(
        "no_puedo",
        "puedo",
        r"\bno puedo (?:comer|tomar|beber)(?= )",
        known_allergen,
        rf",? (?:porque|pues|ya que|me|soy)\b[^.!?]*\b{_SIGN_ES}\b",
    ),
    own_allergy(
        "allergique",
        "allergique intolerant intolerante",
        r"\bje suis (?:(?!pas\b)\w+ )?(?:allergique|intolerante?) (?:a|au|aux)(?= )",
    ),
    own_allergy(
        "allergie", "allergie intolerance", r"\bj'ai une (?:\w+ )?(?:allergie|intolerance) (?:\w+ )?(?:a|au|aux)(?= )"
    ),
    own_allergy(
        "ne_tolere_pas",
        "tolere supporte digere",
        r"\b(?:je (?:ne )?|et ne )(?:tolere|supporte|digere) (?:pas|plus)(?: bien)?(?= )",
        known_allergen,
    ),
    own_allergy(
        "digere_mal",
        "mal",
        r"\bje (?:digere|tolere|supporte)(?: tres| assez| vraiment| plutot)? mal(?= )",
        known_allergen,
    ),
    own_allergy(
        "me_donne",
        "me",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        rf" me (?:rend(?:ent)? (?:tres )?malade|(?:(?:donne|provoque|cause)(?:nt)?|font|fait)\b[^.,;:!?]{{0,30}}?"
        rf"\b(?:{_SIGN_FR}|mal))\b",
    ),
)
