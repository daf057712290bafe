"""Tells an allergy to a medicine, or a reaction to it, from taking it for an illness.

Only what is said of the medicine itself counts: "Eva takes Prozac and is allergic to nuts" tells that she takes it.
"""

import re
from collections.abc import Collection
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.foreign.health import is_substance
from providers.statements.needs.adverse_reactions import REACTIONS, is_adverse
from providers.statements.needs.intolerances import intolerances_in, is_plain_intolerance
from providers.statements.needs.need_sentences import need_told
from providers.statements.text.sentences import Sentence
from providers.statements.text.special_words import HAVING, SAYING, holds_term, is_medicine

_HEALTH: Final = "health_conditions"
_OF_NEEDS: Final = frozenset([_HEALTH, "religion"])  # what a need may be taken for: a diet tells of a faith, too
_SMALL: Final = (
    r"(?:(?:the|any|all|some|most|taking|having|being given|eating|using|el|la|las|los|le|les|o|os|as|lo|il|der|die|das"
    r"|de) |l')*"
)
_AND: Final = r"(?:, (?:and |or )?| (?:and|or|und|oder|y|o|et|ou|e) )"
_TO: Final = r"(?:to|gegen|auf|a|al|alla?|aux?|ao|aos|as)"
# "Nuts, latex and": each but two words, so that no other statement begins between.
_LIST: Final = rf"{_SMALL}(?:[\w-]+(?: (?!to\b)[\w-]+)?{_AND}(?:{_TO} )?{_SMALL}){{0,4}}$"
_REACTION: Final = "(?:" + "|".join(REACTIONS) + ")"
_BEFORE: Final = re.compile(
    rf"\b(?:all?erg(?!en)\w*|intoll?eran\w+|(?:reacts?|reacted|reagier\w+|reagi\w*)(?: \w+)?) {_TO} {_LIST}"
    rf"|{_REACTION}\w*(?: [\w-]+){{0,2}}? (?:from|to|after|auf|nach|von|tras|despues|apres|aux?|al) {_LIST}"
    r"|\b(?:(?:cannot|can't|can not|could not|couldn't|do(?:es)? not|do(?:es)?n't) tolerate"
    r"|n[ao]o? tolera|vertragt kein\w*"
    rf"|ne (?:tolere|supporte) pas|non tollera) {_LIST}"
)
_NOT_GIVEN: Final = re.compile(
    r"\b(?:(?:must|should|may|can)(?: ?not|n't| never) (?:ever )?(?:be given|have|take|get)|never be given"
    rf"|never give [\w-]+) {_LIST}"
)
_BEHIND: Final = re.compile(
    r"(?:'s|s)?[ -](?:allerg(?!en)|intoleran|unvertrag)"
    r"|(?: (?:always|once|also|often|has|had|can))? (?:gives?|gave|given|makes?|made|causes?|caused|brings?|brought"
    rf"|macht|verursacht|(?:le |lui )?(?:da|dio|provoca|produce|donne|provoque|fait|causa))\b[^.,:;!?]*?{_REACTION}"
)
_AGAINST: Final = re.compile(rf"\bgegen {_LIST}")
_BEARS_NOT: Final = re.compile(rf"\bvertragt {_LIST}")
_TAKEN: Final = re.compile(
    r"(?:'s|s)? (?:\d|daily|for|against|since|twice|every|user|patient|dependent"
    r"|(?:and|but) (?:takes|is on))"
)
_TAKES: Final = re.compile(r"\b(?:takes|is on|uses|nimmt|toma|prend)\b")
_SURE: Final = re.compile(r"all?erg(?!en)|\banaph[iy]la|\banafila|\bhives\b|\burticari|\bnesselsucht")
_CLAUSE: Final = re.compile(r"[,;.:!?]|\b(?:and|but|or|und|aber|oder|y|pero|et|mais|e|ma|mas)\b")
_COELIAC: Final = re.compile(r"c(?:oe|œ|e)lia(?:c[ao]?|que)s?")
_IS: Final = re.compile(r"\b(?:is|am|'m|'s|are|ist|bin|es|soy|est|suis|e|sou|sono)(?: an?)? $")
# The name of a field of these two before a value: "allergies: penicillin".
_LABEL: Final = re.compile(
    rf"\W*(?:the )?(?:[\w-]+(?:'s)? )?(?P<label>allerg(?:y|ies?|ien|ia)|al[e]rgias?|intolerances?|diet)"
    rf"(?: ?[:=]| is| are)? {_LIST}"
)
_NAME: Final = re.compile(r"(?P<name>[\w.:/-]+(?: [\w.:/-]+){0,2}): (?=\w)")
_BARE_LIST: Final = re.compile(rf"[\w-]+(?: [\w-]+)?(?:{_AND}[\w-]+(?: [\w-]+)?)*\.?", re.IGNORECASE)
_OF_DIETS: Final = frozenset(["diabetic", "coeliac", "celiac"])


def as_allergy(mention: Mention, sentence: Sentence, names: Collection[str]) -> Mention:
    """The mention, as one of an allergy or a diet where the sentence says no more than that by it; a reader's mention,
    which is all of the sentence, whatever it takes it for. `names` are the words of the person's."""
    start, end = mention.value.start - sentence.start, mention.value.end - sentence.start
    is_whole = not sentence.folded[:start] and not sentence.folded[end:].strip(" .!")
    if not is_whole and mention.key not in _OF_NEEDS:
        return mention
    key = need_told(sentence.folded.removeprefix(_name_before(sentence.folded)), names)
    if not key and mention.key == _HEALTH:
        key = _need_of_health(sentence.folded, start, end)
    return mention._replace(key=key) if key else mention


def _need_of_health(folded: str, start: int, end: int) -> str:
    """The field of the need that is told by what seems to tell of an illness from `start` to `end`; empty for none."""
    before, value, behind = folded[:start], folded[start:end], folded[end:]
    if _COELIAC.fullmatch(value) and _IS.search(before) and not behind.startswith(" disease"):
        return "diet"
    label = _LABEL.fullmatch(before)
    if label and label["label"] == "diet" and value in _OF_DIETS:
        return "diet"
    is_thing = is_medicine(value) or is_substance(value)
    if is_thing and (label or _is_intolerance(before, behind) or _is_plain_of(folded, start, end)):
        return "allergies"
    is_whole = not before and not behind.strip(" .!")
    return "allergies" if is_whole and _tells_reactions_alone(folded) else ""


def is_list_of_things(text: str) -> bool:
    """Whether a text is one thing or several in one or two words each, and no sentence, nor a part of one with a verb
    ("takes Prozac")."""
    return _BARE_LIST.fullmatch(text) is not None and (SAYING | HAVING).isdisjoint(text.casefold().split())


def _is_intolerance(before: str, behind: str) -> bool:
    if _TAKEN.match(behind):
        return False
    if _BEFORE.search(before) or (_NOT_GIVEN.search(before) and re.search(rf"\ball?erg|{_REACTION}", behind)):
        return True
    if _AGAINST.search(before) and re.match(r" (?:\w+ )?allergisch", behind):
        return True
    if _BEARS_NOT.search(before) and re.match(r" (?:\w+ )?nicht\b", behind):
        return True
    return _BEHIND.match(behind) is not None and not _TAKES.search(before)


def _name_before(folded: str) -> str:
    """The name under which a sentence stands ("note: "), where it tells of no illness and no medicine."""
    found = _NAME.match(folded)
    if found is None or any(is_medicine(word) for word in found["name"].split()):
        return ""
    return "" if holds_term(found["name"], _HEALTH) else found[0]


def _is_plain_of(folded: str, start: int, end: int) -> bool:
    return any(first <= start and end <= last for first, last in intolerances_in(folded))


def _tells_reactions_alone(sentence: str) -> bool:
    folded = sentence.removeprefix(_name_before(sentence))
    if is_plain_intolerance(folded):
        return True
    clauses = [clause for clause in _CLAUSE.split(folded) if clause.strip()]
    sure = [is_plain_intolerance(clause) or _SURE.search(clause) is not None for clause in clauses]
    is_plain = all(one or is_adverse(clause) for one, clause in zip(sure, clauses, strict=True))
    return is_plain and any(sure) and not _TAKES.search(folded)
