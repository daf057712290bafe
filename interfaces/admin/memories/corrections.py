"""Corrections on a memory's page: marking as wrong, undoing merges, removing links."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.changes import Change, ReadmitMemory, RejectMemory, UndoMerge, UnlinkMemories
from consent.gate import submit_many
from consent.models import Policy
from consent.outcomes import Outcome, Refused
from consent.policies.rules import REVIEWING_ROLES
from consent.snapshot import BatchSnapshot
from interfaces.admin.memories.gate_redirect import GateRedirect
from interfaces.admin.texts.actors import with_login
from memories.denials import last_rejection
from memories.models import History, Memory, Merge, Relation
from memories.models.choices import DetectedBy, Event, LifecycleState, ValidationStatus
from workspaces.actors import Actor, ActorKind

MOST_LINKS = 20
TEXT_UNCHANGED = _(
    "The merge was undone: the other memory is back. The text of this memory stays as it was changed after the merge."
)
OF_MEMORY: dict[str, tuple[Callable[[UUID], Change], Promise]] = {
    "reject": (lambda row_id: RejectMemory(memory_id=row_id), _("Marked as wrong. Agents no longer find it.")),
    "readmit": (lambda row_id: ReadmitMemory(memory_id=row_id), _("Marked as correct. Agents can find it again.")),
    "unmerge": (lambda row_id: UndoMerge(memory_id=row_id), _("The merge was undone: both memories are as they were.")),
}


def repairs(memory: Memory, *, actor: Actor) -> dict[str, Any]:
    """Return the page's context. Runs in the entered scope."""
    return _judgement(memory, actor) | {
        "keeps_text": keeps_text(memory),
        "merges": list(Merge.objects.active().filter(kept=memory).select_related("absorbed__current")),
        "merged_into": Merge.objects.active().filter(absorbed=memory).select_related("kept__current").first(),
        "links": _links(memory, actor),
    }


def _judgement(memory: Memory, actor: Actor) -> dict[str, Any]:
    """Return whether it counts as wrong, who marked it, and whether the actor may mark it or undo that (R17)."""
    is_rejected = memory.validation_status == ValidationStatus.REJECTED
    rejection = last_rejection(memory) if is_rejected else None
    if rejection is not None and rejection.actor_kind == ActorKind.STAFF:
        rejection = with_login(History.objects.filter(pk=rejection.pk)).get()
    return {
        "is_rejected": is_rejected,
        "rejection": rejection,
        "is_rejected_by_person": rejection is not None and rejection.actor_kind == ActorKind.PERSON,
        "may_judge": _may_judge(memory, actor, is_rejected=is_rejected),
    }


def keeps_text(memory: Memory) -> bool:
    """Whether undoing its last merge leaves the text unchanged, because it was edited after the merge."""
    last = Merge.objects.last_into(memory)
    return last is not None and last.former_version > 0 and memory.version != last.merged_version


def is_delegating() -> bool:
    """Whether any policy of the workspace hands decisions to reviewers. Runs in the entered scope."""
    return Policy.objects.filter(delegates_to_reviewers=True, revoked_at=None).exists()


def as_person(actor: Actor) -> Actor:
    """Return the member of staff as the person that they are."""
    return replace(actor, kind=ActorKind.PERSON, role="")


def judge_of(row: Memory, actor: Actor) -> Actor:
    """Return the actor for the judgement: the person for memories about themselves."""
    is_own = row.person_id is not None and row.person_id == actor.person_id
    return as_person(actor) if is_own else actor


def _may_judge(memory: Memory, actor: Actor, *, is_rejected: bool) -> bool:
    """Return the gate's answer; it reads the text for that, so it is not asked where no policy could allow it."""
    judge = judge_of(memory, actor)
    if actor.role not in REVIEWING_ROLES or not (judge.kind == ActorKind.PERSON or is_delegating()):
        return False
    change = ReadmitMemory(memory_id=memory.id) if is_rejected else RejectMemory(memory_id=memory.id)
    return not isinstance(change.find(BatchSnapshot(actor=judge, now=timezone.now())), Refused)


def _links(memory: Memory, actor: Actor) -> list[tuple[Relation, Memory, History | None]]:
    """Return links with the memory at the other end and the entry of their creation, the strongest first."""
    now = timezone.now()
    touching = Relation.objects.visible_to(actor, now=now).touching(memory.id)
    touching = touching.select_related("from_memory__current", "to_memory__current").order_by("-strength", "-id")
    rows = list(touching[:MOST_LINKS])
    drawn = _created_by_hand(rows)
    return [
        (row, row.to_memory if row.from_memory_id == memory.id else row.from_memory, drawn.get(str(row.id)))
        for row in rows
    ]


def _created_by_hand(rows: Sequence[Relation]) -> dict[str, History]:
    """Return, by edge, the entry of who last created it by hand. One query."""
    by_hand = [row for row in rows if row.detected_by == DetectedBy.MANUAL]
    if not by_hand:
        return {}
    entries = History.objects.filter(memory_id__in=[row.from_memory_id for row in by_hand], event=Event.LINK)
    entries = entries.filter(meta__linked__in=[str(row.id) for row in by_hand])
    return {row.meta["linked"]: row for row in with_login(entries).order_by("created_at", "id")}


class RepairedMemory(GateRedirect):
    """For a memory about the signed-in person, the gate is asked as that person."""

    def __init__(self, memory: Memory, verb: str, done: Promise) -> None:
        super().__init__(_page(memory.id), [OF_MEMORY[verb][0](memory.id)], done=done)
        self.memory, self.is_judging = memory, verb in ("reject", "readmit")

    def submitted(self, actor: Actor) -> list[Outcome]:
        judge = judge_of(self.memory, actor) if self.is_judging else actor
        return submit_many(self.changes, actor=judge, now=timezone.now())


def repair(verb: str) -> Callable[[HttpRequest, UUID], HttpResponse]:
    """Return the view of one of `OF_MEMORY`, by POST and inside the scope."""

    def view(request: HttpRequest, memory_id: UUID) -> HttpResponse:
        memory = get_object_or_404(Memory, id=memory_id, state=LifecycleState.ACTIVE)
        message = TEXT_UNCHANGED if verb == "unmerge" and keeps_text(memory) else OF_MEMORY[verb][1]
        return RepairedMemory(memory, verb, message)

    return view


def unlink(request: HttpRequest, relation_id: UUID) -> HttpResponse:
    """Redirect back to the page of the end that the button was on."""
    relation = get_object_or_404(Relation, id=relation_id)
    ends = {str(relation.from_memory_id), str(relation.to_memory_id)}
    here = request.POST.get("memory", "")
    place = _page(UUID(here) if here in ends else relation.from_memory_id)
    return GateRedirect(place, [UnlinkMemories(relation_id=relation.id)], done=_("The link was removed."))


def _page(memory_id: UUID) -> str:
    return reverse("admin:memories_memory_change", args=[memory_id])
