"""Time zones as people write them: as a field holds them, or by a city that the tz database names one after."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from interfaces.near_words import meant
from interfaces.readable_values import expected_of
from interfaces.spelling import plain

KEY: Final = "timezone"
NAMED: Final = re.compile(r"\btime\b|\b(?:hora|heure)\b|zeit\b", re.IGNORECASE)  # "Central European Time"
APART: Final = re.compile(r"[,;()]")
MOST_NEAR: Final = 3


def is_time_zone(text: str) -> bool:
    """Whether somebody could tell the time by it, or by a part of it ("Lisbon, CET")."""
    parts = [text, *filter(str.strip, APART.split(text))]
    return NAMED.search(text) is not None or any(_spelt(one) in _zones() or _is_read(one) for one in parts)


def zones_near(text: str) -> Sequence[str]:
    """The names of those that may have been meant, the nearest first."""
    spelt = _spelt(text)
    near = [meant(spelt, list(_zones())), *get_close_matches(spelt, _zones(), n=MOST_NEAR)]
    return list(dict.fromkeys(_zones()[one] for one in near if one in _zones()))[:MOST_NEAR]


def _is_read(text: str) -> bool:
    return expected_of(KEY, text) is None


def _spelt(text: str) -> str:
    return plain(text).strip().replace("_", " ")


@cache
def _zones() -> dict[str, str]:
    """The name of each zone by how it, or the city in it, is spelt."""
    names = sorted(available_timezones(), key=lambda name: (name.count("/") != 1, name))
    cities: dict[str, str] = {}
    for name in names:
        cities.setdefault(_spelt(name.rpartition("/")[2]), name)
    return cities | {_spelt(name): name for name in names}
