"""Fields and relatives by their names in all languages of the pages: "Mein Bruder" finds the stored "brother", and
"Stadt" the city."""

import re
from collections.abc import Mapping
from functools import cache

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.plain_words import CATEGORIES, FAMILY, FIELDS, RELATIVES
from interfaces.spelling import in_each_language, plain

WORD = re.compile(r"\w+")
MOST_WORDS = 3  # "mi hermano mayor"; more words are a question
_OWN = "my your her his their mein meine meinen dein deine mi mis tu tus su sus mon ma mes ta tes"
OWNERS = frozenset(_OWN.split())
# Other names of a field, separated by commas.
ALSO_CALLED: Mapping[str, Promise] = {
    "employer": _("job, work, company, workplace, boss"),
    "occupation": _("job, work, profession"),
    "health_conditions": _("health, illness, illnesses"),
    "income": _("income, salary, money, debts"),
    "home_address": _("address, home"),
    "relationship_status": _("partner, marriage"),
}


def chunks_naming(words: str) -> Q:
    """Select chunks of the fields that the words name, or that say who the named relative is; none where they name
    nothing."""
    found = Q(pk__in=[])
    for beginning in _beginnings_named(words):
        found |= Q(text__istartswith=beginning)
    return found


def is_named(words: str, content: str) -> bool:
    """Whether `chunks_naming` selects a fact with this text."""
    return content.lower().startswith(_beginnings_named(words))


def _beginnings_named(words: str) -> tuple[str, ...]:
    """Return the beginnings of the texts of facts that the words name."""
    if not 0 < len(WORD.findall(words)) <= MOST_WORDS:
        return ()
    relatives = _relatives_in(words)
    of_relative = [f"{FAMILY}: {relative}:" for relative in relatives] if len(relatives) == 1 else []
    return (*of_relative, *(f"{key}: " for key in fields_named(words)))


def fields_named(words: str) -> frozenset[str]:
    """Return the keys of the fields that the words name, with or without "my"."""
    return _fields().get(_name_in(words), frozenset())


def categories_named(words: str) -> frozenset[str]:
    """Return the keys of the subjects that the words name."""
    return _categories().get(_name_in(words), frozenset())


def _name_in(words: str) -> str:
    spelt = list(map(plain, WORD.findall(words)))
    return " ".join(spelt[1:] if spelt[:1] and spelt[0] in OWNERS else spelt)  # "meine Stadt"


def is_of_other_relative(words: str, content: str) -> bool:
    """Whether the text of a fact is about a relative, and the words name only others: "sister" and "family: brother:
    Tiago"."""
    named = _relatives_in(words)
    field, _colon, value = content.partition(": ")
    return bool(named) and field == FAMILY and value.partition(": ")[0] not in named


def _relatives_in(words: str) -> set[str]:
    return {key for word in map(plain, WORD.findall(words)) if (key := _relatives().get(word))}


@cache
def _relatives() -> Mapping[str, str]:
    """Return the stored relatives by their names in each language."""
    found: dict[str, str] = {}
    for _language in in_each_language():
        found |= {plain(str(name)): key for key, name in RELATIVES.items()}
    return found


@cache
def _categories() -> Mapping[str, frozenset[str]]:
    """Return the stored keys of subjects by their names in each language."""
    found: dict[str, set[str]] = {}
    for _language in in_each_language():
        for key, name in CATEGORIES.items():
            found.setdefault(plain(str(name)), set()).add(key)
    return {name: frozenset(keys) for name, keys in found.items()}


@cache
def _fields() -> Mapping[str, frozenset[str]]:
    """Return the stored keys of fields by their names in each language."""
    found: dict[str, set[str]] = {}
    for _language in in_each_language():
        named = [(str(name), key) for key, name in FIELDS.items()]
        named += [(one, key) for key, names in ALSO_CALLED.items() for one in str(names).split(",")]
        for name, key in named:
            found.setdefault(plain(name).strip(), set()).add(key)
    return {name: frozenset(keys) for name, keys in found.items()}
