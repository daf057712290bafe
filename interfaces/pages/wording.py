"""What is asked of the person, in plain words."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.changes import SetFact, from_json
from consent.detection.bidi import visible
from consent.models import Proposal
from consent.models.proposal import ProposalState
from conversations.models.turn import TurnRole
from interfaces.pages.outcomes import kind_of
from memories.drafts import FactDraft
from memories.models.choices import Event, Trust
from retrieval.context.request import NO_QUESTION
from workspaces import sensitivity

ORIGINS: dict[str, Promise] = {
    Trust.PERSON: gettext_lazy("Said or confirmed by you"),
    Trust.AGENT: gettext_lazy("Noted by an assistant"),
    Trust.SOURCE: gettext_lazy("Read from a source"),
    Trust.DERIVED: gettext_lazy("Worked out by the memory server"),
}
HAPPENED: dict[str, Promise] = {
    Event.ADD: gettext_lazy("added"),
    Event.UPDATE: gettext_lazy("changed"),
    Event.DELETE: gettext_lazy("forgotten"),
    Event.RESTORE: gettext_lazy("brought back"),
    Event.TTL: gettext_lazy("expired"),
    Event.CONSENT: gettext_lazy("questions closed"),
    Event.EXPORT: gettext_lazy("copies of everything taken"),
}
# A longer value is no part of the question's sentence.
HEADLINE_CHARACTERS = 120
# How private the things are that an assistant may see.
CEILINGS: dict[str, Promise] = {
    sensitivity.PUBLIC: gettext_lazy("only what anybody may know"),
    sensitivity.INTERNAL: gettext_lazy("everyday things, nothing confidential"),
    sensitivity.CONFIDENTIAL: gettext_lazy("confidential things too, but not what is most private"),
    sensitivity.RESTRICTED: gettext_lazy("everything, however private"),
}
# Who speaks, where a message names nobody.
SPEAKERS: dict[str, Promise] = {
    TurnRole.USER: gettext_lazy("You"),
    TurnRole.ASSISTANT: gettext_lazy("Your assistant"),
    TurnRole.SYSTEM: gettext_lazy("The program"),
    TurnRole.TOOL: gettext_lazy("A tool of the assistant"),
}
PLURAL_KEYS = frozenset({"pronouns"})


def writer(label: str) -> str:
    """`agent:planner` → "Your planner assistant"; who else may have acted is named too."""
    kind, _separator, name = label.partition(":")
    capital = name[:1].upper() + name[1:]
    names = {
        "agent": _("Your %(name)s assistant") % {"name": name},
        "person": _("You"),
        "staff": _("%(name)s, who looks after this workspace,") % {"name": capital},
        "system": _("The memory server"),
    }
    return names.get(kind, label)


def field_name(key: str) -> str:
    """A fact's key as words: `preferred_name` → "preferred name"."""
    return key.replace("_", " ").replace(".", " ")


def listed(words: Iterable[str]) -> str:
    """Words as an enumeration."""
    return ", ".join(words)


def told(content: str, *, is_fact: bool) -> str:
    """A memory's text as it is shown; a fact's key becomes words."""
    key, separator, value = visible(content).partition(": ")
    return f"{field_name(key).capitalize()}: {value}" if is_fact and separator else visible(content)


def asked(query: str) -> str:
    """What an assistant asked, in quotes; a context may be asked for without a question."""
    return _("nothing in particular") if query == NO_QUESTION else f"“{visible(query)}”"


def headline(proposal: Proposal) -> SafeString:
    """The question as one sentence; in the past tense once it is settled."""
    change, who = from_json(proposal.change), writer(proposal.actor_label)
    wants = _("wants") if proposal.state == ProposalState.PENDING else _("wanted")
    if isinstance(change, SetFact):
        return _fact_headline(change.draft, who, wants)
    if kind := kind_of(proposal):
        return format_html(str(kind.wanted), who, wants)
    if proposal.base_version:
        return format_html(_("{} {} to change what it remembers about you."), who, wants)
    return format_html(_("{} {} to remember something new about you."), who, wants)


def fits_headline(value: str) -> bool:
    """Whether a value is told in the question itself; a longer one is quoted below it."""
    return len(value) <= HEADLINE_CHARACTERS


def effect(proposal: Proposal) -> str:
    """What a yes will do."""
    if kind := kind_of(proposal):
        return str(kind.effect)
    area = {"category": field_name(proposal.category)}
    if proposal.old_value:
        return _("The new text takes the place of the old one, which stays in its history. You can go back to it.")
    return _("It is kept as confirmed by you. Assistants that may see “%(category)s” can use it.") % area


def _fact_headline(draft: FactDraft, who: str, wants: str) -> SafeString:
    field, value = field_name(draft.key), format_html("<strong><bdi>{}</bdi></strong>", visible(draft.value))
    if not fits_headline(draft.value):
        sentence = _("{} {} to add something to your {}.") if draft.item else _("{} {} to remember your {}.")
        return format_html(sentence, who, wants, field)
    if draft.item:
        return format_html(_("{} {} to add {} to your {}."), who, wants, value, field)
    if draft.key in PLURAL_KEYS:
        return format_html(_("{} {} to remember that your {} are {}."), who, wants, field, value)
    return format_html(_("{} {} to remember that your {} is {}."), who, wants, field, value)
