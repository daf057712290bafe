from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from retrieval.packing import unpack
from workspaces.actors import Actor, ActorKind
from workspaces.models import Person, TenantForeignKey, TenantModel
from workspaces.namespaces import below

RECALL = "recall"


class RetrievalEventQuerySet(models.QuerySet["RetrievalEvent"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "RetrievalEventQuerySet":
        """Events about people or shared namespaces that the actor may read.

        An agent with an allowlist sees only its own: others' questions disclose categories that are hidden from it.
        """
        shared = Q()
        for grant in actor.grants:
            if grant.namespace_path and grant.allows(now):
                shared |= Q(person_id__isnull=True) & below(grant.namespace_path, column="scope")
        people = actor.people_condition(now=now, rank=1)
        own = Q(agent_id=actor.id) if actor.is_agent and actor.categories is not None else Q()
        return self.filter(people | shared if people and shared else people, own)

    def readable_by(self, actor: Actor, event_id: UUID, *, now: datetime) -> "RetrievalEvent | None":
        """Return the event, unless the actor may not read about its person."""
        return self.visible_to(actor, now=now).filter(id=event_id).first()

    def that_showed(self, memory_id: UUID, *, person_id: UUID | None) -> "RetrievalEventQuerySet":
        """Events that showed one memory, newest first, among those about its person."""
        owner = {"person_id": person_id} if person_id else {"person_id__isnull": True}
        return self.filter(**owner, returned_memory_ids__contains=[memory_id]).order_by("-created_at")

    def by_others(self) -> "RetrievalEventQuerySet":
        """Without the questions that people asked themselves, such as on the page of an answer."""
        return self.exclude(actor_label__startswith=f"{ActorKind.PERSON}:")

    def older_than(self, limit: datetime) -> "RetrievalEventQuerySet":
        return self.filter(created_at__lt=limit)


class RetrievalEvent(TenantModel):
    """The receipt of one query: what it returned and why, enough to replay it (003).

    Policy, results, timings and model are stored in `packed`, and set from it when a row is loaded with it. Receipts
    older than that column have them in their own columns.
    """

    person_id = models.UUIDField(null=True)
    scope = models.CharField(max_length=256)
    query = models.TextField()
    purpose = models.CharField(max_length=32, blank=True)
    agent_id = models.UUIDField(null=True)
    actor_label = models.CharField(max_length=128)
    filters = models.JSONField(default=dict)
    policy = models.JSONField(default=dict, help_text="Categories and sensitivities that the actor could see.")
    returned_memory_ids = ArrayField(models.UUIDField(), default=list)
    returned_artifact_ids = ArrayField(models.UUIDField(), default=list)
    results = models.JSONField(default=list, help_text="Per result in order: kind, id, version, score, signals.")
    withheld = models.JSONField(default=dict, help_text="How many candidates each rule left out; counts only.")
    timings = models.JSONField(default=dict, help_text="Milliseconds per stage.")
    embedding_model = models.CharField(max_length=200, blank=True)
    packed = models.BinaryField(null=True)
    created_at = models.DateTimeField()

    objects = RetrievalEventQuerySet.as_manager()

    # The columns that `milliseconds` needs: older receipts have a column for timings.
    TIMED = ("timings", "packed")

    class Meta(TenantModel.Meta):
        indexes = [
            models.Index(fields=["workspace", "person_id", "-created_at"], name="retrieval_by_person"),
            models.Index(fields=["workspace", "-created_at"], name="retrieval_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.actor_label}: {self.query[:60]}"

    @property
    def is_by_person(self) -> bool:
        return ActorKind.PERSON.is_of(self.actor_label)

    @property
    def milliseconds(self) -> float:
        """The time of all stages."""
        return float(sum(self.timings.values()))

    @classmethod
    def from_db(cls, *args: Any, **options: Any) -> "RetrievalEvent":
        event = super().from_db(*args, **options)
        if packed := event.__dict__.get("packed"):
            event.__dict__.update(unpack(packed))
        return event


class LexemeStatistics(TenantModel):
    """The number of texts about a person that contain a lexeme, stored only for people with many texts, where counting
    at query time is too slow. The empty lexeme's row counts all texts.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    lexeme = models.TextField()
    documents = models.PositiveBigIntegerField()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "lexeme statistics"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "person", "lexeme"], name="lexeme_once"),
        ]

    def __str__(self) -> str:
        return f"{self.lexeme}: {self.documents}"
