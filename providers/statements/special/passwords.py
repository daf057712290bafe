"""Finds passwords and codes of devices and safes that redaction does not cut out: in other words and languages."""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import compiled
from providers.statements.text.words import PRODUCTS, PROGRAMMING_LANGUAGES

_LABEL: Final = (
    r"(?:pass ?(?:word|phrase|code)|passwd|pwd|passwort|kennwort|mot de passe|mdp|code secret|contrasena|clave(?: de "
    r"acceso)?|codigo secreto|senha|palavra[- ]passe|parola(?: d'ordine)?|wachtwoord|haslo|heslo|losenord|adgangskode"
    r"|passord|salasana|sifre|jelszo)"
)
_OF: Final = (
    r"(?: (?:of|for|to|on|de|du|des|del|della|di|do|da|fur|von|zu|vom|van|voor|para|pour|per|no) [^.;:=\d]{1,40}?)?"
)
_IS: Final = r"(?: (?:is|was|ist|lautet|est|es|era|e|sono|jest|to|je|ar|er|on)(?: (?:now|jetzt|ahora))?| ?[:=]) ?"
# Descriptions of a rule or a format: "is 12 characters long", "is sha256-hashed".
_FORMAT: Final = (
    r"(?!(?:sha|md5|argon|base\d|utf|aes|bcrypt|rsa|pbkdf)|\d+(?:[- ]?(?:\w*char|digit|day|month|min|hour|week|year"
    r"|time|bit|zeichen|caract|tage|jours|dias|%)|[.,;!?)]*$))"
)
_VALUE: Final = rf"[\"'(]?{_FORMAT}(?=[^\s,;]*\d)[^\s,;\[\]<>{{}}]{{5,}}"
_NAMES: Final = "|".join(sorted(map(re.escape, (one for one in PRODUCTS | PROGRAMMING_LANGUAGES if one.isalpha()))))
_CREDENTIAL: Final = (
    rf"(?!(?:{_NAMES}|claude|llama|gemini|chatgpt|sonnet|mistral|qwen|iphone|galaxy|pixel|office|unity|blender"
    r"|photoshop|playwright|boto|mp|web)[\d.a-z]{0,5}\b)(?=[a-z!@#$%&*-]*[a-z]{4})(?=\S*\d)[\w!@#$%&*-]{6,}"
)
_CODE: Final = (
    r"[#*]?(?:\d{4,8}|\d{1,2}(?:[ -]\d{1,2}){2,5})\b"
    r"(?! (?:px|ms|kb|mb|mah|tests?|euros|pounds|dollars|mm|cm|steps|users|years|people|requests|taps))"
)
_DEVICE: Final = r"(?:phone|iphone|smartphone|mobile|tablet|ipad|laptop|macbook|computer|watch)"
_SAFE: Final = r"(?:safe|strongbox|locker|vault|gate|garage|door|keypad|padlock|lock|suitcase|alarm)"
_OPENS: Final = r"(?:goes|works|open(?:s|ed)?|unlock(?:s|ed)?|disarm(?:s|ed)?)"
_PANEL: Final = (
    r"(?:key ?pad|intercom|entry ?phone|lock ?box|key ?safe|key ?box|panel by the door|door panel|(?:side|front|back)"
    r" (?:door|gate)|gate|garage door|entrance)"
)
# Passwords of these open a home's network, and are not those of an account.
_HUBS: Final = ("wifi", "wi-fi", "wlan", "router", "wireless", "broadband", "hotspot", "home network")
_WIFI: Final = rf"\b(?:{'|'.join(_HUBS)})(?: network | |-)"
_NO_WIFI: Final = "".join(rf"(?<!\b{hub}{joint})" for hub in _HUBS for joint in (" ", "-", " network "))
_OF_WIFI: Final = (
    r" (?:(?:for|of|to) (?:the|our|my|her|his)(?: \w+)?|del?|de la|du|do|da|della|fur (?:das|unser|mein)"
    r"|van (?:de|het|ons|mijn)) (?:wi-?fi|wlan|router|wireless|home network)\b"
)
_FOREIGN_DEVICE: Final = (
    r"(?:handy|telefon|smartphone|laptop|movil|telefono|celular|telephone|portable|cellulare|telemovel|telefoon)"
)
_FOREIGN_SAFE: Final = (
    r"(?:tresor|safe|caja fuerte|coffre(?:-fort)?|cassaforte|cofre|kluis|(?:haus|wohnungs|garten|hof|keller)?tur"
    r"|(?:garten|hof|garagen)?tor|pforte|garage|schranke|alarm(?:anlage)?|puerta|verja|porton|garaje|alarma|porte|portail"
    r"|alarme|porta|portao|cancello|allarme|(?:voor)?deur|poort|hek|slagboom)"
)
_FOREIGN_OPENS: Final = (
    r"[^.;\d]{0,25}?\b(?:entsperr\w*|offn\w*|geht|abre|desbloque\w*|(?:s')?ouvre|(?:se )?deverrouill\w*|apre|sblocc\w*"
    r"|opent|ontgrendel\w*|gaat)\b[^.;\d]{0,20}?\b(?:mit|con|avec|com|met) (?:\w+ ){0,3}?"
)
_PATTERNS: Final = compiled(
    (
        (
            "account_numbers",
            (
                rf"\b(?={_LABEL}){_NO_WIFI}{_LABEL}(?!{_OF_WIFI}){_OF}{_IS}{_VALUE}",
                rf"\b(?:re)?us(?:es?|ed|ing) {_CREDENTIAL} (?:for (?:everything|all (?:of )?(?:my|his|her|their|the)\b"
                r"|every (?:\w+ )?(?:sites?|accounts?|logins?|apps?|services?|website)|(?:my|his|her|their) (?:\w+ )?"
                r"(?:accounts?|logins?|e?-?mail|bank|laptop|phone|tablet))|everywhere|on (?:every|all)\b"
                r"|as (?:an?|the|my|his|her|their) (?:\w+ )?pass(?:word|code|phrase))",
                rf"\b{_DEVICE}\b[^.;]{{0,20}}?\b{_OPENS}\b[^.;\d]{{0,15}}?\b(?:with|by|using) (?:\w+ ){{0,3}}?{_CODE}",
                rf"\b{_FOREIGN_DEVICE}\b{_FOREIGN_OPENS}{_CODE}",
            ),
        ),
        (
            "home_access",
            (
                rf"\b{_SAFE}\b[^.;]{{0,25}}?\b(?:{_OPENS}|(?:switched|turned) off)\b[^.;]{{0,15}}?"
                rf"\b(?:with|by|using) (?:\w+ ){{0,3}}?{_CODE}",
                rf"\b{_FOREIGN_SAFE}\b{_FOREIGN_OPENS}{_CODE}",
                rf"(?<![\d.,:/-]){_CODE}[#*]? (?:on|at|into|in|for) (?:the|our|my|her|his|their) (?:\w+ )?{_PANEL}\b",
                rf"\b(?:{_PANEL}|(?:house |home |burglar )?alarm)(?: (?:now|just))?"
                rf"(?: (?:takes|wants|accepts|needs|opens (?:with|to|by|for)|is opened (?:with|by)|off)|,|:)+ {_CODE}",
                rf"\buses? {_CODE} to (?:get in|get into|open|enter|disarm|unlock|let \w+ in)\b",
                rf"{_WIFI}{_LABEL}{_OF}{_IS}{_VALUE}",
                rf"\b(?:{'|'.join(_HUBS)})\b(?! (?:keyboard|mouse|headset|charger|speaker))[^.;]{{0,60}}?"
                rf"\b(?:{_LABEL}|pass|pw|key)(?: is|:|=)? {_VALUE}",
                rf"\b{_LABEL}(?={_OF_WIFI}){_OF}{_IS}{_VALUE}",
            ),
        ),
    )
)
_DIGIT: Final = re.compile(r"\d")
# Written without blanks, or in letters that folding changes.
_UNFOLDED: Final = re.compile(
    r"(?:密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|пароль)(?: (?:от|для|на) [^.:\d]{1,30}?)?"
    r"(?:是|为|為|は|는|은|это|\s|[:=—–-]){1,4}(?=[\w!@#$%^&*-]*\d)[A-Za-z0-9!@#$%^&*_-]{4,}",
    re.IGNORECASE,
)


def secrets(sentence: Sentence) -> Iterator[Mention]:
    """Yield passwords and codes of anyone."""
    folded = sentence.folded
    if not _DIGIT.search(folded) or sentence.is_only_question:
        return
    found = [(key, pattern.search(folded)) for key, pattern in _PATTERNS]
    if not folded.isascii():
        found.append(("account_numbers", _UNFOLDED.search(sentence.view.plain[sentence.start : sentence.end])))
    for key, match in found:
        if match:
            yield Mention(key, Span(sentence.start + match.start(), sentence.start + match.end()))
