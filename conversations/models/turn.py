from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Exists, F, Func, OuterRef, Q
from django.db.models.functions import Coalesce, Substr
from django.utils.translation import gettext_lazy as _

from conversations.models.session import Session
from conversations.withheld_spans import Span, merged, outside, without
from providers.language import ENGLISH
from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel
from workspaces.models.quota import counted
from workspaces.text_vectors import text_vector

CATEGORY = "activity"
# Among the categories of what is reserved: that it is for the agent alone which stored the turn.
STORED_BY = "@stored-by"


class TurnRole(models.TextChoices):
    USER = "user", _("User")
    ASSISTANT = "assistant", _("Assistant")
    SYSTEM = "system", _("System")
    TOOL = "tool", _("Tool")


class TurnQuerySet(models.QuerySet["Turn"]):
    def visible_to(self, actor: Actor, *, now: datetime) -> "TurnQuerySet":
        """Turns the actor may read: category `activity` (R3), sensitivity internal, people whose grants cover it."""
        if not actor.may_see(CATEGORY):
            return self.none()
        return self.not_deleted().filter(actor.people_condition(now=now, rank=1)).disclosed_to(actor)

    def not_deleted(self) -> "TurnQuerySet":
        """Without turns that their person deleted."""
        return self.filter(erased_at=None)

    def disclosed_to(self, actor: Actor) -> "TurnQuerySet":
        """For an agent, the turns that it stored itself, and those that the withholding job has read.

        Other speakers' turns after an unread message may repeat it; they are read when they are indexed.
        """
        if not actor.is_agent:
            return self
        same = {name: OuterRef(name) for name in ("workspace", "session")}
        unread = Turn.objects.unextracted().filter(position__lt=OuterRef("position"), **same)
        is_read = Q(indexed_at__isnull=False) | Q(due_at__isnull=False)
        answers = ~Q(role=TurnRole.USER) & is_read & ~Exists(unread)
        return self.filter(Q(agent_id=actor.id) | Q(extracted_at__isnull=False) | answers)

    def open_to(self, actor: Actor) -> "TurnQuerySet":
        """Without what holds clauses that the person agreed to through memories in categories the agent may not see, or
        that are for another agent alone."""
        if not actor.is_agent:
            return self
        stored = Q(agent_id=actor.id)
        if actor.categories is not None:
            seen = list(actor.categories)
            own = stored & Q(reserved_in__contained_by=[*seen, STORED_BY])
            return self.filter(Q(reserved_in__contained_by=seen) | own)
        hidden = sorted(actor.hidden_categories)
        own = stored & ~Q(reserved_in__overlap=hidden) if hidden else stored
        return self.filter(~Q(reserved_in__overlap=[*hidden, STORED_BY]) | own)

    def unindexed(self) -> "TurnQuerySet":
        """Turns that only lexical search finds, until a job has chunked and embedded them."""
        return self.filter(indexed_at__isnull=True)

    def unextracted(self) -> "TurnQuerySet":
        """Turns of the person's side that no job has extracted facts from."""
        return self.filter(extracted_at__isnull=True, role=TurnRole.USER)

    def window(self, size: int) -> "TurnQuerySet":
        """The last `size` turns, newest first (002's short-term memory)."""
        return self.order_by("-position")[:size]


class Turn(TenantModel):
    """One message (R18). Never rewritten, only erased by its person; lexical search finds it at once, dense search when
    its chunks are embedded.

    `content` is verbatim. If it begins with its speaker's name, `spoken_from` is the offset of the message itself: only
    that part is embedded and indexed. `label` (speaker and date) is indexed for lexical search too.
    """

    session = TenantForeignKey(Session, on_delete=models.CASCADE, related_name="turns")
    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="turns")
    position = models.PositiveIntegerField(help_text="1-based place in its session.")
    role = models.CharField(
        max_length=16, choices=TurnRole.choices, help_text="Whose side spoke, also where only the speaker told (R34)."
    )
    speaker = models.CharField(max_length=200, blank=True)
    content = models.TextField()
    spoken_from = models.PositiveSmallIntegerField(default=0, help_text="Characters of a leading 'Name: '.")
    label = models.CharField(max_length=256, blank=True, help_text="Speaker and date, in words.")
    external_id = models.CharField(max_length=256, blank=True)
    occurred_at = models.DateTimeField()
    created_at = models.DateTimeField()
    indexed_at = models.DateTimeField(null=True, editable=False, help_text="Since when it is found by meaning.")
    due_at = models.DateTimeField(
        null=True, editable=False, help_text="Since when it is to be indexed again; without, since it was stored."
    )
    extracted_at = models.DateTimeField(null=True, editable=False, help_text="When facts were looked for in it.")
    agent_id = models.UUIDField(null=True, editable=False, help_text="The agent that stored it.")
    erased_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="When its person deleted it: then without its text, so that it is not stored again when sent again.",
    )
    withheld = models.JSONField(
        default=list, editable=False, help_text="[start, end) of clauses that the person has not agreed to (R19, R31)."
    )
    forbidden = models.JSONField(
        default=list,
        db_default=models.Value([], output_field=models.JSONField()),
        editable=False,
        help_text="[start, end, field] of those that a rule did not let be stored.",
    )
    waiting = models.JSONField(
        default=dict, editable=False, help_text="Those of them that an agent still reads in the session, by its id."
    )
    retrievable = models.TextField(null=True, editable=False, help_text="The message without them, if there are any.")
    reserved = models.JSONField(
        default=list,
        db_default=models.Value([], output_field=models.JSONField()),
        editable=False,
        help_text="[start, end) of clauses for readers of `reserved_in` alone.",
    )
    reserved_in = ArrayField(
        models.CharField(max_length=64),
        default=list,
        db_default=[],
        editable=False,
        help_text="The categories of the memories through which the person agreed to them.",
    )
    guarded = models.TextField(
        null=True, editable=False, help_text="The message for other readers, if clauses are reserved."
    )
    language = models.CharField(max_length=8, default=ENGLISH, editable=False, help_text="Whose dictionary is used.")
    search = models.GeneratedField(
        expression=Func(
            Func(text_vector(F("label")), function="setweight", template="%(function)s(%(expressions)s, 'A')"),
            text_vector(
                Coalesce("retrievable", Substr("content", F("spoken_from") + 1), output_field=models.TextField())
            ),
            template="%(expressions)s",
            arg_joiner=" || ",
        ),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    # Kinds of secrets that were cut out of what was sent: for the answer to whoever sent it, not stored.
    redacted: tuple[str, ...] = ()

    objects = TurnQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "session", "position"], name="turn_position_once"),
            models.UniqueConstraint(
                fields=["workspace", "session", "external_id"],
                condition=~models.Q(external_id=""),
                name="turn_external_id_once",
            ),
            models.CheckConstraint(
                condition=models.Q(erased_at=None) | models.Q(content="", label="", speaker=""),
                name="turn_erased_without_text",
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "person", "created_at"], name="turn_by_person"),
            models.Index(
                fields=["workspace", "created_at"], condition=models.Q(indexed_at__isnull=True), name="turn_unindexed"
            ),
            models.Index(
                fields=["workspace", "created_at"],
                condition=models.Q(extracted_at__isnull=True, role="user"),
                name="turn_unextracted",
            ),
            models.Index(
                fields=["workspace", "session", "position"],
                condition=models.Q(extracted_at__isnull=True, role="user"),
                name="turn_unread",
            ),
            GinIndex(fields=["search"], name="turn_search"),
        ]
        triggers = counted("turn", storage_bytes="sum(octet_length(n.content))")

    def __str__(self) -> str:
        return f"{self.speaker or self.role}: {self.content[:60]}"

    @property
    def shown(self) -> str:
        """The text in retrieval results: the content, or the message without withheld spans (R19)."""
        return self.content if self.retrievable is None else self.retrievable

    def shown_to(self, actor: Actor) -> str:
        """The same for one reader."""
        return self.shown if self.guarded is None or self.is_open_to(actor) else self.guarded

    def is_open_to(self, actor: Actor) -> bool:
        """Whether the reader may see every category through which the person agreed to something in it, and all that is
        for the agent alone which stored it."""
        if not actor.is_agent:
            return True
        return all(
            actor.id == self.agent_id if category == STORED_BY else actor.may_see(category)
            for category in self.reserved_in
        )

    def disclosed_to(self, actor: Actor) -> tuple[str, list[Span]]:
        """The content as the session shows it, and where something of it is withheld (R31).

        The person and staff read all of it, marked. An agent reads marks instead; the one that stored it, but for what
        waits.
        """
        if not actor.is_agent:
            return self.content, self.withheld
        read = self.waiting.get(str(actor.id), ()) if actor.id == self.agent_id else ()
        hidden = outside(self.withheld, read)
        return without(self.content, hidden if self.is_open_to(actor) else [*hidden, *self.reserved])

    def hidden_from(self, actor: Actor) -> list[Span]:
        """Where something of it is left out for the reader, who has asked nothing."""
        return self.withheld if self.is_open_to(actor) else merged([*self.withheld, *self.reserved])

    @property
    def found_by(self) -> str:
        """The text to chunk and embed."""
        return self.spoken if self.retrievable is None else self.retrievable

    @property
    def spoken(self) -> str:
        """The message without a leading speaker's name."""
        return self.content[self.spoken_from :]


class WithheldValue(TenantModel):
    """A value that a question about the person states, and until when they have not agreed to it (R19, R31), or that
    was marked as wrong in a memory.

    The clauses of their turns that say it are left out of retrieval. While the question waits, the agent that stored
    the turn still reads them in the session, for any asker (`agent_id`, None for the server's own jobs); once it is
    refused, no agent does.
    Once the person agreed to it, agents read them that may see the memory's `category`.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    proposal_id = models.UUIDField(null=True)
    memory_id = models.UUIDField(null=True, help_text="The memory that was marked as wrong, instead of a question.")
    key = models.CharField(max_length=64, blank=True, help_text="The field; empty for a whole text.")
    value = models.CharField(max_length=500, help_text="Normalised.")
    agent_id = models.UUIDField(null=True)
    is_waiting = models.BooleanField()
    category = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="Of the memory by which the person agreed to it; agents that may not read there still do "
        "not read it. Empty while they have not agreed.",
    )

    class Meta(TenantModel.Meta):
        indexes = [
            models.Index(fields=["workspace", "person"], name="withheld_value_by_person"),
            models.Index(fields=["workspace", "proposal_id"], name="withheld_value_by_proposal"),
        ]

    def __str__(self) -> str:
        return self.key
