"""Tries one write without storing it: the gate's answer, and the rules that decide it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet

from consent import gate
from consent.changes import Change, DraftChange
from consent.detection.ruled_fields import READ
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.outcomes import Applied, Queued, Refusal, Refused, Waiting
from consent.policies import rules as policies
from consent.policies.delegation import answers_to
from consent.policies.dry_run import Verdict
from consent.policies.named_illnesses import illness_of, with_illnesses
from consent.policies.rules import Subject, subject_of
from consent.prepare import prepare_batch
from consent.snapshot import BatchSnapshot
from consent.target import Target
from providers import statements
from workspaces import scope
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class TriedWrite:
    """The verdict of the rules, and what decides it: each subject with its rule, None for the default.

    `redacted_text` is its text without secrets, empty if it has none; `category` is where it would be filed. `answer`
    is the gate's, and `questions` are those that it would ask, not saved. `known` are the fields of which its texts
    state only what is stored, as the actor may know; `waiting` is the first open question that it would only repeat.
    """

    verdict: Verdict
    decided_by: Sequence[tuple[Subject, Policy | None]]
    redacted_text: str = ""
    category: str = ""
    answer: Applied | Queued | Waiting | Refused | None = None
    questions: Sequence[Proposal] = ()
    known: Sequence[tuple[str, str]] = ()
    waiting: Proposal | None = None


def try_write(change: DraftChange, *, actor: Actor, now: datetime) -> TriedWrite | Refused:
    """Try a write of the actor; a refusal if no rule decides it. Outside any scope."""
    tried = _ruled(change, actor, now)
    if isinstance(tried, Refused):
        return tried
    questions: list[Proposal] = []
    [answer] = gate.preview([change], actor=actor, now=now, inspect=lambda outcomes: questions.extend(_asked(outcomes)))
    waiting = next((one for one in questions if one.created_at < now), None)
    return replace(tried, answer=answer, questions=questions, waiting=waiting)


def _asked(outcomes: Sequence[object]) -> QuerySet[Proposal]:
    """Return the questions that were created or repeated, before the rollback. In the scope."""
    return Proposal.objects.filter(id__in=[one.proposal_id for one in outcomes if isinstance(one, Queued)])


def _ruled(change: DraftChange, actor: Actor, now: datetime) -> TriedWrite | Refused:
    """Return what the rules alone decide, prepared and located as every write is."""
    batch = prepare_batch([change], actor=actor, now=now)
    [item] = batch.items
    if item.problem:
        return Refused(Refusal.INVALID, item.problem)
    prepared = item.change
    with scope.enter(actor.workspace_id):
        snapshot = BatchSnapshot(actor=actor, now=now, detected=batch.detected)
        target = prepared.locate(snapshot)
        if isinstance(target, Refused):
            return target
        about = [subject_of(target, *field) for field in dict.fromkeys(_fields(prepared, target, snapshot))]
        subjects = about if prepared.sets_a_field else [*about, subject_of(target)]
        redacted_text = prepared.own_value if item.redactions else ""
        known = _known(prepared, target, snapshot)
        return TriedWrite(*_by_rules(subjects, about, snapshot), redacted_text, target.category, known=known)


def _known(change: Change, target: Target, snapshot: BatchSnapshot) -> list[tuple[str, str]]:
    """Return the fields that its texts state, without those of which they tell something new."""
    texts = list(change.texts(()))
    told = [(one.category, one.key) for one in snapshot.detected.among(texts)]
    new = {(one.category, one.key) for one in snapshot.new_statements(texts, target.person_id)}
    return [field for field in dict.fromkeys(told) if field not in new] if target.person_id else []


def _fields(change: Change, target: Target, snapshot: BatchSnapshot) -> Iterator[tuple[str, str]]:
    """Yield the fields that it sets, and those that its texts state, whether or not a rule restricts them."""
    yield from change.policy_fields(target)
    yield from illness_of(change, target, snapshot)
    texts = list(change.texts(()))
    told = (*snapshot.detected.among(texts), *(s for t in texts for s in statements.sensitive(t, keys=READ)))
    for one in with_illnesses(told, target, snapshot):
        yield one.category, one.key


def _by_rules(
    subjects: Sequence[Subject], about: Sequence[Subject], snapshot: BatchSnapshot
) -> tuple[Verdict, list[tuple[Subject, Policy | None]]]:
    actor, rules = snapshot.actor, snapshot.rules
    outcome = policies.verdict(subjects, actor=actor, rules=rules).outcome
    decided = [one for one in subjects if policies.outcome_for(one, actor=actor, rules=rules) is outcome]
    by = [(one, policies.ruling(one, actor=actor, rules=rules)) for one in decided]
    by = [(one, rule) for one, rule in by if one.fact_key or rule] or by
    if outcome is not Outcome.CONSENT:
        return Verdict(outcome), by
    return Verdict(outcome, *answers_to(about or subjects, asker=actor, rules=rules)), by
