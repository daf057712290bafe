"""Conversations: the list, the page of one, and quoted messages with the source sentence marked."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.safestring import SafeString

from consent.models import Proposal
from consent.models.proposal import ProposalState
from conversations.models import Session, Turn
from conversations.models.turn import TurnRole
from interfaces.pages.conversations.derived_memories import derived_from
from interfaces.pages.conversations.saved_needs import needs_of_messages, saved_needs_note
from interfaces.pages.conversations.withheld import (
    NO_REASONS,
    WithheldParts,
    WithheldReasons,
    reasons_in,
    withheld_parts,
)
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces
from memories.models import Memory
from workspaces.actors import Actor

NEIGHBOURS = 1
SHOWN_AROUND = 20
MOST_MEMORIES = 20
FIRST = 1  # position in a conversation
# The message that names a conversation comes first.
OPENING = Case(When(position=FIRST, then=0), When(role=TurnRole.USER, then=1), default=2)
SENTENCE = re.compile(r"[^.!?\n]+[.!?]*\s*|\s+")
WORD = re.compile(r"\w{3,}")


@dataclass(frozen=True, slots=True)
class QuotedTurn:
    """One message; in the evidence, `text` has the source sentence marked. `requests` came from it, open ones last;
    `reasons` are those of its withheld parts; `deleted_before` counts deleted messages between the one before it and
    this one; `saved_alongside` are the needs that were saved from it."""

    turn: Turn
    text: SafeString | str
    is_evidence: bool
    faces: Faces
    requests: Sequence[Proposal] = ()
    reasons: WithheldReasons = NO_REASONS
    deleted_before: int = 0
    saved_alongside: Sequence[Memory] = ()

    @property
    def who(self) -> str:
        return self.faces.speaker(self.turn.role, self.turn.speaker, self.turn.agent_id, self.turn.person_id)

    @property
    def is_own(self) -> bool:
        """Whether the person said it, under any of their names."""
        return self.turn.role == TurnRole.USER and self.who == str(wording.SPEAKERS[TurnRole.USER])

    @property
    def is_opened(self) -> bool:
        """Whether a link led to this message; the list of conversations leads to the first one."""
        return self.is_evidence and self.turn.position != FIRST

    @property
    def withheld(self) -> WithheldParts:
        """The withheld parts, with only the questions from other messages; `waiting` has the message's own."""
        own = {one.id for one in self.requests}
        parts = withheld_parts(self.turn, self.faces, {self.turn.id: self.reasons})
        return parts._replace(questions=[one for one in parts.questions if one not in own])

    @property
    def last_request(self) -> Proposal | None:
        return self.requests[-1] if self.requests else None

    @property
    def waiting(self) -> list[tuple[Proposal, SafeString]]:
        """The open requests, each as a sentence."""
        still_open = [one for one in self.requests if one.state == ProposalState.PENDING]
        return [(one, wording.headline(one, self.faces.of(one.actor_label, one.agent_id).name)) for one in still_open]

    @property
    def saved_note(self) -> str:
        """A note on what was saved from it, where other parts of it are withheld."""
        return saved_needs_note(self.saved_alongside) if self.saved_alongside and self.withheld.text else ""


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """One conversation of the list: its title, if any, its first message, the number of its messages, the
    assistants in it, and the file that staff imported it from."""

    title: str
    first: Turn
    count: int
    faces: Sequence[Face]
    imported_from: str

    @property
    def text(self) -> str:
        return wording.readable(self.first.content)


class ConversationsView(PersonView):
    """All conversations, the last first by the day that is shown."""

    def get(self, request: HttpRequest) -> HttpResponse:
        own = Session.objects.filter(self.actor.people_condition(now=self.now))
        opening = Turn.objects.not_deleted().filter(session=OuterRef("id")).order_by(OPENING, "position")
        begun_at = Subquery(opening.values("occurred_at")[:1])
        mine = own.filter(turn_count__gt=F("erased_turns")).annotate(begun_at=begun_at)
        page = page_of(mine, "begun_at", request.GET)
        return self.page("activity/conversations.html", {"page": page, "conversations": self.rows_of(page.rows)})

    def rows_of(self, sessions: Sequence[Session]) -> list[ConversationRow]:
        """Return the rows of sessions; three queries for all."""
        visible = Turn.objects.visible_to(self.actor, now=self.now).filter(session__in=sessions)
        opening = visible.defer("search").order_by("session_id", OPENING, "position").distinct("session_id")
        first = {turn.session_id: turn for turn in opening} if sessions else {}
        agents = visible.order_by().values_list("session_id", "agent_id").distinct() if sessions else []
        known, faces = Faces.load() if sessions else Faces([]), defaultdict(list)
        for session_id, agent_id in agents:
            if agent_id and (face := known.by_id.get(agent_id)):
                faces[session_id].append(face)
        shown = [(one, first[one.id], sorted(faces[one.id], key=_name)) for one in sessions if one.id in first]
        return [ConversationRow(one.title, turn, one.kept_turns, own, one.imported_from) for one, turn, own in shown]


class ConversationView(PersonView):
    """A conversation around one of its messages, which is marked."""

    def get(self, request: HttpRequest, turn_id: UUID) -> HttpResponse:
        visible = Turn.objects.visible_to(self.actor, now=self.now).defer("search")
        turn = get_object_or_404(visible.select_related("session"), id=turn_id)
        others = visible.filter(session_id=turn.session_id)
        before = others.filter(position__lt=turn.position).order_by("-position")[: SHOWN_AROUND + 1]
        after = others.filter(position__gt=turn.position).order_by("position")[: SHOWN_AROUND + 1]
        earlier, later = list(before), list(after)
        shown = [*reversed(earlier[:SHOWN_AROUND]), turn, *later[:SHOWN_AROUND]]
        start = earlier[SHOWN_AROUND].position if earlier[SHOWN_AROUND:] else 0
        requests, faces = self.requests_from(shown), Faces.load()
        reasons = reasons_in(shown, self.proposals)
        needs = needs_of_messages({each.id for each in shown}, actor=self.actor, now=self.now)
        context = {
            "turn": turn,
            "title": turn.session.title,
            "opening": wording.readable(self.opening(others, shown).content),
            "memories": self.memories_from(turn),
            "lines": [
                QuotedTurn(
                    each,
                    wording.readable(each.content),
                    each.id == turn.id,
                    faces,
                    requests.get(each.id, ()),
                    reasons.get(each.id, NO_REASONS),
                    each.position - last - 1,
                    needs.get(each.id, ()),
                )
                for last, each in zip([start, *(one.position for one in shown)], shown, strict=False)
            ],
            "deleted_after": 0 if later[SHOWN_AROUND:] else turn.session.turn_count - shown[-1].position,
            "earlier": earlier[SHOWN_AROUND:],
            "later": later[SHOWN_AROUND:],
        }
        return self.page("activity/conversation.html", context)

    def opening(self, turns: QuerySet[Turn], shown: Sequence[Turn]) -> Turn:
        """Return the first message; queried only where it is not shown. Where it was deleted, the person's first
        message."""
        if shown[0].position == FIRST:
            return shown[0]
        return turns.order_by(OPENING, "position").first() or shown[0]

    def requests_from(self, turns: Sequence[Turn]) -> Mapping[UUID | None, Sequence[Proposal]]:
        """Return the requests that each message is the evidence of, earlier ones first, open ones last."""
        requests = self.proposals.filter(evidence_turn_id__in=[turn.id for turn in turns])
        rows = requests.exclude(state=ProposalState.PENDING, expires_at__lte=self.now)
        found: dict[UUID | None, list[Proposal]] = defaultdict(list)
        for one in sorted(rows, key=lambda one: (one.state == ProposalState.PENDING, one.created_at)):
            found[one.evidence_turn_id].append(one)
        return found

    def memories_from(self, turn: Turn) -> list[Memory]:
        """Return the memories that the conversation is the present source of, which deleting it offers to forget."""
        derived = self.authorized_memories.alive(now=self.now).filter(derived_from(turn, is_whole=True))
        return list(derived.order_by("-updated_at", "-id")[:MOST_MEMORIES])


def _name(face: Face) -> str:
    return face.name


def turns_around(ids: Iterable[UUID], actor: Actor, now: datetime) -> dict[UUID | None, list[Turn]]:
    """Return, for each turn that the person may see, the turn and its neighbours in order; two queries for all."""
    visible = Turn.objects.visible_to(actor, now=now).defer("search")
    wanted = list(ids)
    evidence = list(visible.filter(id__in=wanted).select_related("session")) if wanted else []
    if not evidence:
        return {}
    windows = reduce(or_, (_window(turn) for turn in evidence))
    around = list(visible.filter(windows).select_related("session").order_by("session_id", "position"))
    return {turn.id: [other for other in around if _is_near(turn, other)] for turn in evidence}


def quote_turns(turns: Sequence[Turn], evidence_id: UUID | None, statement: str, faces: Faces) -> list[QuotedTurn]:
    """Return the turns; in the evidence, the sentence that shares most words with the statement is marked."""
    texts = ((turn, wording.readable(turn.content), turn.id == evidence_id) for turn in turns)
    return [
        QuotedTurn(turn, mark(text, statement) if is_quoted else text, is_quoted, faces)
        for turn, text, is_quoted in texts
    ]


def mark(text: str, statement: str) -> SafeString:
    """Escape the text, with `<mark>` around the sentence that shares most words with the statement, if any does."""
    start, end = _place_of(text, statement)
    if start == end:
        return format_html("{}", text)
    return format_html("{}<mark>{}</mark>{}", text[:start], text[start:end], text[end:])


def source_sentence(text: str, statement: str) -> str:
    """Return the sentence that shares most words with the statement; the whole text if none does."""
    start, end = _place_of(text, statement)
    return text[start:end] or text


def _place_of(text: str, statement: str) -> tuple[int, int]:
    """Return the start and end of that sentence; equal if there is none."""
    words = _words(statement)
    found = max(SENTENCE.finditer(text), key=lambda one: len(words & _words(one.group())), default=None)
    if found is None or not words & _words(found.group()):
        return 0, 0
    sentence = found.group().strip()
    start = text.index(sentence, found.start())
    return start, start + len(sentence)


def _words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def _window(turn: Turn) -> Q:
    return Q(session_id=turn.session_id, position__range=(turn.position - NEIGHBOURS, turn.position + NEIGHBOURS))


def _is_near(turn: Turn, other: Turn) -> bool:
    return other.session_id == turn.session_id and abs(other.position - turn.position) <= NEIGHBOURS
