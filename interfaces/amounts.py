"""Amounts of money as people write them, in one spelling."""

import re
from typing import Final

# With what multiplies it; a blank, point, comma or apostrophe before three digits groups them.
_AMOUNT: Final = re.compile(
    r"(?<![\d.,])(\d+(?:[.,'\s]\d{3})*(?:[.,]\d{1,2})?)(?: ?(k|thousand|tsd|mil|mille|million)\b)?(?!\d)", re.IGNORECASE
)
_GROUPS: Final = re.compile(r"[.,'\s](?=\d{3}(?!\d))")
_TIMES: Final = {"k": 1e3, "thousand": 1e3, "tsd": 1e3, "mil": 1e3, "mille": 1e3, "million": 1e6}


def amount_in(text: str) -> str:
    """The one amount that a text names, in digits: "85,000", "85k" and "85 000 a year" → "85000"; empty where it names
    none or several."""
    found = {_plain(number, unit.casefold()) for number, unit in _AMOUNT.findall(text)}
    return found.pop() if len(found) == 1 else ""


def _plain(number: str, unit: str) -> str:
    amount = float(_GROUPS.sub("", number).replace(",", ".")) * _TIMES.get(unit, 1)
    return f"{amount:.2f}".removesuffix(".00")
