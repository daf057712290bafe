"""The answers to one request as its receipt tells them: each with the value, and what stood before."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Receipt
from consent.models.decision import Verdict
from interfaces.competing import head
from interfaces.pages import wording
from interfaces.pages.saved import saved_by
from memories.models import History
from memories.models.choices import Event

LONGEST = 300
AGREEING = (Verdict.APPROVE, Verdict.AMEND)
# Each alone, and with what stood there before.
SAVED = (_("“{value}”"), _("“{value}” in the place of “{before}”"))
NOT_SAVED = (_("“{value}” was not saved"), _("“{value}” was not saved, “{before}” stayed"))
TAKEN_BACK = (_("“{value}” was taken back"), _("“{value}” was taken back; “{before}” stood before it"))
UNTOUCHED = (_("“{value}” had been changed since, and nothing was taken back"),) * 2
NO_LONGER_REFUSED = (_("“{value}” is no longer refused"),) * 2


class Step(NamedTuple):
    decision: Decision
    text: str
    label: str


def steps_of(receipts: Iterable[Receipt]) -> list[Step]:
    """In their order; without a text where the values were erased. Three queries at most."""
    receipts = list(receipts)
    undoing = moments_of_undoing(receipts)
    saved = saved_by([receipt.decision_id for receipt in receipts])
    steps: list[Step] = []
    value, answered = "", ""
    for receipt in receipts:
        verdict, shown = receipt.decision.verdict, receipt.disclosure.get("shown", {})
        before = _short(shown.get("old_value", ""))
        # An answer is taken back with the words that it was given in.
        value = value if verdict == Verdict.WITHDRAW and value else _short(receipt.disclosure.get("new_value", ""))
        alone, both = _sentences(verdict, answered, is_undone=receipt.decision.created_at in undoing)
        text = str(both if value and before else alone).format(value=value or before, before=before)
        instead = saved.get(receipt.decision_id)
        label = instead.label if instead else receipt.decision.get_verdict_display()
        steps.append(Step(receipt.decision, text if value or before else "", label))
        answered = verdict
    return steps


def moments_of_undoing(receipts: Sequence[Receipt]) -> set[datetime]:
    """When taking an answer back changed what is remembered; of what was settled together, one row tells it."""
    taken = [receipt.decision for receipt in receipts if receipt.decision.verdict == Verdict.WITHDRAW]
    if not taken:
        return set()
    people, moments = {one.person_id for one in taken}, {one.created_at for one in taken}
    at_once = Decision.objects.filter(person_id__in=people, created_at__in=moments, verdict=Verdict.WITHDRAW)
    rows = History.objects.filter(decision_id__in=at_once.values("id")).exclude(event=Event.CONSENT)
    changing = {row.decision_id for row in rows if row.decision_id}
    return set(at_once.filter(id__in=changing).values_list("created_at", flat=True)) if changing else set()


def _sentences(verdict: str, answered: str, *, is_undone: bool) -> tuple[Promise, Promise]:
    if verdict == Verdict.WITHDRAW:
        if answered not in AGREEING:
            return NO_LONGER_REFUSED
        return TAKEN_BACK if is_undone else UNTOUCHED
    return SAVED if verdict in AGREEING else NOT_SAVED


def _short(value: str) -> str:
    return Truncator(wording.readable(head(value))).chars(LONGEST)
