"""Other open requests about the same field, which have cards of their own."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils.text import Truncator

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from interfaces.competing_requests import MANY, head
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import in_quotes
from interfaces.pages.texts.wording import headline_text, readable

LONGEST: Final = 140
MOST_READ: Final = 100  # requests, the newest


@dataclass(frozen=True, slots=True)
class RelatedRequest:
    """Another request with its link text `label`; `text` is the requested text, empty where it requests none."""

    id: UUID
    text: str
    label: str


def related_requests(
    pending: Sequence[Proposal], among: ProposalQuerySet, faces: Faces
) -> dict[UUID, list[RelatedRequest]]:
    """Return, by request id, the other requests `among` those of the same person about the same single-valued field, or
    the same value of a multi-valued field; newest first. One query where any request states a field."""
    fields = {one.partition("=")[0] for row in pending for one in row.claims}
    people = {row.person_id for row in pending if row.person_id}
    if not fields or not people:
        return {}
    others = [(row, subjects_of(row.claims)) for row in _stating(fields, people, among)]
    return {
        one.id: [
            _related(other, faces)
            for other, subjects in others
            if other.id != one.id and other.person_id == one.person_id and subjects & own
        ]
        for one in pending
        if (own := subjects_of(one.claims))
    }


def open_related_requests(answered: Proposal, among: ProposalQuerySet) -> list[Proposal]:
    """Return the open requests `among` those of the same person about the same subject, as above; newest first. One
    query where the request states a field."""
    subjects = subjects_of(answered.claims)
    if not subjects or not answered.person_id:
        return []
    rows = _stating({one.partition("=")[0] for one in subjects}, {answered.person_id}, among.pending())
    return [row for row in rows if row.id != answered.id and subjects_of(row.claims) & subjects]


def _stating(fields: Collection[str], people: Collection[UUID], among: ProposalQuerySet) -> Sequence[Proposal]:
    claimed = reduce(or_, (Q(claims__icontains=f"{field}=") for field in sorted(fields)))
    return list(among.filter(claimed, person_id__in=people).order_by("-created_at", "-id")[:MOST_READ])


def subjects_of(claims: Collection[str]) -> set[str]:
    """Return the claimed fields, multi-valued ones with their value."""
    parts = ((one, *one.partition("=")) for one in claims)
    return {claim if field.partition(".")[2] in MANY else field for claim, field, _equals, _value in parts}


def _related(row: Proposal, faces: Faces) -> RelatedRequest:
    text = _text(row)
    sentence = headline_text(row, faces.name(row.actor_label, row.agent_id)).removesuffix(".")
    return RelatedRequest(row.id, text, in_quotes(text) if text else sentence)


def _text(row: Proposal) -> str:
    return Truncator(readable(head(row.new_value))).chars(LONGEST)


def without(found: Iterable[RelatedRequest], shown: Collection[Proposal]) -> list[RelatedRequest]:
    """Leave out requests that are on the same card or request the same text; each one once."""
    ids, texts = {row.id for row in shown}, {text for row in shown if (text := _text(row))}
    return [one for one in dict.fromkeys(found) if one.id not in ids and one.text not in texts]
