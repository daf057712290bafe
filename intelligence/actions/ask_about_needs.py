"""Asks the person about needs that their message seems to state, if no rule recognised them: "Peanuts and I don't get
along."

Needs read by meaning are guesses: they are only stored if the person agrees (ADR 0040).
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, cast

from django.utils.translation import gettext_noop

from consent.changes import Change, SetFact
from consent.gate import submit_many
from conversations.models import Turn
from intelligence.allowance import Allowance
from intelligence.fact_changes import GroundedFact, changes_for, grounded_facts
from memories.models import Fact
from providers.llm import language_model
from providers.llm.tasks import FoundFact
from providers.schema import FactCategoryName
from providers.statements import (
    DIET_KEYS,
    Statement,
    are_diets_included,
    is_need_included,
    needs_by_meaning,
    needs_with_reasons,
)
from workspaces import scope
from workspaces.actors import system_actor

NAME: Final = "ask_about_needs"
REASON: Final = gettext_noop("Your words seem to say so.")
MAX_QUESTIONS: Final = 3  # per message


def ask_about_needs(turn: Turn, text: str, *, known: Collection[GroundedFact], allowance: Allowance) -> int:
    """Submit a question for each need that a message seems to state and that is not stored yet, at most MAX_QUESTIONS;
    return their number. `known`: the facts found in it. A configured language model reads such messages itself."""
    if not language_model().is_local:
        return 0
    quotes = [fact.found.quote for fact in known if fact.key in DIET_KEYS]
    read = needs_by_meaning(text, known=quotes)
    read += needs_with_reasons(text, known=[*quotes, *(need.value for need in read)])
    facts = grounded_facts([_found(need, text) for need in read], text)
    if not facts:
        return 0
    with scope.enter(allowance.workspace_id):
        stated = {fact.value for fact in known if fact.key in DIET_KEYS and not fact.found.denied}
        old = stated.union(_stored_needs(turn))
        new = [fact for fact in facts if not any(_is_stated(value, fact) for value in old)]
        changes = list(_questions(changes_for(new[:MAX_QUESTIONS], turn, turn.session.thread_id)))
    allowed = allowance.take(len(changes))
    submit_many(changes[:allowed], actor=system_actor(allowance.workspace_id, NAME), now=allowance.now)
    return allowed


def _found(need: Statement, text: str) -> FoundFact:
    return FoundFact(
        category=cast(FactCategoryName, need.category),
        key=need.key,
        value=need.value,
        confidence=need.confidence,
        importance=need.importance,
        denied=False,
        quote=text[need.start : need.end],
    )


def _stored_needs(turn: Turn) -> Iterable[str]:
    """Return the values of the person's stored needs."""
    return Fact.objects.active().filter(person_id=turn.person_id, key__in=DIET_KEYS).values_list("value", flat=True)


def _is_stated(value: str, fact: GroundedFact) -> bool:
    """Whether a value states the need already: as an allergy, as an excluded food, or as a diet in another form."""
    return is_need_included(fact.value, value) or are_diets_included(fact.value, value)


def _questions(changes: Iterable[Change]) -> Iterator[SetFact]:
    return (
        one.with_draft(reason=REASON).model_copy(update={"is_guess": True})
        for one in changes
        if isinstance(one, SetFact)
    )
