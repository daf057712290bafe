"""The decisions and rules behind changes: who asked, who agreed, and where the receipt is."""

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
from interfaces.pages.cards.amendments import Saved, saved_by, with_what_was_known
from interfaces.pages.cards.answered_values import APPROVING, value_of, with_values
from interfaces.pages.cards.request_lookups import not_saved
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces
from interfaces.pages.texts.change_kinds import INSTEAD, kind_of, with_askers
from interfaces.pages.texts.diffs import text_alone
from memories.models import History, MemoryVersion
from providers.statements import sensitive
from workspaces.actors import ActorKind

# Each as the person decided, and as somebody else did.
SENTENCES: dict[str, tuple[Promise, Promise]] = {
    Verdict.APPROVE: (_("You approved it."), _("{who} approved it.")),
    Verdict.AMEND: (_("You approved it with edits."), _("{who} approved it with edits.")),
    Verdict.REJECT: (_("You refused it."), _("{who} refused it.")),
    Verdict.WITHDRAW: (_("You undid the decision."), _("{who} undid the decision.")),
}
# Where the answers to one request were about several values.
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
    """One decision about a memory. `proposal_id` is the request that it answered, and leads to the receipt.

    `asked` says what was asked for, `sentence` what came of it, `value` what was agreed to, and `keys` the fields that
    it states; `also_by` are the others who asked for the same; `is_own` tells that nobody asked for what was saved;
    `approved` is the value of its last approval, and `named` the sentence with it.
    """

    asked_by: Face
    asked: str
    sentence: str
    value: str
    at: datetime
    verdict: str
    proposal_id: UUID
    is_waiting: bool
    also_by: Sequence[str]
    keys: Sequence[str]
    is_own: bool
    approved: str
    named: str

    @property
    def is_approval(self) -> bool:
        return self.verdict in APPROVING


def consents_of(rows: Iterable[History], faces: Faces) -> dict[UUID, Consent]:
    """By their ids, the decisions that rows of history name, oldest first; two queries."""
    deciders = {row.decision_id: row for row in rows if row.decision_id}
    found = with_values(Decision.objects.filter(id__in=deciders, verdict__in=SENTENCES)) if deciders else []
    decided = sorted(with_what_was_known(found), key=lambda one: one.created_at)
    saved = saved_by([decision.id for decision in decided if decision.verdict == Verdict.AMEND])
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
    """Its own where it is about no field."""
    act = act_of(decision.proposal, decision.created_at)
    return act if act.field else act._replace(field=str(decision.proposal_id))


def quoted(chosen: str) -> str:
    """A value as `INSTEAD` quotes it."""
    return text_alone(chosen).removesuffix(".")


def unchosen_of(rows: Iterable[History], requests: Mapping[UUID, Proposal]) -> dict[UUID, str]:
    """The rows that refused what was not chosen of a field, by their ids, with what was; `requests` are those that rows
    decided. One query where any is about a field."""
    refused = [row for row in rows if row.id in requests and row.meta.get("verdict") == Verdict.REJECT]
    acts = {row.id: act for row in refused if (act := act_of(requests[row.id], row.created_at)).field}
    if not acts:
        return {}
    people, moments = {act.person_id for act in acts.values()}, {act.at for act in acts.values() if act.at}
    found = Decision.objects.filter(person_id__in=people, created_at__in=moments, verdict__in=APPROVING)
    chosen = {_act_of(one): value_of(one) for one in with_values(found)}
    return {row_id: chosen[act] for row_id, act in acts.items() if act in chosen}


def _consent(
    decision: Decision, row: History, saved: Saved | None, faces: Faces, *, chosen: str, is_choice: bool
) -> Consent:
    proposal = decision.proposal
    asker = faces.of(*(saved.asker if saved and saved.asker else (proposal.actor_label, proposal.agent_id)))
    value_asked = saved.value if saved and saved.asker else proposal.new_value
    sentence = _sentence(decision, row, saved, faces, chosen=chosen)
    return Consent(
        asked_by=asker,
        asked=_asked(decision, saved, faces, is_choice=is_choice),
        sentence=sentence,
        value=value_of(decision),
        at=decision.created_at,
        verdict=decision.verdict,
        proposal_id=proposal.id,
        is_waiting=proposal.state == ProposalState.PENDING,
        also_by=faces.also_asked(proposal.evidence, value_asked, asker),
        keys=tuple(pair_of(one)[0] for one in proposal.claims),
        is_own=saved is not None and saved.asker is None,
        approved=value_of(decision) if decision.verdict in APPROVING else "",
        named=sentence if saved and saved.count else _named(decision, row, faces) or sentence,
    )


def by_request(consents: Iterable[Consent]) -> list[Consent]:
    """Each request once, with all that came of it; in the order in which they were last decided."""
    answers: dict[UUID, list[Consent]] = {}
    for one in consents:
        answers[one.proposal_id] = [*answers.pop(one.proposal_id, ()), one]
    told = [_told(own) for own in answers.values()]
    return [replace(one, sentence=f"{one.sentence} {WAITS}") if one.is_waiting else one for one in told]


def undone_later(consents: Mapping[UUID, Consent]) -> dict[UUID, UUID]:
    """By the ids of approvals that were undone, the decision that undid each; `consents` are oldest first."""
    found: dict[UUID, UUID] = {}
    standing: dict[UUID, UUID] = {}
    for decision_id, one in consents.items():
        if one.is_approval:
            standing[one.proposal_id] = decision_id
        elif one.verdict == Verdict.WITHDRAW and one.proposal_id in standing:
            found[standing.pop(one.proposal_id)] = decision_id
    return found


def each_once(consents: Sequence[Consent]) -> list[Consent]:
    """Without those that another one of the same answer tells with who else asked for its value."""
    kept: list[Consent] = []
    for one in sorted(consents, key=lambda one: -len(one.also_by)):
        alike = (other.also_by for other in kept if (other.at, other.value) == (one.at, one.value))
        if not any(one.asked_by.name in names for names in alike):
            kept.append(one)
    return [one for one in consents if one in kept]


def _told(answers: Sequence[Consent]) -> Consent:
    """All answers to one request as one, which names their values where these differ. Of an answer that was undone and
    given anew in the same way, the last is told."""
    kept: list[Consent] = []
    for one in answers:
        if len(kept) > 1 and kept[-1].verdict == Verdict.WITHDRAW and _is_same(kept[-2], one):
            del kept[-2:]
        kept.append(one)
    first, *later = kept
    if len({one.approved for one in kept} - {""}) > 1:
        first = first if first.verdict == Verdict.APPROVE else replace(first, sentence=first.named)
        later = [replace(one, sentence=one.named) for one in later]
    return reduce(together, later, first)


def _is_same(one: Consent, other: Consent) -> bool:
    return (one.sentence, one.approved) == (other.sentence, other.approved)


def together(before: Consent, later: Consent) -> Consent:
    """Two answers to one request; what was undone, or not chosen later, is told as it was approved, and so is what was
    asked for before the person saved their own or another value."""
    is_another = bool(before.approved) and later.approved not in {"", before.approved}
    asked = later if later.is_approval and not (later.is_own or is_another) else before
    sentence = f"{before.sentence} {later.sentence}"
    approved = later.approved or before.approved
    return replace(
        later, asked_by=asked.asked_by, asked=asked.asked, also_by=asked.also_by, sentence=sentence, approved=approved
    )


def _asked(decision: Decision, saved: Saved | None, faces: Faces, *, is_choice: bool) -> str:
    proposal = decision.proposal
    credited = saved.asker if saved else None
    who = faces.name(*(credited or (proposal.actor_label, proposal.agent_id)))
    if saved and credited and proposal.state != ProposalState.AMENDED:
        return str(ASKED_FOR).format(who=who, value=saved.value)
    if kind_of(proposal):
        return wording.headline_text(proposal, who, was_decided=True)
    value = text_alone(offered_value(proposal))
    # What the person put into other words is told in these; of a choice each request with its value.
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
    told = asdict(saved) if saved else {"value": quoted(chosen)}
    besides = _refused_with(decision.proposal, faces, chosen) if decision.verdict == Verdict.REJECT else ""
    return f"{str(text).format(who=faces.name(row.actor_label, row.actor_id), **told)} {besides}".rstrip()


def _refused_with(proposal: Proposal, faces: Faces, chosen: str) -> str:
    """What a request had asked for before, which was refused with it; empty where there is nothing."""
    told = {quoted(one).casefold() for one in (head(proposal.new_value), chosen)}
    earlier = {wording.readable(one) for one in replaced([proposal]) if quoted(one).casefold() not in told}
    left = {value: names for value, names in not_saved(proposal, (), faces).items() if value in earlier}
    others = with_askers(left, told=[faces.name(proposal.actor_label, proposal.agent_id)])
    return str(ASKED_BEFORE).format(others=others) if left else ""


def _named(decision: Decision, row: History, faces: Faces) -> str:
    """What came of it with the value, where that is short; empty for what is no approval."""
    value = quoted(value_of(decision))
    if decision.verdict not in NAMED or not wording.fits_headline(value):
        return ""
    own, others = NAMED[decision.verdict]
    text = own if row.actor_kind == ActorKind.PERSON else others
    return str(text).format(who=faces.name(row.actor_label, row.actor_id), value=value)


def rules_behind(rows: Iterable[History], versions: Mapping[UUID, MemoryVersion], faces: Faces) -> dict[UUID, str]:
    """Of changes by assistants that nobody was asked about: the person's own rule that allowed each, by the row's id.
    One query where there are any."""
    unasked = [row for row in rows if row.actor_kind == ActorKind.AGENT and not row.decision_id and row.new_version_id]
    people = {row.person_id for row in unasked if row.person_id}
    allowing = Policy.objects.filter(person_id__in=people, outcome=Outcome.APPLY)
    rules = list(allowing.order_by("created_at")) if people else []
    behind = {row.id: _rule_of(row, rules, versions) for row in unasked} if rules else {}
    return {key: wording.rule_text(rule, faces.name("", rule.agent_id)) for key, rule in behind.items() if rule}


def _rule_of(row: History, rules: Sequence[Policy], versions: Mapping[UUID, MemoryVersion]) -> Policy | None:
    """The rule for a field of what the change said that was in force then."""
    theirs = [one for one in rules if one.agent_id in (None, row.actor_id) and one.person_id == row.person_id]
    own = [one for one in theirs if one.created_at <= row.created_at]
    stood = [one for one in own if one.revoked_at is None or one.revoked_at > row.created_at]
    version = versions.get(row.new_version_id) if row.new_version_id else None
    if not stood or version is None:
        return None
    fields = _fields_of(version)
    return next((one for one in stood if (one.fact_category, one.fact_key) in fields), None)


def _fields_of(version: MemoryVersion) -> set[tuple[str, str]]:
    if version.memory.is_fact:
        return {field_at(version.memory.key)}
    return {(one.category, one.key) for one in sensitive(version.content)}
