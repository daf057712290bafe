"""The answers to one request in order, as its receipt lists them: each with its value and the value before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Policy, Receipt
from consent.models.decision import Verdict
from consent.policies.preferences import rules_made_with
from interfaces.competing_requests import FORGET, SET, head
from interfaces.joint_answers import Act, act_of
from interfaces.pages.cards.amendments import saved_values_by_decision
from interfaces.pages.cards.later_changes import ENDINGS
from interfaces.pages.cards.undone_requests import effective_undo_times
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import LEFT_UNCHANGED, kind_of
from memories.models import History
from memories.models.choices import Event

LONGEST = 300
AGREEING = (Verdict.APPROVE, Verdict.AMEND)
BEGINNINGS = (Event.ADD, Event.RESTORE)
# Each without and with the value before.
SAVED = (_("“{value}”"), _("“{value}” in the place of “{before}”"))
NOT_SAVED = (_("“{value}” was not saved"), _("“{value}” was not saved, “{before}” stayed"))
ALREADY_STORED = (_("“{value}” was remembered already, and stayed"),) * 2
UNDONE = (_("“{value}” was taken back"), _("“{value}” was taken back; “{before}” stood before it"))
UNTOUCHED = (_("“{value}” had been changed since, and nothing was taken back"),) * 2
FORGOTTEN = (_("“{value}” had been forgotten since, and nothing was taken back"),) * 2
NO_LONGER_REFUSED = (_("“{value}” is no longer refused"),) * 2
KEPT = (_("“{value}” was kept"),) * 2
NOT_RESTORED = (_("“{value}” was not restored"), _("“{value}” was not restored, “{before}” stayed"))
STAYED = (_("“{before}” stayed as it was"),) * 2
AS_BEFORE = (_("“{before}” is as it was before"),) * 2
REMEMBERED_AGAIN = (_("“{before}” is remembered again"),) * 2
ANSWER_UNDONE = (_("The answer about “{value}” was undone"),) * 2

RULE_MADE = _("With it you made the rule “{rule}”.")
RULE_MADE_AND_REMOVED = _("With it you made the rule “{rule}”, which was removed since.")


class StepTexts(NamedTuple):
    """The texts of an approval, a refusal, and the withdrawal of each."""

    approved: tuple[Promise, Promise] = SAVED
    refused: tuple[Promise, Promise] = STAYED
    undone: tuple[Promise, Promise] = UNDONE
    no_longer_refused: tuple[Promise, Promise] = ANSWER_UNDONE


OF_VALUES = StepTexts(refused=NOT_SAVED, no_longer_refused=NO_LONGER_REFUSED)
OF_UNCHANGED = OF_VALUES._replace(approved=ALREADY_STORED)
OF_LINES = StepTexts(approved=(_("“{value}”"),) * 2, undone=AS_BEFORE)  # the text is unchanged, as of a link
OF_KINDS = {
    FORGET: StepTexts(approved=(_("“{value}” was forgotten"),) * 2, refused=KEPT, undone=REMEMBERED_AGAIN),
    "restore_memory": StepTexts(refused=NOT_RESTORED),
}


class Step(NamedTuple):
    """One answer; `rules` are the person's own rules that were made with it, as sentences."""

    decision: Decision
    text: str
    label: str
    rules: Sequence[str] = ()


def steps_of(receipts: Iterable[Receipt]) -> list[Step]:
    """Return the steps in the order of the receipts; their text is empty where the values were erased. Seven queries at
    most."""
    receipts = list(receipts)
    effective_times = effective_undo_times([receipt.decision for receipt in receipts])
    forgotten, unchosen = _forgotten_before(receipts), _unchosen(receipts)
    saved, rules = saved_values_by_decision([receipt.decision_id for receipt in receipts]), _rules_made(receipts)
    steps: list[Step] = []
    value, answered = "", ""
    for receipt in receipts:
        verdict, shown = receipt.decision.verdict, receipt.disclosure.get("shown", {})
        before = _short(shown.get("old_value", ""))
        # A withdrawal is described with the value of the answer that it undoes.
        value = value if verdict == Verdict.WITHDRAW and value else _short(receipt.disclosure.get("new_value", ""))
        untouched = FORGOTTEN if receipt.decision_id in forgotten else UNTOUCHED
        is_undone = receipt.decision.created_at in effective_times
        texts = _texts(receipt.decision, value, before)
        alone, both = _sentences(texts, verdict, answered, undone=texts.undone if is_undone else untouched)
        is_both = value and before and receipt.decision_id not in unchosen
        text = str(both if is_both else alone).format(value=value or before, before=before or value)
        other_value = saved.get(receipt.decision_id)
        label = other_value.label if other_value else receipt.decision.get_verdict_display()
        label = str(LEFT_UNCHANGED) if texts is OF_UNCHANGED else label
        shown_text = text if value or before else ""
        steps.append(Step(receipt.decision, shown_text, label, rules.get(receipt.decision_id, ())))
        answered = verdict
    return steps


def _rules_made(receipts: Sequence[Receipt]) -> Mapping[UUID, Sequence[str]]:
    """Return the rules made with each decision, including those that ended since. One query, and one for names where
    there are rules."""
    answers = [one.decision for one in receipts if one.decision.verdict != Verdict.WITHDRAW]
    times = {one.created_at for one in answers}
    people = {one.person_id for one in answers if one.person_id}
    own = list(Policy.objects.filter(person_id__in=people, created_at__in=times)) if people else []
    faces = Faces.load() if own else Faces([])
    made = {one.id: rules_made_with(one.proposal, one.created_at, own) for one in answers}
    return {one: [_rule_sentence(rule, faces) for rule in rules] for one, rules in made.items()}


def _rule_sentence(rule: Policy, faces: Faces) -> str:
    text = RULE_MADE if rule.revoked_at is None else RULE_MADE_AND_REMOVED
    return str(text).format(rule=wording.rule_text(rule, faces.name("", rule.agent_id)))


def _unchosen(receipts: Iterable[Receipt]) -> set[UUID]:
    """Return the refusals whose field got another value in the same answer; one query where there may be any."""
    refused = {one.decision_id: _act(one) for one in receipts if one.decision.verdict == Verdict.REJECT}
    acts = {act for act in refused.values() if act.field}
    if not acts:
        return set()
    people, times = {act.person_id for act in acts if act.person_id}, {act.at for act in acts if act.at}
    same_time = Receipt.objects.filter(decision__person_id__in=people, decision__created_at__in=times)
    approved = same_time.filter(decision__verdict__in=AGREEING).select_related("decision__proposal")
    changed = {_act(one) for one in approved if one.decision.proposal.change["type"] == SET and _has_replaced(one)}
    return {decision_id for decision_id, act in refused.items() if act in acts & changed}


def _act(receipt: Receipt) -> Act:
    return act_of(receipt.decision.proposal, receipt.decision.created_at)


def _has_replaced(receipt: Receipt) -> bool:
    before = receipt.disclosure.get("shown", {}).get("old_value", "")
    return head(receipt.disclosure.get("new_value", "")) != head(before)


def _forgotten_before(receipts: Sequence[Receipt]) -> set[UUID]:
    """Return the withdrawals that came after the memory had been forgotten; one query where there are withdrawals."""
    withdrawals = [one.decision for one in receipts if one.decision.verdict == Verdict.WITHDRAW]
    about = {one.proposal.memory_id for one in withdrawals} - {None}
    if not about:
        return set()
    steps = History.objects.filter(memory_id__in=about, event__in=(*ENDINGS, *BEGINNINGS))
    rows = list(steps.order_by("created_at", "id").values_list("memory_id", "created_at", "event"))
    last = {
        one.id: [event for of, at, event in rows if of == one.proposal.memory_id and at < one.created_at][-1:]
        for one in withdrawals
    }
    return {decision_id for decision_id, events in last.items() if events and events[0] in ENDINGS}


def _texts(decision: Decision, value: str, before: str) -> StepTexts:
    proposal = decision.proposal
    if kind_of(proposal) is None:
        return OF_UNCHANGED if decision.verdict == Verdict.AMEND and value == before else OF_VALUES
    return OF_KINDS.get(proposal.change["type"]) or (OF_LINES if value == before else StepTexts())


def _sentences(
    texts: StepTexts, verdict: str, answered: str, *, undone: tuple[Promise, Promise]
) -> tuple[Promise, Promise]:
    """Return the texts for a step; `undone` are those for an undone approval."""
    if verdict == Verdict.WITHDRAW:
        return undone if answered in AGREEING else texts.no_longer_refused
    return texts.approved if verdict in AGREEING else texts.refused


def _short(value: str) -> str:
    return Truncator(wording.readable(head(value))).chars(LONGEST)
