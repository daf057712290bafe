"""The texts of history rows at their time, and what a row changed in a memory."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.models import Proposal
from consent.models.decision import Verdict
from consent.proposals.refused_values import versions_with_refusals
from interfaces.admin.history.recreated_memories import REWRITTEN
from interfaces.admin.texts.wording import (
    HIDDEN,
    category_label,
    question_subject,
    question_title,
    readable,
    version_text,
)
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
    """Return, by row, the text that it wrote, or else left; for an answer the requested text, with the field set on the
    row (`ASKED`). Two queries, and one where merges were undone."""
    version_ids = {row.id: one for row in rows if (one := row.new_version_id or row.old_version_id)}
    version_ids |= _restored_versions([row for row in rows if row.id not in version_ids])
    versions = versions_with_refusals().in_bulk([*version_ids.values()])
    asked = {row.id: UUID(row.meta["proposal_id"]) for row in rows if row.event == Event.CONSENT}
    questions = Proposal.objects.in_bulk(list(asked.values()))
    return {row_id: shown_text(versions[one]) for row_id, one in version_ids.items() if one in versions} | {
        row.id: _requested(questions[asked[row.id]], row) for row in rows if asked.get(row.id) in questions
    }


def _restored_versions(rows: Iterable[History]) -> dict[UUID, UUID]:
    """Return the version at the time of entries that name none, where a merge was undone; the text may have changed
    since. At most one query."""
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
    """Return, by row, the text that it replaced. One query."""
    pairs = {row.id: (row.old_version_id, row.new_version_id) for row in rows if not getattr(row, REWRITTEN, False)}
    wanted = {one for old, new in pairs.values() if old and new and old != new for one in (old, new)}
    found = versions_with_refusals().in_bulk(wanted) if wanted else {}
    both = {row_id: (found[old], found[new]) for row_id, (old, new) in pairs.items() if {old, new} <= found.keys()}
    return {row_id: shown_text(old) for row_id, (old, new) in both.items() if old.content != new.content}


def memory_changes(row: History) -> list[tuple[str, str, str]]:
    """Return each part of a memory that a row changed as name, before and after; one or two queries."""
    versions = () if getattr(row, REWRITTEN, False) else _version_changes(row)
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
        return shown_text(version)
    return readable(getattr(version, name)) or "–"


def _attribute_changes(row: History) -> Iterator[tuple[str, str, str]]:
    if former := row.meta.get("former_category"):
        yield _("Category"), category_label(former), category_label(row.category)
    was, now = row.meta.get("was"), row.meta.get("validation_status")
    if was and now:
        yield _("Checked"), str(ValidationStatus(was).label), str(ValidationStatus(now).label)


def _requested(question: Proposal, row: History) -> str:
    """Return the subject, the value unless that was refused, and whether staff decided on their own request."""
    is_refusal = row.meta["verdict"] == Verdict.REJECT
    setattr(row, ASKED, question_subject(question))
    text = capfirst(question_subject(question)) if is_refusal else question_title(question)
    is_own = row.actor_kind == ActorKind.STAFF and row.actor_id is not None and row.actor_id == question.account_id
    return _("%(text)s (their own request)") % {"text": text} if is_own else text


def shown_text(version: MemoryVersion) -> str:
    return str(HIDDEN) if _is_refused(version) else version_text(version.content, is_fact=version.memory.is_fact)


def _is_refused(version: MemoryVersion) -> bool:
    return bool(version.is_refused)  # type: ignore[attr-defined]  # of `versions_with_refusals`
