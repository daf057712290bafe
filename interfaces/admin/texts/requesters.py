"""The requesters of what staff approved."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Decision
from interfaces.admin.texts.actors import actor_name, agent_names, import_named, with_login
from memories.models import History
from workspaces.actors import ActorKind


def askers_of(rows: Iterable[History]) -> Mapping[UUID, str]:
    """Return the requester by the decision that a row carries out. Two queries where there is any. Runs in the entered
    scope."""
    ids = [row.decision_id for row in rows if row.decision_id and row.actor_kind == ActorKind.STAFF]
    if not ids:
        return {}
    found = with_login(Decision.objects.filter(id__in=ids).select_related("proposal"), "proposal__account_id")
    agents = agent_names()
    return {row.id: _asker(row, agents) for row in found}


def with_asker(name: str, asker: str) -> str:
    """Return the author's name with the requester's: another actor, or the author themselves."""
    if asker == name:
        return _("Asked for and approved by %(name)s themselves") % {"name": name}
    return _("Asked for by %(asker)s, approved by %(name)s") % {"asker": asker, "name": name} if asker else name


def _asker(row: Decision, agents: Mapping[UUID, str]) -> str:
    question, login = row.proposal, getattr(row, "login", None) or ""
    agent = agents.get(question.agent_id, "") if question.agent_id else ""
    return import_named(row) or actor_name(question.actor_label, login=login, agent=agent)
