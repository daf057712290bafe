"""What befalls people at home, told in German, Spanish, French, Portuguese or Italian.

Harm, violence, a relative's grave illness, debts. English has `special_life`.

They read letters without accents, in sentences that are in one of these languages.
"""

import re
from collections.abc import Mapping
from typing import Final

_KIN: Final = (
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
_SUFFERS: Final = (
    r"(?:hat|hatte|ist|war|leidet|litt|starb|stirbt|bekam|kampft|tiene|tuvo|tenia|padece|sufre|esta|es|fue|murio|lucha"
    r"|a|avait|est|etait|souffre|lutte|tem|teve|sofre|morreu|ha|aveva|e|era|soffre|mort[eo]?)"
)
_ILL: Final = (
    r"(?:\w*krebs|krebskranke?|tumor(?:es)?|hirntumor|leukamie|hiv(?:[- ]positiv\w*)?|aids|demenz|dement|alzheimer"
    r"|parkinson|schizophren\w*|depress\w*|bipolar\w*|magersucht|psychose|multiple sklerose|epileps\w*|mukoviszidose"
    r"|schlaganfall|herzinfarkt|alkoholiker(?:in)?|alkoholkrank|drogenabhangig|spielsuchtig|autis\w+"
    r"|fehlgeburt"
    r"|cancer|tumeur|leucemi[ea]|vih|sida|seropositi\w+|demenci?a|demence|esquizofreni[ca]o?|schizophren\w+|depresion"
    r"|anorexi\w+|anoressia|mucoviscidose|fibrosis quistica|sclerose en plaques|esclerosis multiple|esclerose multipla"
    r"|sclerosi multipla|epilept\w+|avc|infarto|infarctus|ictus|alcoholic[oa]|alcoolique|alcoolatra|alcolista"
    r"|drogadict[oa]|toxicomane|aborto|fausse couche"
    r"|cancro|demenza|schizofreni[ac]o?)"
)
_AT_PLAY: Final = (
    r"(?![^.;]{0,30}\b(?:schach|tennis|tischtennis|kicker|karten|spiel\w*|mario|fifa|uno|quiz|ajedrez|cartas|futbolin"
    r"|echecs|cartes|jeux?|petanque|belote|xadrez|scacchi|carte|gara|course)\b)"
)
_HITS_DE: Final = r"(?:schlagt|schlug|verprugelt|verprugelte|bedroht|bedrohte|wurgt|wurgte|misshandelt|misshandelte)"
_HIT_DE: Final = r"(?:geschlagen|verprugelt|vergewaltigt|misshandelt|missbraucht|gewurgt|bedroht|begrapscht)"
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        rf"{_KIN}(?: (?!sternzeichen)[\w'-]+){{0,2}}? {_SUFFERS}(?: (?!sternzeichen)[\w'-]+){{0,5}}? {_ILL}\b",
        r"\b(?:mir|sich|ihm|ihr) (?:[\w-]+ ){0,3}?das leben (?:zu )?(?:nehmen|genommen)\b"
        r"|\b(?:mich|sich) (?:[\w-]+ ){0,3}?(?:umzubringen|umbringen|umgebracht|totzumachen)\b"
        r"|\b(?:suizidversuch|selbstmordversuch|suizidgedanken|selbstmordgedanken|suizidal)\b"
        r"|\b(?:ritze mich|ritzt sich|verletz(?:e|t) (?:mich|sich) selbst|mich selbst (?:zu )?verletz\w+)\b",
        r"\b(?:me|se) (?:cort[oa]|corte|cortaba) (?:los brazos|las munecas|las piernas)\b|\b(?:me|se) autolesion\w+"
        r"|\b(?:suicidarme|suicidarse|quitarme la vida|quitarse la vida|intento de suicidio|pensamientos suicidas)\b"
        r"|\b(?:no quiero vivir|quiero morirme)\b",
        r"\b(?:me suicider|se suicider|me scarifie|se scarifie|me mutile|se mutile|tentative de suicide"
        r"|idees suicidaires"
        r"|fin a (?:mes|ses) jours|plus envie de vivre)\b",
        r"\b(?:tentei (?:me matar|suicidar-me|o suicidio)|me corto|corto-me|suicidio tentado|tentativa de suicidio"
        r"|tentato (?:il suicidio|di uccidermi|di suicidarmi)|mi taglio le braccia|autolesionis\w+)\b",
        r"\b(?:kann|kannst|kann sie|kann er) nicht aufhoren zu trinken\b|\bno puedo dejar de beber\b"
        r"|\bn'arrive pas a arreter de boire\b",
    ),
    "violence": (
        rf"{_KIN}(?: [\w-]+){{0,3}}? {_HITS_DE} (?:mich|uns|meine?n? \w+|unsere?n? \w+)\b{_AT_PLAY}"
        rf"|{_KIN} (?:hat|hatte) (?:mich|uns|meine?n? \w+)(?: [\w-]+){{0,3}}? {_HIT_DE}\b{_AT_PLAY}"
        rf"|\b(?:ich|sie|er) (?:wurde|bin|war)(?: [\w-]+){{0,4}}? (?:vergewaltigt|missbraucht|sexuell belastigt)\b",
        rf"{_KIN} (?:siempre |a veces |ya )?(?:me|nos|le|la|lo) (?:ha |habia )?"
        r"(?:peg(?:a|o|aba|ado)(?! (?:el|los?|las?|una?) )"
        rf"|golpe(?:a|o|aba|ado)"
        r"|maltrat(?:a|o|aba|ado)|amenaz(?:a|o|aba|ado) con|viol(?:o|aba|ado))\b"
        r"|\b(?:me violaron|fui violada|abusaron de mi|abuso de mi)\b",
        rf"{_KIN} (?:me|nous|la|le|l'|m')(?: ?a |)? ?(?:frappe[es]?|frappait|bat|battait|battue?"
        rf"|menace de (?:me |la |nous )?(?:tuer|frapper|mort)|violee?"
        rf"|maltraite[es]?|agresse[es]?)\b{_AT_PLAY}|\b(?:j'ai ete|elle a ete) (?:violee?"
        r"|agressee? sexuellement|abusee?"
        r"|battue?)\b",
        rf"{_KIN} (?:me|nos|mi|ci) (?:bate|batia|bateu|agride|agrediu|ameaca|picchia|picchiava|ha picchiat[oa]|minaccia"
        rf"|violentou|ha violentat[oa])\b{_AT_PLAY}|\bfui (?:violada|estuprada|abusada)\b"
        r"|\bsono stata (?:violentata|abusata)\b",
    ),
    "income": (
        r"\b(?:in der kreide|hoch verschuldet|uberschuldet|privatinsolvenz|mietruckstand\w*)\b"
        r"|\bmit (?:der miete|den raten) (?:\w+ ){0,3}?im ruckstand\b|\bkann (?:die|meine) (?:miete|raten) nicht\b"
        r"|\bno puedo pagar (?:el alquiler|la hipoteca|las deudas)\b|\bestoy (?:muy )?endeudad[oa]\b"
        r"|\b(?:surendette?e?|en surendettement|retard de loyer)\b|\bn'arrive pas a payer (?:le|mon) loyer\b"
        r"|\b(?:estou|sono) (?:muito |molto )?(?:endividad[oa]|indebitat[oa])\b",
    ),
}
FOREIGN_LIFE: Final = tuple((key, re.compile("|".join(f"(?:{one})" for one in some))) for key, some in _BY_KEY.items())
