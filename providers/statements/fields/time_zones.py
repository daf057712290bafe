"""Time zones as people write them: by name, by a city, by letters, by hours from Greenwich."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from babel import Locale

from providers.statements.text.gazetteer import zones_of_city
from providers.statements.text.normalise import view
from providers.statements.text.words import word_set

TIME_ZONE: Final = "timezone"  # the field's key
_OFFSET: Final = re.compile(r"(?:utc|gmt)? ?[+-](?:0?\d|1[0-4])(?::?[0-5]\d)?|z")
_ABBREVIATED: Final = word_set("cest eest west bst edt cdt cst mdt pdt pst akst akdt ist jst kst aest aedt nzst nzdt")
_NAMED: Final = re.compile(r"\btime\b|\b(?:hora|heure)\b|zeit\b")  # "Central European Time"
_LANGUAGES: Final = ("de", "es", "fr", "it", "pt")
_APART: Final = re.compile(r"[,;()]")
_AREAS: Final = frozenset(
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
)


def zone_of(text: str) -> str:
    """The name of the one time zone that a text names, in the spelling of the tz database; else the text itself, where
    somebody could tell the time by it or by a part of it ("UTC+2", "Lisbon, CET"); empty where nobody could."""
    said = spelt(text)
    if name := zones().get(said) or _of_cities().get(said):
        return name
    if len(near := zones_of_city(said)) == 1:
        return near[0]
    parts = [said, *filter(str.strip, _APART.split(said))]
    return text if _NAMED.search(said) or any(map(_tells_the_time, parts)) else ""


def spelt(text: str) -> str:
    """In small letters, without accents and underscores."""
    return view(text).folded.strip().replace("_", " ")


@cache
def zones() -> Mapping[str, str]:
    """The names of all time zones by how they are spelt."""
    return {spelt(name): name for name in sorted(available_timezones())}


@cache
def cities() -> Mapping[str, tuple[str, ...]]:
    """The zones that are named after each city, those by a continent before older names."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(available_timezones(), key=lambda name: (name.count("/") != 1, name)):
        found[spelt(name.rpartition("/")[2])].append(name)
    return {city: tuple(names) for city, names in found.items()}


@cache
def _of_cities() -> Mapping[str, str]:
    """The one zone of each city that has one; "Pacific" is no city."""
    named = {city: [one for one in names if one.partition("/")[0] in _AREAS] for city, names in cities().items()}
    in_english = {city: names[0] for city, names in named.items() if len(names) == 1}
    return {**_in_other_languages(), **in_english}


def _in_other_languages() -> Mapping[str, str]:
    """The zones by what CLDR calls their cities elsewhere ("Lisboa"), as far as that names one alone."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for language in _LANGUAGES:
        for name, told in Locale(language).time_zones.items():
            if (city := told.get("city")) and name.partition("/")[0] in _AREAS:
                found[spelt(city)].add(name)
    return {city: names.pop() for city, names in found.items() if len(names) == 1}


def _tells_the_time(part: str) -> bool:
    said = part.strip()
    return said in zones() or said in cities() or said in _ABBREVIATED or _OFFSET.fullmatch(said) is not None
