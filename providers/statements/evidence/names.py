"""Finds the names by which a sentence calls the person."""

import re
from collections.abc import Collection, Iterator
from re import Match
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership
from providers.statements.text import evidence_words as w
from providers.statements.text import gazetteer
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.words import IMPERATIVES, NOT_A_NAME

# A choice between two things. Of two names, only if one is known or resembles the other ("Rafa over Rafael").
_MAX_VERB: Final = 12
_CHOICE = re.compile(r"\b(?:prefers?|likes?|loves|favou?rs|recommends|chose|chooses|picked|uses|buys|wants) $")
_OTHER_PERSON = FilteredPattern(
    r"\b(?:an?|some|someone|somebody|new|another) (?:[\w-]+ ){0,4}(?:named|called|nicknamed)\b"
    r"|\b(?:one|some|two|each|both|another) of (?:them|these|those|her|his|their|the)\b"
)
_NAME = r"[\"'(]{0,2}(?P<name>(?:(?:Dr|Mr|Ms|Mrs|Mx|Prof)\.? )?[A-Z]\w+(?:[ -][A-Z]\w+)?)[\"')]{0,2}"
_USER = r"(?:her|him|them|me|us|user|the user)"
_PAPERS = "|".join(sorted(w.IDENTITY_PAPERS))
_CALLED = (
    rf"(?:calls? {_USER}|calling {_USER}|(?:be|being|is|gets|'s) called|nick(?:name)?(?:s|d)?|nicknamed|handle|alias"
    r"|(?:address|greet)(?:ed)? (?:\w+ )?(?:as|by)|insists on|known as|registered as|goes by|go by|going by"
    r"|signs? (?:\w+ ){0,4}(?:as|with|off)"
    rf"|introduc(?:es?|ed) (?:\w+self|{_USER}) as|greet(?:s|ed)? {_USER}|spoken to|moniker|answers to|responds to"
    rf"|refer(?:red)? to (?:as|{_USER})|identifies as|name(?: is|'s|:| to)?|form of address|what to call"
    r"|shorten(?:s|ed)?|open with)"
)
_NAMES: Final = tuple(map(FilteredPattern, (
    # "she is called Bea", "the handle she wants is Jinx", "shortens her own name to Dee"
    rf"(?:^(?:Handle|Nickname|Form of address|Name on [a-z]+)|\b{_CALLED})\b(?: [a-z'\"]+){{0,7}}?[:,]? {_NAME}",
    # "Kiki is how she wants to be spoken to", "Nina (that's what to call her)"
    rf"{_NAME}(?:, | \(|: | )(?:[a-z']+ ){{0,7}}?(?:nick(?:name)?|handle|alias|moniker|what to call|is known"
    r"|spoken to(?! (?:in|with|like|more|less|\w+ly)\b)|addressed|be called|preferred name|first name|full name"
    r"|form of address)\b",
    # "the user, Tova, is ...", "User (Ash) likes ..."
    rf"(?i:\b(?:user|account holder|person|customer|client)),? ?\(?,? ?(?:or rather )?(?<=[(, ]){_NAME}[),]",
    # "Vee, not Ana", "Ren over Ana", "in favour of Sky", "Bea rather than Beatrice"
    rf"{_NAME},? (?:over|[Nn]ot|[Nn]ever|rather than|instead of) [\"']?(?P<other>[A-Z]\w+)[\"']?"
    r"(?= (?:from now|any ?more|as)\b|[.,;!]|$)",
    rf"(?i:\bprefers?) {_NAME} to (?P<other>[A-Z]\w+)",
    rf"(?i:\b(?:dropped|gave up|no longer|not|never|don't say)(?: to)?(?: be)?(?: called| named)?) [A-Z]\w+\b.{{0,30}}?"
    rf"(?i:\b(?:favour of|favor of|say|but)) {_NAME}",
    # "or rather Nina as we should say", "is really Sasha", "feels more like her than", "open with 'Hey Jinx'"; but "Hey
    # Jinx, ..." greets someone else
    rf"(?i:\b(?:or rather|is really|is actually|write to)|(?<=\S )[\"']?(?:hey|dear)) {_NAME}",
    rf"{_NAME} (?i:feels more like)\b",
    rf"(?i:\b(?:everyone|everybody|people|friends|family)(?: at \w+)? (?:calls?|knows?)) [A-Z]\w+ (?:as )?{_NAME}",
    # "the passport now says Juniper Hale"
    rf"(?i:\b(?:{_PAPERS})\b(?: \w+){{0,2}} (?:says?|reads?)) {_NAME}",
    # "they are Oisín, pronounced ...", "he's Leo to everyone", "should say Theo", "the short form Alex"
    rf"(?i:\b(?:is|are|am)|'s|'m) {_NAME}(?: (?i:to (?:everyone|everybody|friends|family|us|me|all))|,? "
    r"(?i:pronounced|spelled|spelt|short for))\b",
    rf"(?i:\b(?:to|should|please|always|friends|people|we|you|just) say) {_NAME}"
    r"(?=[.,;!\"']|$| (?i:instead|when|and)\b)",
    rf"(?i:\b(?:short|long|full|diminutive) (?:form|version)|both names|all names|initials),? {_NAME}",
    rf"(?i:\b(?:surname|maiden name|married)\b.{{0,40}}? (?:is|as)(?: now)?) {_NAME}",
    r"(?i:\buse) [\"'](?P<name>[A-Z]\w+)[\"'] (?i:when|for|with|to)\b",
    r"(?i:\bsigns? (?:\w+ ){0,3})[\"'](?P<name>[A-Z]\w+)[\"']",
    # "Dr. Kovač when writing to the user"
    r"(?<!with )(?<!, )(?<!by )(?<!from )(?<!of )(?<!and )(?<!to )"
    r"(?P<name>(?:Dr|Mr|Ms|Mrs|Mx|Prof)\.? [A-Z]\w+)(?: [A-Z]\w+)?"
    r"(?:$|\.|,(?! (?:our|my|the|her|his|their|an?)\b)| (?i:when|for|in|to|instead)\b)",
)))  # fmt: skip

# "I'd name Otto as the executor"
_APPOINTED: Final = re.compile(
    r" (?:as|to be) (?:the|an?|my|our|her|his|their) (?:[\w-]+ )?(?:executor|trustee|guardian|beneficiary|heir|witness"
    r"|backup|alternate|successor|proxy|deputy|captain|treasurer|chair)\b"
)


def names(ownership: Ownership) -> Iterator[Mention]:
    """Yield the first name that a sentence gives to the person."""
    sentence = ownership.sentence
    if _mentions_named_thing(sentence) or _OTHER_PERSON.search(sentence.folded):
        return
    text = sentence.view.cased[sentence.start : sentence.end]
    for pattern in _NAMES:
        for found in pattern.finditer(text):
            start, end = found.span("name")
            if (
                _may_be_name(found, ownership.names)
                and not _APPOINTED.match(text, end)
                and not ownership.is_about_another(sentence.index_at(sentence.start + start), w.IDENTITY_PAPERS)
            ):
                yield Mention("preferred_name", Span(sentence.start + start, sentence.start + end))
                return


def _mentions_named_thing(sentence: Sentence) -> bool:
    """Whether the sentence mentions a thing that may have a name of its own: "her boat", but not "since school"."""
    things = (at for at, text in enumerate(sentence.texts) if text in w.NAMED_THINGS)
    return any(w.PREPOSITIONS.isdisjoint(sentence.texts[max(0, at - 2) : at]) for at in things)


def _may_be_name(found: Match[str], known: Collection[str]) -> bool:
    folded = gazetteer.fold(found["name"])
    if folded.split()[0] in NOT_A_NAME | IMPERATIVES or folded in w.CALENDAR or gazetteer.is_language(folded):
        return False
    chosen = found.string[max(0, found.start("name") - _MAX_VERB) : found.start("name")]
    if "other" in found.re.groupindex and _CHOICE.search(chosen):
        other = gazetteer.fold(found["other"])
        if "from now" in found.string or other in known:
            return True
        return other in folded or folded in other or other[:2] == folded[:2]
    is_place = gazetteer.is_place(folded) and not gazetteer.is_ambiguous(folded)
    return not is_place and not (found["name"].isupper() and "initials" not in found.string)
