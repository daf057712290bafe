"""Sets a field to the value that an approved sentence states, where the person wants both."""

from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from consent import gate
from consent.changes.correction import corrections
from consent.outcomes import Outcome
from interfaces.pages.texts.change_kinds import memory_link
from interfaces.pages.texts.wording import PLURAL_KEYS, field_name, readable
from memories.models import Fact
from workspaces import scope
from workspaces.actors import Actor


def set_as_stated(fact: Fact, value: str, *, actor: Actor, now: datetime) -> Outcome:
    """Set the field as the person's own statement. Runs outside any scope."""
    with scope.enter(actor.workspace_id):
        memory = fact.memory
        (change,) = corrections(memory, fact, content=value, change_id=memory.change_id)
    return gate.submit(change, actor=actor, now=now)


def field_set(fact: Fact, value: str) -> SafeString:
    """Return the message, "Your city is “Viseu” now.", with a link to the memory."""
    text = _("Your {field} is “{value}” now. {link}")
    if fact.key in PLURAL_KEYS:
        text = pgettext("plural", "Your {field} are “{value}” now. {link}")
    return format_html(text, field=field_name(fact.key), value=readable(value), link=memory_link(fact.memory_id))
