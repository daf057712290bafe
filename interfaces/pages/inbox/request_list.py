"""The list of open requests: paging, the position in it, and the selected requests."""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from interfaces.competing_requests import Questions, open_questions
from interfaces.pages.filters.filters import STAFF, InboxFilters
from interfaces.pages.filters.request_subjects import about
from interfaces.pages.paging import Page, Span, page_of, span_of
from interfaces.pages.person_view import parse_id

# The page stays below 120 kB.
CARDS = 20
# Up to this many fit on one page, so that the next page never has a single card.
MOST_CARDS = 22
# Session key of the selected requests that are not answered yet.
SELECTED = "selected_requests"


def requests_at(
    proposals: ProposalQuerySet, chosen: Mapping[str, str], query: QueryDict
) -> tuple[Page[Proposal], Questions]:
    """Return the page of the list that `query` asks for, and how the open requests are grouped into questions."""
    questions = _questions(proposals, chosen)
    rows = _listed_rows(proposals, chosen, questions)
    return page_of(rows, "created_at", query, size=CARDS, at_most=MOST_CARDS), questions


def span_at(
    proposals: ProposalQuerySet, chosen: Mapping[str, str], page: Page[Proposal], questions: Questions
) -> Span | None:
    """Return the position of a page in the list; None where the page is the whole list."""
    return span_of(_listed_rows(proposals, chosen, questions), "created_at", page)


def _listed_rows(proposals: ProposalQuerySet, chosen: Mapping[str, str], questions: Questions) -> QuerySet[Proposal]:
    return open_rows(proposals, chosen).exclude(id__in=questions.behind)


def open_in_order(proposals: ProposalQuerySet) -> list[list[UUID]]:
    """Return all questions of the list, newest first, each with its requests. Two queries."""
    found = open_questions(proposals)
    members = {ids[0]: ids for ids in found.choices.values()}
    rows = proposals.pending().exclude(id__in=found.behind).order_by("-created_at", "-id")
    return [members.get(one, [one]) for one in rows.values_list("id", flat=True)]


def open_rows(proposals: ProposalQuerySet, chosen: Mapping[str, str]) -> QuerySet[Proposal]:
    rows = proposals.pending()
    if subject := chosen.get("category"):
        rows = rows.filter(about(subject))
    if (who := chosen.get("who")) == STAFF:
        return rows.filter(actor_label__startswith=f"{STAFF}:")
    return rows.filter(actor_label=who) if who else rows


def _questions(proposals: ProposalQuerySet, chosen: Mapping[str, str]) -> Questions:
    """Group the open requests into questions; in a filtered list, a listed request represents its group."""
    if not any(chosen.get(name) for name in ("category", "who")):
        return open_questions(proposals)
    grouped_cards = set(open_rows(proposals, chosen).values_list("id", flat=True))
    found = open_questions(proposals, first=grouped_cards)
    ordered = {field: sorted(ids, key=lambda one: one not in grouped_cards) for field, ids in found.choices.items()}
    return Questions({field: ids for field, ids in ordered.items() if ids[0] in grouped_cards}, found.repeated)


def card_address(proposals: ProposalQuerySet, opened: Collection[UUID], place: str) -> str:
    """Return the URL of the first of these requests in the list page `place`; empty where none is on it. A choice
    represents its competing requests.

    Runs in the entered scope.
    """
    query = QueryDict(place)
    page, questions = requests_at(proposals, InboxFilters(query).chosen, query)
    members = {ids[0]: ids for ids in questions.choices.values()}
    for row in page.rows:
        if not set(members.get(row.id, [row.id])).isdisjoint(opened):
            return f"{list_address(place)}#{'choice' if row.id in members else 'proposal'}-{row.id}"
    return ""


def list_address(place: str) -> str:
    """Return the URL of the list with the page and filters of a query string."""
    return reverse("pages:inbox") + (f"?{query}" if (query := QueryDict(place).urlencode()) else "")


def selected_ids(form: QueryDict) -> list[UUID]:
    """Return the selected requests; the form has each as its id and the hash of what was shown."""
    found = (parse_id(value.partition(":")[0]) for value in form.getlist("selected"))
    return [one for one in found if one]


def keep_selected(session: SessionBase, ids: Iterable[UUID]) -> None:
    if selected := [str(one) for one in ids]:
        session[SELECTED] = selected


def take_selected(session: SessionBase) -> set[UUID]:
    return {UUID(one) for one in session.pop(SELECTED, ())}
