"""What the answers of an export turned down, saved in its place, and undid."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from interfaces.competing import SET, claim_of, head, key_of
from interfaces.pages.consents import APPROVING
from interfaces.pages.diffs import in_words
from interfaces.pages.numbers_removed import without_numbers
from interfaces.pages.outcomes import QUOTED
from interfaces.pages.readable_history import Row, Undone
from interfaces.pages.readable_saved import change_type, kept_by

OPEN_AGAIN, WAS_OPEN_AGAIN = gettext_lazy("The request is open again."), gettext_lazy("The request was open again.")


@dataclass(frozen=True, slots=True)
class Answers:
    """By the ids of decisions: what else is to be told of each, in sentences, and of those that undid one, which."""

    notes: Mapping[str, tuple[str, ...]]
    undone: Mapping[str, Undone]

    def of_last(self, row: Row) -> tuple[str, ...]:
        """What is to be told of the request's last answer, be it undone since."""
        given = [one for one in row.get("decisions", []) if one["verdict"] != Verdict.WITHDRAW]
        return self.notes.get(max(given, key=lambda one: one["created_at"])["id"], ()) if given else ()


NO_ANSWERS = Answers({}, {})


class _Given(NamedTuple):
    """A request with one of its answers."""

    row: Row
    decision: Row

    @property
    def claim(self) -> str:
        return claim_of(self.row.get("claims") or [])

    @property
    def field(self) -> str:
        return self.claim.partition("=")[0]

    @property
    def is_approval(self) -> bool:
        return self.decision["verdict"] in APPROVING

    @property
    def is_field(self) -> bool:
        return change_type(self.row) == SET

    @property
    def kept(self) -> str:
        return kept_by(self.row, self.decision)

    def claims(self) -> set[str]:
        """What it saved of its field."""
        own = key_of(self.field, head(self.kept)) if self.is_field else self.claim
        return {own} if self.is_approval else set()

    def asked(self) -> Iterable[tuple[str, str]]:
        """The values that it asked for, and those that it had replaced, each with its claim."""
        earlier = self.row.get("evidence") or [] if self.is_field else []
        for value in (head(str(entry.get("value") or "")) for entry in earlier):
            if value:
                yield key_of(self.field, value), value
        yield self.claim, head(self.row.get("new_value") or "")


def answers_in(proposals: Sequence[Row]) -> Answers:
    given = [_Given(row, one) for row in proposals for one in row.get("decisions", [])]
    by_act = defaultdict(list)
    for one in given:
        if one.field and one.decision["verdict"] != Verdict.WITHDRAW:
            by_act[one.decision["created_at"], one.field].append(one)
    notes: dict[str, tuple[str, ...]] = {one.decision["id"]: (note,) for one in given if (note := _reworded(one))}
    for act in by_act.values():
        notes |= _of_choice(act)
    return Answers(notes, {one["id"]: _undone(row, one) for row in proposals for one in _withdrawals(row)})


def _of_choice(act: Sequence[_Given]) -> dict[str, tuple[str, ...]]:
    """Of all that one answer settled about a field: what was not saved, and what was saved instead."""
    approved = sorted((one for one in act if one.is_approval), key=lambda one: not one.is_field)
    if not approved:
        return {}
    chosen, claims = approved[0], {claim for one in approved for claim in one.claims()}
    instead = _("Saved instead: {value}.").format(value=_quoted([head(chosen.kept)]))
    refused = [one for one in act if one.decision["verdict"] == Verdict.REJECT]
    told: dict[str, tuple[str, ...]] = {one.decision["id"]: (instead,) for one in refused if one.claim not in claims}
    in_order = sorted(act, key=lambda one: (not one.is_field, one.row["created_at"]))
    asked = dict.fromkeys(value for one in in_order for claim, value in one.asked() if value and claim not in claims)
    if asked:
        told[chosen.decision["id"]] = (_("Asked for, but not saved: {others}.").format(others=_quoted(asked)),)
    return told


def _quoted(values: Iterable[str]) -> str:
    return ", ".join(str(QUOTED).format(value=in_words(one).removesuffix(".")) for one in values)


def _reworded(one: _Given) -> str:
    """What was asked for where another text was saved, without the numbers that the person took out."""
    if one.decision["verdict"] != Verdict.AMEND or one.is_field:
        return ""
    asked, kept = in_words(one.row.get("new_value") or ""), in_words(one.kept)
    return asked_for(asked, kept)


def asked_for(asked: str, kept: str) -> str:
    text = without_numbers(asked, beside=kept) if asked != kept else ""
    return _("Asked for: {value}.").format(value=str(QUOTED).format(value=text)) if text else ""


def _withdrawals(row: Row) -> list[Row]:
    return [one for one in row.get("decisions", []) if one["verdict"] == Verdict.WITHDRAW]


def _undone(row: Row, withdrawal: Row) -> Undone:
    decisions, at = row.get("decisions", []), withdrawal["created_at"]
    verdict = next((one["verdict"] for one in decisions if one.get("withdrawn_at") == at), "")
    if any(one["created_at"] > at for one in decisions):
        return Undone(verdict, WAS_OPEN_AGAIN)
    return Undone(verdict, OPEN_AGAIN if row["state"] == ProposalState.PENDING else "")
