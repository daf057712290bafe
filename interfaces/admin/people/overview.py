"""A person's page: who decides, what waits, what is remembered, who may read it, and what happened."""

from datetime import datetime
from typing import Any
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import admin
from django.db.models import Count, F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from consent.models import Decision, Policy
from consent.policies import rules as policies
from conversations.models import Session
from interfaces.admin.accounts.invitations import STATES, context_of
from interfaces.admin.activity.conversation_admin import conversation_name
from interfaces.admin.memories.memory_page import sources_of
from interfaces.admin.people.access import access_to, ended_access
from interfaces.admin.people.deciders import deciders_for
from interfaces.admin.people.timeline import happenings
from interfaces.admin.policies.wording import note_rules
from interfaces.admin.views.permissions import is_about_reader, is_editor, is_owner
from memories.models import Memory
from operations.delivery.mail import is_mail_sent
from workspaces.models import Invitation, Membership, Person
from workspaces.models.membership import STAFF_ROLES
from workspaces.scope import current_workspace_id

MOST_ROWS, MOST_CONVERSATIONS = 10, 5
LATEST = F("last_turn_at").desc(nulls_last=True)


def overview(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Runs in the entered scope."""
    values = Count("signals__digest", filter=Q(signals__used_at=None), distinct=True)
    person, now = get_object_or_404(Person.objects.annotate(unconfirmed=values), id=person_id), timezone.now()
    deciders = deciders_for(person)
    page = {
        "title": person.name,
        "person": person,
        "may_edit": is_editor(request),
        "may_link": is_owner(request),
        "invite_url": reverse("admin:workspaces_invitation_add", query={"person": str(person.id)}),
        "is_mail_sent": is_mail_sent(),
        **_invited(person, may=is_owner(request)),
        **_sign_in(deciders.login),
        "deciders": deciders,
        "proposal_days": settings.PROPOSAL_DAYS,
        **_decisions(person),
        "rules": _own_rules(person),
        **_memories(person, now),
        **_conversations(person),
        **_access(person, now),
        "is_reader": is_about_reader(request, person.id),
        "happenings": happenings(person),
    }
    return TemplateResponse(request, "admin/person/page.html", admin.site.each_context(request) | page)


def _sign_in(login: Membership | None) -> dict[str, Any]:
    kinds = Authenticator.objects.filter(user=login.account_id) if login else Authenticator.objects.none()
    named = [str(kind.get_type_display()) for kind in kinds if kind.type != Authenticator.Type.RECOVERY_CODES]
    return {"login": login, "second_steps": sorted(set(named))}


def _invited(person: Person, *, may: bool) -> dict[str, Any]:
    """Return the open invitation, if there is one, and those that ended."""
    rows = list(Invitation.objects.filter(person=person).order_by("-created_at")[:MOST_ROWS])
    waiting = next((row for row in rows if row.accepted_at is None and row.revoked_at is None), None)
    context = context_of(waiting, may=may) if waiting else {"invitation": None}
    ended = [(row, STATES[row.state(now=timezone.now())]) for row in rows if row is not waiting]
    return context | {"ended_invitations": ended, "back": reverse("admin:workspaces_person_overview", args=[person.id])}


def _decisions(person: Person) -> dict[str, Any]:
    rows = Decision.objects.filter(proposal__person=person)
    latest = list(rows.select_related("proposal").order_by("-created_at", "-id")[:MOST_ROWS])
    return {"decisions": latest, "decision_count": len(latest) if len(latest) < MOST_ROWS else rows.count()}


def _own_rules(person: Person) -> list[Policy]:
    rules = [rule for rule in policies.in_force() if rule.person_id == person.id]
    note_rules(rules)
    return rules


def _conversations(person: Person) -> dict[str, Any]:
    """Return the latest, and whether there are more."""
    begun = Session.objects.filter(person=person).select_related("person")
    rows = list(begun.order_by(LATEST, "-created_at")[: MOST_CONVERSATIONS + 1])
    named = [(conversation_name(row), row) for row in rows[:MOST_CONVERSATIONS]]
    return {"conversations": named, "has_more_conversations": len(rows) > MOST_CONVERSATIONS}


def _access(person: Person, now: datetime) -> dict[str, Any]:
    access = access_to(person, now=now)
    staff = Membership.objects.filter(workspace_id=current_workspace_id(), role__in=STAFF_ROLES)
    readers = staff.filter(account__is_active=True, account__is_staff=True).values_list("person_id", flat=True)
    of_staff = list(readers)
    return {
        "access": [row for row in access if row.grants],
        "refused": [row.agent for row in access if not row.grants and row.is_refused],
        "without": [row.agent for row in access if not row.grants and not row.is_refused],
        "ended": ended_access(person, access, now=now),
        "staff_count": len(of_staff),
        "is_only_own": set(of_staff) == {person.id},
    }


def _memories(person: Person, now: datetime) -> dict[str, Any]:
    alive = Memory.objects.alive(now=now).filter(person=person)
    rows = list(alive.select_related("current").order_by("-updated_at", "-id")[:MOST_ROWS])
    sources = sources_of(rows)
    return {"memories": [(row, sources[row.id]) for row in rows], "memory_count": alive.count()}
