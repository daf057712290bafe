"""The receipts of deleted messages and conversations: when, how many, and the signed proof."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from interfaces.pages.history.entries import setup_text
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.actors import Faces
from memories.models import History
from memories.models.choices import Event
from memories.models.history import HistoryQuerySet
from operations.models import Tombstone
from operations.privacy.erase_messages import CONVERSATION, MESSAGE
from operations.privacy.erasure_receipt import receipt_of_messages
from workspaces.models import Membership

MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class Deletion:
    """A deletion by its row of History; `where` names the day and the assistants of the conversation.

    `is_erased`: all data about the person was erased since, or is being erased.
    """

    row: History
    where: str
    is_erased: bool = False

    @property
    def is_whole(self) -> bool:
        return bool(self.row.meta["erased"] == CONVERSATION)

    @property
    def count(self) -> int:
        return int(self.row.meta["messages"])

    @property
    def forgotten(self) -> int:
        """The number of memories forgotten with it; none for old rows, which do not have it."""
        return int(self.row.meta.get("forgotten", 0))


def deletions_of(membership: Membership) -> HistoryQuerySet:
    """Return the deletions, latest first: the person's own, and those that a login made before its person's data was
    erased."""
    erased = Tombstone.objects.filter(requested_by=membership.account_id, is_own=True)
    own = Q(person_id=membership.person_id) if membership.person_id else Q()
    before = Q(person_id__in=erased.values("person_id"), actor_id=membership.account_id)
    rows = History.objects.filter(own | before)
    rows = rows.filter(event=Event.PURGE, meta__erased__in=[MESSAGE, CONVERSATION])
    return rows.order_by("-created_at", "-id")


def listed_deletions(membership: Membership) -> Sequence[Deletion]:
    """Return the latest deletions; two queries at most. Runs in the entered scope."""
    rows = list(deletions_of(membership)[:MOST_LISTED])
    faces = Faces.load() if rows else Faces([])
    return [_deletion(row, faces) for row in rows]


def _deletion(row: History, faces: Faces) -> Deletion:
    return Deletion(row, setup_text(row.meta, faces, is_own=True))


class DeletionView(PersonView):
    """The receipt as a page."""

    def get(self, request: HttpRequest, deletion_id: UUID) -> HttpResponse:
        found = _deletion(self.find(deletion_id), Faces.load())
        person_id = found.row.person_id
        is_erased = Tombstone.objects.filter(person_id__in=[person_id]).exists()
        return self.page("my_data/deletion.html", {"deletion": replace(found, is_erased=is_erased)})

    def find(self, deletion_id: UUID) -> History:
        return get_object_or_404(deletions_of(self.membership), id=deletion_id)


class DeletionReceiptView(DeletionView):
    """The same as a file, with the proof from the sealed history."""

    def get(self, request: HttpRequest, deletion_id: UUID) -> HttpResponse:
        receipt = receipt_of_messages(self.find(deletion_id))
        headers = {"Content-Disposition": f'attachment; filename="deletion-{deletion_id}.json"'}
        return HttpResponse(json.dumps(receipt, indent=2), content_type="application/json", headers=headers)
