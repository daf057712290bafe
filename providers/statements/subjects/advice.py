"""Recognises advice and examples, as assistants give them to anyone: "Consider talking to a professional", "If you earn
more than $50,000, ...". They state nothing about the person, unless a sentence says "you have" or mentions a person."""

import re
from typing import Final

from providers.statements.subjects.ownership import Ownership
from providers.statements.text.words import IMPERATIVES, PERSON_NOUNS, word_set

# Verbs that also begin notes for an assistant: "Send parcels to ...", "Plan meals around the insulin".
_NOTE_VERBS: Final = word_set("""
    remember note record save store update use write avoid address keep send contact stop get put mention give take
    offer suggest include schedule plan check adjust limit cut work wear walk visit talk make let leave join read run
    arrange share show set skip
""")
_ADVISING: Final = IMPERATIVES - _NOTE_VERBS | {"try", "have", "be", "set", "make"}
_PERSONS: Final = PERSON_NOUNS | word_set("i me my mine we us our ours he she him his her hers myself herself himself")
_OWNERS: Final = word_set("'s my our her his their i we she he they has have had is was are")
_DISCUSSED: Final = re.compile(
    r"(?:(?:we|i|the assistant|assistant) )?(?:(?:briefly|then|also) )?(?:discussed|talked about|spoke about|went over"
    r"|covered|explained|reviewed|gave (?:the )?[^\W\d_]+ (?:an? )?(?:\w+ )?(?:overview|summary|explanation|comparison"
    r"|list) of)\b|(?:topics?|agenda|subject|next session|session): "
)
# "I, Crystal [Last Name], residing at [Your Address], declare ..."
_BLANKS: Final = re.compile(
    r"\[(?:[a-z']+ )?(?:name|names|date|address|title|email|phone|amount|location|number|company|state|time|position)"
    r"(?:\(s\))?\](?! ?[:=])"
)
_LABEL: Final = re.compile(r"\A[^:.!?]{1,40}: ?")
_ADVICE: Final = re.compile(
    r"\byou(?:'d|'ll)? (?:(?:may|might|can|could|should|would) (?:also )?(?:want|need|consider|try|ask|see|talk"
    r"|look|use"
    r"|find|save|start|set|pay|think|speak|choose|do|be|have|put|take|reach|end|lower|reduce|improve)|want to|need to"
    r"|have about)\b"
    r"|\bif (?:you|someone|somebody|one|needed|necessary|possible|symptoms)\b|\bsuppose\b"
    r"|\A(?:for (?:example|instance)|in general|generally|many|most|some|people|as a rule|e\.g\.)\b"
    r"|\byour (?:monthly |annual |total )?(?:payment|savings|cost|interest|rate|balance|bill|tax)s? would be\b"
    r"|\b(?:takes time|can (?:also )?(?:help|be|reduce|lead|cause|improve|feel|make)|helps (?:to|you|people)"
    r"|(?:is|are) (?:often |also )?(?:crucial|key|important|essential|recommended|helpful))\b"
)
_ADDRESSED: Final = re.compile(
    r"\byou (?:are|have|had|were|earn|live|take|told|said|mentioned|shared|suffer|were|owe|make|belong|identify"
    r"|believe)"
    r"(?! (?:able|to|about|any|more|looking|trying|not|unsure|ready|feeling|going|using|planning|a plan|the option)\b)"
    r"|\byou(?:'re|'ve)\b(?! (?:able|looking|trying|not|unsure|ready|feeling|going|using|planning|right|welcome)\b)"
    r"|\b(?:since|again|still|lately|no longer|any ?more|recently|currently|is back|off the|due)\b"
)
_PUBLIC_SUM: Final = re.compile(r"\d ?(?:billion|trillion|bn)\b")  # a public budget, not an income
_EXAMPLE: Final = re.compile(
    r"\b(?:if|when|suppose|supposing|imagine) (?:you|someone|somebody|one|an?|people|they)\b|\Afor (?:example"
    r"|instance)\b"
    r"|\b(?:an?|any|each|every|average|single|typical) (?:\w+ ){0,2}?(?:person|employee|worker|household|family|couple"
    r"|freelancer|teacher|nurse|engineer|individual|earner|saver|buyer|borrower) (?:with|who|on|earning|making|owes)\b"
)


# "User did not mention any illness", "No need to ask Ana about politics", but not "never said what her uncle did".
_NOT_STATED: Final = re.compile(
    r"\b(?:(?:did|has|have|had)(?: not|n't)(?: yet)?|never) (?:say|said|mention(?:ed)?|tell|told (?:us|me)|state[d]?"
    r"|specify|specified|disclosed?|reveal(?:ed)?|shared?|given|give)(?: any\b| anything about| what\b| where\b"
    r"| which\b| whether\b| whom\b)(?!.*\b(?:did|happened|because|since|but|though|only)\b)"
    r"|\b(?:no need|asked (?:us |me )?not) to (?:ask|be asked|talk) (?:(?:the )?\w+ )?about \w+"
    r"(?: (?:and|or) \w+)?\W*$"
    r"|\b(?:unknown|not known|unclear|isn't known|don't know|do not know) (?:what|which|where|whether|if|whom)\b"
    r"(?!.*\b(?:because|since|but|though)\b)"
)


def is_advice_or_topic(ownership: Ownership) -> bool:
    """Whether a sentence is general advice, or only names a topic of discussion or an unknown."""
    return _is_advice(ownership) or _is_topic(ownership) or _NOT_STATED.search(ownership.sentence.folded) is not None


def _is_topic(ownership: Ownership) -> bool:
    """Whether a note only names a topic of discussion, and nothing that a person is or has: "Discussed foster care with
    the user."."""
    vocabulary = ownership.sentence.vocabulary
    return _DISCUSSED.match(ownership.sentence.folded) is not None and _OWNERS.isdisjoint(vocabulary)


def _is_advice(ownership: Ownership) -> bool:
    """Whether a sentence is general advice or has blanks to fill in, and asserts nothing of a person."""
    if _BLANKS.search(ownership.sentence.folded):
        return True
    if _mentions_a_person(ownership):
        return False
    text = _LABEL.sub("", ownership.sentence.folded)
    is_imperative = text.partition(" ")[0] in _ADVISING
    return (is_imperative or _ADVICE.search(text) is not None) and _ADDRESSED.search(text) is None


def is_not_income(ownership: Ownership) -> bool:
    """Whether sums are public budgets ("20 billion"), or hypothetical: "a person with a salary of $60,000 could
    save"."""
    if _PUBLIC_SUM.search(ownership.sentence.folded):
        return True
    return not _mentions_a_person(ownership) and _EXAMPLE.search(ownership.sentence.folded) is not None


def _mentions_a_person(ownership: Ownership) -> bool:
    sentence = ownership.sentence
    if not _PERSONS.isdisjoint(sentence.vocabulary) or not ownership.names.isdisjoint(sentence.vocabulary):
        return True
    return any(ownership.is_other_name(at) for at in range(1, len(sentence.texts)) if sentence.is_capital(at))
