"""Removes sentences that ask to delete memories, in any wording: they state nothing.

`providers.statements.without_forget_requests` removes those that name what to forget.
"""

import re
from typing import Final

from providers import statements

_COURTESY = (
    r"(?:(?:please|pls|kindly|just|now|then|also|ok|okay|hey|hi|well|and|but|so|actually|"
    r"(?:can|could|would|will) you|you (?:can|may|could|should|must|have to|need to)|"
    r"i(?:['’]d| would)? (?:like|love|want|need|ask) you to|bitte|und|kannst du|könntest du|"
    r"por favor|puedes|podrías|quiero que|s['’]il (?:te|vous) pla[iî]t|peux-tu|pouvez-vous)\b[ ,]*){0,5}"
)
_DELETING = (
    r"delete|erase|forget(?! (?:not|to)\b)|unlearn|"
    r"lösche?n?(?: sie)?|(?:vergiss|vergesst)(?!(?: \w+){0,2} (?:nicht|nie)\b)|"
    r"borr(?:a|ar|e|es)|elimin(?:a|ar|e|es)|olvid(?:a|ar|e|es)|"
    r"supprime[rz]?|efface[rz]?|oublie[rz]?(?! pas\b| jamais\b)"
)
# These ask for many other things as well.
_REMOVING = r"remove|clear|wipe|drop|purge|discard|scrub|get rid of|enlève[rz]?|retire[rz]?|quita|entferne?n?(?: sie)?"
_ALL = r"everything|anything|all|whatever|what(?:ever)? you|alles|todo|tout"
_STORED = r"memor(?:y|ies)|notes?|data|information|infos?|entr(?:y|ies)|records?|profile|recuerdos?|daten|données|datos"
_UP_TO_A_STATEMENT = (
    r"(?:(?![,;:–—-] ?(?:and |but |because |since |as |for )?(?:i|i['’]\w+|we|we['’]\w+|ich|wir|yo|soy|tengo|je|"
    r"j['’]\w+|nous)\b| (?:because|weil|porque|parce que)\b)[^.!?\n])*"
)
_SOME = r"[^.!?\n]{0,200}"
_DELETED = r"\b(?:deleted|erased|forgotten|removed|wiped)\b"
_REQUESTS: Final = re.compile(
    rf"(?:^|(?<=[.!?\n,;:–—]))\W{{0,9}}{_COURTESY}"
    rf"(?:(?:{_DELETING})\b(?=\W*\w){_UP_TO_A_STATEMENT}|"
    rf"(?:{_REMOVING})\b(?={_SOME}\b(?:{_ALL}|{_STORED})\b){_UP_TO_A_STATEMENT}|"
    rf"(?:(?:do not|don['’]t|never|stop) (?:keep|keeping|sav(?:e|ing)|stor(?:e|ing)|remember(?:ing)?|hold(?:ing)?)"
    rf" (?:{_ALL})\b){_UP_TO_A_STATEMENT}|"
    rf"(?:i (?:want|would like|need)|i['’]d like) {_SOME}{_DELETED}{_SOME}|"
    rf"(?:{_ALL})\b{_SOME}\b(?:be|get) {_DELETED}{_SOME})",
    re.IGNORECASE | re.MULTILINE,
)


def without_requests(text: str) -> tuple[str, list[str]]:
    """Return a message with blanks for such requests, and their sensitive words.

    Statements after a request ("..., I'm allergic to nuts") stay.
    """
    sensitive: list[str] = []
    for found in _REQUESTS.finditer(text):
        words = found.group()
        sensitive += [words[one.start : one.end] for one in statements.sensitive(words)]
        text = text[: found.start()] + " " * len(words) + text[found.end() :]
    return text, sensitive
