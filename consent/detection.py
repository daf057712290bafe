"""What a free text states about a person's fields: the same detector for every way in (`providers.statements`)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from uuid import UUID

from consent import readings
from consent.changes import Change, IngestSource, MergeMemories, RestoreMemory, WriteMemory
from consent.target import Target
from memories.drafts import Draft, FactDraft, MemoryDraft
from memories.excisions import texts
from memories.models import Fact, Memory, MemoryVersion
from memories.sources.drafts import SourceDraft
from providers import statements
from providers.statements import InvalidKey, Statement
from workspaces.models import Person

# A tag or the last part of a namespace reads as the name of a content that is no sentence of its own.
BARE_VALUE_WORDS = 6
# How much of a text is read again behind a name: its value stands at the beginning.
HEAD_CHARACTERS = 300
# What calls a field's name in {"field": "city", "value": "Lisbon"}.
NAMING = frozenset({"attribute", "field", "key", "label", "name", "property"})


def statements_in(draft: MemoryDraft, *, person_id: UUID | None) -> list[Statement]:
    """The sensitive statements of a draft that are new: repeating an approved value states nothing new."""
    return _new(texts_of(draft), person_id)


def statements_in_fact(draft: FactDraft) -> list[Statement]:
    """What a field states about sensitive ones, its own or another, in its value ("note: lives in Lisbon"), its key
    ("lives_in_lisbon: yes") or its origin."""
    return _new(texts_of_fact(draft), draft.person_id)


def statements_lost(draft: MemoryDraft, memory: Memory) -> list[Statement]:
    """What stands in a memory and would no longer after the draft, but for the person's approved values."""
    if memory.current is None:
        return []
    standing = _new(texts_of_version(memory, memory.current), memory.person_id)
    kept = {_said(s) for text in texts_of(draft) for s in readings.sensitive(text)} if standing else set()
    return [statement for statement in standing if _said(statement) not in kept]


def texts_of_fact(draft: FactDraft) -> Iterator[str]:
    yield draft.value
    yield draft.key
    yield f"{draft.key}: {draft.value}"
    yield from _origin(draft)


def texts_of(draft: MemoryDraft | SourceDraft) -> Iterator[str]:
    """Every place of a draft that can carry a statement, each as it would be read.

    A memory's key and title read as names of its content.
    """
    yield draft.content
    if isinstance(draft, MemoryDraft):
        head = draft.content[:HEAD_CHARACTERS]
        yield f"{draft.key}: {head}"
        yield "\n".join(draft.tags)
        yield from (f"{draft.title}: {head}",) if draft.title else ()
        yield from _around(draft)
    else:
        yield "\n".join(draft.all_labels)
        yield from _origin(draft)
    yield from (text for text in (draft.title, draft.summary) if text)
    yield from _pairs(draft.metadata)


def texts_of_version(memory: Memory, version: MemoryVersion) -> Iterator[str]:
    """The same of what is kept already; of a payload's names, only those that are its sender's own."""
    yield version.content
    yield f"{memory.key}: {version.content[:HEAD_CHARACTERS]}"
    yield from (text for text in (version.title, version.summary) if text)
    yield from _pairs(version.metadata)
    payload = version.payload or {}
    yield from (text for _, text in texts(payload))
    yield from (text for part in ("fields", "properties") for text in _pairs(payload.get(part)))


def tells_of_somebody(change: Change, target: Target) -> bool:
    """Whether a shared text would tell a sensitive field of a person: one who is remembered here, the user, or whoever
    speaks. What a source's objects say of others is nobody's field."""
    match change:
        case WriteMemory(draft=draft) | IngestSource(draft=draft):
            told: Iterable[str] = texts_of(draft)
        case RestoreMemory() if target.memory and target.version:
            told = texts_of_version(target.memory, target.version)
        case MergeMemories(content=content):
            told = [content]
        case _:
            return False
    found = [(text, statement) for text in told for statement in readings.sensitive(text)]
    if not found:
        return False
    names = _names()
    is_source = isinstance(change, IngestSource)
    return any(_names_somebody(text, each, names, is_source=is_source) for text, each in found)


def _names() -> frozenset[str]:
    """Each word of the names of the people remembered in the scope, and their ids."""
    rows = list(Person.objects.values_list("id", "name"))
    words = {word for _, name in rows for word in statements.words_of(name) if len(word) > 1}
    return frozenset(words | {str(person_id) for person_id, _ in rows})


def _names_somebody(text: str, statement: Statement, names: frozenset[str], *, is_source: bool) -> bool:
    said = statements.words_of(text[statement.start : statement.end])
    if is_source:
        return bool(names & said)
    by_another = statement.pattern.startswith("disguised.") or statement.pattern.endswith(".foreign")
    return by_another or bool(statements.PERSON_WORDS & said) or bool(names & statements.words_of(text))


def is_known(statement: Statement, known: set[tuple[str, str]]) -> bool:
    """Whether a statement repeats one of the person's approved values; denying one is new."""
    return not statement.negated and _said(statement) in known


def _new(told: Iterable[str], person_id: UUID | None) -> list[Statement]:
    if person_id is None:
        return []
    found = [statement for text in dict.fromkeys(told) for statement in readings.sensitive(text)]
    known = known_values(person_id) if found else set()
    return [statement for statement in found if not is_known(statement, known)]


def _around(draft: MemoryDraft) -> Iterator[str]:
    """What stands beside a memory's words: its origin, and names that it could be read under."""
    below = draft.namespace[2:]
    yield from _origin(draft)
    yield from (text for text in (draft.source_label, draft.run_id, draft.actor_id, draft.role, *below) if text)
    if len(draft.content.split()) <= BARE_VALUE_WORDS:
        yield from (f"{name}: {draft.content}" for name in (*draft.tags, *below, draft.category or "") if name)


def _origin(draft: Draft) -> Iterator[str]:
    """Names that a writer makes up, and that are kept with what it wrote."""
    yield from (text for text in (draft.thread_id, draft.source_event_id, draft.source_identity) if text)


def _pairs(value: Any, name: str = "", field: str = "") -> Iterator[str]:
    """Each text of a JSON value alone, behind its name, and behind the `field` above it that is a sensitive one."""
    if isinstance(value, dict):
        yield from _named_within(value)
        for key, inner in value.items():
            yield from _read(key, "", "" if isinstance(inner, str | dict | list) else field)
            yield from _pairs(inner, key, key if _is_field(key) else field)
    elif isinstance(value, list):
        yield from _listed(value)
        for inner in value:
            yield from _pairs(inner, name, field)
    elif isinstance(value, str):
        yield from _read(value, name, field)


def _read(text: str, *names: str) -> Iterator[str]:
    yield text
    yield from (f"{name}: {text}" for name in dict.fromkeys(names) if name)


def _named_within(pairs: Mapping[str, Any]) -> Iterator[str]:
    """{"field": "city", "value": "Lisbon"} reads as "city: Lisbon"."""
    told = {key: value for key, value in pairs.items() if isinstance(value, str)}
    for key, name in told.items():
        if key.casefold() in NAMING and _is_field(name):
            yield from (f"{name}: {text}" for other, text in told.items() if other != key)


def _listed(items: list[Any]) -> Iterator[str]:
    """["city", "Lisbon"] reads as "city: Lisbon"."""
    match items:
        case [str(name), str(text)] if _is_field(name):
            yield f"{name}: {text}"


@lru_cache(maxsize=4096)
def _is_field(name: str) -> bool:
    """Whether this is how a sensitive field is called."""
    try:
        return statements.resolve_alias("identity", name).key in statements.SENSITIVE_KEYS
    except InvalidKey:
        return False


def known_values(person_id: UUID) -> set[tuple[str, str]]:
    """The person's approved values of sensitive fields: (key, value without regard to case and blanks)."""
    rows: Iterable[tuple[str, str]] = (
        Fact.objects.active().filter(person_id=person_id, key__in=statements.SENSITIVE_KEYS).values_list("key", "value")
    )
    return {(key, _normal(value)) for key, value in rows}


def _said(statement: Statement) -> tuple[str, str]:
    return statement.key, _normal(statement.value)


def _normal(value: str) -> str:
    return " ".join(value.casefold().split()).strip(" .,;!?\"'")
