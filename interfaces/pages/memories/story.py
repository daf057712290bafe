"""The story of one memory: who saved it and who agreed, how it changed, and who read it for which question."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString

from consent.changes.proposable import field_at
from consent.models.decision import Verdict
from interfaces.pages.conversations.conversation import QuotedTurn
from interfaces.pages.history.consents import (
    Consent,
    by_request,
    consents_of,
    each_once,
    rules_behind,
    together,
    undone_later,
)
from interfaces.pages.history.entries import Entry
from interfaces.pages.memories.origins import Origin, is_said, origins_of, standing_numbers, writers_of
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces
from interfaces.pages.texts.diffs import word_diff
from memories.models import Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState, Trust
from providers.statements import SENSITIVE_KEYS, sensitive
from retrieval.models import RetrievalEvent
from workspaces.actors import Actor

QUESTIONS_OF_READER = 5
# What is told under "Linked memories" and "Who has read it".
LEFT_OUT = (Event.LINK, Event.EXPORT)


@dataclass(frozen=True, slots=True)
class Change:
    """One step after the first: what was done, word by word where the text changed.

    `version` is the number of the text before it, `earlier`, if the memory can be restored to that; `consent` is the
    approval of the request that asked for it, `rule` the person's own by which it needed none. `again` is what was said
    once more, `line` where in a conversation; `refused`, where the earlier text was refused since, when.
    """

    face: Face
    sentence: str
    at: datetime
    diff: SafeString | str
    version: int | None
    earlier: str = ""
    consent: Consent | None = None
    rule: str = ""
    again: str = ""
    line: QuotedTurn | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """An assistant that received this memory, and its latest questions; `others` are the earlier
    ones and those that ask the same."""

    face: Face
    count: int
    last_at: datetime
    events: Sequence[RetrievalEvent]
    others: Sequence[RetrievalEvent] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """`kept` is the first entry, None where history does not go back that far or a request tells of it, and `kept_by`
    the person's own rule that allowed it. `consents` saved what it says or said, `besides` came to nothing. Changes are
    oldest first. `is_put_back`: the text is what an undone decision had replaced."""

    kept: Entry | None
    kept_by: str
    consents: Sequence[Consent]
    changes: Sequence[Change]
    is_put_back: bool
    besides: Sequence[Consent] = ()

    @property
    def is_told(self) -> bool:
        """Whether it says who kept it."""
        return self.kept is not None or bool(self.consents)

    def was_asked(self, memory: Memory) -> bool:
        """Whether the person agreed to what it says now, before it was saved."""
        content = memory.current.content if memory.current else ""
        given = [*self.consents, *(change.consent for change in self.changes if change.consent)]
        return any(one.is_approval and bool(one.value) and one.value in content for one in given)


def story_of(memory: Memory, entries: Sequence[Entry], versions: Sequence[MemoryVersion], faces: Faces) -> Story:
    """Told from the history's entries, newest first, and the versions; two queries at most, for decisions and rules."""
    shown = [entry for entry in reversed(entries) if entry.row.event not in LEFT_OUT]
    kept = next((entry for entry in shown if entry.row.event == Event.ADD), None)
    consents = consents_of((entry.row for entry in shown), faces)
    by_id = {version.id: version for version in versions}
    later = [entry for entry in shown if entry is not kept and entry.row.event != Event.CONSENT]
    last = later[-1].row.decision_id if later else None
    decided = consents.get(last) if last else None
    first = consents.get(kept.row.decision_id) if kept and kept.row.decision_id else None
    asked = _approved_at_last(consents, later)
    # What was undone of a request is told by the request, but for what held until something else took its place.
    own = [one for one in _once(later) if one.row.decision_id not in consents or one.row.decision_id in asked]
    held = _held_until_replaced(own, later, consents)
    asked |= {key: together(consents[key], consents[undoing]) for key, undoing in held.items()}
    own = [one for one in _once(later) if one in own or one.row.decision_id in held]
    rules = rules_behind([entry.row for entry in own + ([kept] if kept and not first else [])], by_id, faces)
    changes = [replace(_change(one, memory, by_id, asked), rule=rules.get(one.row.id, "")) for one in own]
    with_changes = {one.row.decision_id for one in own} & asked.keys() | {*held.values()}
    apart = {one.proposal_id for key, one in consents.items() if key not in with_changes}
    told = each_once(by_request(one for one in consents.values() if one.proposal_id in apart))
    if memory.state == LifecycleState.ACTIVE:  # what waits again stands apart, unless it alone tells who kept it
        told = [one for one in told if not one.is_waiting or (first and one.proposal_id == first.proposal_id)]
    saving = {change.consent.proposal_id for change in changes if change.consent and change.consent.is_approval}
    agreed = {row.proposal_id for row in consents.values() if row.is_approval}
    saved = [one for one in told if one.proposal_id in agreed]
    saving_it = _of_value(saved, memory, saving, is_requested=first is not None)
    return Story(
        None if first else kept,
        rules.get(kept.row.id, "") if kept else "",
        saving_it,
        changes,
        is_put_back=decided is not None and decided.verdict == Verdict.WITHDRAW,
        besides=_last_of(consents, [one.proposal_id for one in told if one not in saving_it]),
    )


def _last_of(consents: Mapping[UUID, Consent], requests: Container[UUID]) -> Sequence[Consent]:
    """Of requests the last answer alone, with that it was undone."""
    answers: dict[UUID, list[Consent]] = {}
    for one in consents.values():
        answers.setdefault(one.proposal_id, []).append(one)
    last = [own[-2:] if own[-1].verdict == Verdict.WITHDRAW else own[-1:] for own in answers.values()]
    return each_once(by_request(one for own in last for one in own if one.proposal_id in requests))


def _of_value(
    saved: Sequence[Consent], memory: Memory, saving: Container[UUID], *, is_requested: bool
) -> Sequence[Consent]:
    """Of the requests that saved something those that saved what a field says or said; `saving` are told to have
    changed it. What was undone came to nothing, unless it alone tells who kept it."""
    if not memory.is_fact or memory.state != LifecycleState.ACTIVE:
        return saved
    found = [one for one in saved if one.is_approval or one.proposal_id in saving]
    return found or (saved if is_requested else [])


def with_places(story: Story, origins: Iterable[Origin]) -> Story:
    """The story with the message in which each was said again, where a conversation has it."""
    lines = {origin.at: line for origin in origins for line in origin.quote if line.is_evidence}
    changes = [replace(one, line=lines.get(one.at)) if one.again else one for one in story.changes]
    return replace(story, changes=changes)


def with_refusals_told(story: Story, refused: Mapping[int, str]) -> Story:
    """The story with when the texts that its steps would restore were refused since, by the numbers of versions."""
    told = [replace(one, refused=refused.get(one.version, "")) if one.version else one for one in story.changes]
    return replace(story, changes=told)


def _once(rows: Sequence[Entry]) -> list[Entry]:
    """Without that an approval brought back what it changed at once: the change tells it."""
    changed = {entry.row.decision_id for entry in rows if entry.row.event == Event.UPDATE} - {None}
    return [one for one in rows if not (one.row.event == Event.RESTORE and one.row.decision_id in changed)]


def _held_until_replaced(
    steps: Sequence[Entry], rows: Sequence[Entry], consents: Mapping[UUID, Consent]
) -> dict[UUID, UUID]:
    """The approvals that were undone only once something else had taken the place of what they saved, each with the
    decision that undid it; `rows` are all changes, oldest first, of which `steps` are told."""
    undone, found = undone_later(consents), dict[UUID, UUID]()
    replaced = {entry.row.old_version_id for entry in steps} - {None}
    for entry in reversed(rows):
        row = entry.row
        if row.decision_id in undone and row.new_version_id in replaced and row.old_version_id:
            found[row.decision_id] = undone[row.decision_id]
            replaced.add(row.old_version_id)
    return found


def _approved_at_last(consents: Mapping[UUID, Consent], rows: Sequence[Entry]) -> dict[UUID, Consent]:
    """The approvals that are the last answer to their request, the only one or one that changed what stood; the
    decisions are oldest first."""
    decided = Counter(consent.proposal_id for consent in consents.values())
    last = {consent.proposal_id: key for key, consent in consents.items()}
    brought_back = {entry.row.decision_id for entry in rows if entry.row.event == Event.RESTORE}
    told = [key for request, key in last.items() if decided[request] == 1 or key not in brought_back]
    return {key: consents[key] for key in told if consents[key].is_approval}


def only_links(entries: Sequence[Entry]) -> set[UUID]:
    """Changes that did nothing but draw or remove links: no memory comes from them."""
    linking = {entry.row.change_id for entry in entries if entry.row.event == Event.LINK}
    return linking - {entry.row.change_id for entry in entries if entry.row.event != Event.LINK}


def readers_of(events: Sequence[RetrievalEvent], faces: Faces) -> list[Reader]:
    """The events by who asked, the latest reader first; the events are newest first."""
    by_reader: dict[tuple[str, UUID | None], list[RetrievalEvent]] = {}
    for event in events:
        by_reader.setdefault((event.actor_label, event.agent_id), []).append(event)
    return [
        Reader(faces.of(*reader), len(own), own[0].created_at, shown, [one for one in own if one not in shown])
        for reader, own in by_reader.items()
        for shown in [_questions(own)]
    ]


def _questions(events: Sequence[RetrievalEvent]) -> list[RetrievalEvent]:
    """The latest of each question, the first few."""
    latest = {event.query: event for event in reversed(events)}
    return sorted(latest.values(), key=lambda event: event.created_at, reverse=True)[:QUESTIONS_OF_READER]


def _change(
    entry: Entry, memory: Memory, versions: Mapping[UUID, MemoryVersion], consents: Mapping[UUID, Consent]
) -> Change:
    row = entry.row
    change = Change(entry.face, entry.sentence, row.created_at, "", None)
    consent = consents.get(row.decision_id) if row.decision_id else None
    if consent is not None:
        change = replace(change, face=consent.asked_by, sentence=f"{consent.asked} {consent.sentence}", consent=consent)
    old = versions.get(row.old_version_id) if row.old_version_id else None
    new = versions.get(row.new_version_id) if row.new_version_id else None
    if row.meta.get("repeated"):
        said = wording.version_text(old.content, is_fact=memory.is_fact) if old else wording.memory_text(memory)
        return replace(change, again=said)
    if old is None or new is None or old.id == new.id:
        return change
    before, after = (wording.version_text(version.content, is_fact=memory.is_fact) for version in (old, new))
    earlier = wording.distinct_part(before, wording.memory_text(memory))
    version = old.number if memory.current is not None and old.content != memory.current.content else None
    return replace(change, diff=word_diff(before, after), version=version, earlier=earlier)


def tells_of(memory: Memory, consents: Sequence[Consent]) -> list[str]:
    """The sensitive fields that it tells of: as the rules find them, and as its person was asked about what stands."""
    content = memory.current.content if memory.current else ""
    asked = {key for one in consents if one.is_approval and one.value in content for key in one.keys}
    own = {field_at(memory.key)[1]} if memory.is_fact else set[str]()
    return sorted(({one.key for one in sensitive(content)} | asked | own) & SENSITIVE_KEYS)


def where_from(
    memory: Memory,
    story: Story,
    entries: Sequence[Entry],
    versions: Sequence[MemoryVersion],
    *,
    faces: Faces,
    actor: Actor,
    now: datetime,
) -> dict[str, Any]:
    """For its page: the story with the places where it was said, and those that are shown apart; queries of
    `origins_of`."""
    standing = standing_numbers(versions)
    besides, writers = only_links(entries), writers_of(entries)
    origins = origins_of(memory, actor=actor, now=now, besides=besides, faces=faces, standing=standing, writers=writers)
    if story.is_put_back:  # what brought the text that was undone is not where this one comes from
        origins = [origin for origin in origins if origin.version is None or origin.version in standing]
    # Whoever wrote it here is told as its keeper.
    is_foreign = memory.trust == Trust.SOURCE or not story.is_told
    shown = [origin for origin in origins if origin.quote or origin.is_deleted or is_foreign]
    return {
        "story": with_places(story, origins),
        "is_said": is_said(origins),
        "origins": shown,
        "is_earlier": shown and not any(origin.stands for origin in shown),
    }
