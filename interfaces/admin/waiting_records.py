"""Which records of an imported file wait, for what, and whether anybody can answer."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.policies.delegation import unanswerable
from interfaces.admin.wording import fields_in_words, proposed
from operations.models import ImportRun
from workspaces.models import Membership


class Row(NamedTuple):
    """One record: where it stands, what it says as far as that may be told, why it waits, and its question."""

    line: int | None
    text: str
    reason: str
    question: Proposal | None


def waiting_records(run: ImportRun) -> tuple[Sequence[Row], bool]:
    """The first of a run, and whether nobody can answer some of them yet. In the entered scope."""
    ids = [UUID(one["question"]) for one in run.waiting if one["question"]]
    questions = Proposal.objects.select_related("person").in_bulk(ids)
    rows = [_row(one, questions.get(UUID(one["question"])) if one["question"] else None) for one in run.waiting]
    return rows, _is_stuck(run, ids)


def _row(told: dict[str, Any], question: Proposal | None) -> Row:
    fields = ", ".join(told["fields"])
    if fields:
        reason = _("It tells of: %(fields)s") % {"fields": fields_in_words(fields)}
    elif told["is_asked"]:
        reason = _("The person is asked about it")
    else:
        reason = _("Kept as evidence until a second sign says the same")
    return Row(told["line"], proposed(question) if question else told["text"], reason, question)


def _is_stuck(run: ImportRun, ids: Sequence[UUID]) -> bool:
    """Of what was only tried as it was then, unless the person can sign in since."""
    if ids:
        waiting = Proposal.objects.pending().filter(id__in=ids).values_list("id", flat=True)
        return bool(unanswerable(list(waiting)))
    logins = Membership.objects.filter(person_id=run.person_id, account__is_active=True)
    return any(one["is_stuck"] for one in run.waiting) and not logins.exists()
