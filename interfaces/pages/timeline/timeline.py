"""The timeline: everything that happened to the memories, by day, and what others did since the last visit."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial

from django.conf import settings
from django.db.models import Count, Q
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from consent.proposals.undone_decisions import caused_by_undo, is_covered_by_update, revived_with_new_text
from interfaces.pages.access.access import of_everybody
from interfaces.pages.filters.filter_links import filter_links, query_with
from interfaces.pages.filters.filters import PERSON, STAFF, SYSTEM, UNDONE, TimelineFilters
from interfaces.pages.filters.week_chart import bounds_of, chosen_week, weeks_of
from interfaces.pages.history.days import Reads, days_of, merged_choices, merged_decisions, merged_values, reads_of
from interfaces.pages.history.entries import entries_for
from interfaces.pages.history.imported_files import with_files
from interfaces.pages.history.later_refusals import with_refusals
from interfaces.pages.memories.naming_days import memories_naming
from interfaces.pages.paging import CURSOR, Page, page_of
from interfaces.pages.person_view import PersonView
from interfaces.pages.timeline.action_verbs import requested_action
from interfaces.pages.timeline.forgotten_from import assistants_that_saved
from interfaces.pages.timeline.timeline_search import rows_with, with_changes
from interfaces.spelling import MOST_WORDS
from interfaces.typed_periods import Period, PeriodSearch, searched_period
from memories.models import History
from memories.models.choices import Event
from memories.models.history import HistoryQuerySet
from retrieval.explanation import content_words

# The events counted in the line at the top, in this order.
COUNTED = (
    Event.ADD,
    Event.UPDATE,
    Event.DELETE,
    Event.RESTORE,
    Event.TTL,
    Event.CONSENT,
    Event.EXPORT,
    Event.ACCESS,
    Event.RULE,
)
# Rows of one act have one timestamp and are on one page; more rows are from an import, where each is an act of its own.
MOST_OF_ACT = 100
# Reads that are counted for one page.
MOST_READS = 2_000
COOKIE = "timeline_seen"
COOKIE_DAYS = 180
# During a visit `since` does not move, so that reloading a page keeps its news.
VISIT = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Visits:
    """`since` is the end of the visit before this one, None at the first; `seen_at` is the latest view.

    Stored in a cookie, because reading changes nothing on the server.
    """

    since: datetime | None
    seen_at: datetime

    @classmethod
    def of(cls, request: HttpRequest, *, now: datetime) -> "Visits":
        """Read the cookie; an unreadable cookie counts as none."""
        since, _, seen = request.COOKIES.get(COOKIE, "").partition("_")
        seen_at = _parse_timestamp(seen)
        if seen_at is None or seen_at > now:
            return cls(None, now)
        return cls(_parse_timestamp(since) if now - seen_at < VISIT else seen_at, now)

    def save(self, response: HttpResponse) -> None:
        response.set_cookie(
            COOKIE,
            f"{self.since.timestamp() if self.since else ''}_{self.seen_at.timestamp()}",
            max_age=COOKIE_DAYS * 86_400,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


class TimelineView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        held = self.authorized_memories.order_by().values_list("category", flat=True).distinct()
        filters, visits = TimelineFilters(request.GET, held=held), Visits.of(request, now=self.now)
        asked = searched_period(filters.chosen.get("q", ""))
        week, (rows, is_partial, period) = chosen_week(request.GET), self.found(filters.chosen, asked)
        page = page_of(self.within(rows, week), "created_at", request.GET, most_of_time=MOST_OF_ACT)
        unmerged = entries_for(page.rows, new_since=visits.since)
        entries = with_refusals(with_files(merged_values(merged_decisions(merged_choices(unmerged)))))
        context = {
            "filters": filters,
            "chips": filter_links(filters, request.GET, "category", "who", "event"),
            "kept": [(name, value) for name, value in self.request.GET.items() if name not in ("q", CURSOR)],
            "weeks": weeks_of(
                self.changes(rows, filters.chosen),
                request.GET,
                today=timezone.localtime(self.now).date(),
                of_answers=filters.chosen.get("event") in (UNDONE, Event.CONSENT),
            ),
            "week": week,
            "all_weeks": query_with(request.GET, week=""),
            "page": page,
            "is_partial": is_partial,
            "period": period,
            "asked": asked.period if asked and not asked.words else None,
            "meant": self.suggested_words(filters.chosen.get("q", "")) if not page.rows else "",
            "found": self.count(self.within(rows, week), page, len(entries)) if "q" in filters.chosen else 0,
            "entries": entries,
            "days": days_of(entries, self.reads(filters.chosen, page, week), assistants_that_saved(entries)),
            "since": visits.since,
            "news": self.news(visits.since) if visits.since else [],
        }
        response = self.page("timeline/list.html", context)
        visits.save(response)
        return response

    def found(self, chosen: dict[str, str], asked: PeriodSearch | None) -> tuple[HistoryQuerySet, bool, Period | None]:
        """Return the rows, whether they have only some of the words, because none has all of them, as in *Memories*,
        and their period, where the words name one in which something happened; else rows of memories that name the
        day."""
        if asked:
            others = {name: value for name, value in {**chosen, "q": asked.words}.items() if value}
            of_then = self.rows(others).filter(asked.period.holds("created_at"))
            if of_then.exists():
                return of_then, False, asked.period
            naming = self.rows(others).filter(memory_id__in=memories_naming(asked.period, self.actor.person_id))
            if naming.exists():
                return naming, False, None
        rows, words = self.rows(chosen), chosen.get("q", "").split()
        if len(words) < 2 or (asked and not asked.words) or rows.exists():
            return rows, False, None
        with_any = Q(id__in=[])
        for word in words[:MOST_WORDS]:
            with_any |= Q(id__in=self.rows(chosen | {"q": word}).order_by().values("id"))
        return self.history.filter(with_any), True, None

    def rows(self, chosen: dict[str, str]) -> HistoryQuerySet:
        """Return the filtered rows. Links between memories change none, so they are listed only when filtering for them
        or for the server.

        Changes of who may read about everybody are listed only when filtering for changes of access.
        """
        conditions: dict[str, str] = {"category": chosen["category"]} if "category" in chosen else {}
        if "who" in chosen:
            is_kind = chosen["who"] in (PERSON, STAFF, SYSTEM)
            conditions["actor_kind" if is_kind else "actor_label"] = chosen["who"]
        history = self.history
        if chosen.get("event") == Event.ACCESS:
            history |= History.objects.filter(of_everybody())
        rows = of_event(history.filter(**conditions), chosen.get("event", ""))
        if "event" not in chosen and chosen.get("who") != SYSTEM:
            rows = rows.exclude(event=Event.LINK)
        if "q" not in chosen:
            return rows
        return self.with_words(chosen["q"], rows)

    def with_words(self, words: str, rows: HistoryQuerySet) -> HistoryQuerySet:
        """Return rows with all the words; a word that names an action selects its rows, which need only the other
        words: "what did I refuse"."""
        search = partial(rows_with, proposals=self.proposals, person_id=self.actor.person_id)
        found = search(words, rows)
        action, others = requested_action(content_words(words))
        if action is None:
            return found
        done = with_changes(rows.filter(action), rows)
        by_action = search(" ".join(others), done) if others else done
        return rows.filter(Q(id__in=found.order_by().values("id")) | Q(id__in=by_action.order_by().values("id")))

    def changes(self, rows: HistoryQuerySet, chosen: dict[str, str]) -> HistoryQuerySet:
        """Return the rows that the chart counts; an approval and its change are two rows, but one change."""
        return rows if "event" in chosen else rows.exclude(event=Event.CONSENT)

    def within(self, rows: HistoryQuerySet, week: date | None) -> HistoryQuerySet:
        if week is None:
            return rows
        start, end = bounds_of(week)
        return rows.filter(created_at__gte=start, created_at__lt=end)

    @staticmethod
    def count(rows: HistoryQuerySet, page: Page[History], shown: int) -> int:
        """Return the number of entries: those of the page where it is the only one, else rows, with a decision and its
        changes as one."""
        if not page.older and not page.newest:
            return shown
        unmerged = rows.exclude(is_covered_by_update()).order_by()
        return unmerged.values(entry_id=Coalesce("decision_id", "id")).distinct().count()

    def reads(self, chosen: dict[str, str], page: Page[History], week: date | None) -> dict[date, list[Reads]]:
        """Return who read on the days of the page, unless it is filtered by something that reads do not have; one
        query."""
        if chosen.keys() - {"who"}:
            return {}
        events = self.retrieval_events.by_others()
        if "who" in chosen:
            events = events.filter(actor_label=chosen["who"])
        if week is not None:
            start, end = bounds_of(week)
            events = events.filter(created_at__gte=start, created_at__lt=end)
        if page.older:
            events = events.filter(created_at__gt=page.rows[-1].created_at)
        if page.newest and page.rows:
            events = events.filter(created_at__lte=page.rows[0].created_at)
        latest = events.order_by("-created_at").values_list("created_at", "actor_label", "agent_id")
        return reads_of(latest[:MOST_READS], most=MOST_READS)

    def news(self, since: datetime) -> list[tuple[str, int]]:
        """Return how often others caused each event since then."""
        rows = self.history.filter(~Q(actor_kind=PERSON), created_at__gt=since).exclude(is_covered_by_update())
        counts = dict(rows.order_by().values_list("event").annotate(count=Count("*")))
        return [(event, counts[event]) for event in COUNTED if event in counts]


def of_event(rows: HistoryQuerySet, event: str) -> HistoryQuerySet:
    """Select the rows of an event. Rows of an undo belong only to that filter, whatever their event is."""
    if event == UNDONE:
        return rows.filter(caused_by_undo())
    shown = rows.filter(~caused_by_undo(), event=event) if event else rows
    if event not in (Event.RESTORE, Event.UPDATE):
        return shown
    return shown.filter(~revived_with_new_text()).exclude(is_covered_by_update())


def _parse_timestamp(text: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(float(text), UTC)
    except (ValueError, OverflowError, OSError):
        return None
