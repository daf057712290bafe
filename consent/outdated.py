"""Texts that say of a field what the person has said otherwise since: marked as outdated, so that no two values stand
side by side. Nothing is removed; an answer shows such a text lower, and says so."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Max, Q
from django.db.models.functions import Length

from consent.detection.statements import Detected
from consent.detection.values import normalized_pair, pair_of
from consent.models import Proposal
from consent.proposals.undone import put_back
from memories.models import Chunk, Fact, Memory, MemoryVersion
from memories.models.choices import LifecycleState, Staleness
from providers.statements import MULTI_VALUED_KEYS, SPECIAL_KEYS, normalize_value

# A field of several values takes one more, who speaks one language may speak others, and of the special categories each
# sentence is a value of its own.
SEVERAL = MULTI_VALUED_KEYS | SPECIAL_KEYS | {"language"}
# A text that states one field and nothing else is short; so many are read under the lock, the latest.
CHARACTERS, MOST = 200, 20
CHANGEABLE = (Staleness.FRESH, Staleness.OUTDATED)


class _Said(NamedTuple):
    """One value of a field, and since when it was said; `memory` is the text that says it, None for the field."""

    since: datetime
    value: str
    memory: Memory | None = None


def mark_outdated(person_id: UUID | None, keys: Collection[str], *, written: Memory | None = None) -> None:
    """Mark the person's texts about these fields by what they said last of each; `written` is one of just now.

    Only texts that they agreed to, or that repeat what the field held, and that state nothing sensitive besides. Those
    that say the last value again lose their mark. Five queries and one for each text's change; none without such a
    field. In the entered scope, under the lock of what is written; rows that somebody else is writing stay as they are.
    """
    asked = sorted({*keys} - SEVERAL)
    if person_id is None or not asked:
        return
    texts = _texts(person_id, asked, written)
    detected = Detected(one.current.content for one in texts if one.current)
    facts = Fact.objects.active().filter(person_id=person_id, key__in=asked, item="")
    fields = list(facts) if texts else []
    before = _said_before({one.id for one in texts} | {one.memory_id for one in fields})
    for key in asked:
        held = [one for one in fields if one.key == key]
        said = [_Said(before.get(one.memory_id, one.valid_from), normalize_value(one.value)) for one in held]
        _mark([*said, *_said_in(texts, key, detected, before)])


def _texts(person_id: UUID, keys: Sequence[str], written: Memory | None) -> list[Memory]:
    """The person's texts that they agreed to about these fields, or that repeat them, locked, and that of just now."""
    given = Proposal.objects.given().filter(person_id=person_id).exclude(claims=[]).values_list("memory_id", "claims")
    ids = {written.id} if written else set[UUID]()
    ids |= {one for one, claims in given if one and any(pair_of(claimed)[0] in keys for claimed in claims)}
    ids |= _told_unasked(person_id, keys)
    rows = Memory.objects.select_for_update(of=("self",), skip_locked=True).select_related("current")
    alive = rows.filter(id__in=ids, person_id=person_id, state=LifecycleState.ACTIVE, staleness__in=CHANGEABLE)
    return list(alive.exclude(key__startswith="fact:").order_by("id")) if ids else []


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


def _said_in(texts: Sequence[Memory], key: str, detected: Detected, before: Mapping[UUID, datetime]) -> Iterator[_Said]:
    """What each text says of a field, where it states this field alone."""
    for memory in texts:
        assert memory.current is not None
        stated = [one for one in detected[memory.current.content] if not one.negated]
        if stated and {one.key for one in stated} == {key}:
            value = min((normalized_pair(one)[1] for one in stated), key=len)
            yield _Said(before.get(memory.id, memory.current.ingested_at), value, memory)


def _mark(said: Sequence[_Said]) -> None:
    if not said:
        return
    last = max(one.since for one in said)
    standing = [one.value for one in said if one.since == last]
    for one in said:
        if one.memory is None:
            continue
        agrees = any(one.value in value or value in one.value for value in standing)
        mark = Staleness.FRESH if agrees else Staleness.OUTDATED
        if one.memory.staleness != mark:
            one.memory.staleness = mark
            Memory.objects.filter(id=one.memory.id).update(staleness=mark)
