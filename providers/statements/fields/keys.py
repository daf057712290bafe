"""Canonical keys and addresses of facts: in any spelling, a field of a person has one address (R12 to R14)."""

import re
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_noop

from providers.statements.fields.aliases import (
    CATEGORIES,
    DEFAULT_ALIASES,
    DIET_KEYS,
    LANGUAGE_KEYS,
    MULTI_VALUED_KEYS,
    ROUTINE_PREFIXES,
    ROUTINE_SUFFIXES,
    SENSITIVE_KEYS,
    Address,
)
from providers.statements.needs.excluded_foods import canonical_need
from providers.statements.text.normalise import view
from providers.statements.text.words import KIN, PROGRAMMING_LANGUAGES

_CANONICAL = re.compile(r"[a-z0-9_.]{1,64}")
_GAP = re.compile(r"[\s_-]+")
# Spellings of `family` that name the relative.
_RELATIVES: Final[Mapping[str, str]] = {
    **{one: one for one in ("husband", "wife", "partner", "sister", "brother", "mother", "father", "child")},
    "spouse": "partner",
}
# Lines of the default policy that exempt fields from consent, by their names in DEFAULT_POLICY_WITHOUT.
EXEMPT_LINES: Final[Mapping[str, frozenset[str]]] = {"diet_and_allergies": DIET_KEYS}


class InvalidKey(ValueError):
    """The key cannot be written as `[a-z0-9_.]{1,64}`."""


class InvalidCategory(ValueError):
    """The category is none of 002's four, nor a known spelling of one."""


def canonical_key(raw: str) -> str:
    """Write a key in its one form: NFKC, small ASCII letters, look-alikes and accents folded, blanks and dashes as "_".

    Raises InvalidKey when other characters remain, or when nothing or more than 64 characters do.
    """
    key = _GAP.sub("_", view(raw).folded).strip("_.")
    if not _CANONICAL.fullmatch(key):
        raise InvalidKey(gettext_noop("A key is 1 to 64 characters of a-z, 0-9, '_' and '.'."))
    return key


def canonical_category(raw: str) -> str:
    """Return one of identity, preference, constraint, instruction, also for a common synonym; raises InvalidCategory
    for others."""
    category = CATEGORIES.get(_squashed(view(raw).folded))
    if category is None:
        raise InvalidCategory(gettext_noop("A fact's category is identity, preference, constraint or instruction."))
    return category


def resolve_alias(category: str, key: str, *, aliases: Mapping[str, Address] = DEFAULT_ALIASES) -> Address:
    """Return the address of a fact with this category and key. An alias determines the category, so a wrong one hides
    no field.

    `aliases` maps squashed spellings (no separators) to addresses. Raises InvalidKey and InvalidCategory.
    """
    category, key = canonical_category(category), canonical_key(key)
    for spelling in _spellings(key):
        if spelling in aliases:
            return Address(*aliases[spelling])
    return Address(category, key)


def resolve_address(
    category: str, key: str, value: str, *, aliases: Mapping[str, Address] = DEFAULT_ALIASES
) -> Address:
    """Resolve a field like `resolve_alias`, and apply R14: a preferred "language" that is for programming becomes
    `programming_language`. A food excluded under `diet` becomes an excluded food."""
    address = resolve_alias(category, key, aliases=aliases)
    if address.key in LANGUAGE_KEYS and canonical_category(category) == "preference" and is_programming_language(value):
        return Address("preference", "programming_language")
    return address._replace(key=canonical_need(address.key, value)[0])


def with_relative(key: str, value: str) -> str:
    """Prefix a value of `family` with the relative that the key names: `husband`, "Miguel" → "husband: Miguel".

    Returns the value unchanged if it names the relative itself, or is no name. Raises InvalidKey.
    """
    relative = _RELATIVES.get(canonical_key(key))
    is_name = value[:1].isupper() and ":" not in value and KIN.isdisjoint(view(value).folded.split())
    return f"{relative}: {value}" if relative and is_name else value


def is_programming_language(value: str) -> bool:
    """Whether a value consists of programming languages only ("Python", "Go and Rust")."""
    names = [part.strip(" .'\"") for part in re.split(r",|/|&|\band\b|\bor\b", view(value).folded)]
    return bool(names) and all(name in PROGRAMMING_LANGUAGES for name in names)


def is_multi_valued(key: str) -> bool:
    """R13: whether a key holds many values side by side; a new value of any other key supersedes the old one."""
    return resolve_alias("identity", key).key in MULTI_VALUED_KEYS


def sensitive_keys() -> frozenset[str]:
    """Return the keys that need consent by default. If DEFAULT_POLICY_WITHOUT removes a line of EXEMPT_LINES, its keys
    need consent too."""
    without: list[str] = settings.DEFAULT_POLICY_WITHOUT
    return SENSITIVE_KEYS.union(*(EXEMPT_LINES[line] for line in without))


def is_sensitive(category: str, key: str) -> bool:
    """Whether a change needs the person's consent: a sensitive key under any category, or an unknown key of
    identity."""
    address = resolve_alias(category, key)
    return address.key in sensitive_keys() or (address.category == "identity" and not is_known(address))


def is_known(address: Address) -> bool:
    """Whether the alias table leads to this address, so that the server knows what the field means."""
    return address in _KNOWN_ADDRESSES


_KNOWN_ADDRESSES = frozenset(DEFAULT_ALIASES.values())


def _squashed(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text)


def _spellings(key: str) -> list[str]:
    """Return the key without separators, then without routine words at either end and numbers ("user.city_2" →
    "city")."""
    words = [word for word in re.split(r"[._]", key) if word]
    candidates = ["".join(words)]
    while len(words) > 1 and words[0] in ROUTINE_PREFIXES:
        words = words[1:]
        candidates.append("".join(words))
    while len(words) > 1 and (words[-1] in ROUTINE_SUFFIXES or words[-1].isdigit()):
        words = words[:-1]
        candidates.append("".join(words))
    return [*candidates, candidates[-1].rstrip("0123456789")]
