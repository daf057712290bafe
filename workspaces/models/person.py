from collections.abc import Iterable
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from django.db.models import F, Func, Value

from workspaces import scope
from workspaces.models.tenant import TenantModel
from workspaces.namespaces import default_thread
from workspaces.round_trip import Statement, update_of

EXTERNAL_ID_CHARACTERS = 256
# The lock that a foreign key takes: writers and renaming do not wait for one another, only the erasure's end does.
HOLD = """
SELECT id FROM workspaces_person WHERE workspace_id = %s AND id = ANY(%s) AND erasure_asked_at IS NULL FOR KEY SHARE
"""


class PersonManager(models.Manager["Person"]):
    """Remembered people. A person is unknown from the request of their erasure on."""

    def get_queryset(self) -> models.QuerySet["Person"]:
        return super().get_queryset().filter(erasure_asked_at=None)

    def hold(self, person_ids: Iterable[UUID]) -> frozenset[UUID]:
        """Return which of these may be written about, locked in the writing transaction.

        Their erasure ends after it, so that it takes along what is written; what asks later finds nobody.
        """
        with connection.cursor() as cursor:
            cursor.execute(HOLD, [scope.current_workspace_id(), list(person_ids)])
            return frozenset(person_id for (person_id,) in cursor.fetchall())

    def name_of(self, person_id: UUID | None) -> str:
        """Empty where there is nobody. One query, in the entered scope."""
        return self.filter(id__in=[person_id]).values_list("name", flat=True).first() or ""

    def language_added(self, person_id: UUID, language: str) -> Statement:
        """The statement that notes the language of a text about a person; it locks nothing if it is known."""
        rows = Person.everybody.filter(id=person_id).exclude(languages__contains=[language])
        return update_of(rows, languages=Func(F("languages"), Value(language), function="array_append"))


class Person(TenantModel):
    """The one who is remembered: the data subject, 000's User. Names need not be unique.

    `everybody` includes people with a requested, unfinished erasure.
    """

    name = models.CharField(max_length=200)
    external_id = models.CharField(
        max_length=EXTERNAL_ID_CHARACTERS,
        null=True,
        blank=True,
        help_text="What the caller's own system calls this person.",
    )
    languages = ArrayField(
        models.CharField(max_length=8),
        default=list,
        editable=False,
        help_text="Besides English, of texts about them, as far as it was found out: how questions are read.",
    )
    time_zone = models.CharField(max_length=64, default="UTC")
    created_at = models.DateTimeField(auto_now_add=True)
    erasure_asked_at = models.DateTimeField(null=True, editable=False)

    objects = PersonManager()
    everybody: models.Manager["Person"] = models.Manager()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "people"
        indexes = [models.Index(fields=["workspace", "created_at", "id"], name="person_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["workspace", "external_id"], name="one_person_per_external_id"),
            models.CheckConstraint(condition=~models.Q(external_id=""), name="external_id_not_empty"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def namespace(self) -> list[str]:
        """Where this person's memories lie (000): `["memories", "<id>"]`."""
        return ["memories", str(self.id)]

    @property
    def default_thread_id(self) -> str:
        """The thread that changes belong to when the caller names none (R20)."""
        return default_thread(self.id)
