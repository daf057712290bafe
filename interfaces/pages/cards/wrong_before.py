"""Requests for what was marked as wrong, in other words: the cards say so."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from consent.changes import Change, from_json
from consent.models import Proposal
from consent.rejected_texts import says_alike
from consent.stored import may_be_revoked
from interfaces.pages.texts.change_kinds import memory_link
from interfaces.pages.texts.wording import memory_text
from memories.denials import last_rejection
from memories.models import Memory
from memories.models.choices import ValidationStatus
from memories.repetitions import MOST_REVOKED
from workspaces.actors import ActorKind

BY_PERSON, BY_OTHERS = (
    _("It is like “{text}”, which you marked as wrong."),
    _("It is like “{text}”, which was marked as wrong."),
)
SHORT_CHARACTERS: Final = 80


def wrong_before(questions: Sequence[Proposal]) -> Mapping[UUID, SafeString]:
    """Return, by open question, a note with a link on the memory that was marked as wrong and that it says in other
    words. One query, and one for each note; runs in the entered scope."""
    asked = [(one, change) for one in questions if may_be_revoked(change := from_json(one.change))]
    people = {one.person_id for one, _change in asked if one.person_id}
    rejected = Memory.objects.filter(person_id__in=people, validation_status=ValidationStatus.REJECTED)
    newest = list(rejected.select_related("current").order_by("-updated_at")[:MOST_REVOKED]) if people else []
    found = {one.id: alike for one, change in asked if (alike := _alike(one, change, newest))}
    return {name: _note(memory) for name, memory in found.items()}


def _alike(question: Proposal, change: Change, rejected: Sequence[Memory]) -> Memory | None:
    content = change.fact.content if change.fact else change.stated_text()
    others = [one for one in rejected if one.person_id == question.person_id and one.id != question.memory_id]
    return next(iter(says_alike(content, others, is_field=change.sets_a_field)), None) if content else None


def _note(memory: Memory) -> SafeString:
    rejection = last_rejection(memory)
    is_own = rejection is not None and rejection.actor_kind == ActorKind.PERSON
    text = Truncator(memory_text(memory)).chars(SHORT_CHARACTERS).removesuffix(".")
    return format_html("{} {}", str(BY_PERSON if is_own else BY_OTHERS).format(text=text), memory_link(memory.id))
