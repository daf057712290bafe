"""Facts by rules: what `providers.statements` finds, which favours precision."""

from typing import cast

from providers import statements
from providers.llm.tasks import FoundFact, FoundFacts, Said
from providers.schema import FactCategoryName

VALUE_CHARACTERS = 500
QUOTE_CHARACTERS = 1_000
MOST = 20


def find_facts(payload: Said) -> FoundFacts:
    """What the message states about its writer, the surest first."""
    found = statements.find(payload.text, speaker=payload.speaker, role="user")
    own = [one for one in found if one.about != "third_party" and len(one.value) <= VALUE_CHARACTERS]
    surest = sorted(own, key=lambda one: (-one.confidence, one.start))[:MOST]
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
