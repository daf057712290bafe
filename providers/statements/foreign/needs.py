"""Constructions for allergies and diets; used only where a policy names these fields."""

from collections.abc import Mapping
from typing import Final

from providers.statements.needs.allergens import names_of_groups
from providers.statements.needs.diet_names import diet_words
from providers.statements.needs.excluded_foods import AVOIDED, DIET

_GROUPS: Final = (
    "meat", "pork", "fish", "shellfish", "milk", "egg", "gluten", "nut", "peanut", "alcohol", "sugar", "fructose",
    "histamine", "sesame", "soy",
)  # fmt: skip
_FOOD: Final = rf"(?:{names_of_groups(*_GROUPS)})\b"
_IS: Final = (
    r"(?:bin|ist|isst|esse|lebt|lebe|ernahr\w+|soy|es|come|como|sigue|sigo|lleva|llevo|suis|est|mange|suit|fait|sou|e"
    r"|segue|faz|sono|mangia|mangio|seguo|fa)"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "allergies": (
        r"\b\w*all?erg(?:i(?:en?|as?|c[oa]s?|che|ci|ker(?:in)?|ques?)|isch)\b|\baler(?:gi[ac]|gic[oa])s?\b",
        r"\b(?:laktose|gluten|histamin|fruktose|nuss)\w*(?:intoleran|unvertraglich)\w*",
        rf"\bintoleran\w+ (?:a la|al|a los|au|aux|a l'|a|ao|alla|agli) {_FOOD}",
        rf"\b(?:vertrag[te]?|vertrage) kein\w* {_FOOD}|\b(?:no|nao|non) toler\w+ (?:(?:el|la|los|o|a|il) )?{_FOOD}"
        rf"|\bne (?:tolere|supporte) pas (?:le |la |les )?{_FOOD}",
    ),
    DIET: (
        rf"\b{_IS} (?:\w+ ){{0,3}}?{diet_words('animals')}(?! restaurant| kocht)",
        r"\bveg(?:etalien|ane)ne?s?\b",
    ),
    AVOIDED: (
        rf"\b(?:dieta|regime|diat|ernahrung) (?:\w+ )?(?:sin|sans|senza|sem|ohne) {_FOOD}",
        rf"\b(?:isst|esse|trinkt|trinke) (?:\w+ ){{0,2}}?kein\w* {_FOOD}",
        rf"\b(?:no|nao|non|nunca|mai) (?:come|como|bebe|bebo|toma|tomo|mangia|mangio|beve|bevo) (?:\w+ )?{_FOOD}",
        rf"\bne (?:mange|bois|boit) (?:pas|plus|jamais) de {_FOOD}",
    ),
}
