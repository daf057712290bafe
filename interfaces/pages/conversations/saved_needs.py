"""The needs, the person's and their relatives', that were saved at once of a message of which something else waits for
its person, or was not agreed to."""

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
from interfaces.pages.conversations.derived_memories import TURN, amended_from, taken_from
from interfaces.pages.texts.change_kinds import QUOTED
from interfaces.pages.texts.wording import memory_text
from memories.models import Memory
from providers.statements import NEED_KEYS
from workspaces.actors import Actor

# Of relatives too: their needs are facts of the family.
OF_NEEDS: Final = rf"^fact:(constraint\.({'|'.join(NEED_KEYS)})|identity\.family)(:|$)"


def saved_along(proposals: Collection[Proposal], *, actor: Actor, now: datetime) -> Mapping[UUID, SafeString]:
    """By the id of each request that somebody drew from a message and that was not agreed to, what of the message is
    saved, in words with links. Two queries where there are any; in the entered scope."""
    drawn = [one for one in proposals if one.evidence_turn_id and one.state not in GIVEN]
    found = needs_of_messages({one.evidence_turn_id for one in drawn if one.evidence_turn_id}, actor=actor, now=now)
    told = {one.id: found.get(one.evidence_turn_id, ()) for one in drawn}
    return {name: told_of(memories) for name, memories in told.items() if memories}


def needs_of_messages(
    turn_ids: Collection[UUID], *, actor: Actor, now: datetime
) -> Mapping[UUID | None, Sequence[Memory]]:
    """By message the needs, and facts of relatives, that stand as it says them, or as the person edited that, the
    oldest first. Two queries where there is a message; in the entered scope."""
    events = {f"{TURN}{one}": one for one in turn_ids}
    if not events or actor.person_id is None:
        return {}
    standing = Memory.objects.visible_to(actor, now=now).filter(key__regex=OF_NEEDS)
    taken = taken_from(events, person_id=actor.person_id).filter(memory__in=standing)
    found: dict[UUID | None, dict[UUID, Memory]] = defaultdict(dict)
    for row in taken.select_related("memory__current").order_by("memory_id"):
        found[events[row.source_event]][row.memory.id] = row.memory
    rows = amended_from(turn_ids).filter(memory_id__in=standing.values("id"))
    amended = dict(rows.values_list("memory_id", "asked_of"))  # type: ignore[misc]
    for memory in standing.filter(id__in=amended).select_related("current") if amended else ():
        found[amended[memory.id]][memory.id] = memory
    return {turn_id: list(memories.values()) for turn_id, memories in found.items()}


def told_of(memories: Collection[Memory]) -> SafeString:
    links = format_html_join(
        ", ",
        '<a href="{}">{}</a>',
        ((reverse("pages:memory", args=[one.id]), str(QUOTED).format(value=memory_text(one))) for one in memories),
    )
    return format_html(_("Saved already from the same message: {needs}. It stays; open it to remove it."), needs=links)
