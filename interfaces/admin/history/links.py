"""The texts of memories at the time when a history row linked or merged them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.proposals.refused_values import versions_with_refusals
from interfaces.admin.history.texts import shown_text
from interfaces.admin.tables.columns import NAME_CHARACTERS, NAMED
from interfaces.admin.texts.wording import shortened, uuid_of
from memories.models import History, Memory, MemoryVersion, Merge

# By a key in the entry of a merge, or of its undo.
MERGES: dict[str, Promise] = {
    "absorbed": gettext_lazy("Merged with %(texts)s"),
    "into": gettext_lazy("Merged into %(texts)s"),
    "unmerged_from": gettext_lazy("Merge with %(texts)s undone"),
    "undone": gettext_lazy("Merge with %(texts)s undone"),
}


class Other(NamedTuple):
    """A memory at the other end of an entry, with its text at that time."""

    id: UUID
    text: str


def linked_texts(rows: Sequence[History]) -> Mapping[UUID, Sequence[Other]]:
    """Return, by entry, the existing memories that it links or merges with its own, each with its text at that time;
    where that was deleted, the present text with a note. Four queries, none without such an entry. Runs in the entered
    scope."""
    ends = _other_ends(rows)
    ids = {one for row in rows for one in ends[row.id]}
    memories = NAMED[Memory].rows().in_bulk(ids) if ids else {}
    then = _versions_then((one, row.created_at) for row in rows for one in ends[row.id] if one in memories)
    texts = versions_with_refusals().in_bulk(set(then.values())) if then else {}
    return {
        row.id: [
            Other(one, _text_then(memories[one], texts.get(then.get((one, row.created_at)))))
            for one in ends[row.id]
            if one in memories
        ]
        for row in rows
    }


def _other_ends(rows: Sequence[History]) -> dict[UUID, list[UUID]]:
    """Return, by entry, the memories that it names, without its own."""
    undone = [str(row.meta["undone"]) for row in rows if "undone" in row.meta]
    merges = Merge.objects.filter(id__in=undone).values_list("id", "absorbed_id") if undone else ()
    absorbed = {str(merge_id): memory_id for merge_id, memory_id in merges}
    return {row.id: [one for one in _named(row, absorbed) if one and one != row.memory_id] for row in rows}


def _named(row: History, absorbed: Mapping[str, UUID]) -> Iterator[UUID | None]:
    meta = row.meta
    ends = (meta.get("from"), meta.get("to"), *meta.get("others", ()))
    yield from (uuid_of(str(one)) for one in ends)
    merged = (meta.get("into"), meta.get("unmerged_from"), *meta.get("absorbed", ()))
    yield from (uuid_of(str(one)) for one in merged)
    yield absorbed.get(str(meta.get("undone")))


def merge_sentence(row: History, others: Sequence[Other], *, has_links: bool = False) -> str:
    """ "Merged with “Ana climbs.”"; empty for other rows, or without an existing memory. With links, as markup that
    links each text to its page."""
    pattern = next((text for name, text in MERGES.items() if name in row.meta), None)
    if pattern is None or not others:
        return ""
    quoted = [(reverse(NAMED[Memory].page, args=[one.id]), _("“%(text)s”") % {"text": one.text}) for one in others]
    if not has_links:
        return str(pattern) % {"texts": ", ".join(text for _page, text in quoted)}
    links = format_html_join(", ", '<a href="{}">{}</a>', quoted)
    return format_html(str(pattern).replace("%(texts)s", "{}"), links)


def _versions_then(wanted: Iterable[tuple[UUID, datetime]]) -> dict[tuple[UUID, datetime], UUID]:
    """Return the version that each memory had at a time."""
    wanted = set(wanted)
    made: dict[UUID, list[tuple[datetime, UUID]]] = {one: [] for one, _at in wanted}
    rows = MemoryVersion.objects.filter(memory__in=made).order_by("number") if wanted else MemoryVersion.objects.none()
    for one, since, version_id in rows.values_list("memory_id", "ingested_at", "id"):
        made[one].append((since, version_id))
    earlier = {(one, at): [row_id for since, row_id in made[one] if since <= at] for one, at in wanted}
    return {key: ids[-1] for key, ids in earlier.items() if ids}


def _text_then(memory: Memory, version: MemoryVersion | None) -> str:
    if version is not None:
        return shortened(shown_text(version), NAME_CHARACTERS)
    return _("(now: %(text)s)") % {"text": NAMED[Memory].name(memory)}
