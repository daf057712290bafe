"""Constructions for violence, also against relatives."""

from collections.abc import Mapping
from typing import Final

from providers.statements.foreign.people import KIN

_AT_PLAY: Final = (
    r"(?![^.;]{0,30}\b(?:schach|tennis|tischtennis|kicker|karten|spiel\w*|mario|fifa|uno|quiz|ajedrez|cartas|futbolin"
    r"|echecs|cartes|jeux?|petanque|belote|xadrez|scacchi|carte|gara|course)\b)"
)
_HITS_DE: Final = r"(?:schlagt|schlug|verprugelt|verprugelte|bedroht|bedrohte|wurgt|wurgte|misshandelt|misshandelte)"
_HIT_DE: Final = r"(?:geschlagen|verprugelt|vergewaltigt|misshandelt|missbraucht|gewurgt|bedroht|begrapscht)"
# Of any person: "Ana wurde 2019 in Lissabon überfallen".
_ATTACKED: Final = (
    r"\bwurden?(?: [\w-]+){0,5}? (?:uberfallen|ausgeraubt|zusammengeschlagen|niedergestochen|niedergeschlagen)\b"
    r"|\bfue(?:ron)? (?:asaltad|atacad|agredid|atracad|apunalad)[oa]s?\b|\b(?:la|lo|me) (?:asaltaron|atacaron"
    r"|agredieron|atracaron|apunalaron)\b|\b(?:a|ai|ont) ete (?:agressee?s?|attaquee?s?|poignardee?s?|braquee?s?)\b"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "violence": (
        _ATTACKED,
        rf"{KIN}(?: [\w-]+){{0,3}}? {_HITS_DE} (?:mich|uns|meine?n? \w+|unsere?n? \w+)\b{_AT_PLAY}"
        rf"|{KIN} (?:hat|hatte) (?:mich|uns|meine?n? \w+)(?: [\w-]+){{0,3}}? {_HIT_DE}\b{_AT_PLAY}"
        rf"|\b(?:ich|sie|er) (?:wurde|bin|war)(?: [\w-]+){{0,4}}? (?:vergewaltigt|missbraucht|sexuell belastigt)\b",
        rf"{KIN} (?:siempre |a veces |ya )?(?:me|nos|le|la|lo) (?:ha |habia )?"
        r"(?:peg(?:a|o|aba|ado)(?! (?:el|los?|las?|una?) )"
        rf"|golpe(?:a|o|aba|ado)"
        r"|maltrat(?:a|o|aba|ado)|amenaz(?:a|o|aba|ado) con|viol(?:o|aba|ado))\b"
        r"|\b(?:me violaron|fui violada|abusaron de mi|abuso de mi)\b|\b(?:abuse de moi|on a abuse de moi"
        r"|ma abuse|m'a abuse\w*|m'a viol\w*|k\.?o\.?-tropfen|me drogaron|a drogue (?:mon|son) verre)\b",
        rf"{KIN} (?:me|nous|la|le|l'|m')(?: ?a |)? ?(?:frappe[es]?|frappait|bat|battait|battue?"
        rf"|menace de (?:me |la |nous )?(?:tuer|frapper|mort)|violee?"
        rf"|maltraite[es]?|agresse[es]?)\b{_AT_PLAY}|\b(?:j'ai ete|elle a ete) (?:violee?"
        r"|agressee? sexuellement|abusee?"
        r"|battue?)\b",
        rf"{KIN} (?:me|nos|mi|ci) (?:bate|batia|bateu|agride|agrediu|ameaca|picchia|picchiava|ha picchiat[oa]|minaccia"
        rf"|violentou|ha violentat[oa])\b{_AT_PLAY}|\bfui (?:violada|estuprada|abusada)\b"
        r"|\bsono stata (?:violentata|abusata)\b",
    ),
}
