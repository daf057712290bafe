"""What the policies that a proposal falls under permit besides the person's own answer on a page."""

from collections.abc import Sequence

from consent.changes import from_json
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.rules import Subject
from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind


def to_reviewers(proposal: Proposal, rules: Sequence[Policy] | None = None) -> bool:
    """Whether reviewers of the workspace may decide it: every policy that asks for consent has to say so.

    `rules` are those in force, for callers with many proposals; None looks them up.
    """
    rulers = _rulers(proposal, rules)
    return bool(rulers) and all(policy is not None and policy.delegates_to_reviewers for policy in rulers)


def to_chat(proposal: Proposal) -> bool:
    """Whether the person may answer in a chat; where no policy rules, they may not."""
    rulers = _rulers(proposal)
    return bool(rulers) and all(policy is not None and policy.allows_chat for policy in rulers)


def subjects_of(proposal: Proposal) -> list[Subject]:
    """Each field that the proposal touches, as policies are asked about it."""
    return [_subject(proposal, category, key) for category, key in sorted(fields_of(proposal))] or [_subject(proposal)]


def fields_of(proposal: Proposal) -> set[tuple[str, str]]:
    """Category and key of each field that a proposal is about."""
    claimed = [claim.partition("=")[0].partition(".") for claim in proposal.claims]
    found = {(category, key) for category, _, key in claimed}
    fact = from_json(proposal.change).fact
    return found if fact is None else {*found, (fact.category, fact.key)}


def _rulers(proposal: Proposal, rules: Sequence[Policy] | None = None) -> list[Policy | None]:
    """The policies that made this a question; a field that would have applied anyway has no say."""
    rules = policies.in_force() if rules is None else rules
    asker = Actor(ActorKind.AGENT, scope.current_workspace_id(), proposal.agent_id, proposal.actor_label)
    found = [policies.ruling(subject, actor=asker, rules=rules) for subject in subjects_of(proposal)]
    return [policy for policy in found if policy is None or policy.outcome != Outcome.APPLY]


def _subject(proposal: Proposal, fact_category: str = "", fact_key: str = "") -> Subject:
    draft = proposal.change.get("draft", {})
    return Subject(
        category=proposal.category,
        memory_type=draft.get("memory_type") or "semantic",
        sensitivity=draft.get("sensitivity") or sensitivity.LABELS[proposal.sensitivity_rank],
        fact_category=fact_category,
        fact_key=fact_key,
        person_id=proposal.person_id,
    )
