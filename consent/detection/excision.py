"""Cutting sensitive statements out of what can be kept without them (R19).

Only the statement waits for the person; the rest is kept at once, with "[awaiting consent]" in its place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from consent import readings
from consent.changes import IngestSource, WriteMemory
from consent.detection import texts as detection
from consent.detection.known import is_known, is_within_reach, known_values
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.outcomes import Refused
from consent.policies import rules as policies
from consent.policies.rules import subject_of
from consent.preparation import Cut, PreparedChange
from consent.target import Target
from consent.targets import locate
from memories.drafts import MemoryDraft
from memories.excisions import AWAITING, WITHHELD, Document, Excision, Path, put, texts, to_pointer
from memories.sources.drafts import SourceDraft
from providers.statements import Statement
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import uuid7

BARRED = (Outcome.CONSENT, Outcome.NEVER)
# What can be cut: the words of a draft. Elsewhere a statement makes the whole draft wait.
PARTS = ("content", "title", "summary", "metadata", "payload")
# Where names are the sender's own, so that a name and its value together can state something.
FREE = (("metadata",), ("payload", "fields"), ("payload", "properties"))


@dataclass(frozen=True, slots=True)
class _Judge:
    """Decides about one draft's statements. `known` are the person's approved values, `standing` the current words."""

    target: Target
    actor: Actor
    rules: Sequence[Policy]
    known: set[tuple[str, str]]
    standing: str

    def barred(self, text: str) -> list[Statement]:
        """The statements of a text that may not be kept without the person."""
        return [s for s in readings.sensitive(text) if self.fate(s, text) in BARRED]

    def fate(self, statement: Statement, text: str) -> Outcome:
        """What stands in the current version already, or is an approved value, states nothing new."""
        if text[statement.start : statement.end] in self.standing or is_known(statement, self.known, text):
            return Outcome.APPLY
        subject = subject_of(self.target, statement.category, statement.key)
        return policies.outcome_for(subject, actor=self.actor, rules=self.rules)


def excise(items: Sequence[PreparedChange], *, actor: Actor, now: datetime) -> list[PreparedChange]:
    """Cut out of each source object, and of each memory that asks for it, what needs the person's consent."""
    suspects = [_is_suspect(item) for item in items]
    if not any(suspects):
        return [_decided(item) for item in items]
    with scope.enter(actor.workspace_id):
        rules = policies.in_force()
        return [
            _excised(item, actor, now, rules) if suspect else _decided(item)
            for item, suspect in zip(items, suspects, strict=True)
        ]


def _draft_of(item: PreparedChange) -> MemoryDraft | SourceDraft | None:
    """The draft that may be cut; None where all of it is decided as a whole."""
    change = item.change
    if item.problem or not isinstance(change, IngestSource | WriteMemory):
        return None
    return change.draft if isinstance(change, IngestSource) or change.excise else None


def _is_suspect(item: PreparedChange) -> bool:
    draft = _draft_of(item)
    if draft is None:
        return False
    words = [told for _, text, name in _leaves(_document(draft)) for told in _told(text, name)]
    return any(readings.sensitive(text) for text in [*detection.texts_of(draft), *words])


def _decided(item: PreparedChange) -> PreparedChange:
    return item if _draft_of(item) is None else replace(item, residual=())


def _excised(item: PreparedChange, actor: Actor, now: datetime, rules: Sequence[Policy]) -> PreparedChange:
    draft = _draft_of(item)
    target = locate(item.change, actor=actor, now=now)
    if draft is None or isinstance(target, Refused) or target.person_id is None:
        return _decided(item)
    known = known_values(target.person_id, actor=actor, now=now)
    judge = _Judge(target, actor, rules, known, _standing(target, actor, now))
    document, cuts, excisions = _cut(_document(draft), judge, _awaited(target))
    smaller = _rebuilt(draft, document)
    if smaller is None or any(judge.barred(text) for text in _without_marks(smaller)):
        whole = [s for text in detection.texts_of(draft) for s in judge.barred(text)]
        return replace(item, residual=tuple(whole))
    change = item.change.model_copy(update={"draft": smaller})
    return replace(item, change=change, cuts=tuple(cuts), excisions=tuple(excisions), residual=())


def _document(draft: MemoryDraft | SourceDraft) -> Document:
    return draft.model_dump(mode="json", include=set(PARTS))


def _rebuilt(draft: MemoryDraft | SourceDraft, document: Document) -> MemoryDraft | SourceDraft | None:
    """The draft with the cut words; None where the mark does not fit, as in a field that must be short."""
    try:
        return type(draft).model_validate(draft.model_dump(mode="json") | document)
    except ValidationError:
        return None


def _without_marks(draft: MemoryDraft | SourceDraft) -> Iterator[str]:
    """What is left to read: behind a name a mark would look like a value, and nothing would make the next line one."""
    return (text.replace(AWAITING, "…").replace(WITHHELD, "…") for text in detection.texts_of(draft))


def _leaves(document: Document) -> Iterator[tuple[Path, str, str]]:
    """Each text with the way to it, and the sender's name for it where names are the sender's."""
    for path, text in texts(document):
        free = any(path[: len(start)] == start for start in FREE)
        names = [part for part in path[1:] if isinstance(part, str)]
        yield path, text, names[-1] if free and names else ""


def _told(text: str, name: str) -> list[str]:
    return [text, f"{name}: {text}"] if name else [text]


def _cut(document: Document, judge: _Judge, awaited: dict[str, UUID]) -> tuple[Document, list[Cut], list[Excision]]:
    """The document without what is barred; the same sentence has one id wherever it stood."""
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
    """The text in order, each barred sentence as a piece of its own; all of it where only its name makes it one."""
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
    """Overlapping statements as one stretch of text."""
    merged: list[tuple[int, int, list[Statement]]] = []
    for statement in sorted(found, key=lambda s: (s.start, -s.end)):
        if merged and statement.start < merged[-1][1]:
            start, end, held = merged[-1]
            merged[-1] = (start, max(end, statement.end), [*held, statement])
        else:
            merged.append((statement.start, statement.end, [statement]))
    return merged


def _new_cut(text: str, name: str, found: Sequence[Statement], judge: _Judge, awaited: dict[str, UUID]) -> Cut:
    told = f"{name}: {text}" if name else text
    subjects = [subject_of(judge.target, s.category, s.key) for s in found]
    verdict = policies.verdict(subjects, actor=judge.actor, rules=judge.rules)
    keys = tuple(dict.fromkeys(f"{s.category}.{s.key}" for s in found))
    return Cut(awaited.get(text) or uuid7(), text, told, keys, is_queued=verdict.outcome is not Outcome.NEVER)


def _awaited(target: Target) -> dict[str, UUID]:
    """Sentences of this memory that the person has been asked about and has not answered, with their ids."""
    if target.memory is None:
        return {}
    changes: list[dict[str, Any]] = list(
        Proposal.objects.pending().of_statements(target.memory).values_list("change", flat=True)
    )
    return {change["statement"]: UUID(change["excision_id"]) for change in changes}


def _standing(target: Target, actor: Actor, now: datetime) -> str:
    """All that the current version says: whatever stands there passed the gate.

    For an agent that may not read it only where it began that memory itself, so that it learns nothing by guessing.
    """
    memory = target.memory
    version = memory.current if memory else None
    if memory is None or version is None:
        return ""
    if memory.agent_id != actor.id and not is_within_reach(memory, actor=actor, now=now):
        return ""
    parts = {"content": version.content, "title": version.title, "summary": version.summary}
    parts |= {"metadata": version.metadata, "payload": version.payload}
    return "\n".join(text for _, text in texts(parts))
