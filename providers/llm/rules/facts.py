"""Facts and sensitive statements by rules: what `providers.statements` finds, with precision first for facts."""

from typing import cast, get_args

from providers import statements
from providers.llm.tasks import (
    AllSensitive,
    FoundFact,
    FoundFacts,
    FoundSensitive,
    PersonMessage,
    SensitiveKey,
    TextsToStore,
)
from providers.schema import FactCategoryName

VALUE_CHARACTERS = 500
QUOTE_CHARACTERS = 1_000
MAX_FACTS = 20
MAX_SENSITIVE = 50
SENSITIVE_KEYS = frozenset(get_args(SensitiveKey))


def find_facts(payload: PersonMessage) -> FoundFacts:
    """Return what the message states about its writer, the most confident first."""
    found = statements.find(payload.text, speaker=payload.speaker, role="user")
    own = [one for one in found if one.about != "third_party" and len(one.value) <= VALUE_CHARACTERS]
    surest = sorted(own, key=lambda one: (-one.confidence, one.start))[:MAX_FACTS]
    facts = (
        FoundFact(
            category=cast(FactCategoryName, one.category),
            key=one.key,
            value=one.value,
            confidence=one.confidence,
            importance=one.importance,
            denied=one.negated,
            quote=payload.text[one.start : one.end][:QUOTE_CHARACTERS],
        )
        for one in sorted(surest, key=lambda one: one.start)
    )
    return FoundFacts(facts=tuple(facts))


def find_sensitive(payload: TextsToStore) -> AllSensitive:
    """Return what the texts state, in their order."""
    found = [
        FoundSensitive(
            text=place,
            key=cast(SensitiveKey, one.key),
            value=one.value[:VALUE_CHARACTERS],
            quote=text[one.start : one.end][:QUOTE_CHARACTERS],
            denied=one.negated,
        )
        for place, text in enumerate(payload.texts)
        for one in statements.sensitive(text)
        if one.key in SENSITIVE_KEYS
    ]
    return AllSensitive(statements=tuple(found[:MAX_SENSITIVE]))
