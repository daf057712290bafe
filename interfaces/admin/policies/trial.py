"""The outcomes of past writes under other policies, with their texts, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies.dry_run import DAYS, DryRun, Tried, dry_run
from consent.policies.rules import covered
from interfaces.admin.policies.wording import OUTCOMES

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class Trial:
    """A dry run as a page shows it: all past writes, or those with another outcome."""

    run: DryRun
    page: Page[Tried]
    shows_all: bool
    warnings: Sequence[str]

    @property
    def message(self) -> str:
        count, total = len(self.run.changed), self.run.looked_at
        if not total:
            return _("There were no writes in the last %d days to try it on.") % DAYS
        period = _("These are the writes of the last %d days; refused writes are not recorded.") % DAYS
        if not count:
            text = _("None of the %d past writes would be stored, asked about, answered or refused differently.")
            return f"{text % total} {period}"
        text = ngettext(
            "%(count)d of %(total)d past writes would be stored, asked about, answered or refused differently.",
            "%(count)d of %(total)d past writes would be stored, asked about, answered or refused differently.",
            count,
        )
        return f"{text % {'count': count, 'total': total}} {period}"

    @property
    def asked_anyway(self) -> str:
        """Say how many questions no rule spares the person; empty if none."""
        count = sum(one.after.is_anyway for one in self.run.writes)
        text = ngettext(
            "%d is asked whatever the rules say: it would change what the person or another agent said.",
            "%d are asked whatever the rules say: they would change what the person or another agent said.",
            count,
        )
        return text % count if count else ""

    @property
    def counts(self) -> list[tuple[str, int, int]]:
        """Return numbers by outcome, and of questions by who may answer them, before and after."""
        before, after = self.run.before, self.run.after
        rows = [
            (str(OUTCOMES[outcome]), before.outcomes.get(outcome, 0), after.outcomes.get(outcome, 0))
            for outcome in Outcome
        ]
        place = list(Outcome).index(Outcome.CONSENT) + 1
        rows[place:place] = [
            (_("of these, reviewers may answer too"), before.reviewers, after.reviewers),
            (_("of these, may be answered in a chat"), before.chat, after.chat),
        ]
        return rows


def trial_of(policies: Sequence[Policy], *, data: QueryDict, now: datetime) -> Trial:
    """`data` may ask for all rows (`rows=all`) and for a page of them (`page`). Runs in the entered scope."""
    run = dry_run(policies, now=now)
    shows_all = data.get("rows") == "all"
    rows = run.writes if shows_all else run.changed
    return Trial(run, Paginator(rows, PER_PAGE).get_page(data.get("page")), shows_all, without_effect(policies))


def voided(policies: Sequence[Policy], place: int) -> list[int]:
    """Return the numbers of never-rules that the rule at this place would leave without effect."""
    pairs = ((number, earlier) for number, earlier in covered(policies) if earlier == place + 1)
    return [number for number, _earlier in pairs if policies[number - 1].outcome == Outcome.NEVER]


def without_effect(policies: Sequence[Policy]) -> list[str]:
    """Return a sentence for each rule that an earlier one leaves without effect."""
    text = _("Rule %(number)d never applies: rule %(earlier)d comes first, and applies to all that it does.")
    return [text % {"number": number, "earlier": earlier} for number, earlier in covered(policies)]
