"""The subject of a sentence: the person, a relative, or a thing."""

import re
from collections.abc import Sequence
from typing import Final

from providers.statements.text.words import word_set

# Nouns for the person in these languages.
PERSONS: Final = (
    r"(?:(?:be)?nutzer(?:in|s)?|anwender(?:in|s)?|user(?:in|s)?|kund(?:e|in|en)|person|usuari[oa]|utilizadora?"
    r"|utilisat(?:eur|rice)"
    r"|client[ea]?|utente|persona(?: usuaria)?|personne|pessoa|user)"
)
KIN: Final = (
    r"\b(?:(?:mein|unser|sein|ihr|dein)(?:e|er|em|en)? (?:mann|ehemann|frau|ehefrau|mutter|mama|mutti|vater|papa|bruder"
    r"|schwester|sohn|tochter|kind|oma|opa|grossmutter|grossvater|freund|freundin|partner|partnerin|ex|ex-\w+|exmann"
    r"|exfrau|stiefvater|stiefmutter|schwager|schwagerin|onkel|tante|cousin|cousine|neffe|nichte|chef)"
    r"|(?:mi|su|nuestr[oa]) (?:marido|mujer|espos[oa]|madre|padre|mama|papa|herman[oa]|hij[oa]|abuel[oa]"
    r"|novi[oa]|pareja"
    r"|ex|exmarido|exnovio|padrastro|madrastra|cunad[oa]|ti[oa]|prim[oa]|sobrin[oa]|jefe)"
    r"|(?:mon|ma|son|sa|notre|leur) (?:mari|femme|mere|pere|maman|papa|frere|s(?:oe|œ)ur|fils|fille|enfant|grand-mere"
    r"|grand-pere|copain|copine|compagn(?:on|e)|ex|ex-mari|beau-pere|belle-mere|oncle|tante|cousine?|patron)"
    r"|(?:o meu|a minha|meu|minha|o seu|a sua|seu|sua) (?:marido|mulher|espos[oa]|mae|pai|irmao|irma|filh[oa]|avo"
    r"|namorad[oa]|companheir[oa]|padrasto|ti[oa]|prim[oa]|chefe|ex|ex-marido)"
    r"|(?:il mio|la mia|mi[oa]|su[oa]) (?:marito|moglie|madre|padre|mamma|papa|fratello|sorella|figli[oa]|nonn[oa]"
    r"|fidanzat[oa]|compagn[oa]|patrigno|zi[oa]|cugin[oa]|ex|ex marito|capo))\b(?!'s)"
)
PERSON_REFERENCE: Final = re.compile(
    rf"\b{PERSONS}\b|\b(?:ich|mich|mir|mein\w*|wir|uns|mi|mis|yo|me|je|moi|mon|ma|mes|j'|m'|nous|eu|meu|minha|meus"
    r"|minhas|io"
    r"|mio|mia|miei|mie|soy|tengo|estoy|voy|vamos|fui|somos|estamos|hemos|nuestr\w+|creo|rezo|tenho|sou|sono|ho)\b"
)
_ARTICLES: Final = word_set("der die das el la los las le les lo gli i o a os as l")
_PERSONAL: Final = word_set("""
    nutzer nutzerin benutzer benutzerin kunde kundin person usuario usuaria usuarios cliente clienta persona utilisateur
    utilisatrice client cliente personne utilizador utilizadora utente pessoa frau herr senor senora
    salario sueldo salaire gehalt stipendio ordenado reddito nomina renta familia familie famille famiglia
    biopsie biopsia gewebeprobe mammografie mammographie mamografia blutwerte blutbild analitica irm mrt
    visum visado tur haustur alarmanlage schlussel llave llaves chave chaves chiave chiavi cle cles clef clefs clave
    contrasena codigo code double ersatzschlussel
    digicode wlan wlan-passwort wlan-kennwort mot alarma alarme
    lunes martes miercoles jueves viernes sabado domingo lundi mardi mercredi jeudi vendredi samedi dimanche dia ano
    mes semana verano invierno primavera otono fin ultimo ultima proximo proxima semaine mois annee soir matin
    sabados domingos fines finde findes dimanches samedis week-end week-ends gerichtsvollzieher inkassoburo
    huissier huissiers
    meu minha meus minhas seu sua mio mia miei mie suo sua
""")
_HAS: Final = frozenset([("a", "de"), ("a", "des"), ("a", "du"), ("a", "un"), ("a", "une")])
_ITALIAN: Final = word_set("di della dei delle nel nella gli e")
_SPANISH_VERB: Final = (
    "aron",
    "ieron",
    "tan",
    "aban",
    "amos",
    "emos",
    "imos",
)  # "Le gustan ...", but not "Le serveur ..."


def has_thing_as_subject(texts: Sequence[str], cased: str) -> bool:
    """Whether a thing is the subject: "Das Projekt ...", "El servidor ..."; "O Pedro ..." is a person."""
    first, second = (*(text for text in texts[:3] if text != "'"), "", "")[:2]
    if first == "il":  # "Il piatto ..." in Italian, "Il est ..." in French
        return not _ITALIAN.isdisjoint(texts) and second not in _PERSONAL
    if first not in _ARTICLES or second in _PERSONAL or second.endswith(_SPANISH_VERB) or not second.isalpha():
        return False
    if second in _ARTICLES or (first, second) in _HAS:  # "A la puerta ...", "À la porte ...", "A du diabète ..."
        return False
    is_name = re.match(r"\w+\W+[A-Z](?![A-Z])", cased) is not None
    return first in {"der", "die", "das"} or not is_name
