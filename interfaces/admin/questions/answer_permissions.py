"""Which open questions a member of staff may answer in place of the person."""

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.models import Policy, Proposal
from consent.policies.delegation import to_reviewers
from consent.policies.rules import in_force
from workspaces.actors import Actor

MOST_SOUGHT = 200
# Number of questions that the list's filter considers.
MOST_READ = 1_000
NO_POLICY = gettext_lazy("no policy lets reviewers answer it")


def next_questions(actor: Actor, after: Iterable[UUID] = ()) -> list[Proposal]:
    """Return the open questions that they may answer and did not ask themselves, oldest first."""
    waiting = Proposal.objects.unmuted().pending().exclude(id__in=list(after)).exclude(account_id=actor.id)
    others = waiting.exclude(Q(person_id=actor.person_id) & Q(person_id__isnull=False))
    rows, rules = list(others.order_by("created_at", "id")[:MOST_SOUGHT]), in_force()
    return [row for row in rows if to_reviewers(row, rules)]


def for_reviewers() -> list[Proposal]:
    """Select the open questions that reviewers may answer."""
    rows, rules = list(Proposal.objects.unmuted().pending().order_by("created_at", "id")[:MOST_READ]), in_force()
    return [row for row in rows if to_reviewers(row, rules)]


def reasons_against(rows: Collection[Proposal], actor: Actor) -> dict[UUID, str]:
    """Return why they may not answer some of these together with others. Two queries."""
    open_ones = Proposal.objects.unmuted().pending().filter(id__in=[row.id for row in rows])
    waiting, rules = set(open_ones.values_list("id", flat=True)), in_force()
    found = {row.id: _reason_against(row, actor, rules, is_open=row.id in waiting) for row in rows}
    return {row_id: reason for row_id, reason in found.items() if reason}


def _reason_against(row: Proposal, actor: Actor, rules: Sequence[Policy], *, is_open: bool) -> str:
    if not is_open:
        return _("it is already closed")
    if row.person_id is not None and row.person_id == actor.person_id:
        return _("it is about you; answer it in your inbox")
    if not to_reviewers(row, rules):
        return str(NO_POLICY)
    return _("you asked for it yourself; open it to decide all the same") if row.account_id == actor.id else ""
