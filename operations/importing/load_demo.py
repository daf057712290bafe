"""Loads the demo workspace: six weeks of a person and her assistants, written through the same gate as other data."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import yaml
from django.utils.formats import date_format

from consent.changes import Change, LinkMemories, SetFact, WriteMemory
from consent.gate import submit_many
from consent.models import Proposal
from consent.models.decision import Verdict
from consent.proposals.decide import ShownAnswer, decide_many
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models.turn import TurnRole
from memories.drafts import FactDraft, MemoryDraft
from memories.maintenance.index_turns import index_turns
from memories.models import Memory
from memories.models.choices import RelationType
from providers.language import detect_language
from providers.statements import sensitive
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_agent import create_agent
from workspaces.actions.create_workspace import NewWorkspace
from workspaces.actions.issue_key import issue_key
from workspaces.actors import Actor
from workspaces.models import Agent, Allowlist, Membership, Workspace

STORY = Path(__file__).resolve().parent.parent / "demo" / "story.yaml"
BETWEEN_TURNS = timedelta(seconds=40)
DATE = re.compile(r"\{([+-]\d+)\}")
Entry = Mapping[str, Any]


@dataclass(slots=True)
class _DemoWriter:
    """Writes the demo into one workspace. `known` are the events and questions of an earlier, interrupted run."""

    person_id: UUID
    person: Actor
    assistants: Mapping[str, Actor]
    now: datetime
    known: frozenset[str]
    turns: dict[tuple[str, int], UUID] = field(default_factory=dict)

    def write(self, entry: Entry) -> None:
        day = (self.now - timedelta(days=entry["days_ago"])).date()
        at = datetime.combine(day, time.fromisoformat(entry["at"]), self.now.tzinfo)
        actor = self.assistants[entry["assistant"]] if "assistant" in entry else self.person
        if "turns" in entry:
            self._converse(entry["session"], entry["turns"], actor, at)
        self._submit([*self._facts(entry), *self._memories(entry)], actor, at)
        self._submit(self._links(entry.get("links", ())), actor, at)
        self._decide(entry.get("decides", ()), at)
        for question in entry.get("asks", ()):
            self._ask(question, actor, at)

    def _converse(self, name: str, lines: Iterable[Entry], actor: Actor, at: datetime) -> None:
        session, _ = open_session(person_id=self.person_id, external_id=name, actor=actor, now=at)
        drafts = [self._turn(name, number, line, at) for number, line in enumerate(lines, start=1)]
        answer = append_turns(session_id=session.id, drafts=drafts, actor=actor, now=at)
        self.turns |= {(name, number): turn.id for number, (turn, _) in enumerate(answer, start=1)}

    def _turn(self, session: str, number: int, line: Entry, at: datetime) -> TurnDraft:
        ((speaker, content),) = line.items()
        return TurnDraft(
            role=TurnRole.ASSISTANT if speaker in self.assistants else TurnRole.USER,
            speaker=speaker,
            content=self._dated(content),
            occurred_at=at + number * BETWEEN_TURNS,
            external_id=f"{session}:{number}",
        )

    def _facts(self, entry: Entry) -> Iterable[Change]:
        for row in (*entry.get("said", ()), *entry.get("facts", ())):
            yield SetFact(draft=FactDraft(person_id=self.person_id, **self._given(entry, row)))

    def _memories(self, entry: Entry) -> Iterable[Change]:
        for row in entry.get("memories", ()):
            given = self._given(entry, row) | {"content": self._dated(row["content"])}
            yield WriteMemory(draft=MemoryDraft(namespace=("memories", str(self.person_id)), **given))

    def _given(self, entry: Entry, row: Entry) -> dict[str, Any]:
        """Return the values with an event, which makes a second run idempotent, and the evidence turn."""
        values = {name: value for name, value in row.items() if name != "turn"}
        evidence = {"evidence_turn_id": self.turns[tuple(row["turn"])]} if "turn" in row else {}
        return values | {"source_event_id": f"demo/{row['key']}/{entry['days_ago']}", **evidence}

    def _links(self, rows: Iterable[tuple[str, str, str]]) -> Iterable[Change]:
        if not rows:
            return
        with scope.enter(self.person.workspace_id):
            ids = dict(Memory.objects.filter(person_id=self.person_id).values_list("key", "id"))
        # What waits for consent has no memory to link.
        for one, other, kind in (row for row in rows if ids.keys() >= {row[0], row[1]}):
            yield LinkMemories(memory_id=ids[one], to_id=ids[other], relation_type=RelationType(kind))

    def _submit(self, changes: Iterable[Change], actor: Actor, at: datetime) -> None:
        if new := [change for change in changes if change.event_id not in self.known]:
            submit_many(new, actor=actor, now=at)

    def _decide(self, rows: Iterable[Entry], at: datetime) -> None:
        verdicts = {row["field"]: Verdict(row["verdict"]) for row in rows}
        if not verdicts:
            return
        with scope.enter(self.person.workspace_id):
            waiting = list(Proposal.objects.pending().filter(person_id=self.person_id, field__in=verdicts))
        answers = [ShownAnswer(each.id, each.shown_hash, verdicts[each.field]) for each in waiting]
        decide_many(answers=answers, actor=self.person, now=at)

    def _ask(self, question: str, actor: Actor, at: datetime) -> None:
        if question not in self.known:
            memory_query(QueryRequest(user_id=self.person_id, query=question), actor=actor, now=at)

    def _dated(self, text: str) -> str:
        """Replace `{+3}` and `{-3}` by dates."""
        return DATE.sub(lambda found: date_format(self.now + timedelta(days=int(found[1])), "j F"), text)


def load_demo(workspace: NewWorkspace, *, now: datetime) -> None:
    """Fill the demo workspace; afterwards real proposals wait in its inbox. Idempotent."""
    document = yaml.safe_load(STORY.read_text(encoding="utf-8"))
    writer = _DemoWriter(
        person_id=workspace.user_id,
        person=Membership.objects.get(workspace_id=workspace.workspace_id).as_person(),
        assistants=_assistants(document, workspace, now),
        now=now,
        known=_known(workspace.workspace_id),
    )
    for entry in document["story"]:
        writer.write(entry)
    while index_turns(workspace_id=workspace.workspace_id, now=now):
        pass


def warm_up() -> None:
    """Load the gate's word lists and models, which takes seconds and needs no database."""
    detect_language("Ana lives in Porto.")
    sensitive("Ana lives in Porto.")


def _known(workspace_id: UUID) -> frozenset[str]:
    """Return the stored proposals and queries of an earlier run; the gate itself detects other repeated events."""
    with scope.enter(workspace_id):
        requested = Proposal.objects.values_list("change__draft__source_event_id", flat=True)
        return frozenset([*requested, *RetrievalEvent.objects.values_list("query", flat=True)])


def _assistants(document: Entry, workspace: NewWorkspace, now: datetime) -> dict[str, Actor]:
    """Name the agents of the workspace, and create those of further roles."""
    with scope.enter(workspace.workspace_id):
        for role, categories in document["allowlists"].items():
            Allowlist.objects.update_or_create(role=role, defaults={"categories": categories})
        keys = {row["name"]: _key(row, workspace) for row in document["assistants"]}
    return {name: authenticate_key(key, now=now) for name, key in keys.items()}


def _key(row: Entry, workspace: NewWorkspace) -> str:
    role = row["role"]
    agent = Agent.objects.filter(role=role).first() or create_agent(
        name=role, role=role, workspace=Workspace.objects.get(id=workspace.workspace_id)
    )
    Agent.objects.filter(id=agent.id).update(display_name=row["name"], icon=row["icon"], colour=row["colour"])
    return workspace.api_keys.get(role) or issue_key(agent=agent)
