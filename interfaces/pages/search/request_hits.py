"""Requests as search results: the saved value, or the requested one where that has the words."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.models.proposal import ProposalState
from interfaces.competing_requests import SET
from interfaces.pages.cards import request_status
from interfaces.pages.cards.amendments import saved_values_by_request
from interfaces.pages.cards.superseded_requests import successors_of
from interfaces.pages.memories.field_names import categories_named, fields_named
from interfaces.pages.search.excerpts import excerpt
from interfaces.pages.search.hits import MARK
from interfaces.pages.texts import change_kinds, wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import text_alone
from interfaces.removed_numbers import without_numbers


class Found(NamedTuple):
    """The text with the words marked, and how the request ended."""

    text: SafeString
    verdict: str


def found_requests(rows: Sequence[Proposal], words: Sequence[str], faces: Faces, *, now: datetime) -> dict[UUID, Found]:
    """Return results by the requests' ids; queries of `successors_of` and `saved_values_by_request`. Runs in the
    entered scope."""
    joined, saved = successors_of(rows), saved_values_by_request(rows)
    found = {}
    for row in rows:
        verdict = request_status.verdict(row, joined.get(row.id), is_open=row.expires_at > now)
        found[row.id] = _found(row, saved[row.id].label if row.id in saved else verdict, words, faces)
    return found


def requests_naming(words: str) -> Q:
    """Select requests about the fields or subjects that the words name, in any language of the pages."""
    found = Q(category__in=sorted(categories_named(words)))
    with_claims = Proposal.objects.annotate(claims_text=Cast("claims", TextField()))
    for key in sorted(fields_named(words)):
        found |= Q(field__endswith=f".{key}") | Q(field__contains=f".{key}:")
        found |= Q(id__in=with_claims.filter(claims_text__contains=f".{key}=").values("id"))
    return found


def _found(row: Proposal, verdict: str, words: Sequence[str], faces: Faces) -> Found:
    headline = wording.headline_text(row, faces.name(row.actor_label, row.agent_id))
    value = text_alone(row.value_in_force)
    text = excerpt(headline if value in headline else value, words)
    requested = excerpt(_requested_text(row, value), words) if row.state == ProposalState.AMENDED else SafeString("")
    if MARK in text or MARK not in requested:
        other_match = "" if MARK in text else _other_match(row, words, headline)
        return Found(text, format_html("{} · {}", verdict, other_match) if other_match else verdict)
    return Found(
        requested, _("Asked for. Saved instead: {value}").format(value=str(change_kinds.QUOTED).format(value=value))
    )


def _other_match(row: Proposal, words: Sequence[str], headline: str) -> SafeString | str:
    """Return another part with the words: the reason, the value before, or the request as a sentence; else empty."""
    for title, text in ((_("Reason"), wording.readable(row.reason)), (_("Before"), text_alone(row.old_value))):
        if MARK in (found := excerpt(text, words)):
            return format_html(
                _("{name}: {value}"), name=title, value=format_html(str(change_kinds.QUOTED), value=found)
            )
    return found if MARK in (found := excerpt(headline, words)) else ""


def _requested_text(row: Proposal, saved: str) -> str:
    """Return the requested text without the numbers that the person removed from it."""
    requested = text_alone(row.new_value)
    return requested if row.change["type"] == SET else without_numbers(requested, beside=saved)
