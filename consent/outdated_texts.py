"""Marks texts as outdated when the person has said something else of the same field since.

Nothing is removed. An answer shows such a text lower, and says so.
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
from consent.proposals.undone_decisions import put_back
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
from providers.statements import MULTI_VALUED_KEYS, SPECIAL_KEYS, normalize_value, same_value
from workspaces.models import Person

# A field of several values takes one more, who speaks one language may speak others, and of the special categories each
# sentence is a value of its own.
SEVERAL = MULTI_VALUED_KEYS | SPECIAL_KEYS | {"language"}
# A text that states one field and nothing else is short; so many are read under the lock, the latest.
CHARACTERS, MOST = 200, 20
CHANGEABLE = (Staleness.FRESH, Staleness.OUTDATED)


class _Said(NamedTuple):
    """One value of a field, the memory that says it, since when, and until when the person said that it still holds."""

    value: str
    memory: Memory
    since: datetime
    held_until: datetime
    is_field: bool


class _Reading(NamedTuple):
    """What texts state of sensitive fields, and the person's name, by which the others are read."""

    detected: Detected
    name: str


def mark_outdated(person_id: UUID | None, keys: Collection[str], *, written: Memory | None = None) -> None:
    """Mark the person's texts about these fields by what they said last of each; `written` is one of just now.

    Only texts that they agreed to, or that repeat what the field held, and that state nothing sensitive besides; of
    what nobody is asked about (SINGLE_VALUE_FIELDS) all, whoever said them. Those that say the last value again, or
    what the field holds, lose their mark. What they called still true is measured by what was said after that. Eight
    queries and one for each text's change; none without such a field. In the entered scope, under the lock of what is
    written; rows that somebody else is writing stay as they are.
    """
    asked = sorted({*keys} - SEVERAL)
    if person_id is None or not asked:
        return
    name = Person.objects.name_of(person_id) if SINGLE_VALUE_FIELDS & {*asked} else ""
    texts = list(_texts(person_id, asked, written, name).select_for_update(of=("self",), skip_locked=True))
    for said in _said(person_id, asked, texts, _reading(texts, name)).values() if texts else ():
        _mark(said)


def later_statements(memories: Iterable[Memory], person_id: UUID | None) -> Mapping[UUID, Memory]:
    """What says otherwise now than each of the person's texts about one field: of an outdated text what they said last,
    the field itself where it holds that; of any other the field. Nothing for texts that nothing contradicts.

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
    said = _said(person_id, keys, [*own, *texts], _reading([*own, *texts], name))
    return {one.id: other for one in own if (other := _otherwise(one, said.get(about[one.id], [])))}


def text_against(field: Memory) -> Memory | None:
    """The latest of the person's texts that states another value of a field than the field itself, and is not marked as
    outdated by that. Nine queries at most; in the entered scope."""
    key = field_at(field.key)[1]
    if field.person_id is None or key in SEVERAL:
        return None
    name = Person.objects.name_of(field.person_id) if key in SINGLE_VALUE_FIELDS else ""
    fresh = _texts(field.person_id, [key], None, name).filter(staleness=Staleness.FRESH)
    texts = list(fresh.exclude(validation_status=ValidationStatus.REJECTED))
    said = _said(field.person_id, [key], texts, _reading(texts, name)).get(key, []) if texts else []
    own = next((one for one in said if one.is_field), None)
    against = [one for one in said if own and not one.is_field and not _agree(own, one)]
    return max(against, key=lambda one: one.since).memory if against else None


def fields_beside(text: Memory) -> Sequence[Fact]:
    """The person's fields of one value that hold another than a text states, whatever else it tells. One query where it
    states any; in the entered scope."""
    if text.person_id is None or text.current is None:
        return []
    found = Detected([text.current.content])[text.current.content]
    stated = {one.key: normalized_pair(one)[1] for one in found if not (one.negated or one.is_read_whole)}
    keys = {*stated} - SEVERAL
    facts = Fact.objects.active().filter(person_id=text.person_id, key__in=keys, item="") if keys else ()
    values = {one.key: (_compared(one.key, one.value), same_value(one.key, stated[one.key])) for one in facts}
    return [one for one in facts if values[one.key][0] not in values[one.key][1]]


def _otherwise(memory: Memory, said: Sequence[_Said]) -> Memory | None:
    field = next((one for one in said if one.is_field), None)
    own = next(one for one in said if one.memory == memory)
    if memory.staleness != Staleness.OUTDATED:
        return field.memory if field and not _agree(field, own) else None
    last = max(said, key=lambda one: one.since)
    newer = field if field and _agree(field, last) else last
    return None if _agree(newer, own) else newer.memory


def _texts(person_id: UUID, keys: Sequence[str], written: Memory | None, name: str) -> QuerySet[Memory]:
    """The person's texts that they agreed to about these fields, or that repeat them, or that need nobody's yes, and
    that of just now."""
    given = Proposal.objects.given().filter(person_id=person_id).exclude(claims=[]).values_list("memory_id", "claims")
    ids = {written.id} if written else set[UUID]()
    ids |= {one for one, claims in given if one and any(pair_of(claimed)[0] in keys for claimed in claims)}
    ids |= _told_unasked(person_id, keys) | memories_stating(person_id, keys, name)
    alive = Memory.objects.filter(id__in=ids, person_id=person_id, state=LifecycleState.ACTIVE)
    texts = alive.filter(staleness__in=CHANGEABLE).exclude(key__startswith="fact:")
    return texts.select_related("current").order_by("id")


def _told_unasked(person_id: UUID, keys: Sequence[str]) -> set[UUID]:
    """Memories in whose words stands a value that one of the fields holds or held: nobody was asked about those."""
    values = {*Fact.objects.filter(person_id=person_id, key__in=keys, item="").values_list("value", flat=True)} - {""}
    if not values:
        return set()
    rows = Chunk.objects.current().filter(reduce(or_, (Q(text__icontains=value) for value in values)))
    short = rows.alias(length=Length("text")).filter(length__lte=CHARACTERS, is_lexical_only=False)
    of_person = short.filter(person_id=person_id, memory__isnull=False)
    return {*of_person.order_by("-id").values_list("memory_id", flat=True)[:MOST]}


def _said_before(memory_ids: Collection[UUID]) -> Mapping[UUID, datetime]:
    """When that was said which undoing an answer put back, by memory: undoing says nothing new."""
    versions = MemoryVersion.objects.filter(memory__in=Memory.objects.filter(put_back(), id__in=memory_ids))
    same = versions.filter(content_hash=F("memory__current__content_hash")).values("memory_id")
    found = same.annotate(own=Max("ingested_at"), earlier=Max("ingested_at", filter=~Q(id=F("memory__current_id"))))
    return {row["memory_id"]: row["earlier"] or row["own"] for row in found}


def _said(
    person_id: UUID, keys: Sequence[str], texts: Sequence[Memory], reading: _Reading
) -> Mapping[str, list[_Said]]:
    """What each field holds, and what each text says of one that it states alone; by field."""
    facts = Fact.objects.active().filter(person_id=person_id, key__in=keys, item="").select_related("memory__current")
    fields = [(one, value) for one in facts if (value := _compared(one.key, one.value))]
    ids = {one.id for one in texts} | {one.memory_id for one, _value in fields}
    before, confirmed = _said_before(ids), _confirmed(ids)
    found: dict[str, list[_Said]] = {}
    for fact, value in fields:
        since = before.get(fact.memory_id, fact.valid_from)
        found.setdefault(fact.key, []).append(_Said(value, fact.memory, since, since, True))
    for text in texts:
        key, value = _stated(text, reading)
        if text.current and key in keys:
            since = before.get(text.id, text.current.ingested_at)
            held_until = max(since, confirmed.get(text.id, since))
            found.setdefault(key, []).append(_Said(value, text, since, held_until, False))
    return found


def _compared(key: str, value: str) -> str:
    return (
        comparable_single_value(key, value) if key in SINGLE_VALUE_FIELDS else same_value(key, normalize_value(value))
    )


def _confirmed(memory_ids: Collection[UUID]) -> Mapping[UUID, datetime]:
    """When the person last said of each memory that it is still true."""
    rows = History.objects.filter(memory_id__in=memory_ids, event=Event.UPDATE, meta__has_key=CONFIRMED)
    return dict(rows.order_by().values_list("memory_id").annotate(last=Max("created_at")))


def _reading(texts: Iterable[Memory], name: str) -> _Reading:
    return _Reading(Detected(one.current.content for one in texts if one.current), name)


def _stated(text: Memory, reading: _Reading) -> Pair:
    """The field that a text states, and its value, where it states this one alone; else two empty strings, also where
    a reader takes it to be about the field and no rule finds a value."""
    if text.current is None:
        return "", ""
    found = reading.detected[text.current.content]
    if not found:
        return stated_single_value(text.current.content, reading.name)
    stated = [one for one in found if not one.negated]
    keys = {one.key for one in stated}
    if len(keys) != 1:
        return "", ""
    key, values = keys.pop(), [normalized_pair(one)[1] for one in stated if not one.is_read_whole]
    return (key, same_value(key, min(values, key=len))) if values else ("", "")


def _mark(said: Sequence[_Said]) -> None:
    last = max(one.since for one in said)
    standing = [one for one in said if one.is_field or one.since == last]
    for one in said:
        holds = one.is_field or one.held_until >= last or any(_agree(one, other) for other in standing)
        mark = Staleness.FRESH if holds else Staleness.OUTDATED
        if one.memory.staleness != mark and not one.is_field:
            one.memory.staleness = mark
            Memory.objects.filter(id=one.memory.id).update(staleness=mark)


def _agree(one: _Said, other: _Said) -> bool:
    return one.value in other.value or other.value in one.value
