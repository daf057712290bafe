"""What the person states about others: where their parents live, what they pay an employee, which church service sets
the time of an appointment."""

import re
from functools import lru_cache
from typing import Final

from providers.statements.subjects.ownership import Ownership
from providers.statements.text.sentences import Sentence
from providers.statements.text.words import word_set

# Relations who rarely live with the person. Clients and bosses are missing: an agent may mean the person by them.
_RELATIONS: Final = word_set("""
    parents mum mom mother dad father grandparents grandmother grandfather grandma grandpa brother brothers sister
    sisters aunt aunts uncle uncles cousin cousins niece nieces nephew nephews in-laws mother-in-law father-in-law
    sister-in-law brother-in-law friend friends
""")
_REACH: Final = 40  # words
_SUBJECTS: Final = word_set("i we you he she they")
_THIRD: Final = word_set("he she they")
_FIRST: Final = word_set("my our")
_PREPOSITIONS: Final = word_set("with near beside by at to into from")
_SHARED_HOME: Final = re.compile(
    r"\b(?:i|we)(?:'m|'re|'ve| am| are| have| had)? (?:\w+ly |also |still |now |been )?(?:liv|mov|rent|stay|settl|resid"
    r"|share|based|grew up|born|home)\w*|\b(?:also|too|nearby|next door|together)\b"
)
# What an employer does: "negotiated | Jessica's hourly rate", "promoting | Michael".
_HIRING: Final = word_set("promote promoted promoting hire hired hiring recruit recruited recruiting employ employed")
_PAY_VERBS: Final = word_set("""
    negotiated negotiating renegotiated renegotiating raised raising cut cutting lowered lowering approved approving
    increased increasing reduced reducing extended extending renewed renewing reviewed reviewing
""")
_PAID: Final = re.compile(
    r" ?'s (?:\w+ ){0,2}?"
    r"(?:rates?|salary|wages?|pay|bonus|raise|compensation|promotion|contract (?:renewal|extension))\b"
)
_SUM: Final = re.compile(r"[$\u20ac\u00a3] ?\d|\d[.,]\d{3}|\d ?k\b|\b(?!(?:19|20)\d\d\b)\d{4,}")
_OWN_PAY: Final = re.compile(
    r"\b(?:my|mine|our|ours)\b[^;!?]{0,60}?\d|\b(?:i|we)(?:'ve|'ll| have| will)? (?:\w+ )?(?:earn|mak|get|got|charg"
    r"|bring|tak|receiv|accept|us)\w*\b|\b(?:i'm|i am|we're|we are) on\b|\b(?:to|for|with) (?:me|us)\b"
)
# Names of records: an agent that writes in someone's record means the person, whatever the name.
_RECORDS: Final = word_set("profile record records field memory file entry note notes database system")
_REQUEST: Final = re.compile(
    r"\b(?:can|could|would) you\b|\bhelp me\b|\bi(?:'m| am) (?:wondering|planning)\b|\bi need (?:some |your )?(?:help"
    r"|advice|tips|ideas)\b|\bi want to know\b"
)
_WORSHIP: Final = word_set(
    "church mosque synagogue temple shul gurdwara mass prayer prayers service sermon choir bible ramadan lent"
)
_OPENERS: Final = word_set(", and but since because considering as while given")
_OWN: Final = word_set("i we me us my our mine ours myself ourselves")


def is_pronoun_of_relation(sentence: Sentence, index: int) -> bool:
    """Whether the pronoun before a word refers to a relation: "about my parents, since they live in | Leeds"."""
    texts = sentence.texts
    first = max(0, index - _REACH)
    subject = next((at for at in range(index - 1, first - 1, -1) if texts[at] in _SUBJECTS), None)
    if subject is None or texts[subject] not in _THIRD:
        return False
    is_named = any(
        texts[at] in _FIRST
        and sentence.text(at - 1) not in _PREPOSITIONS
        and not _RELATIONS.isdisjoint(texts[at + 1 : min(at + 3, subject)])
        for at in range(first, subject)
    )
    return is_named and not _lives_with_relations(sentence.folded)


@lru_cache(maxsize=8)
def _lives_with_relations(folded: str) -> bool:
    """Whether the person lives where their relations do. Cached, as it is checked for each place of a sentence."""
    return _SHARED_HOME.search(folded) is not None


def is_pay_of_other(ownership: Ownership) -> bool:
    """ "I negotiated Jessica's contract renewal with a raise to $62,000", with no pay of the person's own."""
    sentence = ownership.sentence
    texts = sentence.texts if _RECORDS.isdisjoint(sentence.vocabulary) else []
    for at, text in enumerate(texts):
        name = sentence.text(at + 1)
        if text not in _HIRING | _PAY_VERBS or not sentence.is_capital(at + 1) or name in ownership.names | _OWN:
            continue
        subject = next((one for one in reversed(texts[max(0, at - _REACH) : at]) if one in _SUBJECTS), "")
        end = sentence.words[at + 1].end
        is_direct = text in _HIRING and sentence.text(at + 2) != "'s"
        if subject in {"i", "we"} and (is_direct or _PAID.match(sentence.view.folded, end, sentence.end)):
            before = sentence.view.folded[sentence.start : sentence.words[at].start]
            after = sentence.view.folded[end : sentence.end]
            return _SUM.search(before) is None and not any(map(_OWN_PAY.search, (before, after)))
    return False


def is_faith_of_other(ownership: Ownership, index: int | None = None) -> bool:
    """Whether a request gives someone else's worship as its reason: "I need tips, since Amy has | mass at six".

    Without an index, the first word for worship is used.
    """
    sentence = ownership.sentence
    texts = sentence.texts
    if index is None:
        index = next((at for at, text in enumerate(texts) if text in _WORSHIP), 0)
    if texts[0] not in _OWN or not _asks(sentence.folded):
        return False
    back, ahead = range(index - 1, max(0, index - _REACH), -1), range(index, min(len(texts), index + _REACH))
    begin = next((at + 1 for at in back if texts[at] in _OPENERS and texts[at + 1] not in _OPENERS), 0)
    end = next((at for at in ahead if texts[at] in _OPENERS), ahead.stop)
    return begin > 0 and ownership.is_other_name(begin) and _OWN.isdisjoint(texts[begin:end])


@lru_cache(maxsize=8)
def _asks(folded: str) -> bool:
    return _REQUEST.search(folded) is not None
