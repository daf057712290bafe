"""Time zones as people write them: by name, city, abbreviation or offset from UTC."""

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
_ZONE_WORDS: Final = re.compile(r"\btime\b|\b(?:hora|heure)\b|zeit\b")  # "Central European Time"
_LANGUAGES: Final = ("de", "es", "fr", "it", "pt")
_SEPARATORS: Final = re.compile(r"[,;()]")
_AREAS: Final = frozenset(
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
)


def zone_of(text: str) -> str:
    """Return the name of the one time zone in a text, in the spelling of the tz database.

    If there is none but the text, or a part of it, gives a time zone ("UTC+2", "Lisbon, CET"), returns the text;
    otherwise an empty string.
    """
    folded = folded_name(text)
    if name := zones().get(folded) or _zone_by_city().get(folded):
        return name
    if len(near := zones_of_city(folded)) == 1:
        return near[0]
    parts = [folded, *filter(str.strip, _SEPARATORS.split(folded))]
    return text if _ZONE_WORDS.search(folded) or any(map(_is_zone, parts)) else ""


def folded_name(text: str) -> str:
    """Fold to small letters without accents and underscores."""
    return view(text).folded.strip().replace("_", " ")


@cache
def zones() -> Mapping[str, str]:
    """The names of all time zones by their folded spelling."""
    return {folded_name(name): name for name in sorted(available_timezones())}


@cache
def cities() -> Mapping[str, tuple[str, ...]]:
    """The zones named after each city, those under a continent before older names."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(available_timezones(), key=lambda name: (name.count("/") != 1, name)):
        found[folded_name(name.rpartition("/")[2])].append(name)
    return {city: tuple(names) for city, names in found.items()}


@cache
def _zone_by_city() -> Mapping[str, str]:
    """The zone of each city that names only one; "Pacific" is no city."""
    named = {city: [one for one in names if one.partition("/")[0] in _AREAS] for city, names in cities().items()}
    in_english = {city: names[0] for city, names in named.items() if len(names) == 1}
    return {**_in_other_languages(), **in_english}


def _in_other_languages() -> Mapping[str, str]:
    """The zones by CLDR's names of their cities in other languages ("Lisboa"), where a name leads to one zone."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for language in _LANGUAGES:
        for name, zone in Locale(language).time_zones.items():
            if (city := zone.get("city")) and name.partition("/")[0] in _AREAS:
                found[folded_name(city)].add(name)
    return {city: names.pop() for city, names in found.items() if len(names) == 1}


def _is_zone(part: str) -> bool:
    folded = part.strip()
    return folded in zones() or folded in cities() or folded in _ABBREVIATED or _OFFSET.fullmatch(folded) is not None
