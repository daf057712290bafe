"""Which agents may read and write about a person, how often they did, and which access has ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Max, Q
from django.db.models.functions import Least
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from interfaces.admin.texts.wording import ceiling_words, rights
from interfaces.plain_words import readable_categories
from retrieval.models import RetrievalEvent
from workspaces import sensitivity
from workspaces.actions.authenticate_key import categories_of
from workspaces.models import Agent, Allowlist, Exclusion, Grant, Person

COUNTED = timedelta(days=90)
MOST_ENDED = 10
# Texts by whether it may read, and may write.
MAY: dict[tuple[bool, bool], Promise] = {
    (True, True): _("These may read and write what is remembered about %(name)s, up to the sensitivity “%(label)s”."),
    (True, False): _(
        "These may read what is remembered about %(name)s, up to the sensitivity “%(label)s”, and write nothing."
    ),
    (False, True): _("These may write about %(name)s, up to the sensitivity “%(label)s”, and read nothing."),
    (False, False): _("These may neither read nor write about %(name)s."),
}


@dataclass(frozen=True, slots=True)
class Access:
    """What one agent may do about a person; `reads` are of the last 90 days, `categories` those that its role may
    see."""

    person: Person
    agent: Agent
    categories: str
    grants: Sequence[Grant]
    is_refused: bool
    reads: int
    last_read_at: datetime | None

    @property
    def can_read(self) -> bool:
        return any(grant.can_read for grant in self.grants)

    @property
    def can_write(self) -> bool:
        return any(grant.can_write for grant in self.grants)

    @property
    def relays_consent(self) -> bool:
        return any(grant.relays_consent for grant in self.grants)

    @property
    def widest(self) -> Grant | None:
        """The grant with the highest ceiling; of equals the one for everyone."""
        return max(
            self.grants, key=lambda grant: (sensitivity.rank(grant.ceiling), grant.is_for_everyone), default=None
        )

    @property
    def is_for_everyone(self) -> bool:
        return self.widest is not None and self.widest.is_for_everyone

    @property
    def sentence(self) -> str:
        """ "These may read and write what is remembered about Ana, up to the sensitivity “Internal (2 of 4)”." """
        if self.widest is None:
            return ""
        text = MAY[self.can_read, self.can_write]
        return str(text) % {"name": self.person.name, "label": ceiling_words(self.widest.ceiling)}

    @property
    def whom(self) -> str:
        if self.widest is None:
            return ""
        if self.is_for_everyone:
            return gettext("They may do so for everyone here.")
        return gettext("They may do so for %(name)s alone.") % {"name": self.person.name}

    @property
    def summary(self) -> str:
        """The common properties of agents with the same access."""
        return f"{self.sentence} {self.whom}"

    @property
    def ends_at(self) -> datetime | None:
        return self.widest.expires_at if self.widest else None


@dataclass(frozen=True, slots=True)
class Ended:
    """Access that was revoked or expired; `has_other_access`: the agent has other access by now."""

    grant: Grant
    at: datetime
    has_other_access: bool

    @property
    def is_revoked(self) -> bool:
        return self.at == self.grant.revoked_at

    @property
    def sentence(self) -> str:
        name = {"agent": self.grant.agent.called, "rights": rights(self.grant)}
        text = gettext("%(agent)s could %(rights)s for everyone here.")
        if self.grant.person_id is not None:
            text = gettext("%(agent)s could %(rights)s for this person.")
        return text % name


def access_to(person: Person, *, now: datetime) -> list[Access]:
    """Return every active agent, those with access first. Runs in the entered scope."""
    theirs = Q(person_id=person.id) | Q(person_id__isnull=True, namespace_path="")
    grants: dict[UUID, list[Grant]] = {}
    for grant in Grant.objects.in_force(now=now).filter(theirs):
        grants.setdefault(grant.agent_id, []).append(grant)
    allowlists = list(Allowlist.objects.values_list("role", "categories"))
    refused = set(Exclusion.objects.filter(person=person).values_list("agent_id", flat=True))
    events = RetrievalEvent.objects.filter(person_id=person.id, created_at__gte=now - COUNTED)
    rows = events.order_by().values_list("agent_id").annotate(Count("id"), Max("created_at"))
    reads = {agent_id: (count, last) for agent_id, count, last in rows}
    found = [
        Access(
            person,
            agent,
            readable_categories(*categories_of(agent.role, allowlists)),
            _usable(grants.get(agent.id, []), is_refused=agent.id in refused),
            agent.id in refused,
            *reads.get(agent.id, (0, None)),
        )
        for agent in Agent.objects.filter(is_active=True).order_by("name")
    ]
    return sorted(found, key=lambda access: (not access.grants, not access.is_refused, access.summary))


def _usable(grants: list[Grant], *, is_refused: bool) -> list[Grant]:
    """Return the usable grants: a person who left an agent's grants for everyone keeps those for them alone."""
    return [grant for grant in grants if grant.person_id or not is_refused]


def ended_access(person: Person, access: Sequence[Access], *, now: datetime) -> list[Ended]:
    """Return ended access, latest first. Runs in the entered scope."""
    theirs = Q(person_id=person.id) | Q(person_id__isnull=True, namespace_path="")
    over = Grant.objects.filter(theirs).filter(Q(revoked_at__isnull=False) | Q(expires_at__lte=now))
    able = {row.agent.id for row in access if row.grants}
    latest = over.annotate(ended_at=Least("revoked_at", "expires_at")).select_related("agent").order_by("-ended_at")
    return [Ended(row, _end_of(row), row.agent_id in able) for row in latest[:MOST_ENDED]]


def _end_of(grant: Grant) -> datetime:
    """Return the earlier of expiry and revocation."""
    return min(at for at in (grant.revoked_at, grant.expires_at) if at is not None)
