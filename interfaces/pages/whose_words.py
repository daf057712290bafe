"""Why a question is asked whatever the rules say: whose words would be replaced or forgotten."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from consent.changes import KINDS
from consent.changes.base import FACT_PREFIX
from consent.models import Proposal
from consent.policies.others_words import noted_by_others
from consent.policies.own_words import against_own_words


def whose_words(questions: Sequence[Proposal]) -> Mapping[UUID, str]:
    """In words, for those of open questions that are about such ones. Two queries at most; in the scope."""
    own, others = against_own_words(questions), noted_by_others(questions)
    texts = {one.id: _("Another assistant noted this.") for one in questions if one.id in others}
    return texts | {one.id: _own_words(one, own[one.id]) for one in questions if one.id in own}


def _own_words(proposal: Proposal, forgotten_at: datetime | None) -> str:
    if forgotten_at:
        return _("You forgot this yourself on {day}.").format(day=date_format(localtime(forgotten_at)))
    is_value = KINDS[proposal.change["type"]].sets_a_field or proposal.field.startswith(FACT_PREFIX)
    return _("You gave this value yourself.") if is_value else _("You wrote this yourself.")
