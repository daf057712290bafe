"""Constructions for how to enter a home, and when it is empty."""

from collections.abc import Mapping
from typing import Final

_DIGITS: Final = r"[#*]?\d(?:[ #*-]?\d){2,9}\b"
_VALUE: Final = r"(?=[^\s,;]*\d)[^\s,;]{6,}"
_NEAR: Final = r"[^.;\d]{0,30}?"
_OWN: Final = (
    r"^(?=.*\b(?:ich|wir|uns|mein\w*|unser\w*|estamos|estoy|nos|nuestr\w+|mi|vamos|voy|me|on|je|nous|notre|mon"
    r"|ma|chez|estou|nossa|minha|siamo|nostr\w+|sono)\b).*?"
)
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "home_access": (
        r"\b(?:haus|wohnungs|garagen|eingangs|hof|keller|garten)?(?:tur|tor|alarm|alarmanlagen|safe|tresor"
        r"|schlusseltresor|schlusselbox)"
        rf"-?(?:code|pin|kombination|nummer|zahl)\b{_NEAR}{_DIGITS}|\bcode (?:fur|von|zu"
        r"|der) (?:\w+ )?(?:\w*tur|\w*tor|alarmanlage|garage|safe"
        rf"|tresor|haus)\b{_NEAR}{_DIGITS}",
        r"\b(?:codigo|clave|pin|combinacion|contrasena|senha) (?:de|del|para|da|do) (?:la |el "
        r"|mi )?(?:alarma?e?|puerta|portal|garaje|portero"
        rf"|caja fuerte|entrada|verja|porta|predio|portao|cofre)\b{_NEAR}{_DIGITS}",
        r"\b(?:code|digicode|mot de passe|combinaison|codice|pin) (?:\w+ )??(?:de |du |d'|del |della "
        r"|dell')?(?:la |l'|le )?"
        r"(?:alarme?|porte|immeuble|entree|portail|garage|interphone|coffre|porta|cancello|cassaforte|allarme"
        rf"|portone)\b{_NEAR}{_DIGITS}"
        rf"|\bdigicode\b{_NEAR}{_DIGITS}",
        rf"\b(?:haustur|wohnungstur|hoftor|gartentor|garagentor|klingelbrett|alarmanlage)\b[^.;\d]{{0,40}}? {_DIGITS}"
        r" (?:und \w+ )?(?:eingeben|eingibst|eintippen|tippen|drucken|druckst)\b",
        r"\b(?:portal|puerta|porton|garaje|alarma|portail|porte|interphone|portao|porta"
        rf"|cancello)\b[^.;\d]{{0,40}}?\b(?:marc\w+"
        rf"|puls\w+|tecle\w+|pon\w*|met\w+|tap\w+|compos\w+|faire|fais|digit\w+|es|est|e) (?:\w+ )?{_DIGITS}",
        r"\b(?:wlan|wi-?fi|router|netzwerk|box)-?(?: ?)(?:passwort|kennwort|schlussel|code|pw"
        rf"|key)\b[^.;]{{0,25}}? {_VALUE}"
        r"|\b(?:clave|contrasena|senha|password|mot de passe|mdp|code|cle) (?:de la |del |de |do |da |du "
        r"|della |dell')?(?:wi-?fi|router|box|wlan|red|internet)"
        rf"\b[^.;]{{0,25}}? {_VALUE}",
        r"(?<!auto)(?<!noten)(?<!rad)(?<!schrauben)schlussel "
        r"(?!zu[mr]? (?!\w*(?:haus|wohnung|tur|tor|garage|keller)\b))(?:\w+ ){0,5}?"
        r"(?:unter|hinter|in|im|auf|bei|neben|uber) (?:de[rmn] |eine[rmn] )?(?:\w+ ){0,2}?"
        r"(?:\w*matte|\w*topf|\w*stein|\w*kasten|schuppen|blumen\w*|nachbar\w*|dachrinne|turrahmen|vogelhaus\w*)\b",
        r"sleutel (?:\w+ ){0,5}?(?:onder|achter|in|boven|naast) (?:de |het |een )?(?:\w+ ){0,2}?"
        r"(?:\w*mat|\w*pot|\w*steen|brievenbus|meterkast|dakgoot|vogelhuisje|schuurtje)\b",
        r"\b(?:ersatz|zweit|reserve|haus|wohnungs)schlussel (?:\w+ ){0,2}?(?:hinter|unter|neben|im|in der|auf"
        r"|uber|beim?)\b"
        r"|\bllaves? (?:de repuesto|de casa|de la puerta|del piso) (?:\w+ ){0,2}?(?:detras|debajo|encima"
        r"|dentro|bajo|en)\b"
        r"|\b(?:double des cles|cles? de (?:rechange|secours|la maison|l'appart\w*)) (?:\w+ ){0,3}?(?:sous"
        r"|derriere|dans|chez|au-dessus|sur)\b",
        r"\b(?:in|im|unter|hinter) [^.;]{0,40}?\b(?:liegt|hangt|versteckt|steckt) (?:unser|mein|der"
        r"|ein) (?:\w+ )?(?:ersatz|haus|zweit)?schlussel\b"
        r"|\b(?:tenemos|escond\w+|guard\w+|dej\w+|on cache|cachons|je cache|laissons) (?:siempre "
        r"|toujours )?(?:la|una|les|une|las) (?:llaves?|cles?)\b",
        r"\b(?:llaves?|chaves?) (?:\w+ ){0,5}?(?:debajo|bajo|detras|dentro|en|sob|debaixo|atras|no|na|encima|por cima)"
        r" (?:de |del |do |da |la |el |un |una |um |uma |o |a )*(?:\w+ )?"
        r"(?:felpudo|maceta|tiesto|buzon|piedra|contador|alfombrilla|tapete|vaso|capacho|canalon|pedra|correio|caleira)\b",
        r"\b(?:cles?|clefs?|chiav[ei]) (?:[\w']+ ){0,5}?(?:sous|derriere|dans|sotto|dietro|dentro|nella|nel|sopra"
        r"|au-dessus) (?:de |du |le |la |un |une |lo |il |al |l')*(?:\w+ )?"
        r"(?:paillasson|pots?\b|boite aux lettres|pierre|compteur|jardiniere|gouttiere|zerbino|vaso|sasso|pietra"
        r"|grondaia|cassetta (?:delle lettere|della posta))",
        rf"{_OWN}\b(?:haus|wohnung|bude|hof) (?:steht|ist|bleibt|liegt) (?:\w+ ){{0,4}}?(?:leer|unbewohnt|unbewacht)\b"
        rf"|{_OWN}\b(?:casa|piso|apartamento|chalet) (?:se queda|estara|se va a quedar|queda|fica|vai ficar"
        rf"|restera|resta) (?:\w+ ){{0,3}}?(?:vaci[oa]|sol[oa]|vazi[oa]|vuot[oa])\b"
        rf"|{_OWN}\b(?:maison|appart\w*|baraque|logement) (?:sera|reste|restera|va etre"
        rf"|est) (?:\w+ ){{0,3}}?(?:vide|inoccupee?)\b",
        r"\b(?:niemand|keiner) (?:ist |wird )?(?:\w+ )?(?:zu hause|daheim)\b|\bno (?:hay"
        r"|habra) nadie en casa\b|\bpersonne (?:ne sera )?(?:a la maison|chez (?:moi|nous))\b",
        r"\b(?:lass\w*|dej(?:o|amos)|laiss(?:e|ons)|lasci\w+|deix\w+) (?:[\w']+ ){0,3}?(?:\w*tur|puerta"
        r"|ventana|porte|fenetre|porta) (?:[\w']+ ){0,3}?"
        r"(?:unverschlossen|nicht abgeschlossen|sin (?:llave|cerrar)|pas (?:fermee|verrouillee)"
        r"|ouverte la nuit|deverrouillee|aperta di notte|destrancada)\b",
    ),
}
