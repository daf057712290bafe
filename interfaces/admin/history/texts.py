"""The texts that rows of the history are about, as they were then, and what a row changed of a memory."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.models import Proposal
from consent.models.decision import Verdict
from consent.proposals.refused_values import versions_with_refusals
from interfaces.admin.history.recreated_memories import ANEW
from interfaces.admin.texts.wording import HIDDEN, asked_about, category_label, question_title, readable, version_text
from memories.models import History, MemoryVersion
from memories.models.choices import Event, ValidationStatus
from workspaces.actors import ActorKind

PARTS: dict[str, Promise] = {
    "content": gettext_lazy("Text"),
    "title": gettext_lazy("Title"),
    "summary": gettext_lazy("Summary"),
}
ASKED = "asked_about_of_row"


def texts_of(rows: Sequence[History]) -> dict[UUID, str]:
    """By row: the text that it made, or else left; of an answer what was asked, and on the row the field (`ASKED`). Two
    queries, and one where merges were undone."""
    version_ids = {row.id: one for row in rows if (one := row.new_version_id or row.old_version_id)}
    version_ids |= _left_by([row for row in rows if row.id not in version_ids])
    versions = versions_with_refusals().in_bulk([*version_ids.values()])
    asked = {row.id: UUID(row.meta["proposal_id"]) for row in rows if row.event == Event.CONSENT}
    questions = Proposal.objects.in_bulk(list(asked.values()))
    return {row_id: text_told(versions[one]) for row_id, one in version_ids.items() if one in versions} | {
        row.id: _asked(questions[asked[row.id]], row) for row in rows if asked.get(row.id) in questions
    }


def _left_by(rows: Iterable[History]) -> dict[UUID, UUID]:
    """By entry that names no version: the one at its time, where a merge was undone; its text may be another since. At
    most one query."""
    undone: dict[UUID, list[History]] = {}
    for row in rows:
        if row.memory_id and {"undone", "unmerged_from"} & row.meta.keys():
            undone.setdefault(row.memory_id, []).append(row)
    versions = MemoryVersion.objects.filter(memory_id__in=undone).order_by("number")
    return {
        row.id: version_id
        for memory_id, version_id, ingested_at in versions.values_list("memory_id", "id", "ingested_at")
        for row in undone[memory_id]
        if ingested_at <= row.created_at
    }


def former_texts_of(rows: Sequence[History]) -> dict[UUID, str]:
    """By row: the text that it replaced by another. A query."""
    pairs = {row.id: (row.old_version_id, row.new_version_id) for row in rows if not getattr(row, ANEW, False)}
    wanted = {one for old, new in pairs.values() if old and new and old != new for one in (old, new)}
    found = versions_with_refusals().in_bulk(wanted) if wanted else {}
    both = {row_id: (found[old], found[new]) for row_id, (old, new) in pairs.items() if {old, new} <= found.keys()}
    return {row_id: text_told(old) for row_id, (old, new) in both.items() if old.content != new.content}


def memory_changes(row: History) -> list[tuple[str, str, str]]:
    """Each part of a memory that a row changed as its name, before and after; a query or two."""
    versions = () if getattr(row, ANEW, False) else _version_changes(row)
    return [*versions, *_attribute_changes(row)]


def _version_changes(row: History) -> Iterator[tuple[str, str, str]]:
    found = versions_with_refusals().in_bulk([one for one in (row.old_version_id, row.new_version_id) if one])
    old, new = (found.get(one) if one else None for one in (row.old_version_id, row.new_version_id))
    if old is None or new is None:
        return
    for name, label in PARTS.items():
        if getattr(old, name) != getattr(new, name):
            yield str(label), _part_of(old, name), _part_of(new, name)


def _part_of(version: MemoryVersion, name: str) -> str:
    if name == "content" or _is_refused(version):
        return text_told(version)
    return readable(getattr(version, name)) or "–"


def _attribute_changes(row: History) -> Iterator[tuple[str, str, str]]:
    if former := row.meta.get("former_category"):
        yield _("Category"), category_label(former), category_label(row.category)
    was, now = row.meta.get("was"), row.meta.get("validation_status")
    if was and now:
        yield _("Checked"), str(ValidationStatus(was).label), str(ValidationStatus(now).label)


def _asked(question: Proposal, row: History) -> str:
    """What it was about, the value unless that was refused, and whether staff decided about their own request."""
    is_refusal = row.meta["verdict"] == Verdict.REJECT
    setattr(row, ASKED, asked_about(question))
    text = capfirst(asked_about(question)) if is_refusal else question_title(question)
    is_own = row.actor_kind == ActorKind.STAFF and row.actor_id is not None and row.actor_id == question.account_id
    return _("%(text)s (their own request)") % {"text": text} if is_own else text


def text_told(version: MemoryVersion) -> str:
    return str(HIDDEN) if _is_refused(version) else version_text(version.content, is_fact=version.memory.is_fact)


def _is_refused(version: MemoryVersion) -> bool:
    return bool(version.is_refused)  # type: ignore[attr-defined]  # of `versions_with_refusals`
