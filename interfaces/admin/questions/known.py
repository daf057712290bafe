"""What was known of a text's fields when somebody asked to remember it."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.text import capfirst

from consent.changes import KINDS
from consent.models import Proposal
from interfaces.admin.wording import field_words
from interfaces.plain_words import labelled
from memories.models import Fact

MOST_VALUES = 10


def known_when_asked(question: Proposal) -> Sequence[str]:
    """ "City: Porto", in the order of the fields' names; nothing for a question about a field, or a text that changes
    another. One query where the text states a field."""
    fields = {claim.partition("=")[0] for claim in question.claims}
    if KINDS[question.change["type"]].sets_a_field or question.old_value or not question.person_id or not fields:
        return []
    keys = {field.partition(".")[2] for field in fields}
    stood = Q(valid_to__isnull=True) | Q(valid_to__gt=question.created_at)
    rows = Fact.objects.filter(stood, person_id=question.person_id, key__in=keys, valid_from__lt=question.created_at)
    named = [(f"{row.category}.{row.key}", row.value) for row in rows.order_by("key", "item")]
    told = [labelled(capfirst(field_words(field)), value) for field, value in named if field in fields]
    return told[:MOST_VALUES]
