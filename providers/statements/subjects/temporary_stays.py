"""Distinguishes a temporary stay from a home: "in Berlin from 3 to 6 March", "until Friday", "for two nights"."""

import re
from typing import Final

_MONTH: Final = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
_NUMBER: Final = r"\d{1,2}(?:st|nd|rd|th|\.)?(?!\d)"
_DATE: Final = rf"(?:(?:the )?{_NUMBER}(?: (?:of )?{_MONTH})?|{_MONTH} {_NUMBER})"
_DAY_OR_DATE: Final = rf"(?:{_DAY}|{_DATE}|today|tomorrow)"
_COUNT: Final = r"(?:an?|one|two|three|four|five|six|seven|ten|\d{1,2}|a few|a couple of|some|several|the)"
_SPAN: Final = rf"{_COUNT} (?:\w+ )?(?:hours?|days?|nights?|weekends?|weeks?)\b"
_STAY: Final = (
    r"(?:\b(?:this|next|last|for the) (?:week|weekend|month|summer|winter|spring|autumn|fall|night)\b"
    rf"|\b(?:from|between) {_DAY_OR_DATE} ?(?:to|until|till|through|and|[-\u2013]) ?{_DAY_OR_DATE}"
    rf"|\b(?:until|till|on) {_DAY_OR_DATE}"
    rf"|\b(?:{_NUMBER} ?[-\u2013] ?{_NUMBER} {_MONTH}|{_MONTH} {_NUMBER} ?[-\u2013] ?{_NUMBER})"
    rf"|\b(?:spends?|spent|spending|plan(?:s|ned|ning)?|book(?:s|ed|ing)?|wants|takes?|took|after|before) {_SPAN} in\b)"
)
_PLAIN: Final = re.compile(_STAY)
_LASTING: Final = re.compile(rf"\bfor {_SPAN}")
# A lookahead for places: the rest of the sentence does not limit the stay.
NO_TIME_LIMIT: Final = rf"(?!.*{_STAY})"


def is_stay(folded: str) -> bool:
    """Whether a sentence in small letters limits a stay. "Has been there for two weeks" does not: the person may have
    moved."""
    return _PLAIN.search(folded) is not None or ("been" not in folded and _LASTING.search(folded) is not None)
