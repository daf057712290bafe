"""Every place of a draft, a version or a task that can carry a statement, each as it would be read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from consent.detection.json_values import HEAD_CHARACTERS, as_value, told_in, told_in_text, ways
from consent.detection.pieces import joined, strings_in, unstopped
from conversations.third_party_statements import parts_of_address
from memories.drafts import Draft, FactDraft, MemoryDraft
from memories.excisions import texts
from memories.models import Memory, MemoryVersion
from memories.sources.drafts import SourceDraft
from memories.store_items import TEXT_FIELD, TEXT_FIELDS
from providers import statements
from workspaces.namespaces import MEMORIES

# A tag or the last part of a namespace reads as the name of a content that is no sentence of its own.
BARE_VALUE_WORDS = 6
# A value of so many words may tell more than its own field: "baker in Zagreb".
PHRASE_WORDS = 3
# A key that the server makes up says nothing; any other id might be a word in hexadecimal.
OWN_KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[57][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
JSON_BEGINS = ("{", "[")
LANGUAGES = ("language", "languages_spoken")


def texts_of_fact(draft: FactDraft) -> Iterator[str]:
    value = statements.food_alone(draft.value) if draft.key == statements.AVOIDED else draft.value
    if not _is_plain(draft.key, value):
        yield value
    yield from as_value(draft.key)
    yield f"{draft.key}: {value}"
    yield f"{draft.key.replace('_', ' ')} {value}"
    if len(value.split()) >= PHRASE_WORDS:
        yield f"The user's {draft.key.replace('_', ' ')}: {value}"
    yield from _origin(draft)


def _is_plain(key: str, value: str) -> bool:
    """Whether a value says nothing but what its field says of it, though its words alone say something else: "German"
    as a language is no nationality."""
    if key in LANGUAGES:
        return statements.names_languages(value)
    return key in statements.DIET_KEYS and statements.is_list_of_things(value)


def texts_of(draft: MemoryDraft | SourceDraft) -> Iterator[str]:
    """Every place of a draft that can carry a statement, each as it would be read.

    A memory's key and title read as names of its content.
    """
    yield draft.content
    yield from unstopped(draft.content)
    if isinstance(draft, MemoryDraft):
        head = draft.content[:HEAD_CHARACTERS]
        if not OWN_KEY.fullmatch(draft.key):
            yield f"{draft.key}: {head}"
            yield from as_value(draft.key)
        yield "\n".join(draft.tags)
        if draft.content.lstrip()[:1] in JSON_BEGINS:
            yield from told_in_text(draft.content, field=_field_above(draft))
        yield from (f"{draft.title}: {head}", f"{draft.title}\n{head}") if draft.title else ()
        yield from _around(draft)
        yield from joined(_places(draft))
    else:
        yield "\n".join(draft.all_labels)
        yield from _origin(draft)
        yield from _free_pairs(draft.payload.model_dump(mode="json"))
        yield from _beside_source(draft)
    yield from (text for text in (draft.title, draft.summary) if text)
    if metadata := _telling(draft.metadata):
        yield from told_in(metadata, field=_field_above(draft))
        yield from ways(metadata)


def _telling(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without the store's own note under which name a value held its text, which says nothing of the person."""
    is_note = metadata.get(TEXT_FIELD) in TEXT_FIELDS
    return {name: value for name, value in metadata.items() if name != TEXT_FIELD} if is_note else metadata


def texts_of_origin(draft: MemoryDraft | FactDraft) -> Iterator[str]:
    """What a draft says of where it comes from, alone and beside its words."""
    yield from _origin(draft)
    if isinstance(draft, MemoryDraft) and draft.source_label:
        yield from _label(draft.source_label)
        yield from joined((draft.source_label,), (draft.content, draft.category or ""))


def texts_of_task(title: str, state: Mapping[str, Any], *, namespace: Sequence[str] = ()) -> Iterator[str]:
    yield title
    yield from (text for name in namespace[1:] for text in as_value(name))
    yield from told_in(state, field=title if statements.names_sensitive_field(title) else "")
    yield from ways(state)


def texts_beside(draft: MemoryDraft, memory: Memory) -> Iterator[str]:
    """What a draft says beside what the memory keeps of its own: a tag or category that names its content."""
    yield from joined(_places(draft), _places_kept(memory))
    if len(draft.content.split()) <= BARE_VALUE_WORDS:
        named = (name for name in (*memory.tags, memory.category) if statements.names_sensitive_field(name))
        yield from (f"{name}: {draft.content}" for name in named)


def _places(draft: MemoryDraft) -> list[str]:
    """Where a draft may hold a word or two."""
    key = () if OWN_KEY.fullmatch(draft.key) else (draft.key,)
    origin = (draft.source_label, draft.run_id, draft.actor_id, draft.role, *_own_names(draft))
    heads = (draft.title, draft.content, draft.summary, draft.category or "", *draft.tags)
    return [*key, *heads, *origin, *strings_in(draft.metadata)]


def _places_kept(memory: Memory) -> list[str]:
    """The same of what stands there."""
    version = memory.current
    words = [version.title, version.content, version.summary, *strings_in(version.metadata)] if version else []
    origin = (memory.source_label, memory.run_id, memory.actor_id, memory.role)
    return [memory.key, *words, memory.category, *memory.tags, *origin]


def texts_of_version(memory: Memory, version: MemoryVersion) -> Iterator[str]:
    """The same of what is kept already."""
    yield version.content
    if not (OWN_KEY.fullmatch(memory.key) or _names_its_field(memory, version)):
        yield f"{memory.key}: {version.content[:HEAD_CHARACTERS]}"
    if version.content.lstrip()[:1] in JSON_BEGINS:
        yield from told_in_text(version.content)
    yield from (text for text in (version.title, version.summary) if text)
    yield from told_in(version.metadata)
    payload = version.payload or {}
    yield from (text for _, text in texts(payload))
    yield from _free_pairs(payload)


def _names_its_field(memory: Memory, version: MemoryVersion) -> bool:
    """Whether a fact's text begins with the field in its key."""
    address = memory.key.split(":")[1] if memory.is_fact else ""
    return address != "" and version.content.startswith(f"{address.partition('.')[2]}: ")


def _free_pairs(payload: Mapping[str, Any]) -> Iterator[str]:
    """Of a payload's names, only those that are its sender's own."""
    yield from (text for part in ("fields", "properties") for text in told_in(payload.get(part)))


def _beside_source(draft: SourceDraft) -> Iterator[str]:
    """Names, ids and addresses that are kept with a source object outside its text and payload; a page's path, whose
    levels may be one sentence.
    """
    author = draft.author.model_dump() if draft.author else {}
    names = (draft.state, draft.category, draft.source_id, draft.source_label, draft.raw_pointer, *author.values())
    for name in (*names, *_own_names(draft)):
        yield from parts_of_address(name or "")
    yield from _label(draft.source_label)
    yield " ".join(getattr(draft.payload, "path", ()))


def _around(draft: MemoryDraft) -> Iterator[str]:
    """What stands beside a memory's words: its origin, and names that it could be read under."""
    below = _own_names(draft)
    yield from _origin(draft)
    yield from _label(draft.source_label)
    names = (draft.run_id, draft.actor_id, draft.role, draft.category, *draft.tags, *below)
    yield from (text for name in names if name for text in as_value(name))
    if len(draft.content.split()) <= BARE_VALUE_WORDS:
        heads = (*draft.tags, *below, draft.category or "", draft.summary or "")
        yield from (f"{head}: {draft.content}" for head in heads if head)


def _label(source_label: str) -> Iterator[str]:
    """Where it was said tells something of who said it there: "the oncology ward"."""
    if source_label:
        yield from as_value(source_label)
        yield f"The user told this at {source_label}."


def _own_names(draft: MemoryDraft | SourceDraft) -> Sequence[str]:
    """The parts of a namespace that its writer makes up: below a shared type, and below a person's."""
    return draft.namespace[2:] if draft.namespace[0] == MEMORIES else draft.namespace[1:]


def _field_above(draft: MemoryDraft | SourceDraft) -> str:
    """The sensitive field that a draft's names say all of its pairs are about."""
    if isinstance(draft, SourceDraft):
        return ""
    names = (draft.key, draft.title, *draft.tags)
    return next((name for name in names if name and statements.names_sensitive_field(name)), "")


def _origin(draft: Draft) -> Iterator[str]:
    """Names that a writer makes up, and that are kept with what it wrote."""
    names = (draft.thread_id, draft.source_event_id, draft.source_identity)
    yield from (text for name in names if name for text in as_value(name))
