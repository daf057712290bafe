"""The needs, also of relatives, saved at once from a message of which other parts are pending or were not approved."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.models.proposal import GIVEN
from conversations.turn_events import event_of
from interfaces.pages.conversations.derived_memories import amended_from, current_provenance
from interfaces.pages.texts.change_kinds import QUOTED
from interfaces.pages.texts.wording import memory_text
from memories.models import Memory
from providers.statements import NEED_KEYS
from workspaces.actors import Actor

# Needs of relatives are facts of the family.
NEEDS_CATEGORY: Final = rf"^fact:(constraint\.({'|'.join(NEED_KEYS)})|identity\.family)(:|$)"


def saved_alongside(proposals: Collection[Proposal], *, actor: Actor, now: datetime) -> Mapping[UUID, SafeString]:
    """Return, by the ids of requests with a message as evidence that were not approved, a note with links on what else
    was saved from the message. Two queries where there are any; runs in the entered scope."""
    extracted = [one for one in proposals if one.evidence_turn_id and one.state not in GIVEN]
    found = needs_of_messages({one.evidence_turn_id for one in extracted if one.evidence_turn_id}, actor=actor, now=now)
    memories_of = {one.id: found.get(one.evidence_turn_id, ()) for one in extracted}
    return {name: saved_needs_note(memories) for name, memories in memories_of.items() if memories}


def needs_of_messages(
    turn_ids: Collection[UUID], *, actor: Actor, now: datetime
) -> Mapping[UUID | None, Sequence[Memory]]:
    """Return, by message, the needs and relatives that it is the present source of, also edited ones, oldest first. Two
    queries where there is a message; runs in the entered scope."""
    events = {event_of(one): one for one in turn_ids}
    if not events or actor.person_id is None:
        return {}
    needs = Memory.objects.visible_to(actor, now=now).filter(key__regex=NEEDS_CATEGORY)
    provenance = current_provenance(events, person_id=actor.person_id).filter(memory__in=needs)
    found: dict[UUID | None, dict[UUID, Memory]] = defaultdict(dict)
    for row in provenance.select_related("memory__current").order_by("memory_id"):
        found[events[row.source_event]][row.memory.id] = row.memory
    rows = amended_from(turn_ids).filter(memory_id__in=needs.values("id"))
    amended = dict(rows.values_list("memory_id", "evidence_turn_id"))  # type: ignore[misc]
    for memory in needs.filter(id__in=amended).select_related("current") if amended else ():
        found[amended[memory.id]][memory.id] = memory
    return {turn_id: list(memories.values()) for turn_id, memories in found.items()}


def saved_needs_note(memories: Collection[Memory]) -> SafeString:
    links = format_html_join(
        ", ",
        '<a href="{}">{}</a>',
        ((reverse("pages:memory", args=[one.id]), str(QUOTED).format(value=memory_text(one))) for one in memories),
    )
    return format_html(_("Saved already from the same message: {needs}. It stays; open it to remove it."), needs=links)
