"""Allergies stated by a reaction ("Shellfish could kill me") or an emergency device, in English, German, Spanish and
French."""

from typing import Final

from providers.statements.needs.allergen_slots import known_allergen
from providers.statements.rules.allergies import CLAUSE_OPENINGS, own_allergy
from providers.statements.rules.rule import Rule

# What an allergen does to a part of the body.
_PART: Final = r"(?:throat|face|lips?|tongue|mouth|eyes?|skin|airways?|ears?|stomach|tummy)"
_HURTS: Final = (
    r"(?:swells?|itch(?:es)?|clos(?:es?)|tingles?|burns?|tightens?|goes? numb|breaks? out|swollen|cramps?|hurts?)"
)
_EATING: Final = r"(?: (?:eat|have|drink|touch|eating|having|drinking|touching))?"
_PART_DE: Final = r"(?:hals|gesicht|zunge|lippen?|mund|rachen|augen?|haut)"
_HURTS_DE: Final = r"(?:schwillt|schwellen|juckt|jucken|kribbelt|kribbeln|brennt|brennen)"
_PART_ES: Final = r"(?:garganta|cara|labios?|lengua|boca|ojos?|piel)"
_PART_FR: Final = r"(?:ma gorge|ma langue|ma bouche|ma peau|mes levres|mes yeux|mon visage)"
_PEN: Final = r"(?:epi-?pens?|adrenaline (?:pens?|injectors?)|autoinyector\w*|notfall(?:pen|set)|stylo d'adrenaline)"
ALLERGIC_REACTIONS: tuple[Rule, ...] = (
    own_allergy(
        "kills",
        "kill kills killed",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        r" (?:could|can|might|would|will|may|nearly|almost|once)(?: \w+){0,2}? kill(?:s|ed)? me\b",
    ),
    own_allergy(
        "swells",
        "my",
        rf"\bmy {_PART} (?:[\w']+ ){{0,2}}?{_HURTS}(?: \w+){{0,2}}? (?:when(?:ever)?|if|after|from|as soon as)(?: i)?"
        rf"{_EATING}(?: any| some)?(?= )",
        known_allergen,
    ),
    own_allergy(
        "carries_a_pen",
        "i",
        rf"\bi (?:\w+ )?(?:carry|have|need|keep|use|take)(?: \w+){{0,3}}? {_PEN}(?: \w+){{0,2}}?"
        r" (?:because of|for|due to|against|in case of)(?: (?:my|the))?(?= )",
        known_allergen,
    ),
    own_allergy(
        "toten",
        "mich",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        r" (?:kann|konnen|konnten?|wurden?) mich (?:umbringen|toten)",
    ),
    own_allergy(
        "schwillt",
        "mein meine mir",
        rf"\b(?:mein[e]? {_PART_DE} {_HURTS_DE}|mir {_HURTS_DE} (?:der|die|das) {_PART_DE})(?: \w+){{0,2}}?,?"
        r" (?:wenn|sobald|falls) ich(?= )",
        known_allergen,
        r" (?:esse|trinke|anfasse|beruhre)\b",
    ),
    own_allergy(
        "pen_wegen",
        "ich",
        rf"\bich (?=.*{_PEN})(?:[\w-]+ ){{1,6}}?wegen (?:(?:der|meiner|einer) )?(?P<begin>\w)",
        known_allergen,
    ),
    own_allergy(
        "matar",
        "matar matarme mataria",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        r" (?:(?:podrian?|pueden?) matarme|me (?:podrian?|pueden?) matar|me matarian?)\b",
    ),
    own_allergy(
        "se_me_hincha",
        "me",
        rf"\b(?:se me (?:hinchan?|cierran?|inflaman?|duermen?)|me pican?) (?:la|el|los|las) {_PART_ES},?"
        r" (?:cuando|si|al) (?:como|tomo|bebo|toco|comer|tomar|beber)(?= )",
        known_allergen,
    ),
    own_allergy(
        "llevo_por",
        "llevo",
        rf"\bllevo (?:\w+ ){{1,4}}?{_PEN}(?: \w+)?? (?:por|para|a causa de)(?: mi alergia)?(?= )",
        known_allergen,
    ),
    own_allergy(
        "tuer",
        "tuer",
        rf"{CLAUSE_OPENINGS}(?P<begin>\w)",
        known_allergen,
        r" (?:pourrai(?:en)?t|peut|peuvent) me tuer\b",
    ),
    own_allergy(
        "gonfle",
        "gonfle gonflent gratte grattent pique piquent enfle enflent serre",
        rf"\b{_PART_FR} (?:se |me )?(?:gonfle|gratte|pique|enfle|serre)(?:nt)?,?"
        r" (?:quand|si|des que) je (?:mange|bois|touche)(?= )",
        known_allergen,
    ),
    own_allergy(
        "a_cause_de",
        "j'ai j",
        rf"\bj'ai (?:\w+ ){{1,4}}?{_PEN}(?: \w+){{0,2}}? a cause(?= )",
        known_allergen,
    ),
)
