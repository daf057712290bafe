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
from interfaces.pages.cards.amendments import known_by
from interfaces.pages.cards.answered_values import APPROVING
from interfaces.pages.cards.kept_values import LEAVING, kept_told
from interfaces.pages.my_data.export_amendments import change_type, kept_by, last_answer, undone_by
from interfaces.pages.my_data.export_history import Row, Undone
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import QUOTED, also_asked, with_askers
from interfaces.pages.texts.diffs import in_words, text_alone
from interfaces.removed_numbers import MASK, without_numbers

OPEN_AGAIN, WAS_OPEN_AGAIN = gettext_lazy("The request is open again."), gettext_lazy("The request was open again.")


@dataclass(frozen=True, slots=True)
class Answers:
    """By the ids of decisions: what else is to be told of each, in sentences; of those that undid one, which; and who
    asked for the value of a field that was chosen, or all who asked where nobody asked for it. `unchosen` are those
    that refused what was not chosen, `kept` those that left a field as it was, each with the sentence that tells it;
    it is told with one of them, and `untold` are the others."""

    notes: Mapping[str, tuple[str, ...]]
    undone: Mapping[str, Undone]
    askers: Mapping[str, Sequence[str]]
    unchosen: frozenset[str]
    kept: Mapping[str, str]
    untold: frozenset[str]

    def kept_by(self, row: Row) -> str:
        """What the request's last answer left as it was, in a sentence; empty where it did not, or was undone."""
        return self.kept.get(last_answer(row), "") if row["state"] in LEAVING else ""

    def is_unchosen(self, row: Row) -> bool:
        """Whether the request's last answer refused it because another value of its field was chosen."""
        return row["state"] == ProposalState.REJECTED and last_answer(row) in self.unchosen

    def of_last(self, row: Row) -> tuple[str, ...]:
        """What is to be told of the request's last answer, be it undone since."""
        return self.notes.get(last_answer(row), ())

    def askers_of_last(self, row: Row) -> Sequence[str]:
        """Empty where it chose no value of a field."""
        return self.askers.get(last_answer(row), ())


NO_ANSWERS = Answers({}, {}, {}, frozenset(), {}, frozenset())


class _Asked(NamedTuple):
    """A value that was asked for, with its claim and the name of who asked."""

    claim: str
    value: str
    who: str


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
    def choice(self) -> tuple[str, ...]:
        """What is alike in all that one answer about a field of one value settled; its own where it was about none."""
        return (self.decision["created_at"], *(self.about if self.about[0] else (self.row["id"],)))

    @property
    def about(self) -> tuple[str, str]:
        row, (old, new) = self.row, (self.row.get(name) or "" for name in ("old_value", "new_value"))
        at, claims = datetime.fromisoformat(row["created_at"]), row.get("claims") or []
        return choice_about(Claimed(UUID(row["id"]), at, change_type(row), claims, old, new, ()))

    @property
    def act(self) -> Act:
        """As the records of the server have it."""
        person_id, at = UUID(self.row["person_id"]), datetime.fromisoformat(self.decision["created_at"])
        return Act(person_id, at, " ".join(filter(None, self.about)))

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

    def asked(self, faces: Faces) -> Iterable[_Asked]:
        """The values that it asked for, and those that it had replaced."""
        evidence = known_by(self.row.get("evidence") or [], datetime.fromisoformat(self.decision["created_at"]))
        for entry in evidence if self.is_field else []:
            if value := head(str(entry.get("value") or "")):
                yield _Asked(key_of(self.field, value), value, faces.of_entry(entry).name)
        yield _Asked(self.claim, head(self.row.get("new_value") or ""), self.asker(faces))

    def asker(self, faces: Faces) -> str:
        agent_id = self.row.get("agent_id")
        return faces.name(self.row.get("actor_label") or "", UUID(agent_id) if agent_id else None)


def answers_in(proposals: Sequence[Row], faces: Faces) -> Answers:
    given = [_Given(row, one) for row in proposals for one in row.get("decisions", [])]
    by_act, by_choice = defaultdict(list), defaultdict(list)
    for one in given:
        if one.field and one.decision["verdict"] != Verdict.WITHDRAW:
            by_act[one.decision["created_at"], one.field].append(one)
            by_choice[one.choice].append(one)
    notes: dict[str, tuple[str, ...]] = {one.decision["id"]: (note,) for one in given if (note := _reworded(one))}
    unchosen, askers = set[str](), dict[str, Sequence[str]]()
    for choice in by_choice.values():
        is_saved = any(one.is_approval for one in choice)
        notes |= (_of_choice if is_saved else _of_refusals)(choice, _asked_in(choice, faces), faces)
        unchosen |= {one.decision["id"] for one in choice if is_saved and not one.is_approval}
    for act in by_act.values():
        asked = _asked_in(act, faces)
        askers |= {one.decision["id"]: _askers_of(one, asked, faces) for one in act if one.is_approval}
    undone = {one["id"]: _undone(row, one) for row in proposals for one in _withdrawals(row)}
    kept, untold = _kept([one for choice in by_choice.values() for one in choice], faces)
    return Answers(notes, undone, askers, frozenset(unchosen), kept, untold)


def _kept(given: Iterable[_Given], faces: Faces) -> tuple[dict[str, str], frozenset[str]]:
    """As `Answers` has them."""
    acts: dict[Act, list[str]] = defaultdict(list)
    for one in sorted(given, key=_place):
        acts[one.act].append(one.decision["id"])
    told = kept_told(acts, faces)
    kept = {decision_id: text for act, text in told.items() for decision_id in acts[act]}
    return kept, frozenset(decision_id for act in told for decision_id in acts[act][1:])


def _asked_in(answered: Iterable[_Given], faces: Faces) -> list[_Asked]:
    return [each for one in sorted(answered, key=_place) for each in one.asked(faces)]


def _place(one: _Given) -> tuple[bool, str]:
    return not one.is_field, one.row["created_at"]


def _askers_of(one: _Given, asked: Sequence[_Asked], faces: Faces) -> list[str]:
    """Who asked for what it saved, or else all; who asked with this request first."""
    names = {each.who for each in asked if each.claim in one.claims()} or {each.who for each in asked}
    return sorted(names, key=lambda name: (name != one.asker(faces), name))


def _of_choice(act: Sequence[_Given], asked: Sequence[_Asked], _faces: Faces) -> dict[str, tuple[str, ...]]:
    """Of all that one answer settled about a field: what was not saved, and what was saved instead."""
    approved = sorted((one for one in act if one.is_approval), key=lambda one: not one.is_field)
    chosen, claims = approved[0], {claim for one in approved for claim in one.claims()}
    instead = _("Saved instead: {value}.").format(value=str(QUOTED).format(value=_plain(head(chosen.kept))))
    refused = [one for one in act if one.decision["verdict"] == Verdict.REJECT]
    told: dict[str, tuple[str, ...]] = {one.decision["id"]: (instead,) for one in refused if one.claim not in claims}
    others: dict[str, dict[str, None]] = {}
    for one in asked:
        if one.value and one.claim not in claims:
            others.setdefault(_plain(one.value), {})[one.who] = None
    if others:
        listed = with_askers(others, told={one.who for one in asked})
        told[chosen.decision["id"]] = (_("Asked for, but not saved: {others}.").format(others=listed),)
    return told


def _of_refusals(act: Sequence[_Given], asked: Sequence[_Asked], faces: Faces) -> dict[str, tuple[str, ...]]:
    """Where nothing was saved: the first request names all else that was asked for, and refused with it."""
    first, others = min(act, key=_place), dict[str, dict[str, None]]()
    values = {each.claim: each.value for each in reversed(asked) if each.value}
    for each in asked:
        if each.claim in values and each.claim != first.claim:
            others.setdefault(_plain(values[each.claim]), {})[each.who] = None
    note = also_asked(others, first.asker(faces))
    return {first.decision["id"]: (note,)} if note else {}


def _plain(value: str) -> str:
    return in_words(value).removesuffix(".")


def _reworded(one: _Given) -> str:
    """What was asked for where another text was saved, without the numbers that the person took out."""
    if one.decision["verdict"] != Verdict.AMEND or one.is_field:
        return ""
    asked, kept = text_alone(one.row.get("new_value") or ""), text_alone(one.kept)
    text = without_numbers(asked, beside=kept) if asked != kept else ""
    told = _("Asked for: {value}.").format(value=str(QUOTED).format(value=text.removesuffix("."))) if text else ""
    return f"{told} {_('A number that you took out is not shown.')}" if MASK in text else told


def _withdrawals(row: Row) -> list[Row]:
    return [one for one in row.get("decisions", []) if one["verdict"] == Verdict.WITHDRAW]


def _undone(row: Row, withdrawal: Row) -> Undone:
    answer = undone_by(row, withdrawal)
    verdict, at = (answer["verdict"], answer["created_at"]) if answer else ("", "")
    if any(one["created_at"] > withdrawal["created_at"] for one in row.get("decisions", [])):
        return Undone(verdict, WAS_OPEN_AGAIN, at)
    return Undone(verdict, OPEN_AGAIN if row["state"] == ProposalState.PENDING else "", at)
