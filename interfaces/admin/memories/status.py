"""Whether agents can find a memory, and if not, why. Shown in the list of memories."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from interfaces.admin.memories.text_search import suggestions_for
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.filters import WRONG
from interfaces.admin.texts.wording import MEMORY_STATES
from interfaces.admin.views.permissions import staff_actor
from memories.models import Memory
from memories.models.choices import LifecycleState, ValidationStatus

EXPIRED, WAITING = "expired", "waiting"
STATUSES = MEMORY_STATES | {
    WRONG: _("Marked as wrong"),
    EXPIRED: _("Expired"),
    WAITING: _("Kept, a change awaits approval"),
}
STATUS_COLOURS = {
    LifecycleState.ACTIVE: "success",
    LifecycleState.SOFT_DELETED: "default",
    LifecycleState.SUPERSEDED: "default",
    WRONG: "danger",
    EXPIRED: "default",
    WAITING: "warning",
}

NOTHING_FORGOTTEN = _(
    "Nothing is forgotten. What people or staff forget stands here until it is erased, and can be restored until then."
)


class MemoryList(DeclaredLookups):
    """Notes on each row whether a question about a change of it is open."""

    @property
    def nothing(self) -> Any:
        is_of_forgotten = self.params == {"state__exact": LifecycleState.SOFT_DELETED} and not self.query
        return NOTHING_FORGOTTEN if is_of_forgotten else ""

    def suggested_words(self) -> str:
        return suggestions_for(self.query, self.reader, now=timezone.now())

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.reader = staff_actor(request)
        self.has_some_words = bool(self.result_count) and getattr(request, "has_some_words", False)
        rows = Proposal.objects.unmuted().pending().filter(memory_id__in=[row.pk for row in self.result_list])
        asked = set(rows.values_list("memory_id", flat=True))
        for row in self.result_list:
            row.is_asked = row.pk in asked


def status_of(row: Memory) -> str:
    """Return whether agents can find it, and if not, why."""
    if row.state != LifecycleState.ACTIVE:
        return row.state
    if row.validation_status == ValidationStatus.REJECTED:
        return WRONG
    if row.has_expired(timezone.now()):
        return EXPIRED
    return WAITING if getattr(row, "is_asked", False) else row.state
