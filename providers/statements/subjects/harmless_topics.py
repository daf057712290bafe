"""Everyday topics that state nothing about the person, but that the statistical reader mistakes for something
sensitive: tax thresholds, paydays, places in a shop, free will, old friends, funerals.

The reader runs only where no rule found anything, so these sentences contain none of the listed words.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from providers.statements.text.evidence_words import HOME

_SUM: Final = (
    r"(?:[$\u20ac\u00a3] ?\d[\d.,]{0,12}\d(?: ?(?:k|m|million))?|\d[\d.,]{0,12} ?(?:k|million|dollars|euros|pounds)\b)"
)
_THRESHOLD: Final = re.compile(
    r"\b\d{1,3}(?:[.,]\d{1,3})? ?(?:%|percent)(?: (?:\w+ )?(?:tax|rate|duty|levy|bracket|band))?(?: is due)?"
    r" (?:on|of|for) (?:(?:any|all|the|every|each) )?(?:assets|estates?|gifts?|inheritances?|gains|incomes?|profits"
    r"|earnings|values?|amounts?|property|purchases|part|everything|anything)(?: \w+)? "
    rf"(?:above|over|below|under|exceeding|beyond|up to|worth more than|of more than) {_SUM}"
)
_OWN_MONEY: Final = re.compile(
    rf"{_SUM}|\b(?:earn|sav(?:ed|ings)\b|salar|owe|debts?\b|in arrears|afford|broke\b|pay(?:s|ing)? back)"
)
_PAYDAY: Final = re.compile(
    r"\b(?:after|when|once|on) (?:i get )?(?:my|our|the) (?:next )?(?:paycheck|payday|pay day)\b"
)
_IN_NEED: Final = re.compile(
    r"\d|\b(?:no[tw]?|n't|cannot|can't|won't|couldn't|short|skint|rent|bills?|food|eat|lost|late|miss\w*|until|finally"
    r"|better|bigger|smaller|cut|less|raise|behind|borrow\w*|lend|lent|loan|overdraft|debt)\b"
)
_IN_A_SHOP: Final = re.compile(
    r"\b(?:at|in|inside) (?:the |an? |this |that )?(?:[\w'&-]+ ){0,5}?(?:fitting|changing|dressing) rooms?\b"
    r"|\b(?:tried|trying) (?:\w+ ){1,8}?(?:at|in) (?:the |an? )?(?:[\w'&-]+ ){0,5}?(?:store|shop|mall|outlet"
    r"|boutique)\b"
)
_COMES_HOME: Final = re.compile(r"\b(?:deliver\w*|parcels?|mail|door\w*|keys?|floor|upstairs|next to|opposite|above)\b")
_WILL: Final = re.compile(
    r"\b(?:free will|determinis\w+|compatibilis\w+|moral responsibility"
    r"|control (?:\w+ ){0,3}?over (?:my|our|her|his|their|your|one's) (?:own )?(?:decisions?|choices?"
    r"|actions?|li[fv]es?))\b"
)
# Beliefs and shared agreements, as opposed to mere will.
_CREEDS: Final = re.compile(
    r"\b(?:gods?|goddess\w*|lord|jesus|christ\w*|allah|buddha|prophets?|pray\w*|bless\w*|souls?|heaven\w*|hell|scriptures?"
    r"|divine|sacred|holy|sin(?:s|ful)?|worship\w*|spirit\w*|karma|afterlife|reincarnat\w+|faith\w*|religio\w+|church\w*"
    r"|creeds?|saints?|salvation|predestin\w+|atheis\w+|politic\w*|vot\w+|part(?:y|ies)|government|state|tax\w*|welfare"
    r"|justice|rights|laws?|abortion\w*|left|right|liberal\w*|conservativ\w+|socialis\w+)\b"
)
_FRIENDS: Final = re.compile(
    r"\bfriends\b[^.;!?]{0,60}\b(?:(?:known|met|know|been friends|studied|worked|grew up)\b[^.;!?]{0,40}"
    r"\b(?:since|at|from|in|back|together|through)|like [^\W_]+, \d{1,2},)"
)
_LOVE: Final = re.compile(
    r"\b(?:lov(?:e|es|ed|ing|ers?)|dat(?:e|es|ed|ing)|kiss\w*|sle(?:ep|eps|pt|eping)|bed|crush\w*|attract\w*|fall\w*|fell"
    r"|couples?|partners?|girlfriends?|boyfriends?|wi(?:fe|ves)|husbands?|marri\w+|marry|wedding|sex\w*|gay|queer|trans"
    r"|came out|come out|coming out|out to|pride|more than|romantic\w*|together|live|lives|living|affair|ex|exes"
    r"|benefits|women|men|girls|guys|boys|special)\b"
)
_FUNERAL: Final = re.compile(
    r"\b(?:instructions|arrangements|plans|costs?|expenses|budget|fund) for (?:my|our|the|a) (?:funeral|burial"
    r"|cremation|memorial)(?:(?:,| and| or) (?:my |the )?(?:funeral|burial|cremation|memorial))*\W*$"
)
_TOGETHER: Final = re.compile(
    r"\b[^\W\d_]{2,} and i(?: are|'re| were| will be|'ll be| have been) (?:\w+ly )?(?:celebrat|travel|meet|plann|hav"
    r"|host|attend|visit|go|mov|fly|driv)l?ing\b"
)
# News about parties, unless the person takes a side.
_NEWS: Final = re.compile(
    r"\A(?:the )?[^\W\d_]+ (?:also |just )?(?:reads?|heard|hears|saw|noted|notes|learned|learnt|watched|follows"
    r"|followed)"
    r" (?:in the \w+ )?(?:that|how|about)\b"
    r"|\b(?:laut|nach) (?:den |der |einer )?(?:nachrichten|zeitung|presse|medien\w*|tagesschau|umfragen?)\b"
    r"|\bsegun (?:la |las |el |los |una )?(?:prensa|noticias|periodico|encuestas?|medios|telediario)\b"
    r"|\b(?:d'apres|selon) (?:les |la |le |l'|un )?(?:infos|actualites?|presse|journal|sondages?|medias)\b"
    r"|\b(?:follow|read|watch|want|share|track|ask)\w* (?:for )?(?:the |an? |all )?(?:[\w'-]+ ){0,4}?(?:news"
    r"|coverage|headlines"
    r"|manifesto|articles?)\b"
)
_TAKES_SIDES: Final = re.compile(
    r"\b(?:hop(?:es?|ed|ing)|glad|happy|angry|furious|relieved|worried|delighted|member|join\w*|supports?|votes?|voted"
    r"|voting|agrees?|her|his|their|my|our|she|he|i|we|too|also|fan"
    r"|ich|mir|mich|mein\w*|wir|uns\w*|hoff\w*|freu\w*|leider|wahle?|yo|mi|mis|me|nos|espero|vot\w+|alegr\w+"
    r"|je|j|mon|ma|nous|heureusement)\b"
)
# "The key of the map is at the bottom left" opens no home.
_LEGEND: Final = re.compile(
    r"\b(?:key|legend|schlussel|legende|clave|leyenda|cle) (?:(?:de|del|der|des|du|of|to|zum|zur) )(?:la |the |l')?"
    r"(?:maps?|charts?|diagram\w*|karte|grafik|mapa|plano|carte|graphique|schema)\b"
)
_OTHERS_MONEY: Final = re.compile(
    r"\b(?:company|firm|start-?up|team|department|club|charity|employer)(?:'s)? (?:made|makes|has|had|lost"
    r"|loses|reported"
    r"|posted|raised|earned|earns|turned over|pays|paid)\b(?! (?:me|him|her|them)\b)"
    r"|\b(?:invoice|refunds?|vouchers?)\b(?![^.;!?]*\b(?:can't|cannot|couldn't|behind|collectors?|debts?|loans?|owes?)\b)"
    r"|\b(?:rates?|pay|wages|salar(?:y|ies)|bonuses) (?:of|for) (?:the |all |our )?(?:freelancers|staff|employees"
    r"|contractors|interns|nurses|workers)\b|\b\d+ (?:salaries|payslips|paychecks)\b"
)
_NAMING: Final = re.compile(
    r"\b(?:\w*nam(?:e|es|ed|ing)|call\w*|known|mine|sign\w*|spell\w*|initials?|address\w*|titles?)\b"
)


def is_harmless_topic(key: str, folded: str) -> bool:
    """Whether a sentence in small letters is about a harmless topic of this key, and does not state the field."""
    check = _BY_KEY.get(key)
    return check is not None and check(folded)


def _is_not_income(folded: str) -> bool:
    """Whether the sum is a payday ("I'll do it after my next paycheck"), a threshold or someone else's money."""
    is_date = _PAYDAY.search(folded) is not None and _IN_NEED.search(folded) is None
    return is_date or _is_threshold(folded) or _OTHERS_MONEY.search(folded) is not None


def _is_threshold(folded: str) -> bool:
    """ "15% on assets above $200,000", with no other sum."""
    rest, found = _THRESHOLD.subn(" ", folded)
    return found > 0 and _OWN_MONEY.search(rest) is None


def _is_in_a_shop(folded: str) -> bool:
    """ "It fitted me at the Foot Locker fitting room", but not "parcels go to the shop"."""
    return _IN_A_SHOP.search(folded) is not None and not _mentions_home(folded)


def _mentions_home(folded: str) -> bool:
    return not HOME.isdisjoint(re.findall(r"[\w-]+", folded)) or _COMES_HOME.search(folded) is not None


def _is_about_will(folded: str) -> bool:
    """ "Believing in free will helps me", but not "God gave us free will"."""
    return _WILL.search(folded) is not None and _CREEDS.search(_WILL.sub(" ", folded)) is None


def is_news(folded: str) -> bool:
    """ "The user read that the Greens form a coalition", but not "heard that the Greens won and is glad"."""
    return _NEWS.search(folded) is not None and _TAKES_SIDES.search(folded) is None


def _is_not_politics(folded: str) -> bool:
    return _is_about_will(folded) or is_news(folded)


def _is_about_friends(folded: str) -> bool:
    """ "Friends like Natalie, 41, whom I've known since university"."""
    return _FRIENDS.search(folded) is not None and _LOVE.search(folded) is None


def _is_joint_activity(folded: str) -> bool:
    """ "Stephen and I are celebrating our anniversary": Stephen is not a preferred name."""
    return _TOGETHER.search(folded) is not None and _NAMING.search(folded) is None


def _is_not_home(folded: str) -> bool:
    is_elsewhere = _is_in_a_shop(folded) or _LEGEND.search(folded) is not None
    return is_elsewhere or (_is_about_friends(folded) and not _mentions_home(folded))


def _is_not_faith(folded: str) -> bool:
    return _is_about_will(folded) or (_FUNERAL.search(folded) is not None and _CREEDS.search(folded) is None)


_BY_KEY: Final[Mapping[str, Callable[[str], bool]]] = {
    "home_address": _is_not_home,
    "income": _is_not_income,
    "political_views": _is_not_politics,
    "preferred_name": _is_joint_activity,
    "religion": _is_not_faith,
    "sexual_orientation": _is_about_friends,
}
