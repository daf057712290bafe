"""The decisions and rules behind changes: who requested, who approved, and where the receipt is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import reduce
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.changes.proposable import field_at
from consent.detection.values import pair_of
from consent.models import Policy, Proposal
from consent.models.decision import Decision, Verdict
from consent.models.policy import Outcome
from consent.models.proposal import ProposalState
from consent.proposals.amending import offered_value
from interfaces.competing_requests import SET, head, replaced
from interfaces.joint_answers import Act, act_of
from interfaces.pages.cards.amendments import Saved, saved_values_by_decision, with_evidence_at_decision
from interfaces.pages.cards.answered_values import APPROVING, value_of, with_values
from interfaces.pages.cards.request_lookups import not_saved
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces
from interfaces.pages.texts.change_kinds import INSTEAD, kind_of, with_askers
from interfaces.pages.texts.diffs import text_alone
from memories.models import History, MemoryVersion
from providers.statements import sensitive
from workspaces.actors import ActorKind

# Each in the wording for the person's own decision and for another's.
SENTENCES: dict[str, tuple[Promise, Promise]] = {
    Verdict.APPROVE: (_("You approved it."), _("{who} approved it.")),
    Verdict.AMEND: (_("You approved it with edits."), _("{who} approved it with edits.")),
    Verdict.REJECT: (_("You refused it."), _("{who} refused it.")),
    Verdict.WITHDRAW: (_("You undid the decision."), _("{who} undid the decision.")),
}
# For requests whose answers were about several values.
NAMED: dict[str, tuple[Promise, Promise]] = {
    Verdict.APPROVE: (_("You approved “{value}”."), _("{who} approved “{value}”.")),
    Verdict.AMEND: (_("You saved “{value}” in your own words."), _("{who} saved “{value}” in other words.")),
}
ASKED = _("{who} asked to remember it.")
ASKED_FOR = _("{who} asked to remember “{value}”.")
ASKED_TO_CHANGE = _("{who} asked to change it to “{value}”.")
ASKED_BEFORE = _("Asked for before that: {others}.")
WAITS = _("It waits for your answer again.")


@dataclass(frozen=True, slots=True)
class Consent:
    """One decision about a memory. `proposal_id` is the answered request, whose page links to the receipt.

    `request` states what was requested, `sentence` the outcome, `value` the approved value, and `keys` the fields that
    it states; `also_asked_by` are the other requesters of the same; `is_own`: the saved value was the person's own;
    `approved` is the value of the last approval, and `named` the sentence that contains it.
    """

    requester: Face
    request: str
    sentence: str
    value: str
    at: datetime
    verdict: str
    proposal_id: UUID
    is_waiting: bool
    also_asked_by: Sequence[str]
    keys: Sequence[str]
    is_own: bool
    approved: str
    named: str

    @property
    def is_approval(self) -> bool:
        return self.verdict in APPROVING


def consents_of(rows: Iterable[History], faces: Faces) -> dict[UUID, Consent]:
    """Return the decisions of history rows by their ids, oldest first; two queries."""
    deciders = {row.decision_id: row for row in rows if row.decision_id}
    found = with_values(Decision.objects.filter(id__in=deciders, verdict__in=SENTENCES)) if deciders else []
    decided = sorted(with_evidence_at_decision(found), key=lambda one: one.created_at)
    saved = saved_values_by_decision([decision.id for decision in decided if decision.verdict == Verdict.AMEND])
    chosen = {_act_of(one): value_of(one) for one in decided if one.verdict in APPROVING}
    choices = {_act_of(one) for one in decided if one.verdict == Verdict.REJECT}
    return {
        one.id: _consent(
            one,
            deciders[one.id],
            saved.get(one.id),
            faces,
            chosen=chosen.get(_act_of(one), ""),
            is_choice=_act_of(one) in choices,
        )
        for one in decided
    }


def _act_of(decision: Decision) -> Act:
    """Return the act of a decision; unique where it is not about a field."""
    act = act_of(decision.proposal, decision.created_at)
    return act if act.field else act._replace(field=str(decision.proposal_id))


def quoted(chosen: str) -> str:
    """Return a value as `INSTEAD` quotes it."""
    return text_alone(chosen).removesuffix(".")


def unchosen_of(rows: Iterable[History], requests: Mapping[UUID, Proposal]) -> dict[UUID, str]:
    """Return the chosen values by the ids of rows that refused another value of the field; `requests` are those that
    the rows decided. One query where any is about a field."""
    refused = [row for row in rows if row.id in requests and row.meta.get("verdict") == Verdict.REJECT]
    acts = {row.id: act for row in refused if (act := act_of(requests[row.id], row.created_at)).field}
    if not acts:
        return {}
    people, times = {act.person_id for act in acts.values()}, {act.at for act in acts.values() if act.at}
    found = Decision.objects.filter(person_id__in=people, created_at__in=times, verdict__in=APPROVING)
    chosen = {_act_of(one): value_of(one) for one in with_values(found)}
    return {row_id: chosen[act] for row_id, act in acts.items() if act in chosen}


def _consent(
    decision: Decision, row: History, saved: Saved | None, faces: Faces, *, chosen: str, is_choice: bool
) -> Consent:
    proposal = decision.proposal
    asker = faces.of(*(saved.asker if saved and saved.asker else (proposal.actor_label, proposal.agent_id)))
    requested_value = saved.value if saved and saved.asker else proposal.new_value
    sentence = _sentence(decision, row, saved, faces, chosen=chosen)
    return Consent(
        requester=asker,
        request=_request_sentence(decision, saved, faces, is_choice=is_choice),
        sentence=sentence,
        value=value_of(decision),
        at=decision.created_at,
        verdict=decision.verdict,
        proposal_id=proposal.id,
        is_waiting=proposal.state == ProposalState.PENDING,
        also_asked_by=faces.also_asked(proposal.evidence, requested_value, asker),
        keys=tuple(pair_of(one)[0] for one in proposal.claims),
        is_own=saved is not None and saved.asker is None,
        approved=value_of(decision) if decision.verdict in APPROVING else "",
        named=sentence if saved and saved.count else _named(decision, row, faces) or sentence,
    )


def by_request(consents: Iterable[Consent]) -> list[Consent]:
    """Return one entry for each request with all its outcomes, in the order of the last decisions."""
    answers: dict[UUID, list[Consent]] = {}
    for one in consents:
        answers[one.proposal_id] = [*answers.pop(one.proposal_id, ()), one]
    merged = [_merged(own) for own in answers.values()]
    return [replace(one, sentence=f"{one.sentence} {WAITS}") if one.is_waiting else one for one in merged]


def withdrawals_of_approvals(consents: Mapping[UUID, Consent]) -> dict[UUID, UUID]:
    """Return, by the ids of undone approvals, the decision that undid each; `consents` are oldest first."""
    found: dict[UUID, UUID] = {}
    approvals: dict[UUID, UUID] = {}
    for decision_id, one in consents.items():
        if one.is_approval:
            approvals[one.proposal_id] = decision_id
        elif one.verdict == Verdict.WITHDRAW and one.proposal_id in approvals:
            found[approvals.pop(one.proposal_id)] = decision_id
    return found


def without_duplicates(consents: Sequence[Consent]) -> list[Consent]:
    """Leave out decisions that another one of the same answer lists among the requesters of its value."""
    shown: list[Consent] = []
    for one in sorted(consents, key=lambda one: -len(one.also_asked_by)):
        shown_names = (other.also_asked_by for other in shown if (other.at, other.value) == (one.at, one.value))
        if not any(one.requester.name in names for names in shown_names):
            shown.append(one)
    return [one for one in consents if one in shown]


def _merged(answers: Sequence[Consent]) -> Consent:
    """Merge all answers to one request, with their values where these differ. An answer that was undone and given again
    in the same way counts once."""
    shown: list[Consent] = []
    for one in answers:
        if len(shown) > 1 and shown[-1].verdict == Verdict.WITHDRAW and _is_same(shown[-2], one):
            del shown[-2:]
        shown.append(one)
    first, *later = shown
    if len({one.approved for one in shown} - {""}) > 1:
        first = first if first.verdict == Verdict.APPROVE else replace(first, sentence=first.named)
        later = [replace(one, sentence=one.named) for one in later]
    return reduce(merge, later, first)


def _is_same(one: Consent, other: Consent) -> bool:
    return (one.sentence, one.approved) == (other.sentence, other.approved)


def merge(before: Consent, later: Consent) -> Consent:
    """Merge two answers to one request. After an undo or a later choice, the request is shown as it was approved, and
    so is the one before the person saved another value."""
    is_another = bool(before.approved) and later.approved not in {"", before.approved}
    request = later if later.is_approval and not (later.is_own or is_another) else before
    sentence = f"{before.sentence} {later.sentence}"
    approved = later.approved or before.approved
    return replace(
        later,
        requester=request.requester,
        request=request.request,
        also_asked_by=request.also_asked_by,
        sentence=sentence,
        approved=approved,
    )


def _request_sentence(decision: Decision, saved: Saved | None, faces: Faces, *, is_choice: bool) -> str:
    proposal = decision.proposal
    asker = saved.asker if saved else None
    who = faces.name(*(asker or (proposal.actor_label, proposal.agent_id)))
    if saved and asker and proposal.state != ProposalState.AMENDED:
        return str(ASKED_FOR).format(who=who, value=saved.value)
    if kind_of(proposal):
        return wording.headline_text(proposal, who, was_decided=True)
    value = text_alone(offered_value(proposal))
    # A reworded request is shown in the person's words; in a choice, each request with its own value.
    is_own = is_choice and saved is not None and not saved.count
    if proposal.state == ProposalState.AMENDED and saved and not is_own:
        return wording.headline_text(proposal, who, is_amended=True)
    is_reworded = (decision.verdict == Verdict.AMEND and not is_own) or proposal.change["type"] != SET
    if (proposal.state == ProposalState.AMENDED and is_reworded) or not wording.fits_headline(value):
        return str(ASKED).format(who=who)
    text = str(ASKED_TO_CHANGE if proposal.old_value else ASKED_FOR)
    return text.format(who=who, value=value.removesuffix("."))


def _sentence(decision: Decision, row: History, saved: Saved | None, faces: Faces, *, chosen: str) -> str:
    is_unchosen = bool(chosen) and decision.verdict == Verdict.REJECT
    own, others = saved.sentences if saved else INSTEAD if is_unchosen else SENTENCES[decision.verdict]
    text = own if row.actor_kind == ActorKind.PERSON else others
    values = asdict(saved) if saved else {"value": quoted(chosen)}
    also_refused = _refused_with(decision.proposal, faces, chosen) if decision.verdict == Verdict.REJECT else ""
    return f"{str(text).format(who=faces.name(row.actor_label, row.actor_id), **values)} {also_refused}".rstrip()


def _refused_with(proposal: Proposal, faces: Faces, chosen: str) -> str:
    """Return the sentence about the earlier values of a request that were refused with it; empty where there are
    none."""
    shown = {quoted(one).casefold() for one in (head(proposal.new_value), chosen)}
    earlier = {wording.readable(one) for one in replaced([proposal]) if quoted(one).casefold() not in shown}
    refused = {value: names for value, names in not_saved(proposal, (), faces).items() if value in earlier}
    others = with_askers(refused, omit=[faces.name(proposal.actor_label, proposal.agent_id)])
    return str(ASKED_BEFORE).format(others=others) if refused else ""


def _named(decision: Decision, row: History, faces: Faces) -> str:
    """Return the outcome with the value, where it is short; empty for decisions that are no approval."""
    value = quoted(value_of(decision))
    if decision.verdict not in NAMED or not wording.fits_headline(value):
        return ""
    own, others = NAMED[decision.verdict]
    text = own if row.actor_kind == ActorKind.PERSON else others
    return str(text).format(who=faces.name(row.actor_label, row.actor_id), value=value)


def rules_behind(rows: Iterable[History], versions: Mapping[UUID, MemoryVersion], faces: Faces) -> dict[UUID, str]:
    """Return, by row id, the person's own rule that allowed an assistant's change without asking. One query where there
    are such changes."""
    unasked = [row for row in rows if row.actor_kind == ActorKind.AGENT and not row.decision_id and row.new_version_id]
    people = {row.person_id for row in unasked if row.person_id}
    allowing = Policy.objects.filter(person_id__in=people, outcome=Outcome.APPLY)
    rules = list(allowing.order_by("created_at")) if people else []
    behind = {row.id: _rule_of(row, rules, versions) for row in unasked} if rules else {}
    return {key: wording.rule_text(rule, faces.name("", rule.agent_id)) for key, rule in behind.items() if rule}


def _rule_of(row: History, rules: Sequence[Policy], versions: Mapping[UUID, MemoryVersion]) -> Policy | None:
    """Return the rule for a field of the changed text that was in force then."""
    applicable = [one for one in rules if one.agent_id in (None, row.actor_id) and one.person_id == row.person_id]
    own = [one for one in applicable if one.created_at <= row.created_at]
    in_force = [one for one in own if one.revoked_at is None or one.revoked_at > row.created_at]
    version = versions.get(row.new_version_id) if row.new_version_id else None
    if not in_force or version is None:
        return None
    fields = _fields_of(version)
    return next((one for one in in_force if (one.fact_category, one.fact_key) in fields), None)


def _fields_of(version: MemoryVersion) -> set[tuple[str, str]]:
    if version.memory.is_fact:
        return {field_at(version.memory.key)}
    return {(one.category, one.key) for one in sensitive(version.content)}
