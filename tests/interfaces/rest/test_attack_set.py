"""Issue 4, "It is done when": 21,100 attacks through the real doors change no sensitive value unapproved.

After each door the facts, every stored text and the results of retrieval are looked at. A hundredth runs in the suite.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice
from urllib.parse import quote

import pytest
from django.utils import timezone

from consent.changes import MergeMemories, WriteMemory
from consent.detection import texts as detection
from consent.gate import submit, submit_many
from consent.models import Policy
from consent.outcomes import Applied, Outcome
from conversations.models import Turn
from memories.drafts import MemoryDraft
from memories.excisions import AWAITING
from memories.models import Chunk, Fact, Memory, MemoryVersion
from providers.statements import SENSITIVE_KEYS, sensitive
from tests.consent.attack_set import COUNTS, keys, places, spread, texts
from workspaces import scope
from workspaces.actors import Actor, system_actor
from workspaces.models import Membership

pytestmark = pytest.mark.django_db
BATCH = 100
QUESTIONS = ("Where does the user live?", "What is the user's name?", "Lisbon Zürich New York", "Marguerite Bob Zoë")


@pytest.fixture(autouse=True)
def no_limits(settings):
    """The caps would stop most attacks at once; here each has to be seen for what it is."""
    settings.PENDING_PROPOSALS = 10**9
    settings.THROTTLE_RATE = "1000000000/minute"
    settings.PROCESSOR_RATE = "1000000000/minute"


@pytest.fixture
def as_staff(home) -> Actor:
    return Membership.objects.get(workspace_id=home.workspace_id).as_staff()


class Doors:
    """Each method sends attacks through one door and answers those that were let in."""

    def __init__(self, api, home, ana: str, staff: Actor, person: Actor) -> None:
        self.api, self.home, self.ana, self.staff, self.person = api, home, ana, staff, person
        self.server = system_actor(home.workspace_id, "summarise")
        self.numbers = count()

    def batch(self, step: int) -> list[object]:
        found = spread(texts(), COUNTS["batch"], step=step)
        return self._items([{"content": text} for text in found])

    def elsewhere(self, step: int) -> list[object]:
        return self._items(spread(places(), COUNTS["elsewhere in a memory"], step=step))

    def facts(self, step: int) -> list[object]:
        let_in = []
        for category, key, value in spread(keys(), COUNTS["facts"], step=step):
            path = f"/users/{self.ana}/facts/{quote(category, safe='')}/{quote(key, safe='')}"
            answer = self.api.put(path, {"value": value})
            if answer.status_code not in (202, 404, 422):
                let_in.append((category, key, value, answer.json()))
        return let_in

    def store(self, step: int) -> list[object]:
        let_in = []
        for number, text in enumerate(spread(texts(), COUNTS["store"], step=step)):
            value = {"text": text} if number % 2 else {"data": [{"deep": text}]}
            body = {"namespace": ["memories", self.ana, "app"], "key": f"k{number}", "value": value}
            if self.api.put("/store/items", body).status_code != 202:
                let_in.append(text)
        return let_in

    def source(self, step: int) -> list[object]:
        """Objects are kept at once, with what is sensitive cut out (R19)."""
        sent = spread(texts(), COUNTS["source"], step=step)
        for number, text in enumerate(sent):
            fields = {"note": text} if number % 2 else {"items": [{"said": text}]}
            body = {"user_id": self.ana, "source_id": str(number), "title": "Note"}
            answer = self.api.post("/sources/manual/objects", body | {"payload": {"type": "custom", "fields": fields}})
            assert answer.status_code in (201, 202), answer.content
        return self._kept(sent)

    def summary(self, step: int) -> list[object]:
        """What the server writes itself, with what is sensitive cut out (R19)."""
        sent = spread(texts(), COUNTS["summary"], step=step)
        drafts = [self._draft(f"We met on Tuesday.\n{text}\nThen we left.", memory_type="episodic") for text in sent]
        self._submit([WriteMemory(draft=draft, excise=True) for draft in drafts], self.server)
        return self._kept(sent)

    def admin(self, step: int) -> list[object]:
        """An edit in the admin is sent through the gate as the member of staff."""
        sent = spread(texts(), COUNTS["staff"], step=step)
        outcomes = self._submit([WriteMemory(draft=self._draft(text)) for text in sent], self.staff)
        return [text for text, outcome in zip(sent, outcomes, strict=True) if isinstance(outcome, Applied)]

    def shared(self, step: int) -> list[object]:
        told = [f"Ana says: {text}" for text in spread(texts(), COUNTS["shared"], step=step)]
        return self._items([{"content": text, "namespace": ["shared", "team"]} for text in told], user_id=None)

    def imported(self, step: int) -> list[object]:
        """A transcript is no memory: what was said states no field."""
        sent = spread(texts(), COUNTS["import"], step=step)
        for number, chunk in enumerate(batched(sent, BATCH)):
            turns = [{"role": "user", "content": text} for text in chunk]
            session = self.api.post("/sessions", {"user_id": self.ana, "external_id": str(number)}).json()["id"]
            assert self.api.post(f"/sessions/{session}/turns", {"turns": turns}).status_code == 201
        with scope.enter(self.home.workspace_id):
            assert Turn.objects.count() == len(sent)
            return list(Memory.objects.all())

    def checkpoint(self, step: int) -> list[object]:
        for number, text in enumerate(spread(texts(), COUNTS["checkpoint"], step=step)):
            path = f"/users/{self.ana}/checkpoints/thread-{number}"
            body = {"checkpoint": {"memory_context": text, "profile": {"city": "Lisbon"}}}
            assert self.api.put(path, body).status_code in (200, 201)
        with scope.enter(self.home.workspace_id):
            return list(Memory.objects.all())

    def restore(self, step: int) -> list[object]:
        """The person said it once and has replaced or forgotten it since; no agent brings it back."""
        let_in = []
        for text in spread(texts(), COUNTS["restore"], step=step):
            draft = self._draft(text)
            first = submit(WriteMemory(draft=draft), actor=self.person, now=timezone.now())
            assert isinstance(first, Applied)
            later = draft.model_copy(update={"content": "Nothing."})
            submit(WriteMemory(draft=later), actor=self.person, now=timezone.now())
            answer = self.api.post(f"/memories/{first.memory_id}/restore", {"version": 1})
            if answer.status_code != 202:
                let_in.append(text)
        return let_in

    def merge(self, step: int) -> list[object]:
        let_in = []
        ids = [
            submit(WriteMemory(draft=self._draft(text)), actor=self.server, now=timezone.now()).memory_id  # type: ignore[union-attr]
            for text in ("Tea is served at five.", "Tea is served at five o'clock.")
        ]
        with scope.enter(self.home.workspace_id):
            absorbed = Memory.objects.get(id=ids[1]).change_id
        for text in spread(texts(), COUNTS["merge"], step=step):
            change = MergeMemories(
                memory_id=ids[0],
                absorbed_id=ids[1],
                absorbed_change_id=absorbed,
                band="update",
                content=text,
                cosine=0.9,
            )
            if isinstance(submit(change, actor=self.server, now=timezone.now()), Applied):
                let_in.append(text)
        return let_in

    def _items(self, items: Sequence[dict], **fields: object) -> list[object]:
        """Send memories in batches; answers those that were not made to wait or refused."""
        let_in = []
        for chunk in batched(items, BATCH):
            bodies = [{"key": f"k{next(self.numbers)}", "content": "Noted."} | self._whose(fields) | i for i in chunk]
            results = self.api.post("/memories/batch", {"items": bodies}).json()["results"]
            kept = [(i, r) for i, r in zip(chunk, results, strict=True) if r["status_code"] in (200, 201)]
            let_in += [i for i, r in kept if self._survived(r["result"]["memory_id"])]
        return let_in

    def _survived(self, memory_id: str) -> bool:
        """Whether more is kept than a torso: a code in figures that looks like a card's number was cut to pieces."""
        with scope.enter(self.home.workspace_id):
            memory = Memory.objects.select_related("current").get(id=memory_id)
            assert memory.current is not None
            told = list(detection.texts_of_version(memory, memory.current))
        return not memory.current.redactions or any(sensitive(text) for text in told)

    def _whose(self, fields: dict[str, object]) -> dict[str, object]:
        return {name: value for name, value in ({"user_id": self.ana} | fields).items() if value is not None}

    def _draft(self, text: str, **fields: object) -> MemoryDraft:
        return MemoryDraft(namespace=("memories", self.ana), key=f"k{next(self.numbers)}", content=text, **fields)  # type: ignore[arg-type]

    def _submit(self, changes: Sequence[WriteMemory], actor: Actor) -> list[Outcome]:
        return [
            outcome
            for chunk in batched(changes, BATCH)
            for outcome in submit_many(chunk, actor=actor, now=timezone.now())
        ]

    def _kept(self, sent: Sequence[str]) -> list[object]:
        """Versions that still state something or hold one of the attacks as it was sent."""
        with scope.enter(self.home.workspace_id):
            versions = list(MemoryVersion.objects.values_list("content", "payload"))
        whole = [f"{content}\n{payload}" for content, payload in versions]
        return [
            text
            for text in whole
            if not (AWAITING in text or "[redacted" in text) or sensitive(text.replace(AWAITING, "…"))
        ] + [text for text, kept in zip(sent, whole, strict=False) if text in kept]


def batched(rows: Sequence, size: int) -> Iterator[tuple]:
    each = iter(rows)
    while chunk := tuple(islice(each, size)):
        yield chunk


def stated(home) -> Iterator[str]:
    """What any current text or fact says of a sensitive field."""
    with scope.enter(home.workspace_id):
        yield from Fact.objects.filter(key__in=SENSITIVE_KEYS).values_list("value", flat=True)
        heads = Memory.objects.select_related("current").filter(current__isnull=False)
        told = [f"{head.current.title}\n{head.current.content}\n{head.current.summary}" for head in heads]
        chunks = list(Chunk.objects.current().filter(memory__isnull=False).values_list("text", flat=True))
    yield from (text for text in (*told, *chunks) if sensitive(text.replace(AWAITING, "…")))


def found(api, ana: str) -> Iterator[str]:
    """What retrieval answers that states a sensitive field."""
    for question in QUESTIONS:
        body = {"query": question, "filters": {"user_id": ana}, "kinds": ["memory"], "return": "full", "top_k": 32}
        rows = api.post("/memory/query", body).json()
        yield from (row["content"] for row in rows if sensitive((row["content"] or "").replace(AWAITING, "…")))


DOORS = (
    "batch", "elsewhere", "facts", "store", "source", "summary", "admin", "shared", "imported", "checkpoint",
    "restore", "merge",
)  # fmt: skip


def attack(door: str, step: int, api, home, ana: str, staff: Actor, person: Actor) -> None:
    send: Callable[[int], list[object]] = getattr(Doors(api, home, ana, staff, person), door)
    assert send(step) == []
    assert list(stated(home)) == []
    assert list(found(api, ana)) == []


@pytest.mark.parametrize("door", DOORS)
def test_a_hundredth_changes_nothing(door, api, home, ana, as_staff, person):
    attack(door, 100, api, home, ana, as_staff, person)


@pytest.mark.prove
@pytest.mark.parametrize("door", DOORS)
def test_no_attack_changes_anything(door, api, home, ana, as_staff, person):
    attack(door, 1, api, home, ana, as_staff, person)


def test_the_set_is_large_enough():
    assert sum(COUNTS.values()) >= 20_000
    assert len(set(spread(texts(), 8_000, step=1))) > 7_500


def test_what_is_let_in_is_noticed(api, home, ana, as_staff, person):
    """The control: with a policy that lets cities in, the same looks find them."""
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_key="city", outcome="apply")
    doors = Doors(api, home, ana, as_staff, person)
    assert doors.batch(100) and doors.facts(100)
    assert list(stated(home)) and list(found(api, ana))
