"""What is asked of the person, in plain words."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from consent.changes import ForgetMemory, RestoreMemory, SetFact, from_json
from consent.models import Proposal
from memories.drafts import FactDraft

PLURAL_KEYS = frozenset({"pronouns"})


def writer(label: str) -> str:
    """`agent:planner` → "Your planner assistant"; who else may have acted is named too."""
    kind, _separator, name = label.partition(":")
    names = {
        "agent": _("Your %(name)s assistant") % {"name": name},
        "person": _("You"),
        "staff": _("%(name)s, who looks after this workspace,") % {"name": name},
        "system": _("The memory server"),
    }
    return names.get(kind, label)


def field_name(key: str) -> str:
    """A fact's key as words: `preferred_name` → "preferred name"."""
    return key.replace("_", " ").replace(".", " ")


def told(content: str, *, is_fact: bool) -> str:
    """A memory's text as it is shown; a fact's key becomes words."""
    key, separator, value = content.partition(": ")
    return f"{field_name(key).capitalize()}: {value}" if is_fact and separator else content


def headline(proposal: Proposal) -> SafeString:
    """The question as one sentence."""
    change, who = from_json(proposal.change), writer(proposal.actor_label)
    if isinstance(change, SetFact):
        return _fact_headline(change.draft, who)
    if isinstance(change, ForgetMemory):
        return format_html(_("{} wants to forget something about you."), who)
    if isinstance(change, RestoreMemory):
        return format_html(_("{} wants to bring back something it knew about you."), who)
    if proposal.base_version:
        return format_html(_("{} wants to change what it remembers about you."), who)
    return format_html(_("{} wants to remember something new about you."), who)


def effect(proposal: Proposal) -> str:
    """What a yes will do."""
    change = from_json(proposal.change)
    area = {"category": field_name(proposal.category)}
    if isinstance(change, ForgetMemory):
        return _("It is no longer used. You can bring it back for 30 days.")
    if proposal.old_value:
        return _("The new text takes the place of the old one, which stays in its history. You can go back to it.")
    return _("It is kept as confirmed by you. Assistants that may see “%(category)s” can use it.") % area


def _fact_headline(draft: FactDraft, who: str) -> SafeString:
    field, value = field_name(draft.key), format_html("<strong>{}</strong>", draft.value)
    if draft.item:
        return format_html(_("{} wants to add {} to your {}."), who, value, field)
    if draft.key in PLURAL_KEYS:
        return format_html(_("{} wants to remember that your {} are {}."), who, field, value)
    return format_html(_("{} wants to remember that your {} is {}."), who, field, value)
