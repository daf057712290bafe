"""Conversations, change logs and checkpoints; read only."""

from typing import Any

from django.contrib import admin
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from consent.models import Proposal
from conversations.checkpoint_queries import with_sizes
from conversations.models import ChangeLog, Checkpoint, Session, ThreadRevision, Turn, WithheldValue
from interfaces.admin.activity.conversation_outcome import outcome_of, outcome_of_turn
from interfaces.admin.activity.withheld_texts import note_withheld
from interfaces.admin.tables.editable_admin import initial_from_query
from interfaces.admin.tables.filters import CategoryFilter, EventFilter, NamedEmptyFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin, words_query
from interfaces.admin.texts.wording import field_words, moment, question_title, recorded_text, row_title, shortened
from interfaces.admin.views.permissions import staff_actor
from interfaces.spelling import newest_like
from workspaces.models import Agent
from workspaces.models.agent import CALLED

SHOWN_MESSAGES = 100  # messages of a conversation on its page


class OpenFilter(NamedEmptyFilter):
    """Whether a conversation is still open."""

    names = (_("Still open"), _("Over"))


@admin.register(Session)
class SessionAdmin(StaffModelAdmin):
    list_display = ("name", "person", "agents", "messages", "last_message", "status")
    list_filter = ("last_turn_at", ("closed_at", OpenFilter))
    list_select_related = ("person",)
    nothing_yet = _("What people and agents say is listed here once a connected agent stores it.")
    goes_on = ("admin:workspaces_agent_changelist", _("See the agents"))
    search_fields = ("title", "external_id", "thread_id", "person__name")
    search_help_text = _("Search what was said, a person or ID")
    ordering = (F("last_turn_at").desc(nulls_last=True), "-created_at")
    technical = (
        "person",
        "closed_at",
        "external_id",
        "thread_id",
        "summarised_turns",
        "unsummarised_turns",
        "erased_turns",
        "is_apart",
    )
    change_form_outer_before_template = "admin/conversation/messages.html"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show its messages, as far as staff may read them, around the one that a question comes from."""
        row = self.get_object(request, object_id)
        context = _messages(request, row) | outcome_of(row, staff_actor(request)) if row else {}
        context |= {"with_whom": _joined(row)} if row else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """Annotate the names of the agents that stored its messages."""
        stored = Turn.objects.filter(session=OuterRef(OuterRef("pk")), agent_id__isnull=False).values("agent_id")
        names = Agent.objects.filter(id__in=stored).order_by("name").values_list(CALLED, flat=True)
        rows: QuerySet[Session] = super().get_queryset(request)
        return rows.annotate(agent_names=ArraySubquery(names))

    def by_words(
        self, request: HttpRequest, queryset: QuerySet[Session], search_term: str
    ) -> tuple[QuerySet[Session], bool]:
        """Search also in messages, as far as staff may read them."""
        found, _has_several = super().by_words(request, queryset, search_term)
        if not search_term:
            return found, False
        turns = Turn.objects.visible_to(staff_actor(request), now=timezone.now())
        said = Q(search=words_query(search_term)) | Q(id__in=newest_like(turns, "content", search_term).values("id"))
        return queryset.filter(Q(id__in=found.values("id")) | Q(id__in=turns.filter(said).values("session_id"))), False

    def heading(self, row: Session) -> str:
        return conversation_name(row)

    @admin.display(description=_("Conversation"))
    def name(self, row: Session) -> str:
        return self.heading(row)

    @admin.display(description=_("With"))
    def agents(self, row: Session) -> str:
        return _joined(row) or "–"

    @admin.display(description=_("Messages"), ordering=F("turn_count") - F("erased_turns"))
    def messages(self, row: Session) -> int:
        return row.kept_turns

    @admin.display(description=_("Last message"), ordering="last_turn_at")
    def last_message(self, row: Session) -> str:
        return moment(row.last_turn_at if row.kept_turns else None)

    @display(description=_("Status"), ordering="closed_at", label={"open": "info", "over": "default"})  # type: ignore[untyped-decorator]
    def status(self, row: Session) -> tuple[str, Promise]:
        return ("open", _("Still open")) if row.closed_at is None else ("over", _("Over"))


def _joined(row: Session) -> str:
    """Return the names of its agents; empty without one."""
    return ", ".join(getattr(row, "agent_names", ()))


def conversation_name(row: Session) -> str:
    """Return its name, by default "Conversation of Ana, 27 November 2026"."""
    if (title := row_title(row)) == str(row):
        return capfirst(title)
    started = date_format(timezone.localtime(row.last_turn_at or row.created_at), "DATE_FORMAT")
    return gettext("Conversation of %(name)s, %(date)s") % {"name": row.person.name, "date": started}


def _messages(request: HttpRequest, session: Session) -> dict[str, Any]:
    """Return messages around the one named by `question` or `turn` in the address; without one, the first messages."""
    visible = Turn.objects.visible_to(staff_actor(request), now=timezone.now()).defer("search").filter(session=session)
    visible = visible.select_related("person")
    given = initial_from_query(request, "question", "turn")
    question = Proposal.objects.filter(id=given["question"]).first() if "question" in given else None
    if question is not None and question.is_refused:
        question = None
    wanted = question.evidence_turn_id if question else given.get("turn")
    meant = visible.filter(id=wanted).first() if wanted else None
    first = max(meant.position - SHOWN_MESSAGES // 2, 0) if meant else 0
    turns = list(visible.filter(position__gte=first).order_by("position")[: SHOWN_MESSAGES + 1])
    note_withheld(turns)
    return {
        "turns": turns[:SHOWN_MESSAGES],
        "session": session,
        "is_cut": len(turns) > SHOWN_MESSAGES or visible.filter(position__lt=first).exists(),
        "meant": meant,
        "question": question if meant else None,
        "asked": question_title(question) if question else "",
    }


@admin.register(Turn)
class TurnAdmin(StaffModelAdmin):
    """One message: its text, its speaker, and its results; the stored fields are folded."""

    list_display = ("excerpt", "role", "speaker", "session", "position", "occurred_at")
    list_filter = ("role", "occurred_at")
    list_select_related = ("session",)
    search_fields = ("content",)
    change_form_outer_before_template = "admin/conversation/message.html"
    full_text = "search"
    ordering = ("-created_at", "-id")
    exclude = deferred = ("search",)
    fieldsets = (
        (
            _("All fields"),
            {
                "classes": ["collapse"],
                "fields": (
                    *("position", "role", "speaker", "spoken_from", "label", "external_id", "occurred_at"),
                    *("created_at", "extracted_at", "indexed_at"),
                ),
            },
        ),
    )

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        turn = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if turn is not None and turn.erased_at is None:
            note_withheld([turn])
            beside = Turn.objects.not_deleted().filter(session=turn.session_id).only("id")
            context = outcome_of_turn(turn, staff_actor(request)) | {
                "turn": turn,
                "stored_by": Agent.objects.filter(id=turn.agent_id).first(),
                "before": beside.filter(position__lt=turn.position).order_by("-position").first(),
                "after": beside.filter(position__gt=turn.position).order_by("position").first(),
            }
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    def heading(self, row: Turn) -> str:
        return gettext("Message %(number)d of “%(name)s”") % {
            "number": row.position,
            "name": shortened(conversation_name(row.session)),
        }

    @admin.display(description=_("Text"))
    def excerpt(self, row: Turn) -> str:
        return shortened(row.content)


@admin.register(ThreadRevision)
class ThreadRevisionAdmin(StaffModelAdmin):
    list_display = ("thread_id", "person", "rev")
    list_select_related = ("person",)
    search_fields = ("thread_id", "person__name")
    ordering = ("thread_id",)


@admin.register(ChangeLog)
class ChangeLogAdmin(StaffModelAdmin):
    list_display = ("said", "event", "category", "person", "thread_id", "rev", "created_at")
    list_filter = (EventFilter, CategoryFilter)
    list_select_related = ("person",)
    search_fields = ("text", "thread_id")
    technical = ("thread_id",)
    ordering = ("-created_at",)

    @admin.display(description=_("Text"))
    def said(self, row: ChangeLog) -> str:
        """A fact's key in words."""
        return shortened(recorded_text(row.text))


@admin.register(Checkpoint)
class CheckpointAdmin(StaffModelAdmin):
    """Graph checkpoints (001 §15), with the stored size of each and of its thread."""

    list_display = (
        "thread_id", "person", "checkpoint_ns", "checkpoint_id", "bytes", "thread_states", "thread_bytes", "updated_at",
    )  # fmt: skip
    list_filter = ("is_single", "updated_at")
    list_select_related = ("person",)
    search_fields = ("thread_id", "checkpoint_id", "run_id", "person__name")
    ordering = ("-updated_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Checkpoint]:
        rows: QuerySet[Checkpoint] = super().get_queryset(request)
        return with_sizes(rows)

    @admin.display(description=_("Size"), ordering="size")
    def bytes(self, row: Checkpoint) -> str:
        return filesizeformat(getattr(row, "size", 0))

    @admin.display(description=_("Checkpoints in thread"), ordering="thread_states")
    def thread_states(self, row: Checkpoint) -> int:
        return getattr(row, "thread_states", 0)

    @admin.display(description=_("Thread size"), ordering="thread_size")
    def thread_bytes(self, row: Checkpoint) -> str:
        return filesizeformat(getattr(row, "thread_size", 0))


@admin.register(WithheldValue)
class WithheldValueAdmin(StaffModelAdmin):
    """Staff may read a value while its question is open, never after it was refused."""

    list_display = ("about", "what", "person", "is_waiting", "agent_id")
    list_filter = ("is_waiting",)
    list_select_related = ("person",)
    search_fields = ("key", "person__name")
    ordering = ("-id",)
    fields = ("person", "proposal_id", "about", "what", "agent_id", "is_waiting")
    readonly_fields = ("about", "what")

    @admin.display(description=_("Field"), ordering="key")
    def about(self, row: WithheldValue) -> str:
        return capfirst(field_words(row.key)) or "–"

    @admin.display(description=_("Value"))
    def what(self, row: WithheldValue) -> str:
        return row.value if row.is_waiting else "–"
