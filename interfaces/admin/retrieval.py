"""What agents asked and received."""

from django.contrib import admin
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from interfaces.admin.filters import AgentFilter
from interfaces.admin.staff_admin import StaffModelAdmin
from retrieval.models import RetrievalEvent

LIST_CHARACTERS = 100


@admin.register(RetrievalEvent)
class RetrievalEventAdmin(StaffModelAdmin):
    list_display = ("question", "actor_label", "purpose", "received", "created_at")
    list_filter = ("purpose", AgentFilter, "created_at")
    search_fields = ("query", "actor_label")
    ordering = ("-created_at",)

    @admin.display(description=_("Question"))
    def question(self, row: RetrievalEvent) -> str:
        return Truncator(row.query).chars(LIST_CHARACTERS)

    @admin.display(description=_("Results"))
    def received(self, row: RetrievalEvent) -> int:
        return len(row.results)
