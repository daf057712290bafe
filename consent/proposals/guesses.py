"""The sentences that a guess was read from, which are withheld once the person refuses it (ADR 0040)."""

from collections.abc import Iterable
from typing import NamedTuple

from consent.detection.values import Pair
from consent.detection.withholding import is_guess, stated_pairs
from consent.models import Proposal
from consent.proposals.duplicates import open_duplicates
from conversations.models import Turn
from providers.statements import known_value_matches, needs_by_meaning, needs_with_reasons, normalize_value


class GuessedIn(NamedTuple):
    """A message, and the values that were guessed from it."""

    text: str
    pairs: frozenset[Pair]


def messages_of_guesses(proposal: Proposal) -> list[GuessedIn]:
    """Return the messages that a question or its duplicates guess from. In the entered scope."""
    guesses = [one for one in (proposal, *open_duplicates(proposal)) if is_guess(one)]
    texts = Turn.objects.in_bulk([one.evidence_turn_id for one in guesses if one.evidence_turn_id]) if guesses else {}
    pairs = {one.evidence_turn_id: frozenset(stated_pairs(one)) for one in guesses}
    return [GuessedIn(turn.content, pairs[turn_id]) for turn_id, turn in texts.items()]


def sentences_stating(messages: Iterable[GuessedIn]) -> frozenset[str]:
    """Return the sentences, normalised, that state a guessed value in other words. Outside any scope: it embeds."""
    return frozenset(
        normalize_value(text[one.start : one.end])
        for text, pairs in messages
        if text and not known_value_matches(text, pairs)
        for one in (*needs_by_meaning(text), *needs_with_reasons(text))
        if (one.key, normalize_value(one.value)) in pairs
    )
