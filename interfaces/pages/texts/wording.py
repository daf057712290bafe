"""Requests, names and stored texts in plain words."""

from html import unescape
from itertools import takewhile

from django.utils.functional import Promise
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.changes import from_json
from consent.changes.lines import split_shown
from consent.changes.proposable import FACT_PREFIX, field_at
from consent.detection.values import pair_of
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.models.proposal import ProposalState
from conversations.models.turn import TurnRole
from interfaces import plain_words
from interfaces.competing_requests import FORGET, SET, head
from interfaces.pages.texts import change_kinds
from interfaces.pages.texts.change_kinds import kind_named, kind_of
from interfaces.pages.texts.request_sentences import (
    ADDS,
    ADDS_VALUE,
    SETS,
    SETS_VALUE,
    SETS_VALUES,
    Request,
    of_text,
)
from interfaces.plain_words import begins_with_a_relation, name_of, names_of, with_name
from interfaces.server_sentences import in_readers_language, reason_in_readers_language
from memories.drafts import FactDraft
from memories.models import Memory
from memories.models.choices import Event, Trust
from operations.authorship import IMPORT, STAFF
from operations.importing.records import IMPORTER
from providers.statements import SPECIAL_KEYS
from retrieval.context.request import NO_QUESTION
from workspaces import sensitivity
from workspaces.actors import ActorKind

INFERRED = "said"  # origin of what was inferred from the person's own messages
INFERRED_IMPORTED = "said_imported"  # the same, from messages that staff imported
# Labels of origins, in the order of the filter.
ORIGINS: dict[str, Promise] = {
    Trust.PERSON.value: gettext_lazy("Said or confirmed by you"),
    INFERRED: gettext_lazy("Said by you in a conversation"),
    INFERRED_IMPORTED: gettext_lazy("Said by you in a conversation that your admin imported"),
    Trust.AGENT.value: gettext_lazy("Saved by an assistant"),
    STAFF: gettext_lazy("Saved by your admin"),
    Trust.SOURCE.value: gettext_lazy("Imported from a source"),
    IMPORT: gettext_lazy("Imported by your admin"),
    Trust.DERIVED.value: gettext_lazy("Inferred automatically"),
}
# Labels for counts and filters, with all imports as one, and all conversations.
TALLIED = {name: label for name, label in ORIGINS.items() if name not in (IMPORT, INFERRED_IMPORTED)}
HAPPENED: dict[str, Promise] = {
    Event.ADD: gettext_lazy("added"),
    Event.UPDATE: gettext_lazy("changed"),
    Event.DELETE: gettext_lazy("forgotten"),
    Event.RESTORE: gettext_lazy("restored"),
    Event.TTL: gettext_lazy("expired"),
    Event.CONSENT: gettext_lazy("requests closed"),
    Event.EXPORT: gettext_lazy("data exports"),
    Event.ACCESS: gettext_lazy("changes of access"),
    Event.RULE: gettext_lazy("changes of rules"),
}
# Longer values are quoted below the headline.
HEADLINE_CHARACTERS = 120
# Length of an earlier text on the button that restores it.
SHOWN_CHARACTERS = 60
WORDS_BEFORE = 3
# The most sensitive level that an assistant may see.
CEILINGS: dict[str, Promise] = {
    sensitivity.PUBLIC: gettext_lazy("public only"),
    sensitivity.INTERNAL: gettext_lazy("everything but what is marked as confidential"),
    sensitivity.CONFIDENTIAL: gettext_lazy("also what is marked as confidential"),
    sensitivity.RESTRICTED: gettext_lazy("everything, including the most private"),
}
# Who may read a memory, as far as its label shows, whatever it is about. Custom labels rank as the highest (R27).
SHARED_WITH: dict[str, Promise] = {
    sensitivity.PUBLIC: gettext_lazy("Every assistant that may read this subject"),
    sensitivity.INTERNAL: gettext_lazy("Assistants that may read this subject. It is not marked as confidential."),
    sensitivity.CONFIDENTIAL: gettext_lazy("Only assistants that may read this subject and what is confidential"),
    sensitivity.RESTRICTED: gettext_lazy("Only assistants that may read this subject and even the most private"),
}
# Names of speakers, where a message has no name.
SPEAKERS: dict[str, Promise] = {
    TurnRole.USER: gettext_lazy("You"),
    TurnRole.ASSISTANT: gettext_lazy("Your assistant"),
    TurnRole.SYSTEM: gettext_lazy("System"),
    TurnRole.TOOL: gettext_lazy("Tool"),
}
# Explanations of fields whose names do not make them clear.
EXPLAINED: dict[str, Promise] = {
    "standing_instructions": gettext_lazy("Standing instructions are rules for your assistants."),
}
RULES: dict[str, Promise] = {
    Outcome.APPLY: gettext_lazy("%(who)s can always remember: %(field)s"),
    Outcome.CONSENT: gettext_lazy("%(who)s must always ask first: %(field)s"),
    Outcome.NEVER: gettext_lazy("%(who)s can never remember: %(field)s"),
}
RULES_FOR_ALL: dict[str, Promise] = {
    Outcome.APPLY: gettext_lazy("Every assistant can always remember: %(field)s"),
    Outcome.CONSENT: gettext_lazy("Every assistant must always ask first: %(field)s"),
    Outcome.NEVER: gettext_lazy("No assistant can ever remember: %(field)s"),
}
PLURAL_KEYS = frozenset(
    [
        "account_numbers", "allergies", "avoided_foods", "biometrics", "dislikes", "goals", "government_ids",
        "health_conditions", "hobbies", "home_access", "languages_spoken", "likes", "pets", "political_views",
        "pronouns", "standing_instructions", "units",
    ]
)  # fmt: skip
CATEGORY = "Category: "  # as `consent.changes.lines` labels it
# Fields whose name covers several things, of which a value is one.
COVERING_KEYS = frozenset({"income"})


def actor_name(label: str) -> str:
    """`agent:planner` → "Your planner assistant"."""
    kind, _separator, name = label.partition(":")
    names = {
        "agent": _("Your %(name)s assistant") % {"name": name},
        "person": _("You"),
        "staff": _("Your admin"),
        "system": _("An import by your admin") if name == IMPORTER else _("The memory server"),
    }
    return names.get(kind, label)


def field_name(key: str) -> str:
    """Return a fact's key as words: `preferred_name` → "preferred name"."""
    return name_of(key)


def readable(text: str) -> str:
    return plain_words.readable(in_readers_language(text), awaiting=_("[awaiting your approval]"))


def version_text(content: str, *, is_fact: bool) -> str:
    """Return the text with a fact's key as words: `coding_style: black` → "Coding style: black"."""
    return with_name(readable(content)) if is_fact else readable(content)


def reason_text(reason: str, asked_by: str) -> str:
    """Return why a request was made: an agent's own words, or the server's in the reader's language."""
    is_own = reason and ActorKind.SYSTEM.is_of(asked_by)
    return readable(reason_in_readers_language(reason, _) if is_own else reason)


def memory_text(memory: Memory) -> str:
    return version_text(memory.current.content if memory.current else "", is_fact=memory.is_fact)


def quoted_query(query: str) -> str:
    """Return an assistant's question in quotes; a context may be requested without one."""
    return _("general context") if query == NO_QUESTION else _("“%(text)s”") % {"text": readable(query)}


def distinct_part(text: str, other: str, *, characters: int = 40) -> str:
    """Return the beginning of a text, or, where it begins like another one, the part that differs, after three words.
    Short texts are returned whole."""
    if len(text) <= SHOWN_CHARACTERS:
        return text
    start = same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(text, other, strict=False)))
    if not characters // 2 < same < len(text):
        return text
    for _word in range(1 + WORDS_BEFORE):
        start = text.rfind(" ", 0, max(start - 1, 0)) + 1
    return f"…{text[start:]}" if start else text


def headline(
    proposal: Proposal,
    who: str = "",
    *,
    is_amended: bool | None = None,
    was_decided: bool = False,
    is_own: bool = False,
) -> SafeString:
    """Return the request as one sentence, in the past tense once it is settled. `who` is the requester's name for the
    person.

    An amended request leaves out the value of a field that has one; `is_amended` says so of an earlier decision,
    `was_decided` that the sentence is about such a one, `is_own` that the person entered the request.
    """
    change, who = from_json(proposal.change), who or actor_name(proposal.actor_label)
    is_open = proposal.state == ProposalState.PENDING and not was_decided
    # The person's own request is worded like the server's, without a requester.
    name, asker = proposal.change["type"], ActorKind.SYSTEM.value + ":" if is_own else proposal.actor_label
    change_text = change_sentence(name, who, asker=asker, place=proposal.field, old=proposal.old_value, is_open=is_open)
    if change_text:
        return change_text
    keys = {pair_of(one)[0] for one in proposal.claims}
    value, field = "", names_of(keys)
    # An illness in a text may be another person's.
    is_others = keys & SPECIAL_KEYS or begins_with_a_relation(proposal.new_value)
    request = of_text(is_change=bool(proposal.old_value), has_field=bool(field), is_others=bool(is_others))
    if change.fact is not None:
        amended = proposal.state == ProposalState.AMENDED if is_amended is None else is_amended
        request = _setting(change.fact, is_amended=amended)
        field, value = field_name(change.fact.key), _strong(change.fact.value)
    sentence = request.sentence(is_open=is_open, by_server=ActorKind.SYSTEM.is_of(asker))
    return format_html(sentence, who=who, field=field, value=value)


def change_sentence(name: str, who: str, *, asker: str, place: str, old: str, is_open: bool) -> SafeString:
    """The same for a change that stores no value: `name` is its type, `asker` the requester's label, `place` the key of
    its memory, `old` the stored text. Empty for changes that store a value."""
    kind = kind_named(name)
    if kind is None:
        return SafeString("")
    forgotten_text = readable(head(old)) if name == FORGET else ""
    wants, wanted = _forget_sentences(asker, place, forgotten_text) if forgotten_text else (kind.wants, kind.wanted)
    field = field_name(field_at(place)[1])
    return format_html(str(wants if is_open else wanted), who=who, field=field, value=forgotten_text.removesuffix("."))


def is_quoted_in_headline(name: str, old: str) -> bool:
    """Whether the sentence of a change quotes all that would be forgotten, except for the subject."""
    text, below = split_shown(old)
    is_whole = head(old) == text and all(line.startswith(CATEGORY) for line in below.split("\n") if line)
    return name == FORGET and bool(text) and is_whole and fits_headline(readable(text))


def _forget_sentences(asker: str, place: str, forgotten_text: str) -> tuple[Promise, Promise]:
    is_by_server = ActorKind.SYSTEM.is_of(asker)
    if not fits_headline(forgotten_text):
        kind = change_kinds.KINDS[FORGET]
        return change_kinds.ASKS_TO_FORGET_LONG if is_by_server else (kind.wants, kind.wanted)
    wants, asks = _forget_texts_at(place)
    return asks if is_by_server else wants


def _forget_texts_at(place: str) -> tuple[tuple[Promise, Promise], tuple[Promise, Promise]]:
    """Return the sentences for a text, for one of several values of a field, or for its only value."""
    if not place.startswith(FACT_PREFIX):
        return change_kinds.FORGETS, change_kinds.ASKS_TO_FORGET
    is_one_of_several = ":" in place.removeprefix(FACT_PREFIX) or field_at(place)[1] in COVERING_KEYS
    if is_one_of_several:
        return change_kinds.FORGETS_ONE, change_kinds.ASKS_TO_FORGET_ONE
    return change_kinds.FORGETS_FIELD, change_kinds.ASKS_TO_FORGET_FIELD


def headline_text(proposal: Proposal, who: str, *, is_amended: bool | None = None, was_decided: bool = False) -> str:
    """Return the headline without markup."""
    return unescape(strip_tags(headline(proposal, who, is_amended=is_amended, was_decided=was_decided)))


def fits_headline(value: str) -> bool:
    return len(value) <= HEADLINE_CHARACTERS


def sets_other_value(kind: str, saved: str) -> bool:
    """Whether approving a change of this type with this saved value chose another value of a field."""
    return kind == SET and fits_headline(saved)


def _strong(value: str) -> SafeString:
    return format_html("<strong><bdi>{}</bdi></strong>", readable(value))


def _setting(draft: FactDraft, *, is_amended: bool) -> Request:
    is_one_of_several, is_short = draft.item or draft.key in COVERING_KEYS, fits_headline(draft.value)
    if is_one_of_several:
        return ADDS_VALUE if is_short else ADDS
    if is_amended or not is_short:
        return SETS
    return SETS_VALUES if draft.key in PLURAL_KEYS else SETS_VALUE


def saved_text(proposal: Proposal, content: str) -> str:
    """Return the text of a request's memory."""
    return version_text(content, is_fact=from_json(proposal.change).fact is not None)


def rule_text(rule: Policy, who: str) -> str:
    """Return a person's own rule as a sentence; `who` is used where it is for one agent."""
    return rule_sentence(rule.outcome, who if rule.agent_id else "", rule.fact_key)


def rule_sentence(outcome: str, who: str, key: str) -> str:
    """Return what a rule does for an assistant, or for every one, with a field."""
    texts = RULES if who else RULES_FOR_ALL
    return str(texts.get(outcome, texts[Outcome.NEVER])) % {"who": who, "field": capfirst(field_name(key))}


def effect(proposal: Proposal) -> str:
    """Return what approving does."""
    if kind := kind_of(proposal):
        return str(kind.effect)
    if proposal.old_value:
        return _("The new text replaces the old one. You can restore the old one from its history.")
    return _("It is saved and marked as confirmed by you.")
