"""What is said of several memories that were changed at once: which, and the way back."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from consent.changes import Change
from consent.outcomes import Applied, Outcome
from interfaces.admin.after_scope import GateRedirect
from interfaces.admin.filters import WRONG
from interfaces.admin.wording import names_of
from memories.models.choices import LifecycleState


class ChangedMemories(GateRedirect):
    """Names what was changed, with the way back where there is one."""

    done = _("Restored: %(names)s")
    way_back: tuple[Any, str] | None = None

    def __init__(self, redirect_to: str, change: Callable[..., Change], names: dict[UUID, str]) -> None:
        super().__init__(redirect_to, [change(memory_id=row_id) for row_id in names], done=self.done)
        self.names = list(names.values())

    def summary(self, outcomes: Sequence[Outcome]) -> str:
        pairs = zip(self.names, outcomes, strict=True)
        text = str(self.done) % {"names": names_of([name for name, one in pairs if isinstance(one, Applied)])}
        if self.way_back is None:
            return text
        link, state = self.way_back
        page = reverse("admin:memories_memory_changelist", query={"state__exact": state})
        return format_html('{} <a class="underline" href="{}">{}</a>', text, page, link)


class ForgottenMemories(ChangedMemories):
    done = _("Forgotten: %(names)s")
    way_back = (_("Restore what is forgotten"), LifecycleState.SOFT_DELETED.value)


class RejectedMemories(ChangedMemories):
    """Each is marked as correct on its page."""

    done = _("Marked as wrong, agents no longer find them: %(names)s")
    way_back = (_("Undo: open one and mark it as correct"), WRONG)
