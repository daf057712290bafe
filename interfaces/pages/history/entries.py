"""Rows of history as sentences."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from consent.proposals.undone_decisions import undone_by
from interfaces.competing_requests import FORGET, one_field
from interfaces.pages.cards.amendments import Saved, saved_values_by_decision
from interfaces.pages.cards.field_refusals import unchanged_by_row
from interfaces.pages.history.combined_rows import Step, combined_rows
from interfaces.pages.history.consents import rules_behind, unchosen_of
from interfaces.pages.history.entry_sentences import entry_sentence
from interfaces.pages.history.joint_refusals import also_refused_sentences
from interfaces.pages.history.undone_answers import undo_sentences
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces
from interfaces.pages.texts.change_kinds import kind_of
from interfaces.pages.texts.diffs import changed_in_words, text_alone, word_diff
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState
from workspaces.actors import ActorKind

SAVED = _("Saved:")


@dataclass(frozen=True, slots=True)
class Entry:
    """One event. Texts are empty when erased or not requested."""

    row: History
    face: Face
    sentence: str
    text: str  # the memory's text after the change
    diff: SafeString | str  # the marked difference
    version: int | None = None  # the version number of that text, if it can be restored
    is_new: bool = False  # whether another actor did it since the last visit
    is_undone: bool = False  # whether it was forgotten by undoing an approval
    earlier: str = ""  # the part of the text that differs from the present one
    rule: str = ""  # the person's own rule by which it needed no answer
    about: str = ""  # the field that a decision was about
    is_revoked: bool = False  # whether the answer was undone since
    is_forgotten: bool = False
    verdict: str = ""  # verdict of the answer, empty for requests to forget
    refused: str = ""  # a note that the text was refused since
    source: str = ""  # the file that staff imported it from

    @property
    def later_state(self) -> Promise | str:
        """What happened to it since; empty where it is unchanged."""
        if self.is_revoked:
            return _("Undone since")
        if self.version is None:
            return ""
        return _("Forgotten") if self.is_forgotten else _("Not so any more")

    @property
    def is_same_text(self) -> bool:
        """Whether a change left the text unchanged."""
        row = self.row
        is_of_text = row.old_version_id and row.new_version_id and "former_category" not in row.meta
        return bool(row.event == Event.UPDATE and is_of_text and self.text and not self.diff)

    @property
    def day(self) -> date:
        return timezone.localtime(self.row.created_at).date()


@dataclass(frozen=True, slots=True)
class _EntryText:
    text: str
    version: int | None = None
    earlier: str = ""
    is_forgotten: bool = False


def entries_for(
    rows: Iterable[History], *, with_text: bool = True, new_since: datetime | None = None, faces: Faces | None = None
) -> list[Entry]:
    """Return entries in the rows' order, one for a forgotten memory that is written again; nine queries at most for the
    names (unless given) and texts of all."""
    rows = list(rows)
    combined = combined_rows(_step(row) for row in rows if row.decision_id is None)
    rows = [row for row in rows if str(row.id) not in combined.hidden]
    faces = faces or (Faces.load() if rows else Faces([]))
    undone = undone_by(row for row in rows if row.event == Event.DELETE)
    requests = _requests(rows)
    versions = _versions(rows) if with_text else {}
    saved = saved_values_by_decision([row.decision_id for row in rows if row.decision_id and _is_amended(row)])
    rules = rules_behind(rows, versions, faces) if with_text else {}
    version_texts = {version.id: _version_text(version) for version in versions.values()}
    waiting, unchosen, revoked = _waiting(rows, requests), unchosen_of(rows, requests), _revoked(rows, requests)
    answers = unchanged_by_row(rows, requests, faces) | undo_sentences(rows, requests, faces)
    about = [row for row in rows if row.id not in answers]
    headlines = _headlines(about, requests, faces, saved, unchosen) if with_text else {}
    texts = version_texts | headlines | _links(rows) | _agents(rows, faces) if with_text else {}
    return [
        _entry(
            row,
            texts,
            faces,
            new_since,
            is_undone=row.id in undone,
            saved=saved.get(row.decision_id) if row.decision_id and _is_amended(row) else None,
            change_type=requests[row.id].change["type"] if row.id in requests else "",
            rule=rules.get(row.id, ""),
            is_waiting=row.decision_id in waiting,
            unchosen=unchosen.get(row.id, ""),
            about=one_field([requests[row.id]]) if row.id in requests else "",
            is_revoked=row.decision_id in revoked,
            is_rewritten=str(row.id) in combined.shown,
            answer=answers.get(row.id, ""),
        )
        for row in rows
    ]


def _step(row: History) -> Step:
    return Step(str(row.id), row.event, row.created_at.isoformat(), str(row.memory_id))


def _versions(rows: Sequence[History]) -> dict[UUID, MemoryVersion]:
    ids = {row_id for row in rows for row_id in (row.old_version_id, row.new_version_id) if row_id}
    return MemoryVersion.objects.select_related("memory__current").in_bulk(ids) if ids else {}


def _version_text(version: MemoryVersion) -> _EntryText:
    memory = version.memory
    is_same = memory.current is not None and memory.current.content == version.content
    is_present = memory.state == LifecycleState.ACTIVE and is_same
    text = wording.version_text(version.content, is_fact=memory.is_fact)
    earlier = wording.distinct_part(text, wording.memory_text(memory))
    is_forgotten = memory.state == LifecycleState.SOFT_DELETED
    return _EntryText(text, None if is_present else version.number, earlier, is_forgotten)


def _requests(rows: Sequence[History]) -> dict[UUID, Proposal]:
    """Return the request of each decision by its history row."""
    decided = [row for row in rows if row.event == Event.CONSENT]
    undone = Decision.objects.filter(proposal=OuterRef("id"), verdict=Verdict.WITHDRAW).order_by("-created_at")
    proposals = Proposal.objects.annotate(undone_at=Subquery(undone.values("created_at")[:1]))
    found = proposals.in_bulk({row.meta["proposal_id"] for row in decided}) if decided else {}
    requests = {row.id: found.get(UUID(row.meta["proposal_id"])) for row in decided}
    return {row_id: proposal for row_id, proposal in requests.items() if proposal}


def _waiting(rows: Sequence[History], requests: Mapping[UUID, Proposal]) -> set[UUID]:
    """Return the decisions whose request is open again."""
    decided = {row.decision_id: requests[row.id].state for row in rows if row.id in requests and row.decision_id}
    return {decision_id for decision_id, state in decided.items() if state == ProposalState.PENDING}


def _revoked(rows: Sequence[History], requests: Mapping[UUID, Proposal]) -> set[UUID]:
    """Return the decisions that were undone later."""
    undone = {row_id: getattr(request, "undone_at", None) for row_id, request in requests.items()}
    later = [row for row in rows if (at := undone.get(row.id)) and at > row.created_at]
    return {row.decision_id for row in later if row.decision_id and row.meta.get("verdict") != Verdict.WITHDRAW}


def _is_amended(row: History) -> bool:
    return bool(row.meta.get("verdict") == Verdict.AMEND)


def _headlines(
    rows: Sequence[History],
    requests: Mapping[UUID, Proposal],
    faces: Faces,
    saved: Mapping[UUID, Saved],
    unchosen: Container[UUID],
) -> dict[UUID, _EntryText]:
    """Return the headline of each decision by its history row."""
    refusals = also_refused_sentences(rows, requests, unchosen, faces)
    decided = ((row, requests[row.id]) for row in rows if row.id in requests)
    texts = {row.id: _headline(row, request, faces, saved) for row, request in decided}
    return {row_id: _EntryText("\n".join(filter(None, (text, refusals.get(row_id))))) for row_id, text in texts.items()}


def _headline(row: History, proposal: Proposal, faces: Faces, saved: Mapping[UUID, Saved]) -> str:
    """Return the headline, and below it the decision's value where that is too long for the headline."""
    is_amended = _is_amended(row)
    who = faces.name(proposal.actor_label, proposal.agent_id)
    headline = wording.headline_text(proposal, who, is_amended=is_amended, was_decided=True)
    other_value = saved.get(row.decision_id) if row.decision_id else None
    own = other_value.value if other_value else proposal.kept_value
    value = text_alone(own if is_amended else "") or _requested_value(proposal)
    if is_amended:
        return f"{headline}\n{SAVED} {value}"
    return headline if value in headline else f"{headline}\n{value}"


def _requested_value(proposal: Proposal) -> str:
    old, new = proposal.old_value, proposal.new_value
    if kind_of(proposal) is None:
        return text_alone(new)
    return "" if wording.is_quoted_in_headline(proposal.change["type"], old) else changed_in_words(old, new)


def _links(rows: Sequence[History]) -> dict[UUID, _EntryText]:
    """Return the texts of both ends of each link by its history row, for this person's memories."""
    ends = {row.id: ends_of(row.meta, row.memory_id) for row in rows if row.event == Event.LINK}
    people = {row.person_id for row in rows if row.id in ends and row.person_id}
    ids = {end for both in ends.values() for end in both}
    memories = Memory.objects.filter(id__in=ids, person_id__in=people).select_related("current") if ids else []
    texts = {str(memory.id): wording.memory_text(memory) for memory in memories}
    return {
        row_id: _EntryText("\n".join(texts[end] for end in both if texts.get(end))) for row_id, both in ends.items()
    }


def ends_of(meta: Mapping[str, Any], memory_id: UUID | str | None) -> list[str]:
    """Return the ids of both memories of a link, from its history row; for links that the server found, those of the
    first link."""
    if "to" in meta:
        return [meta["from"], meta["to"]]
    return [str(memory_id), *meta.get("others", ())] if memory_id else []


def _agents(rows: Sequence[History], faces: Faces) -> dict[UUID, _EntryText]:
    """Return the name of the agent that each setup row is about."""
    texts = {row.id: setup_text(row.meta, faces, is_own=row.person_id is not None) for row in rows}
    return {row_id: _EntryText(text) for row_id, text in texts.items() if text}


def setup_text(meta: Mapping[str, Any], faces: Faces, *, is_own: bool) -> str:
    """Return the agent that a setup row is about, the text of a rule, or the deleted conversation; empty where the row
    names none. `is_own`: the row is about the person alone, whose rules may be for every agent."""
    if said_at := meta.get("said_at"):
        return _conversation(said_at, meta.get("agents", ()), faces)
    agent_id = meta.get("id" if meta.get("what") == "agent" else "agent_id")
    face = faces.by_id.get(UUID(agent_id)) if agent_id else None
    field = meta.get("fact_key")
    if field and (face or (is_own and not agent_id)):
        return wording.rule_sentence(str(meta.get("outcome")), face.name if face else "", field)
    return face.name if face else ""


def _conversation(said_at: str, agents: Iterable[str], faces: Faces) -> str:
    """Return the day of a conversation, with its participants."""
    day = date_format(timezone.localtime(datetime.fromisoformat(said_at)), "DATE_FORMAT")
    names = sorted({face.name for one in agents if (face := faces.by_id.get(UUID(one)))})
    text = _("Conversation of {day} with {names}") if names else _("Conversation of {day}")
    return text.format(day=day, names=", ".join(names))


def _entry(
    row: History,
    texts: dict[UUID, _EntryText],
    faces: Faces,
    new_since: datetime | None,
    *,
    is_undone: bool,
    saved: Saved | None,
    change_type: str,
    rule: str,
    is_waiting: bool,
    unchosen: str,
    about: str,
    is_revoked: bool,
    is_rewritten: bool,
    answer: str,
) -> Entry:
    old = texts.get(row.old_version_id) if row.old_version_id else None
    new = texts.get(row.new_version_id) if row.new_version_id else None
    shown = new or old or texts.get(row.id) or _EntryText("")
    # A forgotten text is not shown as replaced by the new one.
    diff = word_diff(old.text, new.text) if old and new and old.text != new.text and not is_rewritten else ""
    is_new = new_since is not None and row.created_at > new_since and row.actor_kind != ActorKind.PERSON
    face = faces.of(row.actor_label, row.actor_id)
    sentence = answer or entry_sentence(
        row,
        face.name,
        is_undone=is_undone,
        saved=saved,
        change_type=change_type,
        unchosen=unchosen,
        is_rewritten=is_rewritten,
        is_same=bool(old and new and old is not new and old.text == new.text),
    )
    version = None if is_undone or is_waiting else shown.version  # it can be restored by answering the open request
    return Entry(
        row, face, sentence, shown.text, diff, version, is_new, is_undone, shown.earlier, rule, about,
        is_revoked, shown.is_forgotten, "" if change_type == FORGET else row.meta.get("verdict", ""),
    )  # fmt: skip
