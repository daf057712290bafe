"""Detects whether a text that repeats an approved value denies it or adds another value."""

import re

from providers.statements import Statement

# Anywhere in the sentence: a denial, or a statement about the past.
_DENIAL = re.compile(
    r"\b(?:no|not|never|nor|neither|cannot|false|untrue|wrong|incorrect|mistaken|mistake|correction|corrected|outdated|"
    r"obsolete|former|formerly|previously|until|till|instead|rather|anymore|any more|used to|forget|delete|remove|stop|"
    r"ignore|disregard|scratch|lie|lied|joke|pretend|ex|old|before|changed|changes|replaced?)\b|n['\u2019]t\b|"
    r"[-=~]>|[\u2190-\u21ff\u27f0-\u27ff]",
    re.IGNORECASE,
)
# Behind the value: another one ("Lisbon or Porto", "Ana (call her Maggie)").
_OTHER = re.compile(
    r"\s*(?:[,;/|(&+\u2013\u2014-]|and\b|or\b|but\b|then\b|now\b|plus\b|also\b)[\s,;(]*"
    r"(?:(?:and|or|but|then|now|also|later|soon|actually|since|she|he|they|it|is|are|prefers?|call|me|her|him|them|in|at|"
    r"to|as|better|sometimes|recently|moving)[\s,:]+){0,5}(?:(?!I\b)[A-Z]|(?:she|he|they|ze|xe)\b[^\w\s])",
)
# The sentence behind it begins like this.
_AFTERTHOUGHT = re.compile(
    r"[\s.!?\"')\]]*(?:no|not|wrong|false|correction|rather|or|actually|now|instead|update|edit|ps|scratch that|i mean|"
    r"old|outdated|formerly|then|later|but|sorry|make that)\b",
    re.IGNORECASE,
)
_END_OF_SENTENCE = re.compile(r"[.!?](?=\s|$)|\n|$")


def is_contradicted(statement: Statement, text: str) -> bool:
    """Whether the sentence of a statement, or what follows it, denies its value, corrects it or adds to it."""
    end = _end(text, statement)
    sentence = text[statement.start : end]
    value = sentence.casefold().find(statement.value.casefold())
    behind = sentence[value + len(statement.value) :] if value >= 0 else ""
    return bool(_DENIAL.search(sentence) or _OTHER.match(behind) or _AFTERTHOUGHT.match(text, end))


def _end(text: str, statement: Statement) -> int:
    """Return where its sentence ends: of a labelled value, only the value was matched."""
    last = max(statement.start, statement.end - 1)
    found = _END_OF_SENTENCE.search(text, last)
    return max(statement.end, found.start() if found else len(text))
