"""Cuts sensitive statements out of drafts that can be stored without them (R19).

Only the statement waits for the person; the rest is stored at once, with "[awaiting consent]" in its place.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.functional import cached_property
from pydantic import ValidationError

from consent.detection.statements import NEVER_SHARED_KEYS, Detected, is_known, may_read
from consent.detection.texts import texts_of
from consent.detection.values import normalized_pair
from consent.models import Proposal
from consent.models.policy import Outcome
from consent.outcomes import Refused
from consent.policies import rules as policies
from consent.policies.named_illnesses import with_illnesses
from consent.policies.rules import subject_of
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.drafts import MemoryDraft
from memories.excisions import AWAITING, WITHHELD, Document, Excision, Path, put, texts, to_pointer
from memories.sources.drafts import SourceDraft
from providers.schema import has_no_content
from providers.statements import Statement, has_implied_subject, is_about_someone_else, words_of
from workspaces.models import Person, uuid7

if TYPE_CHECKING:
    from consent.changes import Change

HEADING = re.compile(r"^## .*$", re.MULTILINE)
BARRED = (Outcome.CONSENT, Outcome.NEVER)
# What can be cut: the words of a draft. Elsewhere a statement makes the whole draft wait.
PARTS = ("content", "title", "summary", "metadata", "payload")
# Parts whose names are the sender's own, so that a name and its value together can state something.
FREE = (("metadata",), ("payload", "fields"), ("payload", "properties"))


@dataclass(frozen=True, slots=True)
class Cut:
    """One sentence that was cut out; `shown` is how the person is asked about it. Several places share an `id`."""

    id: UUID
    text: str
    shown: str
    keys: tuple[str, ...]
    is_queued: bool


@dataclass(frozen=True, slots=True)
class Excised:
    """A draft without its `cuts`; `residual` are the sensitive statements that are left to decide about."""

    draft: MemoryDraft | SourceDraft
    cuts: tuple[Cut, ...] = ()
    excisions: tuple[Excision, ...] = ()
    residual: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class _Judge:
    """Decides about one draft's statements; `existing` is the current version's text.

    Source objects mention other people too: a mention counts only if it may be about the person.
    """

    target: Target
    snapshot: BatchSnapshot
    known: set[tuple[str, str]]
    existing: str
    is_source: bool

    def barred(self, text: str) -> list[Statement]:
        """Return the statements of a text that may not be stored without the person's consent."""
        found = [one for one in self.snapshot.detected[text] if not self.is_source or self.is_theirs(one, text)]
        return [one for one in found if self.fate(one, text) in BARRED]

    def is_theirs(self, statement: Statement, text: str) -> bool:
        """Whether a statement of a source object may be about the person.

        So are all that it states, mentions of a special category or a home unless they clearly concern another person,
        and mentions of other fields with a pronoun or without a subject.
        """
        if not statement.is_mention:
            return True
        if statement.key not in NEVER_SHARED_KEYS:
            return has_implied_subject(text, statement)
        said = words_of(text[statement.start : statement.end])
        return bool(self.names & said) or not is_about_someone_else(text, statement, self.names)

    @cached_property
    def names(self) -> frozenset[str]:
        """Each word of the person's name. One query."""
        return frozenset(word for word in words_of(Person.objects.name_of(self.target.person_id)) if len(word) > 1)

    def fate(self, statement: Statement, text: str) -> Outcome:
        """Return the outcome of a statement. One in the current version, or of an approved value, is nothing new. One
        that the person refused is not stored under a rule that stores its field."""
        if text[statement.start : statement.end] in self.existing or is_known(statement, self.known, text):
            return Outcome.APPLY
        outcome = self.outcome([statement])
        if outcome in BARRED or not self.snapshot.refused_among([normalized_pair(statement)], self.target.person_id):
            return outcome
        return Outcome.CONSENT

    def outcome(self, found: Sequence[Statement]) -> Outcome:
        subjects = [
            subject_of(self.target, s.category, s.key) for s in with_illnesses(found, self.target, self.snapshot)
        ]
        return policies.verdict(subjects, actor=self.snapshot.actor, rules=self.snapshot.rules).outcome


def is_suspect(draft: MemoryDraft | SourceDraft, detected: Detected) -> bool:
    """Whether a draft states anything sensitive at all."""
    words = [read for _, text, name in _leaves(_document(draft)) for read in _readings(text, name)]
    return any(detected[text] for text in [*texts_of(draft), *words])


def excise(change: "Change", snapshot: BatchSnapshot) -> Excised | None:
    """Return the change's draft without what needs the person's consent; None if it is decided as a whole later.

    In the entered scope. If the mark does not fit, or only marks would be left, nothing is cut and all of it waits.
    """
    draft, target = change.excisable_draft, change.locate(snapshot)
    if draft is None or isinstance(target, Refused) or target.person_id is None:
        return None
    judge = _Judge(
        target, snapshot, snapshot.known_values(target.person_id), _existing(target, snapshot), change.is_source
    )
    document, cuts, excisions = _cut(_document(draft), judge, _awaited(target))
    smaller = _rebuilt(draft, document)
    if smaller is None or any(judge.barred(text) for text in _without_marks(smaller)) or _says_nothing(smaller):
        residual = tuple(s for text in texts_of(draft) for s in judge.barred(text))
        if residual or smaller is None:
            return Excised(draft, residual=residual)
    return Excised(smaller, tuple(cuts), tuple(excisions))


def _document(draft: MemoryDraft | SourceDraft) -> Document:
    return draft.model_dump(mode="json", include=set(PARTS))


def _rebuilt(draft: MemoryDraft | SourceDraft, document: Document) -> MemoryDraft | SourceDraft | None:
    """Return the draft with the cut texts; None if the mark does not fit, as in a field that must be short."""
    try:
        return type(draft).model_validate(draft.model_dump(mode="json") | document)
    except ValidationError:
        return None


def _without_marks(draft: MemoryDraft | SourceDraft) -> Iterator[str]:
    """Yield the remaining texts with "…" for each mark: after a name a mark would read as a value, and without it the
    next line would."""
    return (text.replace(AWAITING, "…").replace(WITHHELD, "…") for text in texts_of(draft))


def _says_nothing(draft: MemoryDraft | SourceDraft) -> bool:
    """Whether only marks are left below the headings, so that the text would have no content."""
    left = HEADING.sub("", f"{draft.content}\n{draft.summary}")
    return has_no_content(left.replace(AWAITING, "").replace(WITHHELD, ""))


def _leaves(document: Document) -> Iterator[tuple[Path, str, str]]:
    """Yield each text with its path, and the sender's name for it if names there are the sender's."""
    for path, text in texts(document):
        free = any(path[: len(start)] == start for start in FREE)
        names = [part for part in path[1:] if isinstance(part, str)]
        yield path, text, names[-1] if free and names else ""


def _readings(text: str, name: str) -> list[str]:
    return [text, f"{name}: {text}"] if name else [text]


def _cut(document: Document, judge: _Judge, awaited: dict[str, UUID]) -> tuple[Document, list[Cut], list[Excision]]:
    """Return the document without barred sentences; a sentence has one id wherever it occurs."""
    cuts: dict[str, Cut] = {}
    excisions: list[Excision] = []
    for path, text, name in list(_leaves(document)):
        pieces = _pieces(text, name, judge)
        if not any(found for _, found in pieces):
            continue
        smaller = ""
        for piece, found in pieces:
            if found:
                cut = cuts.setdefault(piece, _new_cut(piece, name, found, judge, awaited))
                if cut.is_queued:
                    excisions.append({"id": str(cut.id), "pointer": to_pointer(path), "offset": len(smaller)})
                smaller += AWAITING if cut.is_queued else WITHHELD
            else:
                smaller += piece
        put(document, path, smaller)
    return document, list(cuts.values()), excisions


def _pieces(text: str, name: str, judge: _Judge) -> list[tuple[str, list[Statement]]]:
    """Split a text into pieces, each barred sentence by itself; all of it is barred if only its name makes it so."""
    pieces: list[tuple[str, list[Statement]]] = []
    position = 0
    for start, end, found in _merged(judge.barred(text)):
        pieces += [(text[position:start], []), (text[start:end], found)]
        position = end
    pieces.append((text[position:], []))
    rest = "".join(piece for piece, found in pieces if not found)
    by_name = judge.barred(f"{name}: {rest}") if name and rest.strip() else []
    return [(text, by_name)] if by_name else pieces


def _merged(found: Sequence[Statement]) -> list[tuple[int, int, list[Statement]]]:
    """Merge overlapping statements into spans of text."""
    merged: list[tuple[int, int, list[Statement]]] = []
    for statement in sorted(found, key=lambda s: (s.start, -s.end)):
        if merged and statement.start < merged[-1][1]:
            start, end, held = merged[-1]
            merged[-1] = (start, max(end, statement.end), [*held, statement])
        else:
            merged.append((statement.start, statement.end, [statement]))
    return merged


def _new_cut(text: str, name: str, found: Sequence[Statement], judge: _Judge, awaited: dict[str, UUID]) -> Cut:
    keys = tuple(dict.fromkeys(f"{s.category}.{s.key}" for s in found))
    is_queued = judge.outcome(found) is not Outcome.NEVER
    return Cut(awaited.get(text) or uuid7(), text, _readings(text, name)[-1], keys, is_queued)


def _awaited(target: Target) -> dict[str, UUID]:
    """Return the ids of this memory's sentences that the person was asked about and has not answered, by sentence."""
    if target.memory is None:
        return {}
    changes: list[dict[str, Any]] = list(
        Proposal.objects.pending().of_statements(target.memory).values_list("change", flat=True)
    )
    return {change["statement"]: UUID(change["excision_id"]) for change in changes}


def _existing(target: Target, snapshot: BatchSnapshot) -> str:
    """Return the texts of the current version, which have passed the gate.

    Empty for an agent that may not read the memory and did not create it, so that it learns nothing by guessing.
    """
    memory = target.memory
    version, actor = memory.current if memory else None, snapshot.actor
    if memory is None or version is None:
        return ""
    if memory.agent_id != actor.id and not may_read(memory, actor=actor, now=snapshot.now):
        return ""
    parts = {name: getattr(version, name) for name in PARTS}
    return "\n".join(text for _, text in texts(parts))
