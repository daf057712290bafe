"""Names, ids and addresses that are stored as they were sent: one that contains a secret is refused, never masked.

Every text of a request is either listed here or redacted where it is stored.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from conversations.third_party_statements import KEYS, as_words, parts_of_address
from interfaces.rest.problem import FieldError
from interfaces.rest.problems import Invalid
from providers import statements
from providers.redaction import findings_in, redact
from providers.statements import Statement
from providers.unseen import hidden_in, visible

IDENTIFIERS: Final = frozenset(
    {"Idempotency-Key", "after", "before", "channel", "checkpoint_id", "checkpoint_ns", "external_id", "parent_id"}
    | {"run_id", "run_ids", "storage_uri", "task_id", "task_path", "thread_id", "to_thread_id", "url"}
)
OWN_NAMES: Final = frozenset({"preferred_name", "legal_name", "name", "pronunciation"})
# Fields that a single word in a name may state; cities and languages are names, too.
MENTIONED: Final = KEYS | {"pronouns", "gender"}
# Sensitive words that are also surnames.
SURNAMES: Final = re.compile(
    r"gay|ba[pu]?tist[ae]|christ(?:ian)?|cristian[oa]|chr[eé]tien|islam|jude|muslimova?|quaker|romani|tory",
    re.IGNORECASE,
)
PARTICLES: Final = re.compile(r"a[lnd]|bin|d[aeiou]|d[eo]s|de[lnr]|del+a|el?|ibn|l[aeo]s?|te[nr]|va?n|von|y|zu")
NUMBERS: Final = frozenset({"account_numbers", "government_ids"})
NAMES_CACHED: Final = 1_024  # many messages have the same speakers
_DIGITS: Final = re.compile(r"\d+")
LONGEST_NAME: Final = 6  # words
# In lower case, these words do not occur in names of three words or more.
_SENTENCE_WORDS: Final = re.compile(
    r"\b(?:is|are|was|has|have|had|who|she|they|her|his|not|likes|lives|works|loves|hates|wants|needs|does|did|ist|hat"
    r"|wohnt|arbeitet|mag|tiene|vive|trabaja|está|est|habite|travaille|aime|tem|mora|trabalha|abita|lavora)\b"
)
# An epithet after a name: in lower case, or in brackets; "bin Salman" is part of the name.
_EPITHET: Final = re.compile(
    r"(?P<name>[^\W\d_]+)\b.*?[\s,;:(\[/|\u2013\u2014]+(?:(?:the|an?|is|der|die|das|el|la|le|de|het)\s+)?"
    r"(?P<beside>(?!(?:a[lf]|abu|and|b[ei]n|bint[ei]?|e[nt]?|ibn|of|und|y)\b)[^\W\dA-Z_].*?)[)\]\s]*"
)
# A code as it is typed at a door.
_CODE: Final = re.compile(r"\d{3,}[#*]|\b(?:code|pin|passcode|alarm|door|gate|safe)\b[ :=]+\d{3,8}\b", re.IGNORECASE)
# Lists of objects with identifiers of their own.
LISTS: Final = frozenset({"memories", "turns", "writes"})
# One long number in ten has the checksum of a card number.
COMMON: Final = frozenset({"card_number"})
SENSITIVE = "It says something that the person would be asked about. Write that as a memory."
UNSEEN = "It holds what nobody sees and no script or emoji needs there: {}. Send it without."
DETAIL = "It holds what looks like a secret. Identifiers are kept as they are, so it is refused."


def refuse_secrets(values: Mapping[str, Any]) -> None:
    """Raises Invalid with an entry for each identifier that contains a secret."""
    texts = list(_identifiers(values))
    if not findings_in(text for _, text in texts):  # all at once, because there is nearly always none
        return
    found = (name for name, text in texts if _holds_secret(text))
    wrong: list[FieldError] = [{"field": name, "code": "secret", "detail": DETAIL} for name in found]
    if wrong:
        raise Invalid(wrong)


def refuse_unseen(values: Mapping[str, Any]) -> None:
    """Raises Invalid with an entry for each text with invisible characters that no script or emoji needs."""
    wrong: list[FieldError] = [
        {"field": visible(found.path), "code": "unseen", "detail": UNSEEN.format(", ".join(found.names))}
        for found in hidden_in(values)
    ]
    if wrong:
        raise Invalid(wrong)


def refuse_statements(field: str, name: str) -> None:
    """Raises Invalid where a name states something sensitive: names pass no gate and are visible in lists.

    A mere mention may be part of the name.
    """
    if _states(as_words(name)):
        raise Invalid([{"field": field, "code": "sensitive", "detail": SENSITIVE}])


def refuse_mentions(field: str, name: str) -> None:
    """Raises Invalid also where a name or id mentions something sensitive ("Ana (gay)"), unless it reads as a name
    ("Rose Gay"), or has such an epithet ("Kim the undocumented")."""
    refuse_statements(field, name)
    if _mentions(as_words(name), MENTIONED) or _has_epithet(name):
        raise Invalid([{"field": field, "code": "sensitive", "detail": SENSITIVE}])


def _has_epithet(name: str) -> bool:
    """Whether the words after a name state something about its bearer, or contain a code."""
    if _CODE.search(name):
        return True
    found = _EPITHET.fullmatch(name)
    # Sentences are refused as such, and hexadecimal ids are no epithets.
    if found is None or _SENTENCE_WORDS.search(found["beside"]) or any(map(str.isdigit, found["beside"])):
        return False
    return _mentions(f"{found['name']} is {as_words(found['beside'])}", MENTIONED)


def refuse_in_turn(within: str, **texts: str) -> None:
    """The same for the names of a message; digits are ignored, because many ids differ only in them."""
    for field, name in texts.items():
        words = " ".join(_DIGITS.sub(" ", as_words(name)).split())
        if " " in words and _mentions(words, KEYS):
            raise Invalid([{"field": f"{within}{field}", "code": "sensitive", "detail": SENSITIVE}])


@lru_cache(maxsize=NAMES_CACHED)
def _states(words: str) -> bool:
    return any(not one.is_mention and one.key not in OWN_NAMES for one in statements.sensitive(words))


@lru_cache(maxsize=NAMES_CACHED)
def _mentions(words: str, keys: frozenset[str]) -> bool:
    is_name = _reads_as_name(words)
    read = " ".join(word for word in words.split() if not SURNAMES.fullmatch(word)) if is_name else words
    found = (one for one in statements.sensitive(read) if one.key in keys)
    return any(not (is_name and one.is_sentence_level) and not _is_by_chance(one, words) for one in found)


def _is_by_chance(found: Statement, words: str) -> bool:
    """Whether it is a false match: of ids without words, one long number in twelve has the checksum of a card number,
    and one in hundreds contains a word."""
    if found.key in NUMBERS:
        return not any(len(word) > 2 and word.isalpha() for word in words.split())
    return found.pattern.startswith("disguised.") and not words.replace(" ", "").isalpha()


def refuse_sentence(field: str, name: str) -> None:
    """Raises Invalid where a person's name is a sentence about them."""
    if len(name.split()) > 2 and _SENTENCE_WORDS.search(name):
        raise Invalid([{"field": field, "code": "sentence", "detail": "A name tells nothing. Write that as a memory."}])


def _reads_as_name(words: str) -> bool:
    """Whether the words have a name's capitals; an id of two words may lack them."""
    parts = words.split()
    if not 1 < len(parts) <= LONGEST_NAME or not all(part.isalpha() for part in parts):
        return False
    return all(part.istitle() or PARTICLES.fullmatch(part) for part in parts) or (len(parts) == 2 and words.islower())


def refuse_address(field: str, address: str) -> None:
    """The same for each part of a file's address."""
    for part in parts_of_address(address):
        refuse_statements(field, part)


def _identifiers(values: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if name in IDENTIFIERS:
            texts = value if isinstance(value, list) else [value]
            yield from ((f"{within}{name}", text) for text in texts if isinstance(text, str))
        elif name in LISTS and isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, Mapping):
                    yield from _identifiers(item, f"{name}.{place}.")


def _holds_secret(text: str) -> bool:
    return any(finding.kind not in COMMON for finding in redact(text).findings)
