"""What a rule about consent applies to, in words, for the pages and the admin."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from consent.policies.file import PolicyEntry
from consent.policies.rules import FREE
from interfaces import plain_words
from interfaces.plain_words import MEMORY_TYPES
from memories.models.choices import Trust
from memories.models.fact import FactCategory
from workspaces.models import Agent, Person
from workspaces.models.grant import CEILINGS


def applies_to(entry: PolicyEntry) -> str:
    """Return what a rule applies to, in words. A rule without a field does not loosen the defaults' protection."""
    what = ", ".join(_criteria(entry)) or _("everything")
    is_held = entry.outcome in FREE and not (entry.fact_key or entry.fact_category)
    return _("%(what)s, but for what is protected by default") % {"what": what} if is_held else what


def _criteria(entry: PolicyEntry) -> Iterator[str]:
    if entry.fact_key:
        yield _("field “%(name)s”") % {"name": plain_words.name_of(entry.fact_key)}
    if entry.fact_category:
        yield _("facts of kind “%(name)s”") % {"name": FactCategory(entry.fact_category).label}
    if entry.category:
        yield _("category “%(name)s”") % {"name": plain_words.name_of(entry.category)}
    if entry.memory_type:
        yield _("type “%(name)s”") % {"name": MEMORY_TYPES[entry.memory_type]}
    if entry.sensitivity:
        yield _("sensitivity “%(name)s”") % {"name": dict(CEILINGS).get(entry.sensitivity, entry.sensitivity)}
    if entry.origin:
        yield _("origin “%(name)s”") % {"name": Trust(entry.origin).label}
    if entry.person:
        person = Person.objects.filter(id=entry.person).first()
        yield _("about %(name)s alone") % {"name": person.name if person else _("somebody who is gone")}
    if entry.agent:
        agent = Agent.objects.filter(name=entry.agent).first()
        yield _("agent “%(name)s”") % {"name": agent.called if agent else entry.agent}
