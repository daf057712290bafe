"""One spelling for amounts of money: "58k", "58,000", "58.000 Euro" and "58 000 €" are one number."""

import re
from typing import Final

_BLANK: Final = r"[ \u00a0\u2009\u202f]"
_AMOUNT: Final = re.compile(
    rf"(?<![\w.,'’])(?P<whole>\d{{1,3}}(?:(?P<mark>[.,'’]|{_BLANK})\d{{3}}(?:(?P=mark)\d{{3}})*)?|\d+)(?P<part>[.,]\d{{1,2}})?"
    rf"(?!\d|[.,'’]\d)(?:{_BLANK}?(?P<times>k|thousand|tausend|tsd|mil|mille|mio|millones|millions?|m)\b)?"
)
_EXPONENTS: Final = {"k": 3, "thousand": 3, "tausend": 3, "tsd": 3, "mil": 3, "mille": 3}  # else millions
_PERIODS: Final = {
    "hour": r"hour(?:ly)?|hr|stunde|stundlich|hora|heure",
    "day": r"day|daily|tag|dia|jour",
    "week": r"week(?:ly)?|woche|semana|semaine",
    "month": r"month(?:ly)?|monat(?:lich)?|mes|mensual|mensuel\w*|mois|netto im monat",
    "year": r"years?|annum|annual(?:ly)?|yearly|pa|jahr(?:lich|es\w*)?|ano|anual\w*|par an|annee|annuel\w*",
}
_PERIOD: Final = re.compile("|".join(rf"\b(?P<{name}>{words})\b" for name, words in _PERIODS.items()))
# Words that add nothing to an amount.
_FILLERS: Final = re.compile(
    r"\b(?:earns?|makes?|gets?|income|salary|wages?|pay|paid|is|of|an?|per|the|my|her|his|their|has|have|in|im|pro|al|par"
    r"|por|eur(?:o|os)?|dollars?|usd|us|pounds?|gbp|francs?|chf|about|around|roughly|gross|before tax|brutto|brut|bruto"
    r"|verdient|gana|gagne)\b|[€$£/.,:]"
)
_EARNED: Final = re.compile(
    r"\b(?:earn|salar|income|wage|paid|makes?\b|verdien|gehalt|einkommen|gana|ingres|sueldo|gagne|revenu|salaire)",
    re.IGNORECASE,
)


def amounts(folded: str) -> frozenset[str]:
    """Return the whole numbers in a lower-case text, as digits; "1.2 million" is 1200000."""
    return frozenset(map(_digits, _AMOUNT.finditer(folded)))


def amount_in(text: str) -> str:
    """Return the one amount in a text, as whole digits: "earns 85k a year" → "85000"; empty if there are none or
    several."""
    found = amounts(text.casefold())
    return next(iter(found)) if len(found) == 1 else ""


def period_of(folded: str) -> str:
    """Return the period for which an amount is paid; empty if there are none or several."""
    found = {match.lastgroup or "" for match in _PERIOD.finditer(folded)}
    return found.pop() if len(found) == 1 else ""


def amount_with_period(folded: str) -> str:
    """Return the one amount in a text, with its period unless that is a year ("3000 a month")."""
    amount, period = amount_in(folded), period_of(folded)
    return f"{amount} a {period}" if amount and period not in {"", "year"} else amount


def is_income(text: str) -> bool:
    """Whether the text states what a person earns, and not what they pay or owe."""
    return _EARNED.search(text) is not None


def canonical_amount(folded: str) -> str:
    """Return the amount of a value that states nothing else; otherwise empty."""
    rest = _FILLERS.sub(" ", _PERIOD.sub(" ", _AMOUNT.sub(" ", folded)))
    return "" if rest.strip() else amount_with_period(folded)


def _digits(match: re.Match[str]) -> str:
    whole, part = re.sub(r"\D", "", match["whole"]), (match["part"] or "")[1:]
    if not match["times"]:
        return whole.lstrip("0") or "0"
    zeros = _EXPONENTS.get(match["times"], 6)
    return (whole + part.ljust(zeros, "0")).lstrip("0") or "0"
