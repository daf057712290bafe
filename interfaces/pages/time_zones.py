"""Which time zones somebody may have meant whose words name none."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from interfaces.near_words import meant
from providers.statements.time_zones import cities, spelt, zones

MOST_NEAR: Final = 3


def zones_near(text: str) -> Sequence[str]:
    """Their names, the nearest first."""
    said = spelt(text)
    known = {city: names[0] for city, names in cities().items()} | dict(zones())
    near = [meant(said, list(known)), *get_close_matches(said, known, n=MOST_NEAR)]
    return list(dict.fromkeys(known[one] for one in near if one in known))[:MOST_NEAR]
