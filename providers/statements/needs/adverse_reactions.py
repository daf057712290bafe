"""Words for an adverse reaction, and warnings not to give a person something, in six languages without accents.

A sentence with such words is never equivalent to one without: it protects a person who does not tolerate a medicine.
"""

import re
from typing import Final

from providers.statements.needs.intolerances import intolerances_in

_TO_ANOTHER: Final = r"(?! (?:to|gegen|auf|a|al|alla?|aux?|ao|aos|as) (?!it\b|them\b|this\b|that\b|both\b|ella?s?\b))"
_ALLERGIC: Final = (
    rf"\ball?erg(?!en)\w*\b{_TO_ANOTHER}",
    rf"intoll?eran\w+\b{_TO_ANOTHER}",
    r"unvertraglich",
)
REACTIONS: Final = (
    r"\banaph[iy]la", r"\banafila", r"\bhives\b", r"\brash(?:es)?\b", r"\bswell", r"\bswollen\b",
    r"\breact(?:s|ed|ing|ion)", r"\bangioedema", r"\bthroat (?:\w+ )?(?:clos|tighten)",
    r"\b(?:can't|cannot|couldn't) breathe\b", r"\bnessel",
    r"\bausschlag", r"\b(?:an|ge|zu)?schw(?:ill|ell|oll)", r"\breagier", r"\breaktion", r"\burticari", r"\broncha",
    r"\bsarpullido", r"\bhincha", r"\breac(?:cion|ao|oes|tion)", r"\breagi", r"\breazion", r"\beruption", r"\bgonf[li]",
    r"\binch(?:a|ou)",
)  # fmt: skip
_GIVEN: Final = r"(?:be (?:given|prescribed|offered)|take|have|get|use|eat|tolerate|bear)"
_WARNINGS: Final = (
    rf"\b(?:must|should|may|can|could)(?:not| not|n't| never)(?: \w+)? {_GIVEN}\b",
    r"\bnever (?:again )?(?:be )?(?:give|prescribe|offer|take)n?\b",
    r"\bdo(?:es)?(?: not|n't) (?:give|prescribe|tolerate)\b",
    r"\b[ck]ontraindi", r"\bcontre-?indi", r"\bcontroindi",
    r"\b(?:darf|soll|sollte|kann|g(?:ib|ebt|eben)|vertragt)\b[^.;!?]{0,40}\b(?:kein\w*|nicht|nie(?:mals)?)\b",
    r"\b(?:nie(?:mals)?|kein\w*|nicht)\b[^.;!?]{0,40}\b(?:geben|verabreich\w*|verschreib\w*)\b",
    r"\bno (?:(?:se|le|les|hay que|debe|puede|deben|pueden) )*(?:dar(?:le)?|den?|des|tomar|tolera|administr\w+|recet\w+"
    r"|recibir)\b",
    r"\b(?:nunca|jamas) (?:\w+ )??(?:dar(?:le)?|des|den?|tomar|administr\w+|recet\w+)\b",
    r"\bne (?:\w+ ){0,2}?(?:jamais|pas) (?:\w+ )?(?:donner|prescrire|administrer|prendre|recevoir)\b",
    r"\bne (?:\w+ )??(?:donne[rz]?|prescri\w+|peut|doit|supporte|tolere)\b",
    r"\b(?:nao|non) (?:\w+ )??(?:dar[e]?|tomar|pode|deve|puo|toll?era|administr\w+|somministr\w+)\b",
)  # fmt: skip
_ADVERSE: Final = re.compile("|".join((*_ALLERGIC, *REACTIONS, *_WARNINGS)))


def is_adverse(folded: str) -> bool:
    """Whether a lower-case text without accents has such words, except about a named substance ("allergic to
    nuts")."""
    return _ADVERSE.search(folded) is not None or next(intolerances_in(folded), None) is not None
