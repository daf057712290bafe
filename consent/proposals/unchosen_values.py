"""Values of a field that the person was shown and did not choose, or replaced by their own.

Like refused values they cannot be requested again for REFUSAL_DAYS.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from consent.models import Proposal
from consent.models.proposal import ClockTimestamp, ProposalState
from consent.proposals.competing import OF_FIELDS, OTHER_VALUE_APPROVED
from providers.statements import CLOSED_KEYS, canonical_value, normalize_value


def values_not_chosen(person: Q, fields: Iterable[str]) -> Mapping[str, Mapping[str, Proposal]]:
    """Return by field the values that were shown and not chosen since, each with the request that was approved instead.
    Two queries at most; in the entered scope.
    """
    since = ClockTimestamp() - timedelta(days=settings.REFUSAL_DAYS)
    rows = Proposal.objects.filter(person, field__in=sorted({*fields}), change__type__in=OF_FIELDS)
    answered = list(rows.agreed().filter(decided_at__gt=since).order_by("decided_at", "id"))
    closed = [one for one in answered if key_in(one.field) in CLOSED_KEYS]
    rivals = list(rows.filter(state=ProposalState.STALE, closed_because=OTHER_VALUE_APPROVED)) if closed else []
    found: dict[str, dict[str, Proposal]] = {}
    for row in answered:
        _note(found.setdefault(row.field, {}), row, answered, rivals)
    return found


def _note(
    against: dict[str, Proposal], row: Proposal, answered: Sequence[Proposal], rivals: Sequence[Proposal]
) -> None:
    """Add the unchosen values of one answer. For fields with few values, such as pronouns, also competing requests of
    the time and earlier values: else two agents that disagree would ask in turn without end."""
    key = key_in(row.field)
    is_freed = row.state == ProposalState.AMENDED and row.blocked_until is None
    shown = [] if is_freed else _shown_beside(row)
    if key in CLOSED_KEYS:
        earlier = answered[: answered.index(row)]
        at_once = (one for one in rivals if one.decided_at == row.decided_at and not one.is_muted)
        shown += [one.value_in_force for one in (*at_once, *earlier) if one.field == row.field]
    against |= {form: row for one in shown for form in forms_of(key, one)}
    for form in forms_of(key, row.value_in_force):
        against.pop(form, None)


def declined_values(row: Proposal) -> set[str]:
    """Return the values (`forms_of`) that an approved request, or those it replaced, had requested without success."""
    key = key_in(row.field)
    shown = {form for one in _shown_beside(row) if one for form in forms_of(key, one)}
    return shown - forms_of(key, row.value_in_force)


def _shown_beside(row: Proposal) -> list[str]:
    """Return the values shown with it, and the requested one if the person amended it."""
    own = [row.new_value] if row.state == ProposalState.AMENDED else []
    return [*(str(entry.get("value", "")) for entry in row.evidence), *own]


def forms_of(key: str, shown: str) -> set[str]:
    """Return a value normalised and in its own spelling, so that after "Lisboa" nobody asks for "Lisbon"."""
    return {value_in(key, shown), spelled(shown)}


def blocked_until_of(row: Proposal) -> datetime | None:
    """Return when the values that were refused or not chosen may be requested again."""
    if row.state == ProposalState.APPROVED and row.decided_at:
        return row.decided_at + timedelta(days=settings.REFUSAL_DAYS)
    return row.blocked_until


def key_in(field: str) -> str:
    return field.partition(".")[2]


def spelled(shown: str) -> str:
    """Return a value in its own spelling, in quotes, which no normalised value has."""
    value, _below, _lines = shown.partition("\n\n")
    return f"“{normalize_value(value)}”"


def value_in(key: str, shown: str) -> str:
    """Return a field's value without the lines shown below it, normalised for comparison."""
    return canonical_value(key, normalize_value(shown.partition("\n\n")[0]))
