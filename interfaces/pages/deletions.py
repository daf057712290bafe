"""The receipts of the messages and conversations that a person deleted: when, how many, and the proof of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from interfaces.pages.assistants import Faces
from interfaces.pages.entries import setup_text
from interfaces.pages.person_view import PersonView
from memories.models import History
from memories.models.choices import Event
from memories.models.history import HistoryQuerySet
from operations.privacy.erase_messages import CONVERSATION, MESSAGE
from operations.privacy.erasure_receipt import receipt_of_messages

MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class Deletion:
    """A deletion by its row of History; `where` names the day of the conversation and the assistants in it."""

    row: History
    where: str

    @property
    def is_whole(self) -> bool:
        return bool(self.row.meta["erased"] == CONVERSATION)

    @property
    def count(self) -> int:
        return int(self.row.meta["messages"])


def deletions_of(person_id: UUID, history: HistoryQuerySet) -> HistoryQuerySet:
    """The latest first."""
    rows = history.filter(person_id=person_id, event=Event.PURGE, meta__erased__in=[MESSAGE, CONVERSATION])
    return rows.order_by("-created_at", "-id")


def listed_deletions(person_id: UUID | None, history: HistoryQuerySet) -> Sequence[Deletion]:
    """The latest; two queries at most. In the entered scope."""
    rows = list(deletions_of(person_id, history)[:MOST_LISTED]) if person_id else []
    faces = Faces.load() if rows else Faces([])
    return [_deletion(row, faces) for row in rows]


def _deletion(row: History, faces: Faces) -> Deletion:
    return Deletion(row, setup_text(row.meta, faces, is_own=True))


class DeletionView(PersonView):
    """The receipt, to be read."""

    def get(self, request: HttpRequest, deletion_id: UUID) -> HttpResponse:
        return self.page("my_data/deletion.html", {"deletion": _deletion(self.find(deletion_id), Faces.load())})

    def find(self, deletion_id: UUID) -> History:
        return get_object_or_404(deletions_of(self.person_id, self.history), id=deletion_id)


class DeletionReceiptView(DeletionView):
    """The same as a file, with the proof from the sealed history."""

    def get(self, request: HttpRequest, deletion_id: UUID) -> HttpResponse:
        receipt = receipt_of_messages(self.find(deletion_id))
        headers = {"Content-Disposition": f'attachment; filename="deletion-{deletion_id}.json"'}
        return HttpResponse(json.dumps(receipt, indent=2), content_type="application/json", headers=headers)
