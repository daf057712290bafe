"""The slowest queries and the largest tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import nlargest
from operator import attrgetter
from typing import Any

from django.db import connection
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from interfaces.admin.texts.actors import agent_names, who_acted
from retrieval.models import RetrievalEvent

SLOWEST = 5
LOOKED_AT = 1000
LARGEST = 8
QUESTION_CHARACTERS = 80
TABLE_SIZES = """
    SELECT relname, pg_total_relation_size(oid) AS bytes FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY bytes DESC LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class Table:
    """`empty` is shown where there are no rows."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[Any]]
    empty: str


def all_tables(*, is_superuser: bool, now: datetime) -> list[Table]:
    tables = [_slowest(now)]
    return [*tables, _sizes()] if is_superuser else tables


def _slowest(now: datetime) -> Table:
    """Return the slowest among the last thousand questions of a day, few enough to sort here."""
    recent = RetrievalEvent.objects.filter(created_at__gte=now - timedelta(days=1)).order_by("-created_at")
    events = recent.only("query", "actor_label", "agent_id", *RetrievalEvent.TIMED)[:LOOKED_AT]
    slowest = nlargest(SLOWEST, events, key=attrgetter("milliseconds"))
    agents = agent_names() if slowest else {}
    rows = [
        (
            f"{event.milliseconds:.0f}\N{NO-BREAK SPACE}ms",
            format_html(
                '<a href="{}">{}</a>',
                reverse("admin:retrieval_retrievalevent_why", args=[event.id]),
                Truncator(event.query).chars(QUESTION_CHARACTERS),
            ),
            who_acted(event, agents),
        )
        for event in slowest
    ]
    headers = [_("Time"), _("Question"), _("Asked by")]
    return Table(_("Slowest queries of the last day"), headers, rows, _("No queries in the last day."))


def _sizes() -> Table:
    with connection.cursor() as cursor:
        cursor.execute(TABLE_SIZES, [LARGEST])
        rows = [(name, filesizeformat(size)) for name, size in cursor.fetchall()]
    return Table(_("Largest tables"), [_("Table"), _("Size with indexes")], rows, "")
