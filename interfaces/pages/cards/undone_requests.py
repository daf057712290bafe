"""The effects of undoing answers to requests."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from interfaces.competing_requests import SET
from interfaces.joint_answers import act_of
from interfaces.pages.cards.answered_values import APPROVING, value_of, with_values
from interfaces.pages.texts.diffs import text_alone
from memories.models import History
from memories.models.choices import Event

AS_BEFORE, HAD_CHANGED_NOTHING = _("Everything is as it was before."), _("It had changed nothing.")
HAD_CHOSEN = _("“{value}” had been chosen instead.")
CHANGED_SINCE = _("What it had saved was changed or forgotten before that, and stays so.")


def undo_effects(proposals: Iterable[Proposal]) -> dict[UUID, str]:
    """Return a sentence about the effect of the undo, by the ids of requests whose last answer was undone. Four
    queries at most; runs in the entered scope."""
    undone = [row.id for row in proposals if row.state == ProposalState.WITHDRAWN]
    decisions_of: dict[UUID, list[Decision]] = defaultdict(list)
    given = Decision.objects.filter(proposal__in=undone).select_related("proposal").order_by("created_at", "id")
    for one in given if undone else ():
        decisions_of[one.proposal_id].append(one)
    last = {one: (own[-2], own[-1]) for one, own in decisions_of.items() if len(own) > 1}
    changing = effective_undo_times(withdrawal for _answer, withdrawal in last.values())
    chosen = _chosen_with(answer for answer, _withdrawal in last.values())
    return {
        one: _effect(answer, chosen.get(answer.id), has_changed=withdrawal.created_at in changing)
        for one, (answer, withdrawal) in last.items()
        if withdrawal.verdict == Verdict.WITHDRAW
    }


def _effect(answer: Decision, chosen: str | None, *, has_changed: bool) -> str:
    if chosen is not None:
        return str(HAD_CHOSEN).format(value=chosen)
    if answer.verdict not in APPROVING:
        return str(HAD_CHANGED_NOTHING)
    return str(AS_BEFORE if has_changed else CHANGED_SINCE)


def _chosen_with(answers: Iterable[Decision]) -> dict[UUID, str]:
    """Return, by the ids of refusals, the value of the field that the same answer chose. One query where there may be
    any."""
    refused = [one for one in answers if one.verdict == Verdict.REJECT]
    acts = {one.id: act for one in refused if (act := act_of(one.proposal, one.created_at)).field}
    people, moments = {act.person_id for act in acts.values()}, {act.at for act in acts.values() if act.at}
    at_once = Decision.objects.filter(person_id__in=people, created_at__in=moments, verdict__in=APPROVING)
    # A request for a value precedes one for a sentence, as in `chosen_instead`.
    given = sorted(with_values(at_once), key=lambda one: one.proposal.change["type"] == SET) if acts else ()
    chosen = {act_of(one.proposal, one.created_at): text_alone(value_of(one)).removesuffix(".") for one in given}
    return {one: chosen[act] for one, act in acts.items() if act in chosen}


def effective_undo_times(decisions: Iterable[Decision]) -> set[datetime]:
    """Return the times of the withdrawals that changed what is remembered; of requests settled together, one history
    row is enough."""
    withdrawals = [one for one in decisions if one.verdict == Verdict.WITHDRAW]
    if not withdrawals:
        return set()
    people, times = {one.person_id for one in withdrawals}, {one.created_at for one in withdrawals}
    same_time = Decision.objects.filter(person_id__in=people, created_at__in=times, verdict=Verdict.WITHDRAW)
    rows = History.objects.filter(decision_id__in=same_time.values("id")).exclude(event=Event.CONSENT)
    changing = {row.decision_id for row in rows if row.decision_id}
    return set(same_time.filter(id__in=changing).values_list("created_at", flat=True)) if changing else set()
