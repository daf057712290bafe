"""Who answers the questions about a person, and what waits while nobody can."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from consent.models import Proposal
from consent.policies import rules as policies
from consent.policies.delegation import fields_of, to_reviewers, unanswerable
from consent.policies.rules import REVIEWING_ROLES
from workspaces.models import Membership, Person
from workspaces.scope import current_workspace_id

MOST_QUESTIONS = 20


@dataclass(frozen=True, slots=True)
class Question:
    """An open question; `is_delegated` says that reviewers may answer it in the person's place."""

    proposal: Proposal
    is_delegated: bool

    @property
    def fact_key(self) -> str:
        """The field that a policy for reviewers would name; empty where the question is about none, or several."""
        keys = {key for _category, key in fields_of(self.proposal)}
        return keys.pop() if len(keys) == 1 else ""


@dataclass(frozen=True, slots=True)
class Deciders:
    """`login` is the person's own; `reviewers` are those who may decide where a policy says so.

    `questions` are the open ones that end first, of `waiting` in all; `stuck` of these nobody can answer.
    """

    login: Membership | None
    reviewers: Sequence[Membership]
    questions: Sequence[Question]
    waiting: int
    first_ends_at: datetime | None
    stuck: int

    @property
    def can_sign_in(self) -> bool:
        return self.login is not None and self.login.account.is_active


def deciders_for(person: Person) -> Deciders:
    """In the entered scope."""
    members = Membership.objects.filter(workspace_id=current_workspace_id()).select_related("account")
    waiting = Proposal.objects.asked().pending().filter(person=person)
    rules = policies.in_force()
    shown = list(waiting.order_by("expires_at")[:MOST_QUESTIONS])
    return Deciders(
        login=members.filter(person_id=person.id).first(),
        reviewers=list(members.filter(role__in=REVIEWING_ROLES, account__is_active=True).order_by("account__username")),
        questions=[Question(proposal, to_reviewers(proposal, rules)) for proposal in shown],
        waiting=len(shown) if len(shown) < MOST_QUESTIONS else waiting.count(),
        first_ends_at=shown[0].expires_at if shown else None,
        stuck=len(unanswerable([proposal.id for proposal in shown])),
    )
