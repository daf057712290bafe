"""The story of one memory: who saved and who approved it, how it changed, and which questions it answered."""

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
    merge,
    rules_behind,
    withdrawals_of_approvals,
    without_duplicates,
)
from interfaces.pages.history.entries import Entry
from interfaces.pages.memories.origins import Origin, current_numbers, is_stated, origins_of, writers_of
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces
from interfaces.pages.texts.diffs import word_diff
from memories.models import Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState, Trust
from providers.statements import SENSITIVE_KEYS, sensitive
from retrieval.models import RetrievalEvent
from workspaces.actors import Actor

QUESTIONS_OF_READER = 5
# Events shown under "Linked memories" and "Who has read it" instead.
LEFT_OUT = (Event.LINK, Event.EXPORT)


@dataclass(frozen=True, slots=True)
class Change:
    """One change after the first entry, with a word diff where the text changed.

    `version` is the number of the text before it, `earlier`, if that can be restored; `consent` is the approval of the
    request behind it, `rule` the person's own rule by which it needed none. `repeated_text` is a text that was stated
    again, `quote` its place in a conversation; `refused` is a note that the earlier text was refused since.
    """

    face: Face
    sentence: str
    at: datetime
    diff: SafeString | str
    version: int | None
    earlier: str = ""
    consent: Consent | None = None
    rule: str = ""
    repeated_text: str = ""
    quote: QuotedTurn | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """An assistant that received this memory, and its latest questions; `others` are earlier ones, and repetitions."""

    face: Face
    count: int
    last_at: datetime
    events: Sequence[RetrievalEvent]
    others: Sequence[RetrievalEvent] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """`added` is the first entry, None where the history does not go back that far or a request contains it, and
    `allowing_rule` the person's own rule that allowed it. `consents` saved a present or earlier text, `without_effect`
    saved nothing. Changes are oldest first. `is_restored`: undoing a decision restored the present text."""

    added: Entry | None
    allowing_rule: str
    consents: Sequence[Consent]
    changes: Sequence[Change]
    is_restored: bool
    without_effect: Sequence[Consent] = ()

    @property
    def has_author(self) -> bool:
        """Whether the story says who saved the memory."""
        return self.added is not None or bool(self.consents)

    def was_asked(self, memory: Memory) -> bool:
        """Whether the person approved its present text before it was saved."""
        content = memory.current.content if memory.current else ""
        approvals_of_all = [*self.consents, *(change.consent for change in self.changes if change.consent)]
        return any(one.is_approval and bool(one.value) and one.value in content for one in approvals_of_all)


def story_of(memory: Memory, entries: Sequence[Entry], versions: Sequence[MemoryVersion], faces: Faces) -> Story:
    """Build the story from history entries, newest first, and the versions; two queries at most, for decisions and
    rules."""
    shown = [entry for entry in reversed(entries) if entry.row.event not in LEFT_OUT]
    added = next((entry for entry in shown if entry.row.event == Event.ADD), None)
    consents = consents_of((entry.row for entry in shown), faces)
    by_id = {version.id: version for version in versions}
    later = [entry for entry in shown if entry is not added and entry.row.event != Event.CONSENT]
    last = later[-1].row.decision_id if later else None
    decided = consents.get(last) if last else None
    first = consents.get(added.row.decision_id) if added and added.row.decision_id else None
    approvals = _approved_at_last(consents, later)
    # An undone change is shown with its request, unless it held until something else replaced it.
    steps = _without_restores(later)
    own = [one for one in steps if one.row.decision_id not in consents or one.row.decision_id in approvals]
    held = _held_until_replaced(own, later, consents)
    approvals |= {key: merge(consents[key], consents[undoing]) for key, undoing in held.items()}
    own = [one for one in steps if one in own or one.row.decision_id in held]
    rules = rules_behind([entry.row for entry in own + ([added] if added and not first else [])], by_id, faces)
    changes = [replace(_change(one, memory, by_id, approvals), rule=rules.get(one.row.id, "")) for one in own]
    with_changes = {one.row.decision_id for one in own} & approvals.keys() | {*held.values()}
    requests = {one.proposal_id for key, one in consents.items() if key not in with_changes}
    apart = without_duplicates(by_request(one for one in consents.values() if one.proposal_id in requests))
    # Open requests are shown elsewhere, but for the one behind its first text.
    if memory.state == LifecycleState.ACTIVE:
        apart = [one for one in apart if not one.is_waiting or (first and one.proposal_id == first.proposal_id)]
    saving = {change.consent.proposal_id for change in changes if change.consent and change.consent.is_approval}
    approved = {row.proposal_id for row in consents.values() if row.is_approval}
    saved = [one for one in apart if one.proposal_id in approved]
    of_value = _of_value(saved, memory, saving, is_requested=first is not None)
    return Story(
        None if first else added,
        rules.get(added.row.id, "") if added else "",
        of_value,
        changes,
        is_restored=decided is not None and decided.verdict == Verdict.WITHDRAW,
        without_effect=_last_of(consents, [one.proposal_id for one in apart if one not in of_value]),
    )


def _last_of(consents: Mapping[UUID, Consent], requests: Container[UUID]) -> Sequence[Consent]:
    """Return the last answer to each of these requests, and its withdrawal where it was undone."""
    answers: dict[UUID, list[Consent]] = {}
    for one in consents.values():
        answers.setdefault(one.proposal_id, []).append(one)
    last = [own[-2:] if own[-1].verdict == Verdict.WITHDRAW else own[-1:] for own in answers.values()]
    return without_duplicates(by_request(one for own in last for one in own if one.proposal_id in requests))


def _of_value(
    saved: Sequence[Consent], memory: Memory, saving: Container[UUID], *, is_requested: bool
) -> Sequence[Consent]:
    """Return the consents that saved a present or earlier value of a field; `saving` are the requests of its changes.
    Undone ones had no effect, unless they are the only trace of who requested it."""
    if not memory.is_fact or memory.state != LifecycleState.ACTIVE:
        return saved
    found = [one for one in saved if one.is_approval or one.proposal_id in saving]
    return found or (saved if is_requested else [])


def with_places(story: Story, origins: Iterable[Origin]) -> Story:
    """Return the story with the messages in which each repeated text was stated."""
    lines = {origin.at: quote for origin in origins for quote in origin.quote if quote.is_evidence}
    changes = [replace(one, quote=lines.get(one.at)) if one.repeated_text else one for one in story.changes]
    return replace(story, changes=changes)


def with_later_refusals(story: Story, refused: Mapping[int, str]) -> Story:
    """Return the story with notes where a text that a change can restore was refused since; `refused` is by version
    number."""
    steps = [replace(one, refused=refused.get(one.version, "")) if one.version else one for one in story.changes]
    return replace(story, changes=steps)


def _without_restores(rows: Sequence[Entry]) -> list[Entry]:
    """Leave out the restore of a memory that the same approval changed; the change is shown."""
    changed = {entry.row.decision_id for entry in rows if entry.row.event == Event.UPDATE} - {None}
    return [one for one in rows if not (one.row.event == Event.RESTORE and one.row.decision_id in changed)]


def _held_until_replaced(
    steps: Sequence[Entry], rows: Sequence[Entry], consents: Mapping[UUID, Consent]
) -> dict[UUID, UUID]:
    """Return the approvals that were undone after something else had replaced what they saved, each with the decision
    that undid it. `rows` are all changes, oldest first, `steps` the shown ones."""
    undone, found = withdrawals_of_approvals(consents), dict[UUID, UUID]()
    replaced = {entry.row.old_version_id for entry in steps} - {None}
    for entry in reversed(rows):
        row = entry.row
        if row.decision_id in undone and row.new_version_id in replaced and row.old_version_id:
            found[row.decision_id] = undone[row.decision_id]
            replaced.add(row.old_version_id)
    return found


def _approved_at_last(consents: Mapping[UUID, Consent], rows: Sequence[Entry]) -> dict[UUID, Consent]:
    """Return the approvals that are the last answer to their request, and the only one or one that restored nothing.
    The decisions are oldest first."""
    decided = Counter(consent.proposal_id for consent in consents.values())
    last = {consent.proposal_id: key for key, consent in consents.items()}
    restoring = {entry.row.decision_id for entry in rows if entry.row.event == Event.RESTORE}
    effective = [key for request, key in last.items() if decided[request] == 1 or key not in restoring]
    return {key: consents[key] for key in effective if consents[key].is_approval}


def only_links(entries: Sequence[Entry]) -> set[UUID]:
    """Return the changes that only created or removed links; no memory comes from them."""
    linking = {entry.row.change_id for entry in entries if entry.row.event == Event.LINK}
    return linking - {entry.row.change_id for entry in entries if entry.row.event != Event.LINK}


def readers_of(events: Sequence[RetrievalEvent], faces: Faces) -> list[Reader]:
    """Group events by reader, the latest reader first. The events are newest first."""
    by_reader: dict[tuple[str, UUID | None], list[RetrievalEvent]] = {}
    for event in events:
        by_reader.setdefault((event.actor_label, event.agent_id), []).append(event)
    return [
        Reader(faces.of(*reader), len(own), own[0].created_at, shown, [one for one in own if one not in shown])
        for reader, own in by_reader.items()
        for shown in [_questions(own)]
    ]


def _questions(events: Sequence[RetrievalEvent]) -> list[RetrievalEvent]:
    """Return the latest event of each question, limited to the first few."""
    latest = {event.query: event for event in reversed(events)}
    return sorted(latest.values(), key=lambda event: event.created_at, reverse=True)[:QUESTIONS_OF_READER]


def _change(
    entry: Entry, memory: Memory, versions: Mapping[UUID, MemoryVersion], consents: Mapping[UUID, Consent]
) -> Change:
    row = entry.row
    change = Change(entry.face, entry.sentence, row.created_at, "", None)
    consent = consents.get(row.decision_id) if row.decision_id else None
    if consent is not None:
        change = replace(
            change, face=consent.requester, sentence=f"{consent.request} {consent.sentence}", consent=consent
        )
    old = versions.get(row.old_version_id) if row.old_version_id else None
    new = versions.get(row.new_version_id) if row.new_version_id else None
    if row.meta.get("repeated"):
        text = wording.version_text(old.content, is_fact=memory.is_fact) if old else wording.memory_text(memory)
        return replace(change, repeated_text=text)
    if old is None or new is None or old.id == new.id:
        return change
    before, after = (wording.version_text(version.content, is_fact=memory.is_fact) for version in (old, new))
    earlier = wording.distinct_part(before, wording.memory_text(memory))
    version = old.number if memory.current is not None and old.content != memory.current.content else None
    return replace(change, diff=word_diff(before, after), version=version, earlier=earlier)


def sensitive_fields_of(memory: Memory, consents: Sequence[Consent]) -> list[str]:
    """Return the memory's sensitive fields: those detected in its text, its own field, and those the person was asked
    about."""
    content = memory.current.content if memory.current else ""
    requested = {key for one in consents if one.is_approval and one.value in content for key in one.keys}
    own = {field_at(memory.key)[1]} if memory.is_fact else set[str]()
    return sorted(({one.key for one in sensitive(content)} | requested | own) & SENSITIVE_KEYS)


def origin_context(
    memory: Memory,
    story: Story,
    entries: Sequence[Entry],
    versions: Sequence[MemoryVersion],
    *,
    faces: Faces,
    actor: Actor,
    now: datetime,
) -> dict[str, Any]:
    """Return the template context of the story and its origins; queries of `origins_of`."""
    current = current_numbers(versions)
    linking, writers = only_links(entries), writers_of(entries)
    origins = origins_of(memory, actor=actor, now=now, excluded=linking, faces=faces, current=current, writers=writers)
    if story.is_restored:  # the origins of the undone text are not those of the restored one
        origins = [origin for origin in origins if origin.version is None or origin.version in current]
    # Authors in this workspace are shown in the story already.
    is_foreign = memory.trust == Trust.SOURCE or not story.has_author
    shown = [origin for origin in origins if origin.quote or origin.is_deleted or is_foreign]
    return {
        "story": with_places(story, origins),
        "is_stated": is_stated(origins),
        "origins": shown,
        "is_earlier": shown and not any(origin.is_current for origin in shown),
    }
