"""A person's data as one JSON document, written in batches so that its size does not matter (001 §8)."""

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import IO, Any
from uuid import UUID

from django.db.models import GeneratedField, Model

from conversations.access import UnknownPerson
from memories.maintenance.person import record_export
from memories.sealing import keys
from operations.privacy.export_rows import Columns, Reader
from operations.privacy.export_sections import SECTIONS, Section
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import Person

FORMAT = "memory-server/person"
FORMAT_VERSION = 2
BATCH = 500
# Columns that say nothing about the person: the tenant and the server's bookkeeping.
INTERNAL = frozenset(
    {
        "workspace_id",
        "change_id",
        "sensitivity_rank",
        "linked_version",
        "indexed_at",
        "due_at",
        "key_id",
        "history_id",
        "seal_id",
        "packed",
    }
)
# What an agent does not get of a person; which languages they use was found out from words that are withheld from it.
OF_PERSON = ("languages", "time_zone", "erasure_asked_at")


def write_export(file: IO[bytes], *, person_id: UUID, actor: Actor, now: datetime) -> dict[str, int]:
    """Write everything stored about a person as a JSON object in UTF-8; returns how many rows each list has.

    Keys: `format`, `format_version`, `exported_at`, `origin`, `person`, and a list for each of `SECTIONS`; memories
    hold their `versions` and `artifact_refs`, proposals their `decisions` and `receipts`. `origin` and `seals` let
    another server check it. Times are ISO 8601 in UTC, ids strings. It leaves out vectors and chunks, which derive from
    the texts, and files of artifacts. Agents get what they may see elsewhere.
    Call it outside any scope: each batch has a scope of its own, so a row written meanwhile may be missing. Raises
    UnknownPerson, also for a person whom the actor may not read about.
    """
    reader = Reader(actor, person_id, now)
    origin = {"workspace_id": actor.workspace_id, "public_key": keys.public_key()}
    person = _person(reader, person_id)
    head = {"format": FORMAT, "format_version": FORMAT_VERSION, "exported_at": now, "origin": origin, "person": person}
    file.write(encoded(head).removesuffix(b"}"))
    counts = {}
    for section in SECTIONS:
        file.write(b',"' + section.name.encode() + b'":[')
        counts[section.name] = _write_rows(file, section, reader)
        file.write(b"]")
    file.write(b"}\n")
    return counts


def write_recorded_export(file: IO[bytes], *, person_id: UUID, actor: Actor, now: datetime) -> dict[str, int]:
    """Write a person's export, and record in History who took it; return the number of rows by list.

    Hand the file out only after this has returned. Call it outside any scope. Raises UnknownPerson.
    """
    counts = write_export(file, person_id=person_id, actor=actor, now=now)
    with scope.enter(actor.workspace_id):
        record_export(person_id=person_id, rows=sum(counts.values()), actor=actor, now=now)
    return counts


def _person(reader: Reader, person_id: UUID) -> dict[str, Any]:
    with scope.enter(reader.actor.workspace_id):
        person = Person.objects.filter(id=person_id).first()
        if person is None or not _may_read(reader.actor, person_id, reader.now):
            raise UnknownPerson
        return _columns(person, reader.keeps_back(OF_PERSON))


def _may_read(actor: Actor, person_id: UUID, now: datetime) -> bool:
    if actor.kind is ActorKind.PERSON:
        return actor.person_id == person_id
    return actor.reading_ceiling(person_id=person_id, namespace_path="", now=now) is not None


def _write_rows(file: IO[bytes], section: Section, reader: Reader) -> int:
    count = 0
    for batch in batches(section, reader):
        for row in batch:
            file.write(b"," if count else b"")
            file.write(encoded(row))
            count += 1
    return count


def batches(section: Section, reader: Reader) -> Iterator[list[dict[str, Any]]]:
    """A section's rows in the order of ids; each batch has its own scope."""
    after: UUID | None = None
    while True:
        with scope.enter(reader.actor.workspace_id):
            rows = section.rows(reader).order_by("id")
            found = list((rows.filter(id__gt=after) if after else rows)[:BATCH])
            exported = _with_inner(found, section, reader)
        if not found:
            return
        yield exported
        after = found[-1].pk


def _with_inner(rows: Sequence[Model], section: Section, reader: Reader) -> list[dict[str, Any]]:
    exported = [_columns(row, section.withheld(reader, row)) | section.shown(reader, row) for row in rows]
    ids = [row.pk for row in rows]
    for part in section.inner if ids else ():
        found = part.rows(reader, ids).order_by(part.owner, "id")
        by_owner = {
            owner: [_columns(row, part.withheld(reader, row)) for row in group]
            for owner, group in groupby(found, key=lambda row: getattr(row, part.owner))
        }
        for row in exported:
            row[part.name] = by_owner.get(row["id"], [])
    return exported


def _columns(row: Model, withheld: Columns = frozenset()) -> dict[str, Any]:
    """A row's columns by name, without generated ones."""
    columns = [column.attname for column in row._meta.concrete_fields if not isinstance(column, GeneratedField)]
    return {name: getattr(row, name) for name in columns if name not in INTERNAL | withheld}


def encoded(value: dict[str, Any]) -> bytes:
    return json.dumps(value, default=_as_text, ensure_ascii=False, separators=(",", ":")).encode()


def _as_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    raise TypeError(f"{type(value).__name__} has no form in an export.")
