"""Marks texts as outdated if the person has since stated another value of the same field.

Nothing is removed. Retrieval ranks such a text lower and labels it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Max, Q, QuerySet
from django.db.models.functions import Length

from consent.changes.proposable import field_at
from consent.detection.statements import Detected
from consent.detection.values import Pair, normalized_pair, pair_of
from consent.models import Proposal
from consent.proposals.undone_decisions import restored_by_undo
from consent.single_value_fields import (
    SINGLE_VALUE_FIELDS,
    comparable_single_value,
    may_state,
    memories_stating,
    stated_single_value,
)
from memories.maintenance.check_dependencies import CONFIRMED
from memories.models import Chunk, Fact, History, Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState, Staleness, ValidationStatus
from providers.statements import MULTI_VALUED_KEYS, SPECIAL_KEYS, canonical_value, normalize_value
from workspaces.models import Person

# A new value does not replace earlier ones in fields with several values, of languages, and of special categories,
# where each sentence is a value of its own.
SEVERAL = MULTI_VALUED_KEYS | SPECIAL_KEYS | {"language"}
# A text that states one field and nothing else is short; so many of the latest are read under the lock.
CHARACTERS, MOST = 200, 20
CHANGEABLE = (Staleness.FRESH, Staleness.OUTDATED)


class _StatedValue(NamedTuple):
    """One value of a field, the memory that states it, since when, and when the person last confirmed it."""

    value: str
    memory: Memory
    since: datetime
    held_until: datetime
    is_field: bool


class _Reading(NamedTuple):
    """The statements detected in texts, and the person's name, which the single-value fields are read with."""

    detected: Detected
    name: str


def mark_outdated(person_id: UUID | None, keys: Collection[str], *, written: Memory | None = None) -> None:
    """Mark the person's texts about these fields as outdated or fresh by the last value of each field.

    `written` is the memory just written. Only texts that the person agreed to, or that repeat a value of the field,
    and that state nothing else sensitive are marked; for fields without consent (SINGLE_VALUE_FIELDS) all texts. Texts
    with the last value, or the field's, lose their mark. A confirmed text becomes outdated only by a later statement.
    Eight queries and one for each changed text; none without such a field. In the entered scope, under the lock of the
    write; rows that another transaction is writing are skipped.
    """
    wanted = sorted({*keys} - SEVERAL)
    if person_id is None or not wanted:
        return
    name = Person.objects.name_of(person_id) if SINGLE_VALUE_FIELDS & {*wanted} else ""
    texts = list(_texts(person_id, wanted, written, name).select_for_update(of=("self",), skip_locked=True))
    for stated in _stated_values(person_id, wanted, texts, _reading(texts, name)).values() if texts else ():
        _mark(stated)


def later_statements(memories: Iterable[Memory], person_id: UUID | None) -> Mapping[UUID, Memory]:
    """Return the memory that contradicts each of the person's texts about one field, by the text's id.

    For an outdated text the last statement, or the field itself if it has that value; for any other text the field.

    Nine queries at most, and the texts are read again. In the entered scope.
    """
    mine = [one for one in memories if one.person_id == person_id and not one.is_fact and one.current]
    if person_id is None or not mine:
        return {}
    name = (
        Person.objects.name_of(person_id) if any(may_state(one.current.content) for one in mine if one.current) else ""
    )
    reading = _reading(mine, name)
    about = {one.id: key for one in mine if (key := _stated(one, reading)[0]) and key not in SEVERAL}
    if not about:
        return {}
    keys, own = sorted(set(about.values())), [one for one in mine if one.id in about]
    is_any_outdated = any(one.staleness == Staleness.OUTDATED for one in own)
    texts = list(_texts(person_id, keys, None, name).exclude(id__in=about)) if is_any_outdated else []
    stated = _stated_values(person_id, keys, [*own, *texts], _reading([*own, *texts], name))
    return {one.id: other for one in own if (other := _later_statement(one, stated.get(about[one.id], [])))}


def text_against(field: Memory) -> Memory | None:
    """Return the latest of the person's texts that states another value than the field, and is not marked as outdated.
    Nine queries at most; in the entered scope."""
    key = field_at(field.key)[1]
    if field.person_id is None or key in SEVERAL:
        return None
    name = Person.objects.name_of(field.person_id) if key in SINGLE_VALUE_FIELDS else ""
    fresh = _texts(field.person_id, [key], None, name).filter(staleness=Staleness.FRESH)
    texts = list(fresh.exclude(validation_status=ValidationStatus.REJECTED))
    values = _stated_values(field.person_id, [key], texts, _reading(texts, name)).get(key, []) if texts else []
    own = next((one for one in values if one.is_field), None)
    against = [one for one in values if own and not one.is_field and not _is_same_value(own, one)]
    return max(against, key=lambda one: one.since).memory if against else None


def fields_beside(text: Memory) -> Sequence[Fact]:
    """Return the person's single-valued fields with another value than a text states, among whatever else. One query
    where it states any; in the entered scope."""
    if text.person_id is None or text.current is None:
        return []
    found = Detected([text.current.content])[text.current.content]
    stated = {one.key: normalized_pair(one)[1] for one in found if not (one.negated or one.is_sentence_level)}
    keys = {*stated} - SEVERAL
    facts = Fact.objects.active().filter(person_id=text.person_id, key__in=keys, item="") if keys else ()
    pairs = ((one, _compared(one.key, one.value), canonical_value(one.key, stated[one.key])) for one in facts)
    return [one for one, value, other in pairs if not _overlaps(value, other)]


def _later_statement(memory: Memory, stated: Sequence[_StatedValue]) -> Memory | None:
    field = next((one for one in stated if one.is_field), None)
    own = next(one for one in stated if one.memory == memory)
    if memory.staleness != Staleness.OUTDATED:
        return field.memory if field and not _is_same_value(field, own) else None
    last = max(stated, key=lambda one: one.since)
    newer = field if field and _is_same_value(field, last) else last
    return None if _is_same_value(newer, own) else newer.memory


def _texts(person_id: UUID, keys: Sequence[str], written: Memory | None, name: str) -> QuerySet[Memory]:
    """Return the person's texts about these fields that they agreed to, that repeat a value or need no consent, and
    the one just written."""
    given = Proposal.objects.agreed().filter(person_id=person_id).exclude(claims=[]).values_list("memory_id", "claims")
    ids = {written.id} if written else set[UUID]()
    ids |= {one for one, claims in given if one and any(pair_of(claimed)[0] in keys for claimed in claims)}
    ids |= _memories_with_values(person_id, keys) | memories_stating(person_id, keys, name)
    alive = Memory.objects.filter(id__in=ids, person_id=person_id, state=LifecycleState.ACTIVE)
    texts = alive.filter(staleness__in=CHANGEABLE).exclude(key__startswith="fact:")
    return texts.select_related("current").order_by("id")


def _memories_with_values(person_id: UUID, keys: Sequence[str]) -> set[UUID]:
    """Return the memories whose text contains a present or former value of a field: they needed no consent."""
    values = {*Fact.objects.filter(person_id=person_id, key__in=keys, item="").values_list("value", flat=True)} - {""}
    if not values:
        return set()
    rows = Chunk.objects.current().filter(reduce(or_, (Q(text__icontains=value) for value in values)))
    short = rows.alias(length=Length("text")).filter(length__lte=CHARACTERS, is_lexical_only=False)
    of_person = short.filter(person_id=person_id, memory__isnull=False)
    return {*of_person.order_by("-id").values_list("memory_id", flat=True)[:MOST]}


def _original_timestamps(memory_ids: Collection[UUID]) -> Mapping[UUID, datetime]:
    """Return when the text that an undone decision restored was first stated, by memory: undoing states nothing new."""
    versions = MemoryVersion.objects.filter(memory__in=Memory.objects.filter(restored_by_undo(), id__in=memory_ids))
    same = versions.filter(content_hash=F("memory__current__content_hash")).values("memory_id")
    found = same.annotate(own=Max("ingested_at"), earlier=Max("ingested_at", filter=~Q(id=F("memory__current_id"))))
    return {row["memory_id"]: row["earlier"] or row["own"] for row in found}


def _stated_values(
    person_id: UUID, keys: Sequence[str], texts: Sequence[Memory], reading: _Reading
) -> Mapping[str, list[_StatedValue]]:
    """Return the value of each field, and that of each text that states only one field; by key."""
    facts = Fact.objects.active().filter(person_id=person_id, key__in=keys, item="").select_related("memory__current")
    fields = [(one, value) for one in facts if (value := _compared(one.key, one.value))]
    ids = {one.id for one in texts} | {one.memory_id for one, _value in fields}
    before, confirmed = _original_timestamps(ids), _confirmed(ids)
    found: dict[str, list[_StatedValue]] = {}
    for fact, value in fields:
        since = before.get(fact.memory_id, fact.valid_from)
        found.setdefault(fact.key, []).append(_StatedValue(value, fact.memory, since, since, True))
    for text in texts:
        key, value = _stated(text, reading)
        if text.current and key in keys:
            since = before.get(text.id, text.current.ingested_at)
            held_until = max(since, confirmed.get(text.id, since))
            found.setdefault(key, []).append(_StatedValue(value, text, since, held_until, False))
    return found


def _compared(key: str, value: str) -> str:
    return (
        comparable_single_value(key, value)
        if key in SINGLE_VALUE_FIELDS
        else canonical_value(key, normalize_value(value))
    )


def _confirmed(memory_ids: Collection[UUID]) -> Mapping[UUID, datetime]:
    """Return when the person last confirmed each memory."""
    rows = History.objects.filter(memory_id__in=memory_ids, event=Event.UPDATE, meta__has_key=CONFIRMED)
    return dict(rows.order_by().values_list("memory_id").annotate(last=Max("created_at")))


def _reading(texts: Iterable[Memory], name: str) -> _Reading:
    return _Reading(Detected(one.current.content for one in texts if one.current), name)


def _stated(text: Memory, reading: _Reading) -> Pair:
    """Return the field that a text states, and its value, if it states no other; else two empty strings, also if a
    language model assigns the text to a field and no rule finds a value."""
    if text.current is None:
        return "", ""
    found = reading.detected[text.current.content]
    if not found:
        return stated_single_value(text.current.content, reading.name)
    stated = [one for one in found if not one.negated]
    keys = {one.key for one in stated}
    if len(keys) != 1:
        return "", ""
    key, values = keys.pop(), [normalized_pair(one)[1] for one in stated if not one.is_sentence_level]
    return (key, canonical_value(key, min(values, key=len))) if values else ("", "")


def _mark(stated: Sequence[_StatedValue]) -> None:
    last = max(one.since for one in stated)
    current = [one for one in stated if one.is_field or one.since == last]
    for one in stated:
        holds = one.is_field or one.held_until >= last or any(_is_same_value(one, other) for other in current)
        mark = Staleness.FRESH if holds else Staleness.OUTDATED
        if one.memory.staleness != mark and not one.is_field:
            one.memory.staleness = mark
            Memory.objects.filter(id=one.memory.id).update(staleness=mark)


def _is_same_value(one: _StatedValue, other: _StatedValue) -> bool:
    return _overlaps(one.value, other.value)


def _overlaps(one: str, other: str) -> bool:
    return one in other or other in one
