"""Who may answer a proposal besides the person on their page, by the policies that apply to it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple
from uuid import UUID

from consent.changes import WriteMemory, from_json
from consent.changes.families import ContentChange
from consent.detection.values import Pair, normalized_pair
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.rules import Subject
from providers.statements import SPECIAL_KEYS, sensitive
from workspaces import scope, sensitivity
from workspaces.actors import Actor, ActorKind
from workspaces.models import Membership


class Answers(NamedTuple):
    """Who may answer a question besides the person on their page; every policy that requires the answer must permit
    it."""

    reviewers: bool
    chat: bool


class Answerers(NamedTuple):
    """Who can answer a question now: the person if they can sign in, or a reviewer if a policy permits that."""

    person: bool
    reviewers: bool


def to_reviewers(proposal: Proposal, rules: Sequence[Policy] | None = None) -> bool:
    """Whether reviewers of the workspace may decide it.

    `rules` are those in force, for callers with many proposals; None looks them up.
    """
    return _answers(proposal, rules).reviewers


def shares_of_reviewers(
    proposal: Proposal, rules: Sequence[Policy]
) -> tuple[list[Subject], list[tuple[Subject, Policy | None]]]:
    """Return the subjects of a question that reviewers may answer, and those they may not, each with its rule (None:
    the default). Reviewers answer a question only if they may answer all of it."""
    rulers = _rulers(subjects_of(proposal), _asker(proposal), rules)
    held = [(one, policy) for one, policy in rulers if policy is None or not _delegates(policy, one)]
    return [one for one, _policy in rulers if one not in [each for each, _ in held]], held


def to_chat(proposal: Proposal) -> bool:
    """Whether the person may answer in a chat; not without a policy."""
    return _answers(proposal).chat


def answers_to(subjects: Sequence[Subject], *, asker: Actor, rules: Sequence[Policy]) -> Answers:
    """Return who may answer a question about these subjects: each field that it touches, or the one without a field."""
    rulers = _rulers(subjects, asker, rules)
    asking = [(one, policy) for one, policy in rulers if policy is not None and policy.outcome != Outcome.NEVER]
    if not rulers or len(asking) < len(rulers):
        return Answers(reviewers=False, chat=False)
    return Answers(
        reviewers=all(_delegates(policy, subject) for subject, policy in asking),
        chat=all(policy.allows_chat for _subject, policy in asking),
    )


def answerers(proposals: Collection[Proposal]) -> dict[UUID, Answerers]:
    """Return who can answer each of these now. In the scope; two queries for all."""
    people, has_reviewers = _with_logins() if proposals else (set(), False)
    rules = policies.in_force() if has_reviewers else []
    return {one.id: Answerers(one.person_id in people, has_reviewers and to_reviewers(one, rules)) for one in proposals}


def unanswerable(proposal_ids: Collection[UUID]) -> set[UUID]:
    """Return those of these that neither the person, by a login, nor a reviewer can answer yet. In the scope."""
    if not proposal_ids:
        return set()
    people, has_reviewers = _with_logins()
    waiting = list(Proposal.objects.filter(id__in=proposal_ids).exclude(person_id__in=people))
    rules = policies.in_force() if waiting and has_reviewers else []
    return {one.id for one in waiting if not (has_reviewers and to_reviewers(one, rules))}


def unanswerable_subjects(asked: Sequence[Sequence[Subject]], *, person_id: UUID, asker: Actor) -> list[bool]:
    """Return for each question that a person would be asked, by its subjects, whether it could not be answered now. In
    the scope; two queries for all.
    """
    people, has_reviewers = _with_logins()
    rules = policies.in_force() if has_reviewers else []
    is_theirs = person_id in people
    return [not is_theirs and not answers_to(each, asker=asker, rules=rules).reviewers for each in asked]


def _with_logins() -> tuple[set[UUID], bool]:
    """Return the people who can sign in, and whether a reviewer can."""
    logins = Membership.objects.filter(workspace_id=scope.current_workspace_id(), account__is_active=True)
    members = list(logins.values_list("person_id", "role"))
    people = {person_id for person_id, _role in members if person_id}
    return people, any(role in policies.REVIEWING_ROLES for _person_id, role in members)


def subjects_of(proposal: Proposal) -> list[Subject]:
    """Return each field that the proposal touches, as a subject of policies."""
    fields = fields_of(proposal) | _restated(proposal)
    return [_subject(proposal, category, key) for category, key in sorted(fields)] or [_subject(proposal)]


def fields_of(proposal: Proposal) -> set[tuple[str, str]]:
    """Return (category, key) of each field that a proposal is about."""
    claimed = [claim.partition("=")[0].partition(".") for claim in proposal.claims]
    found = {(category, key) for category, _, key in claimed}
    fact = from_json(proposal.change).fact
    return found if fact is None else {*found, (fact.category, fact.key)}


def _restated(proposal: Proposal) -> set[tuple[str, str]]:
    """Return (category, key) of each field that a memory's text states only before or only after the change.

    Claims contain new values only, not those that would be forgotten, replaced or restored.
    """
    if not isinstance(from_json(proposal.change), ContentChange | WriteMemory):
        return set()
    before, after = (_read(text, proposal) for text in (proposal.old_value, proposal.new_value))
    return {(before | after)[pair] for pair in before.keys() ^ after.keys()}


def _read(text: str, proposal: Proposal) -> dict[Pair, tuple[str, str]]:
    """Return what a text states, by itself and under its memory's name: (category, key) by value."""
    texts = (text, f"{proposal.field}: {text}") if text else ()
    return {normalized_pair(one): (one.category, one.key) for each in texts for one in sensitive(each)}


def asking(proposal: Proposal, rules: Sequence[Policy] | None = None) -> list[tuple[Subject, Policy | None]]:
    """Return why it is a question: each subject that needs an answer, with its rule; None is the default.

    A fact claims its own field only: if that needs no answer, its text was read as stating another field. `rules` are
    those in force; None looks them up.
    """
    rules = policies.in_force() if rules is None else rules
    return _asking(proposal, subjects_of(proposal), rules) or _asking(proposal, stated_in(proposal), rules)


def ruling_rules(proposal: Proposal, rules: Sequence[Policy]) -> list[Policy]:
    """Return the rules that apply to such a request now, whatever their outcome."""
    fields = fields_of(proposal)
    subjects = [_subject(proposal, *field) for field in sorted(fields)] or [_subject(proposal)]
    found = (policies.ruling(one, actor=_asker(proposal), rules=rules) for one in subjects)
    return [rule for rule in found if rule is not None]


def stated_in(proposal: Proposal) -> list[Subject]:
    """Return the subjects that the detector finds in its texts."""
    found = {(one.category, one.key) for text in from_json(proposal.change).texts(()) for one in sensitive(text)}
    return [_subject(proposal, category, key) for category, key in sorted(found)]


def _asking(
    proposal: Proposal, subjects: Sequence[Subject], rules: Sequence[Policy]
) -> list[tuple[Subject, Policy | None]]:
    asker = _asker(proposal)
    found = [(one, policies.ruling(one, actor=asker, rules=rules)) for one in subjects]
    return [(one, rule) for one, rule in found if _outcome(one, rule) == Outcome.CONSENT]


def _outcome(subject: Subject, rule: Policy | None) -> Outcome:
    return Outcome(rule.outcome) if rule else policies.default_ruling(subject).outcome


def _answers(proposal: Proposal, rules: Sequence[Policy] | None = None) -> Answers:
    rules = policies.in_force() if rules is None else rules
    if not any(rule.delegates_to_reviewers or rule.allows_chat for rule in rules):
        return Answers(reviewers=False, chat=False)  # without reading its texts
    return answers_to(subjects_of(proposal), asker=_asker(proposal), rules=rules)


def _asker(proposal: Proposal) -> Actor:
    """Return the asker as policies see it: rules may be about what the server itself found."""
    kind = ActorKind.SYSTEM if ActorKind.SYSTEM.is_of(proposal.actor_label) else ActorKind.AGENT
    return Actor(kind, scope.current_workspace_id(), proposal.agent_id, "")


def _delegates(policy: Policy, subject: Subject) -> bool:
    """Whether a rule lets reviewers answer; a rule without a field does not for special categories."""
    return policy.delegates_to_reviewers and (policy.names_field or subject.fact_key not in SPECIAL_KEYS)


def _rulers(subjects: Sequence[Subject], asker: Actor, rules: Sequence[Policy]) -> list[tuple[Subject, Policy | None]]:
    """Return the policies that make it a question; fields whose outcome is apply do not count."""
    found = [(subject, policies.ruling(subject, actor=asker, rules=rules)) for subject in subjects]
    return [(one, policy) for one, policy in found if _outcome(one, policy) != Outcome.APPLY]


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
