"""Who answers the questions about a person, and what waits while no one can."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.delegation import Answerers, answerers
from consent.policies.rules import REVIEWING_ROLES
from interfaces.admin.policies.views import rules_in_order
from interfaces.admin.questions.deciders import rule_for, who_answers
from interfaces.admin.texts.actors import with_login
from interfaces.competing_requests import count_questions
from workspaces.models import Membership, Person
from workspaces.scope import current_workspace_id

MOST_QUESTIONS, MOST_COUNTED = 10, 100


@dataclass(frozen=True, slots=True)
class Question:
    """An open question, and who can answer it now. `rules` are those in force."""

    proposal: Proposal
    by: Answerers
    rules: Sequence[Policy]

    @property
    def who_answers(self) -> str:
        return who_answers(self.by)

    @property
    def rule_url(self) -> str:
        return rule_for(self.proposal, self.rules)


@dataclass(frozen=True, slots=True)
class Deciders:
    """`login` is the person's own; `reviewers` are those who may decide where a policy says so.

    `delegated` are those policies in words. `questions` are the open ones that expire first, of `waiting` in all; of
    the first `MOST_COUNTED`, reviewers can answer `by_reviewers`, and no one `stuck`. The person's inbox has `cards`:
    competing ones are one card.
    """

    login: Membership | None
    reviewers: Sequence[Membership]
    delegated: Sequence[str]
    questions: Sequence[Question]
    waiting: int
    first_ends_at: datetime | None
    by_reviewers: int
    stuck: int
    cards: int

    @property
    def can_sign_in(self) -> bool:
        return self.login is not None and self.login.account.is_active


def deciders_for(person: Person) -> Deciders:
    """Runs in the entered scope."""
    members = Membership.objects.filter(workspace_id=current_workspace_id()).select_related("account")
    waiting = Proposal.objects.unmuted().pending().filter(person=person)
    rules = policies.in_force()
    rows = with_login(waiting.select_related("person"), "account_id").order_by("expires_at", "created_at", "id")
    read = list(rows[:MOST_COUNTED])
    can_answer, shown = answerers(read), read[:MOST_QUESTIONS]
    reviewers = members.filter(role__in=REVIEWING_ROLES, account__is_active=True).order_by("account__username")
    return Deciders(
        login=members.filter(person_id=person.id).first(),
        reviewers=list(reviewers),
        delegated=_delegated([rule for rule in rules if rule.about_person_id in (None, person.id)]),
        questions=[Question(proposal, can_answer[proposal.id], rules) for proposal in shown],
        waiting=len(read) if len(read) < MOST_COUNTED else waiting.count(),
        first_ends_at=shown[0].expires_at if shown else None,
        by_reviewers=sum(one.reviewers for one in can_answer.values()),
        stuck=sum(not any(one) for one in can_answer.values()),
        cards=count_questions(waiting) if len(read) > 1 else len(read),
    )


def _delegated(rules: Sequence[Policy]) -> list[str]:
    """Return what the workspace's rules hand to reviewers."""
    handed = {rule.id for rule in rules if rule.delegates_to_reviewers and rule.outcome == Outcome.CONSENT}
    return [rule.applies_to for rule in rules_in_order() if rule.row.id in handed] if handed else []
