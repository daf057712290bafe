"""Names, ids and addresses that must stay as they were sent: one that holds a secret is refused, never masked.

Every text of a request is either listed here or redacted where it is stored.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import unquote

from interfaces.rest.problems import FieldError, Invalid
from providers import statements
from providers.redaction import findings_in, redact
from providers.statements import Statement
from providers.statements.normalise import STANDING_UUID

IDENTIFIERS: Final = frozenset(
    {"Idempotency-Key", "after", "before", "channel", "checkpoint_id", "checkpoint_ns", "external_id", "parent_id"}
    | {"run_id", "run_ids", "storage_uri", "task_id", "task_path", "thread_id", "to_thread_id", "url"}
)
OWN_NAMES: Final = frozenset({"preferred_name", "legal_name", "name", "pronunciation"})
_SEPARATORS = re.compile(r"[-_.+]+")
_ID = re.compile(STANDING_UUID, re.IGNORECASE)  # whose digits spell words by chance
_VERB = re.compile(
    r"\b(?:is|was|are|am|i['’]?m|has|have|had|who|suffers|lives|earns|takes|ist|war|hat|bin|habe|lebt|wohnt|est|suis|"
    r"a|ai|es|soy|tiene|tengo|vive|ha|ho|é|è|sono|tem|tenho)\b",
    re.IGNORECASE,
)
_SPECIAL: Final = statements.SPECIAL_KEYS | {"home_address"}
_PARTS = re.compile(r"[/?&#]+")
# In which further objects stand that have identifiers of their own.
LISTS: Final = frozenset({"memories", "turns", "writes"})
# One long number in ten passes for a card's.
COMMON: Final = frozenset({"card_number"})
DETAIL = "It holds what looks like a secret. Identifiers are kept as they are, so it is refused."


def refuse_secrets(values: Mapping[str, Any]) -> None:
    """Raises Invalid with an entry for each identifier that holds a secret."""
    named = list(_identifiers(values))
    if not findings_in(text for _, text in named):  # looked through at once, for nearly always there is none
        return
    found = (name for name, text in named if _holds_secret(text))
    wrong: list[FieldError] = [{"field": name, "code": "secret", "detail": DETAIL} for name in found]
    if wrong:
        raise Invalid(wrong)


def refuse_statements(field: str, name: str) -> None:
    """Raises Invalid where a name says something sensitive: names pass no gate, and whoever lists them reads them.

    What is only mentioned in it may be a part of the name.
    """
    if _states(statements.sensitive(_words_of(name))):
        _refuse(field)


def _words_of(name: str) -> str:
    return _SEPARATORS.sub(" ", _ID.sub("", name))


def _refuse(field: str) -> None:
    detail = "It says something that the person would be asked about. Write that as a memory."
    raise Invalid([{"field": field, "code": "sensitive", "detail": detail}])


def refuse_sentences(field: str, name: str) -> None:
    """The same of a name that is a whole sentence ("Ivo who is gay"), for what it only mentions, too."""
    words = _words_of(name).strip()
    if " " in words and _tells(words):
        _refuse(field)


@lru_cache(maxsize=256)  # messages repeat the names of their speakers
def _tells(words: str) -> bool:
    said = statements.sensitive(words)
    is_sentence = bool(_VERB.search(words)) and any(one.key in _SPECIAL for one in said)
    return is_sentence or _states(said)


def _states(said: Iterable[Statement]) -> bool:
    return any(not one.is_mention and one.key not in OWN_NAMES for one in said)


def refuse_address(field: str, address: str) -> None:
    """The same of each part of the address of a file."""
    for part in _PARTS.split(unquote(unquote(address))):
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
