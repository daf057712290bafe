"""The answers to one request as its receipt tells them: each with the value, and what stood before."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Receipt
from consent.models.decision import Verdict
from interfaces.competing import head
from interfaces.pages import wording
from interfaces.pages.saved import saved_by

LONGEST = 300
AGREEING = (Verdict.APPROVE, Verdict.AMEND)
# Each alone, and with what stood there before.
SAVED = (_("“{value}”"), _("“{value}” in the place of “{before}”"))
NOT_SAVED = (_("“{value}” was not saved"), _("“{value}” was not saved, “{before}” stayed"))
TAKEN_BACK = (_("“{value}” was taken back"), _("“{value}” was taken back; “{before}” stood before it"))
NO_LONGER_REFUSED = (_("“{value}” is no longer refused"),) * 2


class Step(NamedTuple):
    decision: Decision
    text: str
    label: str


def steps_of(receipts: Iterable[Receipt]) -> list[Step]:
    """In their order; without a text where the values were erased. One query."""
    receipts = list(receipts)
    saved = saved_by([receipt.decision_id for receipt in receipts])
    steps: list[Step] = []
    value, answered = "", ""
    for receipt in receipts:
        verdict, shown = receipt.decision.verdict, receipt.disclosure.get("shown", {})
        before = _short(shown.get("old_value", ""))
        # An answer is taken back with the words that it was given in.
        value = value if verdict == Verdict.WITHDRAW and value else _short(receipt.disclosure.get("new_value", ""))
        alone, both = _sentences(verdict, answered)
        text = str(both if value and before else alone).format(value=value or before, before=before)
        instead = saved.get(receipt.decision_id)
        label = instead.label if instead else receipt.decision.get_verdict_display()
        steps.append(Step(receipt.decision, text if value or before else "", label))
        answered = verdict
    return steps


def _sentences(verdict: str, answered: str) -> tuple[Promise, Promise]:
    if verdict == Verdict.WITHDRAW:
        return TAKEN_BACK if answered in AGREEING else NO_LONGER_REFUSED
    return SAVED if verdict in AGREEING else NOT_SAVED


def _short(value: str) -> str:
    return Truncator(wording.readable(head(value))).chars(LONGEST)
