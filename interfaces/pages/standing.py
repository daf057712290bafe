"""What approving a sentence leaves as it was: a field of the person that says something else."""

from uuid import UUID

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from consent.models import Proposal
from interfaces.competing import differing_fact
from interfaces.pages import wording


def standing_note(proposal: Proposal, person_id: UUID | None) -> SafeString:
    """ "Your city is still “Porto”", with a link to change it, after "Ana lives in Faro." was approved; else empty. In
    the entered scope."""
    fact = differing_fact(proposal, person_id)
    if fact is None:
        return SafeString("")
    link = format_html('<a href="{}">{}</a>', reverse("pages:edit", args=[fact.memory_id]), _("Change it"))
    text = _("Your {field} is still “{value}”. {link}")
    note = format_html(text, field=wording.field_name(fact.key), value=wording.readable(fact.value), link=link)
    return mark_safe(capfirst(note))  # noqa: S308 -- all of it is escaped
