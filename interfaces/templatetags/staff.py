"""Times and names as the admin shows them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import template

from consent.policies.dry_run import PastWrite
from interfaces.admin.policies.wording import outcome_sentence
from interfaces.admin.questions.reasons import reason_of
from interfaces.admin.texts.actors import acting_id, actor_name, agent_names, badge, who_acted
from interfaces.admin.texts.wording import (
    ago,
    ahead,
    category_label,
    ceiling_words,
    field_words,
    fields_in_words,
    formatted_value,
    is_removal,
    moment,
    proposed,
    proposed_value,
    question_subject,
    question_title,
    readable,
    recorded_text,
    row_title,
    sensitivity_label,
    version_text,
    without_codes,
    without_details,
)
from interfaces.plain_words import MEMORY_TYPES
from interfaces.roles import role_title
from workspaces.models import Account, Person
from workspaces.scope import current_workspace_id

register = template.Library()
register.filter("ago", ago)
register.filter("badge", badge)
register.filter("ahead", ahead)
register.filter("category_label", category_label)
register.filter("formatted_value", formatted_value)
register.filter("ceiling_words", ceiling_words)
register.filter("field_words", field_words)
register.filter("fields_in_words", fields_in_words)
register.filter("moment", moment)
register.filter("memory_type", lambda memory: MEMORY_TYPES[memory.memory_type])
register.filter("outcome_sentence", outcome_sentence)
register.filter("is_removal", is_removal)
register.filter("proposed", proposed)
register.filter("proposed_value", proposed_value)
register.filter("question_title", question_title)
register.filter("question_subject", question_subject)
register.filter("readable", readable)
register.filter("reason_of", reason_of)
register.filter("recorded_text", recorded_text)
register.filter("without_details", without_details)
register.filter("role_title", role_title)
register.filter("row_title", row_title)
register.filter("without_codes", without_codes)
register.filter("sensitivity_label", sensitivity_label)


@register.filter
def sentence(text: str) -> str:
    """Add a full stop, unless the text ends with one."""
    text = text.rstrip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


@register.filter
def memory_words(memory: Any) -> str:
    """Return a memory's present text; a fact's key in words."""
    return version_text(memory.current.content if memory.current else "", is_fact=memory.is_fact)


@register.simple_tag(takes_context=True)
def who(context: Any, row: Any) -> str:
    """Return the actor of a row; agents are looked up once a page."""
    return who_acted(row, _agents(context) if acting_id(row) else {})


@register.simple_tag(takes_context=True)
def who_wrote(context: Any, write: PastWrite) -> str:
    """Return the author of a write in a policy trial; `name` is the recorded label."""
    known = write.actor.id
    if known is None:
        return actor_name(write.actor.name)
    return actor_name(write.actor.name, login=_logins(context).get(known, ""), agent=_agents(context).get(known, ""))


@register.simple_tag(takes_context=True)
def about_whom(context: Any, write: PastWrite) -> str:
    """Return the name of the person that a write of the trial is about; people are looked up once a page."""
    names: Mapping[UUID, str] | None = context.render_context.get("names of people")
    if names is None:
        people = Person.objects.filter(id__in={row.write.person_id for row in context["trial"].page})
        names = context.render_context["names of people"] = dict(people.values_list("id", "name"))
    return names.get(write.person_id, "–") if write.person_id else "–"


def _logins(context: Any) -> Mapping[UUID, str]:
    """Return the logins of this workspace, looked up once a page."""
    found: Mapping[UUID, str] | None = context.render_context.get("login names")
    if found is None:
        rows = Account.objects.filter(memberships__workspace_id=current_workspace_id())
        found = context.render_context["login names"] = dict(rows.values_list("id", "username"))
    return found


def _agents(context: Any) -> Mapping[UUID, str]:
    found: Mapping[UUID, str] = context.render_context.get("agent names") or agent_names()
    context.render_context["agent names"] = found
    return found
