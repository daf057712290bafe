"""The assistants that may read about the person: what each may see, how often it asked, and removing its access."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.policies.field_outcomes import rules_about
from conversations.models.turn import CATEGORY as CONVERSATIONS
from interfaces.pages.access.approval import approval, own_rules
from interfaces.pages.access.own_rules import RuleForm
from interfaces.pages.filters.filters import subject_choices
from interfaces.pages.history.entries import entries_for
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces, face_of
from interfaces.plain_words import title_of
from interfaces.spelling import plain
from memories.maintenance.record_setup import Done, record_row
from memories.models import History
from memories.models.choices import Event
from workspaces import scope, sensitivity
from workspaces.actions.authenticate_key import categories_of
from workspaces.actions.revoke_access import UnknownAgent, restore_access, revoke_access
from workspaces.models import Agent, Allowlist, Exclusion, Grant

RESTORED = _("%(name)s has access again.")
MOST_CHANGES = 20
SHOWN_SUBJECTS = 3  # subjects shown on an assistant's closed card
# The most sensitive level of an assistant that may not see every subject.
WITHIN_SUBJECTS: dict[str, Promise] = wording.CEILINGS | {
    sensitivity.INTERNAL: _("nothing that is marked as confidential"),
    sensitivity.RESTRICTED: _("also the most private"),
}
Reads = tuple[int, datetime | None]
CategoryScope = tuple[tuple[str, ...] | None, frozenset[str]]
# Setup rows that decide who may read; a webhook, for example, gives an agent no access.
DECIDING = ("agent", "allowlist", "apikey", "exclusion", "grant", "invitation", "membership")
# Rows of these without a person are about another login, most often of staff.
OF_LOGINS = ("invitation", "membership")


@dataclass(frozen=True, slots=True)
class Access:
    """What one agent may do. `categories` None means all but `hidden`; `known` are all subjects of the workspace.
    `ceiling` is meaningful where the agent has any access. `reads` are of the last 90 days."""

    agent: Agent
    can_read: bool
    can_write: bool
    is_refused: bool
    ceiling: str
    expires_at: datetime | None
    categories: Sequence[str] | None
    hidden: Collection[str]
    known: Collection[str]
    reads: int
    last_read_at: datetime | None

    @property
    def face(self) -> Face:
        return face_of(self.agent)

    @property
    def subjects(self) -> Sequence[str]:
        """The names of the subjects that it may read; for an open list, those of the workspace."""
        return _titles({*self.known} - {*self.hidden} if self.categories is None else self.categories)

    @property
    def left_out(self) -> Sequence[str]:
        """The subjects that it may not read; none with the same name as one it may read."""
        names = self.hidden if self.categories is None else self.known
        return [title for title in _titles(names) if title not in self.subjects] if self.can_read else []

    @property
    def first_subjects(self) -> Sequence[str]:
        return self.subjects[:SHOWN_SUBJECTS]

    @property
    def more_subjects(self) -> int:
        return max(len(self.subjects) - SHOWN_SUBJECTS, 0)

    @property
    def finds_conversations(self) -> bool:
        """Whether it finds what was said in conversations with any assistant."""
        is_open = CONVERSATIONS not in self.hidden if self.categories is None else CONVERSATIONS in self.categories
        return self.can_read and is_open and sensitivity.rank(self.ceiling) >= sensitivity.rank(sensitivity.INTERNAL)

    @property
    def privacy(self) -> Promise:
        return (WITHIN_SUBJECTS if self.left_out else wording.CEILINGS)[self.ceiling]

    @property
    def access(self) -> Promise:
        """The kind of access, a word or two."""
        if self.is_refused and not self.has_any:
            return _("none: you removed its access")
        if self.can_read:
            return _("read and write") if self.can_write else _("read only")
        return _("write only") if self.can_write else _("no access")

    @property
    def has_any(self) -> bool:
        return self.can_read or self.can_write


class AccessView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        context: dict[str, Any] = {"rows": [], "changes": []}
        if self.actor.person_id:
            context = {"rows": self.rows(), "changes": entries_for(self.changes), **self.rules()}
            context["rule_form"] = RuleForm(agents=[row.agent for row in context["rows"]])
        removed = request.GET.get("removed")
        context["removed"] = [row for row in context["rows"] if row.is_refused and str(row.agent.id) == removed]
        return self.page("my_data/access.html", context)

    @property
    def changes(self) -> QuerySet[History]:
        """Return the latest changes of who may read about the person, or about everybody, and of the person's own
        rules."""
        person_id = self.actor.person_id
        rules = Q(person_id=person_id, event=Event.RULE)
        rows = History.objects.filter(of_one(person_id) | of_everybody() | rules)
        return rows.order_by("-created_at", "-id")[:MOST_CHANGES]

    def rules(self) -> dict[str, Any]:
        """Return the person's own rules, and what needs their approval; four queries at most."""
        rules = rules_about(self.actor.person_id)
        names = {agent_id: face.name for agent_id, face in Faces.load().by_id.items()}
        own = own_rules(rules, names, actor=self.actor, now=self.now)
        return {"rules": own, "approval": approval(rules, names, self.actor.person_id)}

    def rows(self) -> list[Access]:
        """Return every agent of the workspace, those with access first."""
        mine = Q(person_id=self.actor.person_id) | Q(person_id__isnull=True, namespace_path="")
        grants: dict[UUID, list[Grant]] = {}
        for grant in Grant.objects.in_force(now=self.now).filter(mine):
            grants.setdefault(grant.agent_id, []).append(grant)
        reads = self.reads()
        lists = list(Allowlist.objects.values_list("role", "categories"))
        known = {name for name, _title in subject_choices()}
        left = Exclusion.objects.filter(Q(person_id=self.actor.person_id))
        excluded = set(left.values_list("agent_id", flat=True))
        agents = Agent.objects.filter(is_active=True).order_by("name")
        rows = [
            _access(
                agent,
                [grant for grant in grants.get(agent.id, []) if grant.person_id or agent.id not in excluded],
                is_refused=agent.id in excluded,
                readable=categories_of(agent.role, lists),
                known=known,
                reads=reads.get(agent.id, (0, None)),
            )
            for agent in agents
        ]
        return sorted(rows, key=lambda row: (not row.has_any, not row.is_refused))

    def reads(self) -> dict[UUID | None, Reads]:
        rows = self.retrieval_events.order_by().values_list("agent_id").annotate(Count("id"), Max("created_at"))
        return {agent_id: (count, last) for agent_id, count, last in rows}


class ChangeAccessView(PersonView):
    """Removes an agent's access, or restores it (`give`)."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, agent_id: UUID) -> HttpResponseBase:
        person_id = self.person_id
        gives = "give" in request.POST
        try:
            with scope.enter(self.membership.workspace_id):
                self.change(agent_id, person_id, gives=gives)
                name = face_of(Agent.objects.get(id=agent_id)).name
        except UnknownAgent as error:
            raise Http404 from error
        if gives:  # a removal is shown beside its undo instead
            messages.success(request, str(RESTORED) % {"name": name})
        return redirect("pages:access" if gives else f"{reverse('pages:access')}?removed={agent_id}")

    def change(self, agent_id: UUID, person_id: UUID, *, gives: bool) -> None:
        """Change the access; each change leaves a history row: an ended exclusion, a new one, a revoked grant."""
        if gives:
            for exclusion in restore_access(agent_id=agent_id, person_id=person_id):
                record_row(row=exclusion, done="deleted", actor=self.actor, now=self.now)
            return
        for row in revoke_access(agent_id=agent_id, person_id=person_id, now=self.now):
            done: Done = "added" if isinstance(row, Exclusion) else "revoked"
            record_row(row=row, done=done, actor=self.actor, now=self.now)


def _titles(names: Iterable[str]) -> list[str]:
    return sorted({title_of(name) for name in names}, key=plain)


def _access(
    agent: Agent,
    usable: Sequence[Grant],
    *,
    is_refused: bool,
    readable: CategoryScope,
    known: Collection[str],
    reads: Reads,
) -> Access:
    categories, hidden = readable
    widest = max(usable, key=lambda grant: sensitivity.rank(grant.ceiling), default=None)
    ends = [grant.expires_at for grant in usable]
    return Access(
        agent=agent,
        can_read=any(grant.can_read for grant in usable),
        can_write=any(grant.can_write for grant in usable),
        is_refused=is_refused,
        ceiling=widest.ceiling if widest else sensitivity.PUBLIC,
        expires_at=max((end for end in ends if end), default=None) if all(ends) else None,
        categories=categories,
        hidden=hidden,
        known=known,
        reads=reads[0],
        last_read_at=reads[1],
    )


def of_one(person_id: UUID | None) -> Q:
    """Select the history rows about who may read about this person."""
    return Q(person_id=person_id, event=Event.ACCESS, meta__what__in=DECIDING)


def of_everybody() -> Q:
    """Select the history rows about what applies to all people of the workspace."""
    deciding = [what for what in DECIDING if what not in OF_LOGINS]
    return Q(person_id__isnull=True, event=Event.ACCESS, meta__what__in=deciding)
