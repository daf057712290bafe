"""Advice and examples, as assistants give them to anybody: "Consider talking to a professional", "If you earn more than
$50,000, ...". They tell nothing of the person, unless a sentence says "you have", or speaks of somebody."""

import re
from typing import Final

from providers.statements.subjects.ownership import Ownership
from providers.statements.text.words import IMPERATIVES, PERSON_NOUNS, word_set

# With these notes for an assistant begin, too: "Send parcels to ...", "Plan meals around the insulin".
_OF_NOTES: Final = word_set("""
    remember note record save store update use write avoid address keep send contact stop get put mention give take
    offer suggest include schedule plan check adjust limit cut work wear walk visit talk make let leave join read run
    arrange share show set skip
""")
_ADVISING: Final = IMPERATIVES - _OF_NOTES | {"try", "have", "be", "set", "make"}
_SOMEBODY: Final = PERSON_NOUNS | word_set("i me my mine we us our ours he she him his her hers myself herself himself")
_OWNERS: Final = word_set("'s my our her his their i we she he they has have had is was are")
_SPOKEN_OF: Final = re.compile(
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
_TOLD: Final = re.compile(
    r"\byou (?:are|have|had|were|earn|live|take|told|said|mentioned|shared|suffer|were|owe|make|belong|identify"
    r"|believe)"
    r"(?! (?:able|to|about|any|more|looking|trying|not|unsure|ready|feeling|going|using|planning|a plan|the option)\b)"
    r"|\byou(?:'re|'ve)\b(?! (?:able|looking|trying|not|unsure|ready|feeling|going|using|planning|right|welcome)\b)"
    r"|\b(?:since|again|still|lately|no longer|any ?more|recently|currently|is back|off the|due)\b"
)
_OF_STATES: Final = re.compile(r"\d ?(?:billion|trillion|bn)\b")  # nobody's income
_EXAMPLE: Final = re.compile(
    r"\b(?:if|when|suppose|supposing|imagine) (?:you|someone|somebody|one|an?|people|they)\b|\Afor (?:example"
    r"|instance)\b"
    r"|\b(?:an?|any|each|every|average|single|typical) (?:\w+ ){0,2}?(?:person|employee|worker|household|family|couple"
    r"|freelancer|teacher|nurse|engineer|individual|earner|saver|buyer|borrower) (?:with|who|on|earning|making|owes)\b"
)


# "User did not mention any illness", "No need to ask Ana about politics", but "never said what her uncle did".
_UNTOLD: Final = re.compile(
    r"\b(?:(?:did|has|have|had)(?: not|n't)(?: yet)?|never) (?:say|said|mention(?:ed)?|tell|told (?:us|me)|state[d]?"
    r"|specify|specified|disclosed?|reveal(?:ed)?|shared?|given|give)(?: any\b| anything about| what\b| where\b"
    r"| which\b| whether\b| whom\b)(?!.*\b(?:did|happened|because|since|but|though|only)\b)"
    r"|\b(?:no need|asked (?:us |me )?not) to (?:ask|be asked|talk) (?:(?:the )?\w+ )?about \w+"
    r"(?: (?:and|or) \w+)?\W*$"
    r"|\b(?:unknown|not known|unclear|isn't known|don't know|do not know) (?:what|which|where|whether|if|whom)\b"
    r"(?!.*\b(?:because|since|but|though)\b)"
)


def tells_nobodys(ownership: Ownership) -> bool:
    """Whether a sentence is advice to whoever reads it, or only names what was spoken of or what is not known."""
    return _is_advice(ownership) or _is_topic(ownership) or _UNTOLD.search(ownership.sentence.folded) is not None


def _is_topic(ownership: Ownership) -> bool:
    """Whether a note only says of what was spoken, and of nothing that is somebody's: "Discussed foster care with the
    user."."""
    vocabulary = ownership.sentence.vocabulary
    return _SPOKEN_OF.match(ownership.sentence.folded) is not None and _OWNERS.isdisjoint(vocabulary)


def _is_advice(ownership: Ownership) -> bool:
    """Whether a sentence gives advice to whoever reads it, or has blanks to be filled in, and says of nobody that
    something is so."""
    if _BLANKS.search(ownership.sentence.folded):
        return True
    if _speaks_of_the_person(ownership):
        return False
    said = _LABEL.sub("", ownership.sentence.folded)
    is_told_to_do = said.partition(" ")[0] in _ADVISING
    return (is_told_to_do or _ADVICE.search(said) is not None) and _TOLD.search(said) is None


def is_of_no_income(ownership: Ownership) -> bool:
    """Whether sums are those of states ("20 billion"), or supposed: "a person with a salary of $60,000 could save"."""
    if _OF_STATES.search(ownership.sentence.folded):
        return True
    return not _speaks_of_the_person(ownership) and _EXAMPLE.search(ownership.sentence.folded) is not None


def _speaks_of_the_person(ownership: Ownership) -> bool:
    sentence = ownership.sentence
    if not _SOMEBODY.isdisjoint(sentence.vocabulary) or not ownership.names.isdisjoint(sentence.vocabulary):
        return True
    return any(ownership.is_stranger(at) for at in range(1, len(sentence.texts)) if sentence.is_capital(at))
