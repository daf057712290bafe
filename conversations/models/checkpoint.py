from bisect import bisect_right
from datetime import datetime
from itertools import accumulate
from uuid import UUID

from django.db import models
from django.db.models import Case, When
from django.db.models.functions import Cast

from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel, uuid7

ID_CHARACTERS = 256
# What a state takes as stored, compressed; a larger one is measured as text.
COMPRESSED_BYTES = 2**14
STORED_BYTES = models.Func("checkpoint", function="pg_column_size", output_field=models.IntegerField())
JSON_BYTES = models.Func(
    Cast("checkpoint", models.TextField()), function="octet_length", output_field=models.IntegerField()
)


class CheckpointQuerySet(models.QuerySet["Checkpoint"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "CheckpointQuerySet":
        """An agent sees the states that it saved itself, a person those about them (`owned_condition`)."""
        return self.filter(owned_condition(actor), actor.people_condition(now=now, rank=1))

    def thread(self, thread_id: str, checkpoint_ns: str | None = None) -> "CheckpointQuerySet":
        rows = self.filter(thread_id=thread_id)
        return rows if checkpoint_ns is None else rows.filter(checkpoint_ns=checkpoint_ns)

    def newest_first(self) -> "CheckpointQuerySet":
        """Ids are in the order of time (UUID version 6), so the greatest is the current state."""
        return self.order_by("-checkpoint_id", "checkpoint_ns", "id")

    def first_within(self, most_bytes: int, *, limit: int) -> int:
        """How many of the first states have no more bytes than that together, as JSON; at least one."""
        sizes = self.annotate(stored=STORED_BYTES).annotate(
            size=Case(When(stored__gt=COMPRESSED_BYTES, then=JSON_BYTES), default="stored")
        )
        total = list(accumulate(sizes.values_list("size", flat=True)[:limit]))
        return max(1, bisect_right(total, most_bytes))


class CheckpointWriteQuerySet(models.QuerySet["CheckpointWrite"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "CheckpointWriteQuerySet":
        """The same rule as for checkpoints."""
        return self.filter(owned_condition(actor), actor.people_condition(now=now, rank=1))

    def in_order(self) -> "CheckpointWriteQuerySet":
        return self.order_by("task_path", "task_id", "idx", "id")


def owned_condition(actor: Actor) -> models.Q:
    """The one rule: a state is its agent's alone, for it holds what other roles may not read, and what it does next.

    What no agent saved (an import without `--agent`) agents without an allowlist have, too. People, staff and the
    system have all.
    """
    return saved_by(actor.id, has_unowned=has_unowned(actor)) if actor.is_agent else models.Q()


def saved_by(agent_id: UUID | None, *, has_unowned: bool) -> models.Q:
    own = models.Q(agent_id=agent_id)
    return own | models.Q(agent_id__isnull=True) if has_unowned else own


def has_unowned(actor: Actor) -> bool:
    """Whether the states that no agent saved are theirs."""
    return not actor.is_agent or actor.categories is None


class _ThreadRow(TenantModel):
    """The shared key of checkpoints and pending writes: person, thread, and state."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    thread_id = models.CharField(max_length=ID_CHARACTERS)
    checkpoint_ns = models.CharField(max_length=ID_CHARACTERS, blank=True)
    checkpoint_id = models.CharField(max_length=ID_CHARACTERS, db_collation="C")
    agent_id = models.UUIDField(null=True, blank=True, help_text="The agent that saved it.")

    class Meta(TenantModel.Meta):
        abstract = True


class Checkpoint(_ThreadRow):
    """The state of a graph in one thread (001 §15, LangGraph's checkpoints). Plain JSON: nothing is built from it.

    With a caller's id it is one step of a history, whose greatest id is the current state. `is_single` marks
    001's one state a thread: saved without an id, and replaced in place by the next such save.
    """

    parent_id = models.CharField(max_length=ID_CHARACTERS, blank=True)
    is_single = models.BooleanField(default=False)
    checkpoint = models.JSONField()
    metadata = models.JSONField(default=dict)
    run_id = models.CharField(max_length=128, blank=True)
    redactions = models.JSONField(default=list, help_text="What was cut out before storing, by kind and count.")
    change_id = models.UUIDField(default=uuid7, editable=False, help_text="Of the last save: its entity tag.")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = CheckpointQuerySet.as_manager()

    class Meta(_ThreadRow.Meta):
        abstract = False
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "person", "thread_id", "checkpoint_ns", "checkpoint_id"], name="checkpoint_once"
            ),
            models.UniqueConstraint(
                fields=["workspace", "person", "thread_id", "checkpoint_ns"],
                condition=models.Q(is_single=True),
                name="checkpoint_single_once",
            ),
            models.CheckConstraint(condition=~models.Q(checkpoint_id=""), name="checkpoint_id_not_empty"),
        ]
        indexes = [models.Index(fields=["workspace", "-updated_at"], name="checkpoint_by_change")]

    def __str__(self) -> str:
        return f"{self.thread_id} @ {self.checkpoint_id}"


class CheckpointWrite(_ThreadRow):
    """What one task of a graph has already done after a checkpoint (LangGraph's pending writes).

    No key points to the checkpoint: LangGraph sends both at once, and a write may come before its checkpoint.
    """

    task_id = models.CharField(max_length=ID_CHARACTERS)
    task_path = models.CharField(max_length=1_024, blank=True)
    idx = models.IntegerField(help_text="Place among the task's writes; below zero for LangGraph's own channels.")
    channel = models.CharField(max_length=ID_CHARACTERS)
    value = models.JSONField(null=True)
    created_at = models.DateTimeField()

    objects = CheckpointWriteQuerySet.as_manager()

    class Meta(_ThreadRow.Meta):
        abstract = False
        constraints = [
            models.UniqueConstraint(
                fields=[
                    "workspace", "person", "thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx",
                ],
                name="checkpoint_write_once",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.task_id} #{self.idx} {self.channel}"
