"""Words that somebody else wrote, and the person only cites: 'likes the line "Call me Ishmael"'."""

from typing import Final

from providers.statements.aliases import SPECIAL_KEYS
from providers.statements.filtered_pattern import FilteredPattern
from providers.statements.statement import Statement

# What counts in a citation, too: else whoever cites tells it past the person.
_COUNTING: Final = SPECIAL_KEYS | {"home_access", "home_address"}
_WRITTEN: Final = (
    r"(?:line|lyrics?|motto|slogan|caption|placeholder|proverb|verse|headline|dummy text|opening|epigraph"
    r"|dialogue|chorus"
    r"|error message|test sentence|example sentence)"
)
_CITED: Final = FilteredPattern(
    rf"(?i)\b(?:(?:the|an?|this|that|as) (?:\w+ ){{0,2}}?{_WRITTEN}s?|(?:quot|cit)(?:es|ed|ing|e)(?! (?:her|him"
    rf"|my|them)sel)"
    r"(?: [\w']+){0,3}?|recit(?:es|ed|ing))(?: (?:says|reads|is|was|goes|from \w+))?"
    r"[:,]? ?\"[^\"\n]{3,300}\""
)


def is_cited(folded: str, told: Statement) -> bool:
    """Whether a sentence in small letters has a value only in what it cites."""
    if '"' not in folded or told.key in _COUNTING:
        return False
    value = told.value.casefold()
    return value in folded and value not in _CITED.sub(" ", folded)
