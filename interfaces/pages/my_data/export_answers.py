"""The readable export: what each answer refused, saved instead, or undid."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from interfaces.competing_requests import SET, Claimed, choice_about, claim_of, head, key_of
from interfaces.joint_answers import Act
from interfaces.pages.cards.amendments import evidence_until
from interfaces.pages.cards.answered_values import APPROVING
from interfaces.pages.cards.field_refusals import LEAVING, unchanged_sentences
from interfaces.pages.my_data.export_amendments import change_type, last_answer, saved_value_at, undone_by
from interfaces.pages.my_data.export_history import Row, Undone
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import QUOTED, also_asked, with_askers
from interfaces.pages.texts.diffs import in_words, text_alone
from interfaces.removed_numbers import MASK, without_numbers

OPEN_AGAIN, WAS_OPEN_AGAIN = gettext_lazy("The request is open again."), gettext_lazy("The request was open again.")


@dataclass(frozen=True, slots=True)
class Answers:
    """Data about answers by the ids of decisions. `notes` are more sentences; `undone` the answer that each withdrawal
    undid; `askers` who requested the chosen value of a field, or all requesters where the value was the person's own.

    `unchosen` are refusals of values that were not chosen; `unchanged` are answers that left a field unchanged, with
    the sentence about it, which only one row of each answer shows: `merged` are the others.
    """

    notes: Mapping[str, tuple[str, ...]]
    undone: Mapping[str, Undone]
    askers: Mapping[str, Sequence[str]]
    unchosen: frozenset[str]
    unchanged: Mapping[str, str]
    merged: frozenset[str]

    def unchanged_sentence(self, row: Row) -> str:
        """Return the sentence about a field that the request's last answer left unchanged; empty where it did not, or
        was undone."""
        return self.unchanged.get(last_answer(row), "") if row["state"] in LEAVING else ""

    def is_unchosen(self, row: Row) -> bool:
        """Whether the request's last answer refused it because another value of its field was chosen."""
        return row["state"] == ProposalState.REJECTED and last_answer(row) in self.unchosen

    def of_last(self, row: Row) -> tuple[str, ...]:
        """Return the notes on the request's last answer, also an undone one."""
        return self.notes.get(last_answer(row), ())

    def askers_of_last(self, row: Row) -> Sequence[str]:
        """Return the requesters of the chosen value; empty where the answer chose no value of a field."""
        return self.askers.get(last_answer(row), ())


NO_ANSWERS = Answers({}, {}, {}, frozenset(), {}, frozenset())


class _RequestedValue(NamedTuple):
    """A requested value with its claim and the name of the requester."""

    claim: str
    value: str
    requester: str


class _Answered(NamedTuple):
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
    def choice(self) -> tuple[str, ...]:
        """A key shared by all requests that one answer about a single-valued field settled; unique for other
        requests."""
        return (self.decision["created_at"], *(self.about if self.about[0] else (self.row["id"],)))

    @property
    def about(self) -> tuple[str, str]:
        row, (old, new) = self.row, (self.row.get(name) or "" for name in ("old_value", "new_value"))
        at, claims = datetime.fromisoformat(row["created_at"]), row.get("claims") or []
        return choice_about(Claimed(UUID(row["id"]), at, change_type(row), claims, old, new, ()))

    @property
    def act(self) -> Act:
        """The key of the answer in the server's records."""
        person_id, at = UUID(self.row["person_id"]), datetime.fromisoformat(self.decision["created_at"])
        return Act(person_id, at, " ".join(filter(None, self.about)))

    @property
    def is_approval(self) -> bool:
        return self.decision["verdict"] in APPROVING

    @property
    def is_field(self) -> bool:
        return change_type(self.row) == SET

    @property
    def saved(self) -> str:
        return saved_value_at(self.row, self.decision)

    def claims(self) -> set[str]:
        """Return the claims that the answer saved."""
        own = key_of(self.field, head(self.saved)) if self.is_field else self.claim
        return {own} if self.is_approval else set()

    def requested(self, faces: Faces) -> Iterable[_RequestedValue]:
        """Yield the requested value, and the values of requests that this one replaced."""
        evidence = evidence_until(self.row.get("evidence") or [], datetime.fromisoformat(self.decision["created_at"]))
        for entry in evidence if self.is_field else []:
            if value := head(str(entry.get("value") or "")):
                yield _RequestedValue(key_of(self.field, value), value, faces.of_entry(entry).name)
        yield _RequestedValue(self.claim, head(self.row.get("new_value") or ""), self.asker(faces))

    def asker(self, faces: Faces) -> str:
        agent_id = self.row.get("agent_id")
        return faces.name(self.row.get("actor_label") or "", UUID(agent_id) if agent_id else None)


def answers_in(proposals: Sequence[Row], faces: Faces) -> Answers:
    answered = [_Answered(row, one) for row in proposals for one in row.get("decisions", [])]
    by_act, by_choice = defaultdict(list), defaultdict(list)
    for one in answered:
        if one.field and one.decision["verdict"] != Verdict.WITHDRAW:
            by_act[one.decision["created_at"], one.field].append(one)
            by_choice[one.choice].append(one)
    notes: dict[str, tuple[str, ...]] = {one.decision["id"]: (note,) for one in answered if (note := _reworded(one))}
    unchosen, askers = set[str](), dict[str, Sequence[str]]()
    for choice in by_choice.values():
        is_saved = any(one.is_approval for one in choice)
        notes |= (_of_choice if is_saved else _of_refusals)(choice, _requested_in(choice, faces), faces)
        unchosen |= {one.decision["id"] for one in choice if is_saved and not one.is_approval}
    for act in by_act.values():
        requested = _requested_in(act, faces)
        askers |= {one.decision["id"]: _askers_of(one, requested, faces) for one in act if one.is_approval}
    undone = {one["id"]: _undone(row, one) for row in proposals for one in _withdrawals(row)}
    unchanged, merged = _unchanged([one for choice in by_choice.values() for one in choice], faces)
    return Answers(notes, undone, askers, frozenset(unchosen), unchanged, merged)


def _unchanged(answered: Iterable[_Answered], faces: Faces) -> tuple[dict[str, str], frozenset[str]]:
    """Return the sentences and the merged decisions for `Answers`."""
    acts: dict[Act, list[str]] = defaultdict(list)
    for one in sorted(answered, key=_place):
        acts[one.act].append(one.decision["id"])
    sentences = unchanged_sentences(acts, faces)
    unchanged = {decision_id: text for act, text in sentences.items() for decision_id in acts[act]}
    return unchanged, frozenset(decision_id for act in sentences for decision_id in acts[act][1:])


def _requested_in(answered: Iterable[_Answered], faces: Faces) -> list[_RequestedValue]:
    return [each for one in sorted(answered, key=_place) for each in one.requested(faces)]


def _place(one: _Answered) -> tuple[bool, str]:
    return not one.is_field, one.row["created_at"]


def _askers_of(one: _Answered, requested: Sequence[_RequestedValue], faces: Faces) -> list[str]:
    """Return who requested the saved value, or else all requesters; this request's own first."""
    names = {each.requester for each in requested if each.claim in one.claims()} or {
        each.requester for each in requested
    }
    return sorted(names, key=lambda name: (name != one.asker(faces), name))


def _of_choice(
    act: Sequence[_Answered], requested: Sequence[_RequestedValue], _faces: Faces
) -> dict[str, tuple[str, ...]]:
    """Return notes for an answer that saved a value of a field: the values that were not saved, and the one saved
    instead."""
    approved = sorted((one for one in act if one.is_approval), key=lambda one: not one.is_field)
    chosen, claims = approved[0], {claim for one in approved for claim in one.claims()}
    instead = _("Saved instead: {value}.").format(value=str(QUOTED).format(value=_plain(head(chosen.saved))))
    refused = [one for one in act if one.decision["verdict"] == Verdict.REJECT]
    notes: dict[str, tuple[str, ...]] = {one.decision["id"]: (instead,) for one in refused if one.claim not in claims}
    others: dict[str, dict[str, None]] = {}
    for one in requested:
        if one.value and one.claim not in claims:
            others.setdefault(_plain(one.value), {})[one.requester] = None
    if others:
        listed = with_askers(others, omit={one.requester for one in requested})
        notes[chosen.decision["id"]] = (_("Asked for, but not saved: {others}.").format(others=listed),)
    return notes


def _of_refusals(
    act: Sequence[_Answered], requested: Sequence[_RequestedValue], faces: Faces
) -> dict[str, tuple[str, ...]]:
    """Return notes for an answer that saved nothing: the first request lists all other values that were refused with
    it."""
    first, others = min(act, key=_place), dict[str, dict[str, None]]()
    values = {each.claim: each.value for each in reversed(requested) if each.value}
    for each in requested:
        if each.claim in values and each.claim != first.claim:
            others.setdefault(_plain(values[each.claim]), {})[each.requester] = None
    note = also_asked(others, first.asker(faces))
    return {first.decision["id"]: (note,)} if note else {}


def _plain(value: str) -> str:
    return in_words(value).removesuffix(".")


def _reworded(one: _Answered) -> str:
    """Return the requested text where another text was saved, without the numbers that the person removed."""
    if one.decision["verdict"] != Verdict.AMEND or one.is_field:
        return ""
    requested, saved = text_alone(one.row.get("new_value") or ""), text_alone(one.saved)
    text = without_numbers(requested, beside=saved) if requested != saved else ""
    note = _("Asked for: {value}.").format(value=str(QUOTED).format(value=text.removesuffix("."))) if text else ""
    return f"{note} {_('A number that you took out is not shown.')}" if MASK in text else note


def _withdrawals(row: Row) -> list[Row]:
    return [one for one in row.get("decisions", []) if one["verdict"] == Verdict.WITHDRAW]


def _undone(row: Row, withdrawal: Row) -> Undone:
    answer = undone_by(row, withdrawal)
    verdict, at = (answer["verdict"], answer["created_at"]) if answer else ("", "")
    if any(one["created_at"] > withdrawal["created_at"] for one in row.get("decisions", [])):
        return Undone(verdict, WAS_OPEN_AGAIN, at)
    return Undone(verdict, OPEN_AGAIN if row["state"] == ProposalState.PENDING else "", at)
