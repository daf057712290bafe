"""A person's memory full of this and that, and random changes of it, of every kind that a person can be asked about."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from consent.changes import (
    AttachArtifact,
    Change,
    DetachArtifact,
    ForgetMemory,
    IngestSource,
    LinkMemories,
    MergeMemories,
    RestoreMemory,
    SetFact,
    UndoMerge,
    UnlinkMemories,
    WriteMemory,
)  # fmt: skip
from consent.changes.category import ChangeCategory
from consent.gate import submit_many
from consent.models import Policy
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Artifact, ArtifactLink, Memory, Merge, Relation
from memories.models.choices import DetectedBy, LifecycleState, MergeBand
from memories.sources.drafts import SourceDraft
from workspaces import scope
from workspaces.actors import Actor

WORDS = (
    "harbour", "violet", "marble", "otter", "lantern", "clover", "quartz", "saffron", "willow", "copper", "meadow",
    "thistle", "anchor", "pebble", "juniper", "velvet", "cinder", "falcon", "ginger", "hazel",
)  # fmt: skip
CATEGORIES = ("general", "tasks", "goals", "event")
LEVELS = ("public", "internal")


class Drawing:
    """One person's memory, and what an agent might ask of it next."""

    def __init__(self, person: Actor, agent: Actor, now: datetime, seed: int) -> None:
        self.person, self.agent, self.now = person, agent, now
        self.chance = random.Random(seed)
        self.count = 0

    def fill(self) -> None:
        """Notes by the person, some of them alike; three by the agent that lack a sentence; artifacts; then a policy
        that has the person asked about everything."""
        notes = [self._write() for _ in range(12)] + [self._write(bare=True) for _ in range(6)]
        submit_many([*notes, self._source(), self._fact()], actor=self.person, now=self.now)
        cut = [self._write(content=f"{self.phrase()}. User lives in Zagreb.", excise=True) for _ in range(3)]
        submit_many(cut, actor=self.agent, now=self.now)
        with scope.enter(self.person.workspace_id):
            for _ in range(4):
                self._artifact()
            Policy.objects.create(outcome="consent", priority=1)

    def change(self, kind: str) -> Change | None:
        """None where nothing is there that it could be about."""
        draw: Callable[[], Change | None] = getattr(self, f"_draw_{kind}")
        with scope.enter(self.person.workspace_id):
            return draw()

    def phrase(self) -> str:
        return " ".join(self.chance.sample(WORDS, 3)).capitalize()

    def _new(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}-{self.count}"

    # Drafts

    def _write(self, *, bare: bool = False, excise: bool = False, **fields: Any) -> WriteMemory:
        content = {"content": self.phrase(), "key": self._new("note")} | ({} if bare else self._some()) | fields
        return WriteMemory(draft=MemoryDraft(namespace=self._namespace, **content), excise=excise)

    def _some(self) -> dict[str, Any]:
        chance = self.chance
        possible = {
            "title": self.phrase(),
            "summary": self.phrase(),
            "metadata": {chance.choice(WORDS): chance.choice([self.phrase(), None, 7, {"deep": [self.phrase()]}])},
            "tags": (self._new("tag"), self._new("tag")),
            "source_label": self.phrase(),
            "actor_id": self.phrase(),
            "run_id": chance.choice(WORDS),
            "role": chance.choice(WORDS),
            "source_identity": chance.choice(WORDS),
            "category": chance.choice(CATEGORIES),
            "sensitivity": chance.choice(LEVELS),
            "pinned": chance.random() < 0.5,
            "importance": chance.randint(1, 9) / 10,
            "confidence": chance.randint(1, 9) / 10,
            "expires_at": self.now + timedelta(days=chance.randint(2, 90)),
            "occurred_at": self.now - timedelta(days=chance.randint(2, 90)),
        }
        return {name: value for name, value in possible.items() if chance.random() < 0.4}

    def _fact(self) -> SetFact:
        chance = self.chance
        possible = {"sensitivity": chance.choice(LEVELS), "importance": 0.3, "source_identity": chance.choice(WORDS)}
        some = {name: value for name, value in possible.items() if chance.random() < 0.7}
        key = f"{chance.choice(['coding_style', 'seat', 'favourite_animal'])}"
        draft = FactDraft(person_id=self.person.person_id, category="preference", key=key, value=self.phrase(), **some)
        return SetFact(draft=draft)

    def _source(self) -> IngestSource:
        chance = self.chance
        possible = {
            "summary": self.phrase(),
            "state": chance.choice(["open", "closed"]),
            "author": {"id": chance.choice(WORDS), "display_name": self.phrase()},
            "labels": (self._new("label"),),
            "metadata": {chance.choice(WORDS): self.phrase()},
            "raw_pointer": f"https://example.org/{chance.choice(WORDS)}",
            "sensitivity": chance.choice(LEVELS),
            "occurred_at": self.now - timedelta(days=chance.randint(2, 90)),
        }
        payload = {
            "type": "custom",
            "body": self.phrase(),
            "url": f"https://example.org/{chance.choice(WORDS)}",
            "fields": {chance.choice(WORDS): self.phrase()},
            "labels": (self._new("label"),),
        }
        some = {name: value for name, value in possible.items() if chance.random() < 0.4}
        number = str(chance.randint(1, 3))
        draft = {"namespace": self._namespace, "source": "manual", "source_id": number, "title": self.phrase()}
        return IngestSource(draft=SourceDraft(**draft, payload=payload, **some))

    @property
    def _namespace(self) -> tuple[str, ...]:
        return ("memories", str(self.person.person_id))

    def _artifact(self) -> None:
        name = self._new("scan")
        path = "/".join(self._namespace)
        digest = f"{self.chance.getrandbits(256):064x}"
        uri = f"https://example.org/{name}-{self.chance.choice(WORDS)}"
        Artifact.objects.create(
            person_id=self.person.person_id, namespace_path=path, sha256=digest, storage_uri=uri,
            artifact_type="document", name=name, created_by="test", created_at=self.now,
        )  # fmt: skip

    # Changes

    def _draw_write_memory(self) -> Change:
        fields = self._some()
        if self.chance.random() < 0.6:
            fields["key"] = self._any(self._memories(key__startswith="note")).key
        for name, rows in (
            ("derived_from", self._memories()), ("depends_on", self._memories()), ("artifact_refs", self._artifacts())
        ):  # fmt: skip
            if self.chance.random() < 0.4:
                fields[name] = tuple(row.id for row in self._several(rows))
        if self.chance.random() < 0.2:
            fields["cleared"] = tuple(self.chance.sample(["expires_at", "tags", "derived_from"], 2))
        return self._write(**fields)

    def _draw_set_fact(self) -> Change:
        return self._fact()

    def _draw_ingest_source(self) -> Change:
        return self._source()

    def _draw_change_category(self) -> Change:
        memory = self._any(self._memories(key__startswith="note"))
        return ChangeCategory(memory_id=memory.id, category=self.chance.choice(CATEGORIES))

    def _draw_forget_memory(self) -> Change:
        return ForgetMemory(memory_id=self._any(self._memories()).id)

    def _draw_restore_memory(self) -> Change | None:
        forgotten = Memory.objects.exclude(state=LifecycleState.ACTIVE)
        memory = self._any([*forgotten, *self._memories(version__gt=1)])
        number = self.chance.choice([None, *range(1, memory.version + 1)]) if memory else None
        return RestoreMemory(memory_id=memory.id, version=number) if memory else None

    def _draw_merge_memories(self) -> Change | None:
        rows = self._memories(memory_type="semantic", key__startswith="note")
        self.chance.shuffle(rows)
        for one in rows:
            for other in rows:
                if one.id != other.id and (one.category, one.sensitivity) == (other.category, other.sensitivity):
                    band = self.chance.choice(list(MergeBand))
                    is_kept = band == MergeBand.AUTO and self.chance.random() < 0.5
                    return MergeMemories(
                        memory_id=one.id, absorbed_id=other.id, absorbed_change_id=other.change_id, band=band,
                        cosine=0.9, content="" if is_kept else self.phrase(),
                    )  # fmt: skip
        return None

    def _draw_undo_merge(self) -> Change | None:
        merge = self._any(list(Merge.objects.active().filter(kept__state=LifecycleState.ACTIVE)))
        return UndoMerge(memory_id=merge.kept_id) if merge else None

    def _draw_link_memories(self) -> Change:
        one, other = self.chance.sample(self._memories(), 2)
        kind = self.chance.choice(["related_to", "mentions", "blocks"])
        return LinkMemories(
            memory_id=one.id, to_id=other.id, relation_type=kind, strength=self.chance.randint(1, 9) / 10
        )

    def _draw_unlink_memories(self) -> Change | None:
        rows = Relation.objects.filter(detected_by=DetectedBy.MANUAL).exclude(relation_type="supersedes")
        relation = self._any(list(rows))
        return UnlinkMemories(relation_id=relation.id) if relation else None

    def _draw_attach_artifact(self) -> Change:
        memory, artifact = self._any(self._memories()), self._any(self._artifacts())
        return AttachArtifact(memory_id=memory.id, artifact_id=artifact.id)

    def _draw_detach_artifact(self) -> Change | None:
        link = self._any(list(ArtifactLink.objects.filter(memory__state=LifecycleState.ACTIVE)))
        return DetachArtifact(memory_id=link.memory_id, artifact_id=link.artifact_id) if link else None

    def _memories(self, **where: Any) -> list[Memory]:
        return list(Memory.objects.filter(state=LifecycleState.ACTIVE, **where).order_by("id"))

    def _artifacts(self) -> list[Artifact]:
        return list(Artifact.objects.order_by("id"))

    def _any(self, rows: list[Any]) -> Any:
        return self.chance.choice(rows) if rows else None

    def _several(self, rows: list[Any]) -> list[Any]:
        return self.chance.sample(rows, self.chance.randint(1, 2))
