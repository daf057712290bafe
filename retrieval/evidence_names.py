"""Names and addresses of evidence in an answer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from conversations.withheld_texts import WithheldTexts
from retrieval.answers import Item
from retrieval.sql import fetch, select_of
from workspaces.actors import Actor
from workspaces.namespaces import parts_of, person_id_of


def without_withheld_names(items: Sequence[Item], actor: Actor) -> list[Item]:
    """Return the items with evidence names and addresses without what the person has not agreed to (R31); one query if
    there is evidence."""
    people = {_person_of(reference) for item in items for reference in item.artifact_refs}
    if not people:
        return list(items)
    withheld = WithheldTexts.for_reader(actor, people, fetch=lambda rows: fetch(select_of(rows)))
    return [replace(item, artifact_refs=_disclosed(item.artifact_refs, withheld)) for item in items]


def _disclosed(references: Iterable[Mapping[str, Any]], withheld: WithheldTexts) -> tuple[Mapping[str, Any], ...]:
    return tuple(_disclosed_one(one, _person_of(one), withheld) for one in references)


def _disclosed_one(reference: Mapping[str, Any], person_id: UUID | None, withheld: WithheldTexts) -> Mapping[str, Any]:
    name = withheld.disclosed(reference["name"], person_id)
    return {**reference, "name": name, "storage_uri": withheld.disclosed_address(reference["storage_uri"], person_id)}


def _person_of(reference: Mapping[str, Any]) -> UUID | None:
    return person_id_of(parts_of(reference["scope"]))
