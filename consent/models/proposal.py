import hashlib
import json
import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from memories.models import Memory
from workspaces.actors import Actor
from workspaces.models import Person, TenantForeignKey, TenantModel

_MADE_ADDRESS = re.compile(r" in (?:episode|procedure|said|insight):\S*\Z")
# What a page shows of a proposal; an answer with another hash of it does not count.
SHOWN = ("change_hash", "field", "old_value", "new_value", "reason", "actor_label", "base_version", "revision")


class ProposalState(models.TextChoices):
    PENDING = "pending", _("Awaiting approval")
    APPROVED = "approved", _("Approved")
    AMENDED = "amended", _("Approved with edits")
    REJECTED = "rejected", _("Refused")
    WITHDRAWN = "withdrawn", _("Undone")
    EXPIRED = "expired", _("Expired")
    SUPERSEDED = "superseded", _("Replaced by a newer request")
    STALE = "stale", _("No longer applies")


GIVEN = (ProposalState.APPROVED, ProposalState.AMENDED)
REFUSED = (ProposalState.REJECTED, ProposalState.EXPIRED)
# States without an answer from the person: the asker may go on reading its own value.
UNANSWERED = (ProposalState.PENDING, ProposalState.SUPERSEDED, ProposalState.STALE)


class ClockTimestamp(Now):
    """The database's current time, not that of the beginning of the transaction.

    On Citus, which needs one time for all nodes, that of the beginning of the statement.
    """

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        template = "statement_timestamp()" if settings.CITUS else "clock_timestamp()"
        return self.as_sql(compiler, connection, template=template, **extra)


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def authorized_for(self, actor: Actor, *, now: datetime) -> "ProposalQuerySet":
        """The proposals that grants and allowlist let the actor see, muted ones included."""
        return self.filter(actor.row_condition(now=now))

    def visible_to(self, actor: Actor, *, now: datetime) -> "ProposalQuerySet":
        """Agents see a muted question like any other; the person and staff do not see it."""
        rows = self.authorized_for(actor, now=now)
        return rows.disclosed_to(actor) if actor.is_agent else rows.unmuted()

    def disclosed_to(self, actor: Actor) -> "ProposalQuerySet":
        """Without refused questions of other agents, which would disclose to an agent what was asked."""
        return self.filter(Q(agent_id=actor.id) | ~Q(state__in=REFUSED)) if actor.is_agent else self

    def unmuted(self) -> "ProposalQuerySet":
        """The questions that the person was really asked."""
        return self.filter(is_muted=False)

    def ever_open(self) -> "ProposalQuerySet":
        """Without those that were closed when they were asked, before anyone could see them."""
        return self.exclude(state=ProposalState.STALE, decided_at__lte=F("created_at"))

    def with_successors(self, actor: Actor, *, now: datetime) -> "ProposalQuerySet":
        """Annotate `successor_id`, the question that replaced it, if the actor may know of that one."""
        later = Proposal.objects.visible_to(actor, now=now).filter(id=OuterRef("superseded_by"))
        return self.with_readable(actor, now=now).annotate(successor_id=Subquery(later.values("id")))  # type: ignore[no-redef]

    def with_readable(self, actor: Actor, *, now: datetime) -> "ProposalQuerySet":
        """Annotate `is_readable`: whether the actor may read the memory that it changed; false once that is
        forgotten."""
        memory = Memory.objects.readable_by(actor, now=now).filter(id=OuterRef("memory_id"))
        return self.annotate(is_readable=Exists(memory))  # type: ignore[no-redef]

    def pending(self) -> "ProposalQuerySet":
        """The open questions, by the database's clock."""
        return self.filter(state=ProposalState.PENDING, expires_at__gt=ClockTimestamp())

    def refused(self) -> "ProposalQuerySet":
        """The questions that the person refused or let expire."""
        return self.filter(state__in=REFUSED)

    def of_statements(self, memory: Memory) -> "ProposalQuerySet":
        """The questions that would restore a sentence in a memory (R19)."""
        return self.filter(Q(person_id=memory.person_id), memory_id=memory.id, change__type="join_statement")

    def about_the_same(self, proposal: "Proposal") -> "ProposalQuerySet":
        """The questions about the same field, and of several memories at that address about the same one."""
        return self.filter(namespace_path=proposal.namespace_path, field=proposal.field, apart=proposal.apart)

    def agreed(self) -> "ProposalQuerySet":
        """The questions that were approved, or amended, and not withdrawn."""
        return self.filter(state__in=GIVEN)

    def blocking(self) -> "ProposalQuerySet":
        """The questions that were refused or withdrawn so recently that the same value may not be requested again."""
        return self.filter(blocked_until__gt=ClockTimestamp())

    def counts(self) -> dict[str, int]:
        """Count the pending ones, those of them that expire within a day (`expiring`), and the others by state."""
        waiting = Q(state=ProposalState.PENDING, expires_at__gt=ClockTimestamp())
        last_day = Q(expires_at__lte=ClockTimestamp() + timedelta(days=1))
        settled = [state for state in ProposalState.values if state != ProposalState.PENDING]
        return self.aggregate(
            pending=Count("id", filter=waiting),
            expiring=Count("id", filter=waiting & last_day),
            **{state: Count("id", filter=Q(state=state)) for state in settled},
        )

    def overdue(self) -> "ProposalQuerySet":
        return self.filter(state=ProposalState.PENDING, expires_at__lte=ClockTimestamp())


class Proposal(TenantModel):
    """One change that waits for the person's consent (001 §10).

    It stores the exact change, its hash, its base version and its expiry. `shown_hash` covers all that a page shows of
    it; whenever that changes (`revision`), an answer to the earlier form no longer counts. If it `is_muted` the person
    has refused it before and is not asked again; to agents it looks like any other.
    """

    person = TenantForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="proposals")
    namespace_path = models.TextField(db_collation="C")
    category = models.CharField(max_length=64)
    sensitivity_rank = models.SmallIntegerField(default=1)
    field = models.CharField(max_length=600, help_text="What would change, e.g. identity.city, or a memory's address.")
    memory_id = models.UUIDField(null=True)
    apart = models.CharField(
        max_length=36, blank=True, editable=False, help_text="Which of several memories of that address it means."
    )
    base_version = models.PositiveIntegerField(default=0)
    change = models.JSONField()
    change_hash = models.CharField(max_length=64)
    old_value = models.TextField(blank=True)
    new_value = models.TextField(blank=True)
    kept_value = models.TextField(blank=True, help_text="The person's own words, kept in the place of the new value.")
    changed_attributes = models.JSONField(
        default=dict, help_text="What the yes made of the memory's attributes, before and after by name, to be undone."
    )
    reason = models.TextField(blank=True, help_text="The agent's own words.")
    evidence_turn_id = models.UUIDField(null=True)
    evidence = models.JSONField(default=list, help_text="Who else asked, for which value, why, and in which turn.")
    claims = models.JSONField(default=list, help_text="The sensitive values it states, e.g. identity.city=lisbon.")
    shown_hash = models.CharField(max_length=64)
    revision = models.PositiveIntegerField(default=1)
    agent_id = models.UUIDField(null=True)
    account_id = models.UUIDField(null=True, help_text="Whose login asked, where no agent did.")
    key_id = models.UUIDField(null=True)
    actor_label = models.CharField(max_length=128)
    state = models.CharField(max_length=16, choices=ProposalState.choices, default=ProposalState.PENDING)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    superseded_by = models.UUIDField(null=True)
    closed_because = models.CharField(max_length=200, blank=True, help_text="Why it ended without an answer.")
    blocked_until = models.DateTimeField(null=True, help_text="Until then a refused value is not asked for again.")
    is_muted = models.BooleanField(
        default=False, help_text="Refused before, and nobody is asked: whoever asks may not learn that it was."
    )
    reminders_sent = models.PositiveSmallIntegerField(default=0)

    successor_id: UUID | None  # of `with_successors` alone
    is_readable: bool  # of `with_readable` alone

    objects = ProposalQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "namespace_path", "field", "apart", "change_hash", "agent_id"],
                condition=Q(state=ProposalState.PENDING),
                nulls_distinct=False,
                name="proposal_pending_once",
            ),
            models.CheckConstraint(condition=Q(state__in=ProposalState.values), name="proposal_state_known"),
        ]
        indexes = [
            models.Index(fields=["workspace", "person", "state", "-created_at"], name="proposal_by_person"),
            models.Index(
                fields=["workspace", "person", "-decided_at"],
                condition=Q(decided_at__isnull=False),
                name="proposal_by_decision",
            ),
            models.Index(fields=["workspace", "state", "expires_at"], name="proposal_by_expiry"),
            models.Index(
                fields=["workspace", "person", "blocked_until"],
                condition=Q(blocked_until__isnull=False),
                name="proposal_by_block",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.field_name} ({self.state})"

    def may_disclose_values_to(self, agent: Actor) -> bool:
        """Whether an agent may know the values: approved ones while it may read the memory (`with_readable`), and its
        own unanswered ones."""
        asks = self.state in UNANSWERED and self.agent_id == agent.id
        return asks or (self.state == ProposalState.APPROVED and self.is_readable)

    def may_disclose_field_to(self, agent: Actor) -> bool:
        """Whether an agent may know the field: of its own requests, and of those whose values it may know."""
        return self.agent_id == agent.id or self.may_disclose_values_to(agent)

    @property
    def value_in_force(self) -> str:
        """The value that was stored: the person's own words if they amended it, else the requested value."""
        return self.kept_value if self.state == ProposalState.AMENDED and self.kept_value else self.new_value

    @property
    def is_refused(self) -> bool:
        """Whether the person refused it, now or before it was requested again: staff no longer read its value."""
        return self.is_muted or self.state in REFUSED

    def hash_of_shown(self) -> str:
        return hash_shown({name: getattr(self, name) for name in SHOWN})

    @property
    def field_name(self) -> str:
        """The field without the value, which the name of a field with several values contains."""
        from consent.changes import KINDS  # noqa: PLC0415 -- the kinds import the models

        return self.field.partition(":")[0] if KINDS[self.change["type"]].sets_a_field else self.address

    @property
    def address(self) -> str:
        """What would change, without a memory address generated by the server: "identity.city in episode:..." is
        "identity.city"."""
        return _MADE_ADDRESS.sub("", self.field)


def hash_shown(values: dict[str, object]) -> str:
    """Return the SHA-256 of what a page shows, hexadecimal."""
    return hashlib.sha256(json.dumps(values, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
