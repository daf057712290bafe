"""Decisions behind changes: which assistant asked, who agreed, and where the receipt is."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models.decision import Decision, Verdict
from interfaces.pages.assistants import Face, Faces
from memories.models import History
from workspaces.actors import ActorKind

# Each as the person decided, and as somebody else did.
DEEDS: dict[str, tuple[Promise, Promise]] = {
    Verdict.APPROVE: (_("You approved it."), _("{who} approved it.")),
    Verdict.AMEND: (_("You approved it with edits."), _("{who} approved it with edits.")),
    Verdict.REJECT: (_("You refused it."), _("{who} refused it.")),
    Verdict.WITHDRAW: (_("You undid the decision."), _("{who} undid the decision.")),
}
APPROVING = (Verdict.APPROVE, Verdict.AMEND)


@dataclass(frozen=True, slots=True)
class Consent:
    """One decision about a memory. `proposal_id` is the request that it answered, and leads to the receipt."""

    asked_by: Face
    sentence: str
    at: datetime
    verdict: str
    proposal_id: UUID

    @property
    def is_approval(self) -> bool:
        return self.verdict in APPROVING


def consents_of(rows: Iterable[History], faces: Faces) -> dict[UUID, Consent]:
    """By their ids, the decisions that rows of history name, oldest first; one query."""
    deciders = {row.decision_id: row for row in rows if row.decision_id}
    found = Decision.objects.filter(id__in=deciders, verdict__in=DEEDS).select_related("proposal") if deciders else []
    return {
        decision.id: Consent(
            faces.of(decision.proposal.actor_label, decision.proposal.agent_id),
            _sentence(decision.verdict, deciders[decision.id], faces),
            decision.created_at,
            decision.verdict,
            decision.proposal_id,
        )
        for decision in sorted(found, key=lambda one: one.created_at)
    }


def _sentence(verdict: str, row: History, faces: Faces) -> str:
    own, others = DEEDS[verdict]
    told = own if row.actor_kind == ActorKind.PERSON else others
    return str(told).format(who=faces.name(row.actor_label, row.actor_id))
