from datetime import datetime

from django.db import models

from workspaces.models import Person, TenantForeignKey, TenantModel
from workspaces.namespaces import MEMORIES, to_path


class SessionQuerySet(models.QuerySet["Session"]):
    def due_for_episode(self, trigger: int, at_end: int) -> "SessionQuerySet":
        """Sessions with at least `trigger` turns that no episode summarises (002, R18), closed ones with `at_end`."""
        closed = models.Q(closed_at__isnull=False, unsummarised_turns__gte=at_end)
        return self.filter(closed | models.Q(unsummarised_turns__gte=trigger))

    def idle_since(self, at: datetime) -> "SessionQuerySet":
        """Open sessions without a turn since then."""
        quiet = models.Q(last_turn_at__lt=at) | models.Q(last_turn_at__isnull=True, created_at__lt=at)
        return self.filter(quiet, closed_at__isnull=True)


class Session(TenantModel):
    """One conversation with a person (003). Its turns are the short-term tier of 002, kept in the database."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="sessions")
    external_id = models.CharField(max_length=256, blank=True)
    thread_id = models.CharField(max_length=256)
    title = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="What it was called where it was imported from; for its person and staff.",
    )
    imported_from = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The name of the file that staff imported it from; for its person and staff.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    agent_id = models.UUIDField(null=True, editable=False, help_text="The agent that began it.")
    is_apart = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Nobody else continues it by its name: the agent could not read other conversations.",
    )
    turn_count = models.PositiveIntegerField(default=0, editable=False, help_text="All that there ever were.")
    last_turn_at = models.DateTimeField(null=True, blank=True, editable=False)
    erased_turns = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="Those of them that the person deleted."
    )
    summarised_turns = models.PositiveIntegerField(
        default=0, editable=False, help_text="The first turns, which episodes summarise."
    )
    unsummarised_turns = models.GeneratedField(
        expression=models.F("turn_count") - models.F("summarised_turns"),
        output_field=models.IntegerField(),
        db_persist=True,
    )

    objects = SessionQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "person", "external_id"],
                condition=~models.Q(external_id="") & models.Q(is_apart=False),
                name="session_external_id_once",
            ),
            models.UniqueConstraint(
                fields=["workspace", "person", "external_id", "agent_id"],
                condition=~models.Q(external_id="") & models.Q(is_apart=True),
                name="session_external_id_once_apart",
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "person", "created_at"], name="session_by_person"),
            models.Index(fields=["workspace", "unsummarised_turns"], name="session_by_unsummarised"),
            models.Index(
                fields=["workspace", "last_turn_at"],
                condition=models.Q(closed_at__isnull=True),
                name="session_open_by_last_turn",
            ),
        ]

    @property
    def kept_turns(self) -> int:
        return self.turn_count - self.erased_turns

    @property
    def is_deleted(self) -> bool:
        """Whether its person deleted all that was said; it may go on."""
        return self.erased_turns > 0 and self.kept_turns <= 0

    @property
    def scope(self) -> str:
        """The namespace of its person, as a path (003, R2)."""
        return to_path((MEMORIES, str(self.person_id)))

    def __str__(self) -> str:
        return self.title or self.external_id or str(self.id)


class Speaker(TenantModel):
    """A speaker's name in a person's conversations, stored once; a question that names it is about them."""

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=200)
    is_self = models.BooleanField(default=False, help_text="It is the person's own, though they are called otherwise.")

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "person", "name"], name="speaker_once"),
        ]

    def __str__(self) -> str:
        return self.name
