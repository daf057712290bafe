"""Distinguishes an allergy or reaction to a medicine from taking it for an illness.

Only statements about the medicine itself count: "Eva takes Prozac and is allergic to nuts" states that she takes it.
"""

import re
from collections.abc import Collection
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.foreign.health import is_substance
from providers.statements.needs.adverse_reactions import REACTIONS, is_adverse
from providers.statements.needs.intolerances import intolerances_in, is_plain_intolerance
from providers.statements.needs.need_sentences import sole_need
from providers.statements.text.sentences import Sentence
from providers.statements.text.special_words import COPULAS, HAVE_VERBS, holds_term, is_medicine

_HEALTH: Final = "health_conditions"
_REFILED_FROM: Final = frozenset(
    [_HEALTH, "religion"]
)  # the fields for which a need may be mistaken: a diet may imply a faith
_FUNCTION_WORDS: Final = (
    r"(?:(?:the|any|all|some|most|taking|having|being given|eating|using|el|la|las|los|le|les|o|os|as|lo|il|der|die|das"
    r"|de) |l')*"
)
_AND: Final = r"(?:, (?:and |or )?| (?:and|or|und|oder|y|o|et|ou|e) )"
_TO: Final = r"(?:to|gegen|auf|a|al|alla?|aux?|ao|aos|as)"
# "Nuts, latex and": up to two words each, so that no other statement begins between them.
_LIST: Final = rf"{_FUNCTION_WORDS}(?:[\w-]+(?: (?!to\b)[\w-]+)?{_AND}(?:{_TO} )?{_FUNCTION_WORDS}){{0,4}}$"
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
_AFTER: Final = re.compile(
    r"(?:'s|s)?[ -](?:allerg(?!en)|intoleran|unvertrag)"
    r"|(?: (?:always|once|also|often|has|had|can))? (?:gives?|gave|given|makes?|made|causes?|caused|brings?|brought"
    rf"|macht|verursacht|(?:le |lui )?(?:da|dio|provoca|produce|donne|provoque|fait|causa))\b[^.,:;!?]*?{_REACTION}"
)
_GERMAN_AGAINST: Final = re.compile(rf"\bgegen {_LIST}")
_GERMAN_TOLERATES: Final = re.compile(rf"\bvertragt {_LIST}")
_TAKEN: Final = re.compile(
    r"(?:'s|s)? (?:\d|daily|for|against|since|twice|every|user|patient|dependent"
    r"|(?:and|but) (?:takes|is on))"
)
_TAKES: Final = re.compile(r"\b(?:takes|is on|uses|nimmt|toma|prend)\b")
_SURE: Final = re.compile(r"all?erg(?!en)|\banaph[iy]la|\banafila|\bhives\b|\burticari|\bnesselsucht")
_CLAUSE: Final = re.compile(r"[,;.:!?]|\b(?:and|but|or|und|aber|oder|y|pero|et|mais|e|ma|mas)\b")
_COELIAC: Final = re.compile(r"c(?:oe|œ|e)lia(?:c[ao]?|que)s?")
_IS: Final = re.compile(r"\b(?:is|am|'m|'s|are|ist|bin|es|soy|est|suis|e|sou|sono)(?: an?)? $")
# The name of one of these two fields before a value: "allergies: penicillin".
_LABEL: Final = re.compile(
    rf"\W*(?:the )?(?:[\w-]+(?:'s)? )?(?P<label>allerg(?:y|ies?|ien|ia)|al[e]rgias?|intolerances?|diet)"
    rf"(?: ?[:=]| is| are)? {_LIST}"
)
_NAME: Final = re.compile(r"(?P<name>[\w.:/-]+(?: [\w.:/-]+){0,2}): (?=\w)")
_BARE_LIST: Final = re.compile(rf"[\w-]+(?: [\w-]+)?(?:{_AND}[\w-]+(?: [\w-]+)?)*\.?", re.IGNORECASE)
_DIET_LABELS: Final = frozenset(["diabetic", "coeliac", "celiac"])


def as_allergy(mention: Mention, sentence: Sentence, names: Collection[str]) -> Mention:
    """Return the mention refiled as an allergy or a diet if the sentence states nothing more by it.

    A reader's mention, which spans the whole sentence, is refiled from any key. `names` are the words of the person's
    names.
    """
    start, end = mention.value.start - sentence.start, mention.value.end - sentence.start
    is_whole = not sentence.folded[:start] and not sentence.folded[end:].strip(" .!")
    if not is_whole and mention.key not in _REFILED_FROM:
        return mention
    folded = sentence.folded
    # "family: husband went vegan" is a need only with its name.
    key = sole_need(folded, names) or sole_need(folded.removeprefix(_note_name(folded)), names)
    if not key and mention.key == _HEALTH:
        key = _need_in_health_mention(sentence.folded, start, end)
    return mention._replace(key=key) if key else mention


def _need_in_health_mention(folded: str, start: int, end: int) -> str:
    """Return the field of the need that a health mention from `start` to `end` really states; empty if it is none."""
    before, value, after = folded[:start], folded[start:end], folded[end:]
    if _COELIAC.fullmatch(value) and _IS.search(before) and not after.startswith(" disease"):
        return "diet"
    label = _LABEL.fullmatch(before)
    if label and label["label"] == "diet" and value in _DIET_LABELS:
        return "diet"
    is_thing = is_medicine(value) or is_substance(value)
    if is_thing and (label or _is_intolerance(before, after) or _is_within_intolerance(folded, start, end)):
        return "allergies"
    is_whole = not before and not after.strip(" .!")
    return "allergies" if is_whole and _states_only_reactions(folded) else ""


def is_list_of_things(text: str) -> bool:
    """Whether a text lists one or more things in one or two words each, and is not a sentence or a verb phrase ("takes
    Prozac")."""
    return _BARE_LIST.fullmatch(text) is not None and (COPULAS | HAVE_VERBS).isdisjoint(text.casefold().split())


def _is_intolerance(before: str, after: str) -> bool:
    if _TAKEN.match(after):
        return False
    if _BEFORE.search(before) or (_NOT_GIVEN.search(before) and re.search(rf"\ball?erg|{_REACTION}", after)):
        return True
    if _GERMAN_AGAINST.search(before) and re.match(r" (?:\w+ )?allergisch", after):
        return True
    if _GERMAN_TOLERATES.search(before) and re.match(r" (?:\w+ )?nicht\b", after):
        return True
    return _AFTER.match(after) is not None and not _TAKES.search(before)


def _note_name(folded: str) -> str:
    """Return the name under which a sentence is filed ("note: "), if it is no illness or medicine."""
    found = _NAME.match(folded)
    if found is None or any(is_medicine(word) for word in found["name"].split()):
        return ""
    return "" if holds_term(found["name"], _HEALTH) else found[0]


def _is_within_intolerance(folded: str, start: int, end: int) -> bool:
    return any(first <= start and end <= last for first, last in intolerances_in(folded))


def _states_only_reactions(sentence: str) -> bool:
    folded = sentence.removeprefix(_note_name(sentence))
    if is_plain_intolerance(folded):
        return True
    clauses = [clause for clause in _CLAUSE.split(folded) if clause.strip()]
    sure = [is_plain_intolerance(clause) or _SURE.search(clause) is not None for clause in clauses]
    is_plain = all(one or is_adverse(clause) for one, clause in zip(sure, clauses, strict=True))
    return is_plain and any(sure) and not _TAKES.search(folded)
