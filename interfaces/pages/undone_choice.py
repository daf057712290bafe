"""What undoing the answer to a question with several values did, in one sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet, ProposalState
from consent.proposals.withdraw import Withdrawn
from interfaces.competing import claim_of, facts_of, key_of, one_field, replaced
from interfaces.pages import wording


def choice_undone(undone: Sequence[Withdrawn], proposals: ProposalQuerySet) -> str:
    """ "Undone: your city is “Porto” again. One request with 4 values is open again."; empty where they were not about
    one field, or none of them waits. Three queries at most; in the entered scope."""
    field = one_field([one.proposal for one in undone])
    if len(undone) < 2 or not field or not any(map(waits, undone)) or any(one.stays for one in undone):
        return ""
    person_id, key = undone[0].proposal.person_id, field.partition(".")[2]
    fact = facts_of(person_id, [field]).first()
    open_rows = [row for row in proposals.pending().exclude(claims=[]) if one_field([row]) == field]
    is_changed = any(one.undone for one in undone)
    told = _told(key, fact.value) if fact and is_changed else _("Undone.")
    return f"{told} {_open(_count(field, open_rows, fact.value if fact else ''))}"


def waits(withdrawn: Withdrawn) -> bool:
    """Whether it waits again, or its value does in a newer request."""
    return withdrawn.state == ProposalState.PENDING or withdrawn.later is not None


def _told(key: str, value: str) -> str:
    told = _("Undone: your {field} is “{value}” again.")
    if key in wording.PLURAL_KEYS:
        told = pgettext("plural", "Undone: your {field} are “{value}” again.")
    return told.format(field=wording.field_name(key), value=wording.readable(value))


def _count(field: str, rows: Sequence[Proposal], present: str) -> int:
    """Between how many values the open requests leave a choice; what the field is already counts where it is asked for
    itself, as on the card."""
    asked = {claim_of(row.claims) for row in rows}
    earlier = {key_of(field, value) for value in replaced(rows)}
    return len(asked | earlier - {key_of(field, present)})


def _open(count: int) -> str:
    text = ngettext("One request is open again.", "One request with %(count)s values is open again.", count)
    return text % {"count": count}
