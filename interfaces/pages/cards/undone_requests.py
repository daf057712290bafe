"""What undoing the answer to a request did."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from interfaces.joint_answers import act_of
from interfaces.pages.cards.answered_values import APPROVING, value_of, with_values
from interfaces.pages.texts.diffs import text_alone
from memories.models import History
from memories.models.choices import Event

AS_BEFORE, HAD_CHANGED_NOTHING = _("Everything is as it was before."), _("It had changed nothing.")
HAD_CHOSEN = _("“{value}” had been chosen instead.")
CHANGED_SINCE = _("What it had saved was changed or forgotten before that, and stays so.")


def undone_on_cards(proposals: Iterable[Proposal]) -> dict[UUID, str]:
    """By the ids of requests whose last answer was undone, what that did. Four queries at most; in the entered
    scope."""
    undone = [row.id for row in proposals if row.state == ProposalState.WITHDRAWN]
    given: dict[UUID, list[Decision]] = defaultdict(list)
    for one in (
        Decision.objects.filter(proposal__in=undone).select_related("proposal").order_by("created_at", "id")
        if undone
        else ()
    ):
        given[one.proposal_id].append(one)
    last = {one: (decisions[-2], decisions[-1]) for one, decisions in given.items() if len(decisions) > 1}
    changing = moments_of_undoing(withdrawal for _answer, withdrawal in last.values())
    chosen = _chosen_with(answer for answer, _withdrawal in last.values())
    return {
        one: str(HAD_CHOSEN).format(value=chosen[answer.id])
        if answer.id in chosen
        else str(HAD_CHANGED_NOTHING)
        if answer.verdict not in APPROVING
        else str(AS_BEFORE if withdrawal.created_at in changing else CHANGED_SINCE)
        for one, (answer, withdrawal) in last.items()
        if withdrawal.verdict == Verdict.WITHDRAW
    }


def _chosen_with(answers: Iterable[Decision]) -> dict[UUID, str]:
    """By the ids of refusals of what was not chosen of a field, the value that was. One query where any may be."""
    refused = [one for one in answers if one.verdict == Verdict.REJECT]
    acts = {one.id: act for one in refused if (act := act_of(one.proposal, one.created_at)).field}
    people, moments = {act.person_id for act in acts.values()}, {act.at for act in acts.values() if act.at}
    at_once = Decision.objects.filter(person_id__in=people, created_at__in=moments, verdict__in=APPROVING)
    given = with_values(at_once) if acts else ()
    chosen = {act_of(one.proposal, one.created_at): text_alone(value_of(one)).removesuffix(".") for one in given}
    return {one: chosen[act] for one, act in acts.items() if act in chosen}


def moments_of_undoing(decisions: Iterable[Decision]) -> set[datetime]:
    """When taking an answer back changed what is remembered; of what was settled together, one row tells it."""
    taken = [one for one in decisions if one.verdict == Verdict.WITHDRAW]
    if not taken:
        return set()
    people, moments = {one.person_id for one in taken}, {one.created_at for one in taken}
    at_once = Decision.objects.filter(person_id__in=people, created_at__in=moments, verdict=Verdict.WITHDRAW)
    rows = History.objects.filter(decision_id__in=at_once.values("id")).exclude(event=Event.CONSENT)
    changing = {row.decision_id for row in rows if row.decision_id}
    return set(at_once.filter(id__in=changing).values_list("created_at", flat=True)) if changing else set()
