"""R32, over random changes of every kind: what a yes stores or takes away was in the lines that the API showed."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from consent.changes import KINDS
from consent.gate import submit
from consent.models import Proposal
from consent.outcomes import Queued
from memories.excisions import AWAITING
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY, DetectedBy, LifecycleState, MemoryType
from tests.consent.random_changes import Drawing
from workspaces import scope

# Only the person, or staff in their place, says so, and then at once: nobody is asked.
NEVER_ASKED = {"reject_memory", "readmit_memory"}
ASKABLE = sorted(set(KINDS) - NEVER_ASKED)
OF_A_WORLD = 50
HEAD = (
    "memory_type", "category", "sensitivity", "importance", "confidence", "pinned", "expires_at", "occurred_at",
    "source_label", "actor_id", "run_id", "role", "source_state",
)  # fmt: skip
# How the server weighs it: shown where it changes of what stands, not where a memory comes or goes as a whole.
MEASURES = {"importance", "confidence"}
PLACE = ("Category: ", "Sensitivity: ", "Memory type: ")
DEPENDENCIES = ("derived_from", "depends_on")
Picture = dict[tuple[str, str], set[str]]


@pytest.fixture
def answer(home, owner, person, supervisor, now):
    def _answer(seed: int, count: int = OF_A_WORLD) -> Counter[str]:
        drawing = Drawing(person, supervisor, now, seed)
        drawing.fill()
        world, asked = World(home, owner, drawing), Counter[str]()
        for step in range(20 * count):
            kind = ASKABLE[step % len(ASKABLE)]
            asked[kind] += world.ask_and_answer(kind)
            if asked.total() == count:
                return asked
        raise AssertionError(f"Hardly anything is asked: {asked}")

    return _answer


@pytest.mark.parametrize("seed", range(3))
def test_150_random_changes(answer, seed):
    assert set(+answer(seed)) == set(ASKABLE)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(1_000, 1_100))
def test_5000_random_changes(answer, seed):
    assert answer(seed).total() == OF_A_WORLD


class World:
    def __init__(self, home, owner, drawing) -> None:
        self.home, self.owner, self.drawing = home, owner, drawing
        self.picture: Picture = {}

    def ask_and_answer(self, kind: str) -> bool:
        """Whether the person was asked; then they said yes, or put it in their own words."""
        proposal_id = self._pending_sentence() if kind == "join_statement" else self._asked(kind)
        if proposal_id is None:
            return False
        shown = self.owner.get(f"/proposals/{proposal_id}").json()
        before = self.picture or self._picture()
        amends = KINDS[kind].is_amendable and self.drawing.chance.random() < 0.3
        own = self.drawing.phrase() if amends else ""
        body = {"shown_hash": shown["shown_hash"]} | ({"value": own} if amends else {})
        done = self.owner.post(f"/proposals/{proposal_id}/{'amend' if amends else 'approve'}", body)
        assert done.status_code == 200, (kind, done.json())
        self.picture = self._picture()
        check(kind, shown, before, self.picture, own)
        if amends:  # phrases are few: what was edited may be drawn, and asked for, again
            assert self.owner.post(f"/proposals/{proposal_id}/ask-again").status_code == 204
        return True

    def _asked(self, kind: str):
        change, drawing = self.drawing.change(kind), self.drawing
        outcome = submit(change, actor=drawing.agent, now=drawing.now) if change else None
        return outcome.proposal_id if isinstance(outcome, Queued) else None

    def _pending_sentence(self):
        with scope.enter(self.home.workspace_id):
            rows = Proposal.objects.pending().filter(change__type="join_statement")
            return rows.order_by("id").values_list("id", flat=True).first()

    def _picture(self) -> Picture:
        with scope.enter(self.home.workspace_id):
            rows = Memory.objects.filter(person_id=self.home.user_id).select_related("current")
            rows = rows.prefetch_related("facts", "artifact_links__artifact", "outbound__to_memory", "provenance")
            return {
                (memory.key + memory.apart, column): words
                for memory in rows
                for column, words in columns(memory)
                if words
            }


def check(kind: str, shown: dict[str, Any], before: Picture, after: Picture, own: str) -> None:
    if kind == "join_statement":
        return check_sentence(own or shown["new_value"], before, after)
    new = f"{shown['field']}\n{shown['new_value']}"
    if own:
        place = [line for line in shown["new_value"].splitlines() if line.startswith(PLACE)]
        new = "\n".join([shown["field"], own, *place])
    elsewhere = "merge" in kind
    for (key, column), words in differences(after, before, elsewhere):
        assert missing(words, new) == set(), (kind, key, column, shown)
    for (key, column), words in () if own else differences(before, after, elsewhere):
        # What it no longer depends on is counted: it may be out of the asker's sight.
        told = {word for word in words if word[0].isupper()} if column.startswith(DEPENDENCIES) else words
        assert missing(told, shown["old_value"]) == set(), (kind, key, column, shown)


def check_sentence(sentence: str, before: Picture, after: Picture) -> None:
    """It stands where it was cut out, and nothing else has changed."""
    changed = [place for place in {*before, *after} if before.get(place) != after.get(place)]
    for place in changed:
        assert place[1] == "content", place
        (old,), (new,) = before[place], after[place]
        assert sentence in new and new.replace(sentence, "") == old.replace(AWAITING, ""), (old, new, sentence)


def differences(one: Picture, other: Picture, elsewhere: bool) -> Iterator[tuple[tuple[str, str], set[str]]]:
    """What is in one and not in the other; with `elsewhere` it may be in another memory of it."""
    all_words = {(column.partition(" ")[0], word) for (_, column), words in other.items() for word in words}
    for (key, column), words in one.items():
        if other.get((key, column)) == words or is_usual(key, column, words, one, (key, "content") in other):
            continue
        kind = column.partition(" ")[0]
        if elsewhere and (all((kind, word) in all_words for word in words) or kind in DEPENDENCIES):
            continue
        yield (key, column), words


def is_usual(key: str, column: str, words: set[str], picture: Picture, is_there: bool) -> bool:
    """What goes without saying of a memory that comes or goes as a whole."""
    if column in MEASURES | {"category", "memory_type"} and key.startswith("fact:"):
        return True
    (kind,) = picture.get((key, "memory_type"), {MemoryType.SEMANTIC})
    usual = {"memory_type": "semantic", "sensitivity": "internal", "category": DEFAULT_CATEGORY[MemoryType(kind)]}
    return not is_there and (column in MEASURES or words == {usual.get(column)})


def missing(words: set[str], text: str) -> set[str]:
    return {word for word in words if word not in text}


def columns(memory: Memory) -> Iterator[tuple[str, set[str]]]:
    """What the tables hold of a memory, by column, as the words that a reader would look for."""
    for link in memory.artifact_links.all():
        yield f"evidence {link.artifact_id}", {link.artifact.name, link.artifact.storage_uri}
    for edge in memory.outbound.all():
        if edge.detected_by == DetectedBy.MANUAL and edge.relation_type != "supersedes":
            label = edge.relation_type.replace("_", " ").capitalize()
            yield f"{edge.relation_type} {edge.to_memory_id} {edge.strength}", {label, edge.to_memory.key}
    for row in memory.provenance.all():
        if ":" not in row.source_identity:
            yield f"said_by {row.source_identity}", {row.source_identity} - {"manual"}
    if memory.state == LifecycleState.ACTIVE:
        yield from texts(memory)


def texts(memory: Memory) -> Iterator[tuple[str, set[str]]]:
    version = memory.current
    yield "content", {version.content.partition(": ")[2] if memory.is_fact else version.content}
    yield from ((name, words_of(getattr(version, name))) for name in ("title", "summary", "raw_pointer"))
    yield from ((name, words_of(getattr(memory, name))) for name in HEAD)
    yield from ((f"tags {tag}", {tag}) for tag in memory.tags)
    yield from ((f"author {value}", {value}) for value in memory.author.values())
    for name, value in version.metadata.items():
        yield f"metadata {name} {value}", {name} | words_of(value)
    for name, value in (version.payload or {}).items():
        yield f"payload {name} {value}", words_of(value) - {"custom"}
    for fact in memory.facts.all():
        if fact.valid_to is None:
            yield f"fact {fact.value}", {fact.value}


def words_of(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(words_of(each) for each in value.values()))
    if isinstance(value, list):
        return set().union(*(words_of(each) for each in value))
    if value in (None, "", False):
        return set()
    if isinstance(value, datetime):
        return {f"{value:%Y-%m-%d %H:%M} UTC"}
    return {"yes" if value is True else str(value)}
