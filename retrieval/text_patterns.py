"""Patterns for what a question asks for, and for kinds of texts.

English only and independent of topics: questions and texts in other languages match none, and are ranked by the other
signals.
"""

import re
from dataclasses import dataclass

# Only so much of a text is read: its kind shows at the beginning.
HEAD_CHARACTERS = 240

_BEGINS_AS_QUESTION = (
    r"\W*(?:what|when|where|who|whom|whose|which|why|how|do|does|did|is|are|was|were|am|can|could|would|will|should|have"
    r"|has|had|may|tell me|remind me)\b"
)
_ASKS = re.compile(rf"{_BEGINS_AS_QUESTION}|.*\?\W*$", re.IGNORECASE | re.DOTALL)
# One short sentence that is a question from its first word on.
_ONLY_ASKS = re.compile(rf"{_BEGINS_AS_QUESTION}[^.!?,;:]{{0,80}}\?\W*", re.IGNORECASE)
_ASKS_WHEN = re.compile(r"\s*(?:when|(?:what|which) (?:day|date|week|month|year))\b", re.IGNORECASE)
_ASKS_HOW_MANY = re.compile(r"\bhow (?:many|much|old|long|far|often|big|tall)\b", re.IGNORECASE)
_ASKS_FOR_SUMMARY = re.compile(r"\b(?:summar(?:y|i[sz]e)\w*|overview|recap)\b", re.IGNORECASE)
_ASKS_ASSISTANT = re.compile(
    r"\b(?:did|had|have) you (?:ever |already |previously )?(?:recommend|suggest|sa(?:y|id)\b|t(?:ell|old)\b|advi"
    r"|mention|g[ia]ve|provid|explain|list|describ|propos|outlin|help|sho?w|wr[io]t|answer)"
    r"|\byou (?:also |just |previously |earlier |once |had |have |'ve )?(?:recommended|suggested|said|told|advised"
    r"|mentioned|gave|given|provided|explained|listed|described|proposed|outlined|helped|showed|shown|wrote|written"
    r"|answered)\b|\byour (?:recommendations?|suggestions?|advice|answers?|explanations?)\b",
    re.IGNORECASE,
)
_ASKS_FOR_ADVICE = re.compile(
    r"\b(?:suggest\w*|recommend\w*|advi[cs]e\w*|ideas?|tips|help me|should I|could I|can I|what (?:would|should)"
    r"|how (?:would|can|do|should) (?:you|I|we))\b",
    re.IGNORECASE,
)
_ACKNOWLEDGEMENT = re.compile(
    r"\W*(?:thanks|thank you|yeah|yes|yep|ok|okay|sure|got it|sounds|that sounds|that's (?:great|a)|great|perfect|"
    r"awesome|cool|wow|alright|right|these (?:tips|steps|strategies|options) |this (?:plan|is))\b",
    re.IGNORECASE,
)
_SMALL_TALK = re.compile(
    r"(?:\W*\b(?:(?:good)?bye|good ?(?:night|morning)|for now|see (?:you|ya)|later|soon"
    r"|let me (?:see|think|check|look(?: it up)?)|hello|hi|hey|there|(?:one|just a) (?:moment|second|sec)|hm+|h?um+"
    r"|thanks|thank you|thx|a lot|(?:so|very) much|again|got it|okay|ok|sure|all ?right|alright|no problem"
    r"|you(?:'re| are) welcome|great|cool|nice|wow|i see|lol|(?:ha){2,}|ye[sp]|yeah|nope?|take care|talk to you"
    r"|have a (?:good|nice|great) (?:one|day|evening|night|weekend))\b)+\W*",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"\W*(?:please,? |and |also,? )*(?:always|never|from now on|in (?:the )?future,|going forward|whenever|every time"
    r"|when I (?:ask|say|mention))\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(r"\b(?:prefer\w*|rather than|favou?rite\w*|instead of)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|couple|once|twice|dozen)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuestionFocus:
    """What a question asks for."""

    when: bool
    how_many: bool
    summary: bool
    advice: bool
    assistant: bool


def asks(text: str) -> bool:
    """Whether it is a question, or begins as one."""
    return bool(_ASKS.match(text))


def focus_of(question: str) -> QuestionFocus:
    """Return what a question asks for. `assistant`: what the assistant said ("What did you recommend?"), which does not
    ask for advice now."""
    of_assistant = bool(_ASKS_ASSISTANT.search(question))
    return QuestionFocus(
        when=bool(_ASKS_WHEN.match(question)),
        how_many=bool(_ASKS_HOW_MANY.search(question)),
        summary=bool(_ASKS_FOR_SUMMARY.search(question)),
        advice=bool(_ASKS_FOR_ADVICE.search(question)) and not of_assistant,
        assistant=of_assistant,
    )


def acknowledges(head: str) -> bool:
    """Whether a text acknowledges the other side's: "Thanks, that sounds good ...", which it repeats."""
    return bool(_ACKNOWLEDGEMENT.match(head))


def is_small_talk(head: str) -> bool:
    """Whether a text is only a greeting, a pause or thanks: "Bye for now", "Let me see."."""
    return bool(_SMALL_TALK.fullmatch(head))


def only_asks(head: str) -> bool:
    """Whether a text is one short question and nothing else, which cannot answer another."""
    return bool(_ONLY_ASKS.fullmatch(head))


def instructs(head: str) -> bool:
    """Whether a text is a lasting instruction: "Always ...", "From now on ..."."""
    return bool(_INSTRUCTION.match(head))


def prefers(head: str) -> bool:
    return bool(_PREFERENCE.search(head))


def has_number(head: str) -> bool:
    return bool(_NUMBER.search(head))
