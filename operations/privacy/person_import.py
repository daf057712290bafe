"""A person's export brought into another workspace: the same memories, versions, history, answers and receipts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError

from consent.adoption import Adopted, AdoptedMemories, adopt
from consent.models import Decision, Proposal, Receipt
from consent.models.proposal import ProposalState
from conversations.drafts import TurnDraft
from conversations.withheld_spans import without
from memories.maintenance.record_setup import record_setup
from memories.models import Fact, History, Memory, MemoryVersion, Provenance, Relation
from memories.models.choices import Event
from memories.preparation import PreparedText, prepare_fact, split_version
from operations.importing.import_records import Importing, import_records
from operations.importing.progress import Progress
from operations.importing.records import ImportedSession
from operations.models import Tombstone
from operations.privacy.export_proof import SealedRow, UnprovedExport, prove, row_of, rows_of
from operations.privacy.person_export import FORMAT, FORMAT_VERSION
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person

# Lists of the export that are not imported, reported with their counts.
LEFT = ("artifacts", "tasks", "checkpoints", "signals", "merges", "dependency_reviews", "policies", "grants")


class KnownPerson(ValueError):
    """The workspace has this person already, or had and erased them."""


@dataclass(frozen=True, slots=True)
class ImportedPerson:
    """What came over, and what `left` counts: questions without an answer, and lists that are not taken."""

    person_id: UUID
    memories: int
    history: int
    receipts: int
    turns: int
    left: Mapping[str, int]


def import_person(document: dict[str, Any], *, trusted: Sequence[str], actor: Actor, now: datetime) -> ImportedPerson:
    """Store the export if all of it is what its server sealed, in one transaction; conversations follow after it.

    `trusted` are public keys of that server. Run again after a crash, it adds what is missing of the conversations.
    Call it outside any scope. Raises UnprovedExport, KnownPerson.
    """
    try:
        if (document["format"], document["format_version"]) != (FORMAT, FORMAT_VERSION):
            raise UnprovedExport(f"That is no export of version {FORMAT_VERSION}.")
        sealed = prove(document, trusted=trusted).sealed
        texts = dict(_texts(document, actor.workspace_id))
        with scope.enter(actor.workspace_id):
            if not _is_imported(document):
                _store(document, sealed, texts, actor, now)
    except (KeyError, TypeError, AttributeError, IndexError, ValidationError) as error:
        raise UnprovedExport(f"A part of the export is missing or no such part: {error!r}") from error
    turns = _converse(document, actor, now)
    questions = [one for one in document["proposals"] if one["state"] == ProposalState.PENDING]
    left = {"questions": len(questions)} | {name: len(document[name]) for name in LEFT}
    receipts = sum(len(proposal["receipts"]) for proposal in document["proposals"])
    person_id = UUID(document["person"]["id"])
    return ImportedPerson(
        person_id, len(document["memories"]), len(sealed), receipts, turns, {k: v for k, v in left.items() if v}
    )


def _is_imported(document: dict[str, Any]) -> bool:
    """Whether this very origin's export of the person is there. Raises KnownPerson for anybody else's."""
    person_id, origin = document["person"]["id"], document["origin"]["workspace_id"]
    if (
        not Person.everybody.filter(id=person_id).exists()
        and not Tombstone.objects.filter(person_id=person_id).exists()
    ):
        return False
    rows = History.objects.filter(person_id=person_id, event=Event.PERSON, meta__imported_from=origin)
    if not rows.exists():
        raise KnownPerson("This person is in the workspace already, or was erased there.")
    return True


def _texts(document: dict[str, Any], workspace_id: UUID) -> Iterator[tuple[UUID, PreparedText]]:
    """The current versions, chunked; a job embeds them."""
    for memory in document["memories"]:
        for exported in memory["versions"]:
            if exported["id"] == memory["current_id"]:
                version = row_of(MemoryVersion, exported, workspace_id=workspace_id)
                is_fact = memory["key"].startswith("fact:")
                yield version.id, prepare_fact(version.content) if is_fact else split_version(version)


def _store(
    document: dict[str, Any],
    sealed: Sequence[SealedRow],
    texts: Mapping[UUID, PreparedText],
    actor: Actor,
    now: datetime,
) -> None:
    person = row_of(Person, document["person"])
    if Person.everybody.filter(external_id=person.external_id).exists():
        person.external_id = None
    created_at = person.created_at
    person.save(force_insert=True)
    Person.objects.filter(id=person.id).update(created_at=created_at)
    adopt(_adopted(document, sealed), texts, actor=actor, now=now)
    origin = document["origin"]
    details = {"id": str(person.id), "imported_from": origin["workspace_id"], "public_key": origin["public_key"]}
    record_setup(what="person", done="added", details=details, person_id=person.id, actor=actor, now=now)


def _adopted(document: dict[str, Any], sealed: Sequence[SealedRow]) -> Adopted:
    settled = [one for one in document["proposals"] if one["state"] != ProposalState.PENDING]
    receipts = [exported for proposal in settled for exported in proposal["receipts"]]
    return Adopted(
        memories=_adopted_memories(document),
        proposals=rows_of(Proposal, settled),
        decisions=rows_of(Decision, (exported for proposal in settled for exported in proposal["decisions"])),
        receipts=[
            row_of(Receipt, exported, origin=_origin(exported, document["origin"]["public_key"], sealed))
            for exported in receipts
        ],
    )


def _adopted_memories(document: dict[str, Any]) -> AdoptedMemories:
    memories = rows_of(Memory, document["memories"])
    ids = {memory.id for memory in memories}
    relations = rows_of(Relation, document["relations"])
    provenance = rows_of(Provenance, document["provenance"])
    return AdoptedMemories(
        memories=memories,
        versions=[
            row_of(MemoryVersion, exported) for memory in document["memories"] for exported in memory["versions"]
        ],
        facts=rows_of(Fact, document["facts"]),
        relations=[row for row in relations if {row.from_memory_id, row.to_memory_id} <= ids],
        provenance=[row for row in provenance if row.memory_id in ids],
        history=rows_of(History, document["history"]),
        salts={UUID(row["id"]): bytes.fromhex(one["salt"]) for row in document["history"] for one in row["salts"]},
    )


def _origin(receipt: dict[str, Any], public_key: str, sealed: Sequence[SealedRow]) -> dict[str, Any]:
    """By what a receipt is checked anywhere: the origin's key, and its sealed rows about the decision."""
    rows = [row for row in sealed if row.columns["decision_id"] == receipt["decision_id"]]
    rows.sort(key=lambda row: (row.columns["event"] != Event.CONSENT, row.columns["id"]))
    return {"public_key": public_key, "history": [row.as_json() for row in rows]}


def _converse(document: dict[str, Any], actor: Actor, now: datetime) -> int:
    """The conversations, without what was withheld in them; turns get new ids, and the old one if they had none."""
    to = Importing(UUID(document["person"]["id"]), actor, now, "person")
    names = {session["id"]: session["external_id"] or session["id"] for session in document["sessions"]}
    turns: dict[str, list[TurnDraft]] = {name: [] for name in names.values()}
    for exported in sorted(document["turns"], key=lambda turn: (turn["session_id"], turn["position"])):
        content, _ = without(exported["content"], exported["withheld"])
        if content.strip():
            turns[names[exported["session_id"]]].append(_turn(exported, content))
    titles = {names[session["id"]]: session.get("title", "") for session in document["sessions"]}
    pieces = [ImportedSession(name, tuple(drafts), titles[name]) for name, drafts in turns.items() if drafts]
    return import_records(pieces, to, Progress(), on_progress=lambda count: None)["turns"]


def _turn(exported: dict[str, Any], content: str) -> TurnDraft:
    fields = {name: exported[name] for name in ("role", "speaker", "occurred_at")}
    return TurnDraft(content=content, external_id=exported["external_id"] or exported["id"], **fields)
