"""Answers within a number of tokens, counted by the embedding model's tokenizer."""

from collections.abc import Sequence

from providers.embedding import count_tokens
from retrieval.answers import Item
from retrieval.requests import Form


def within(items: Sequence[Item], form: Form, budget_tokens: int | None) -> tuple[list[Item], int]:
    """The items whose texts fit together, best first, and how many did not.

    One that is too long is passed over, so that a shorter, less relevant one may still come in; none is cut.
    """
    if budget_tokens is None:
        return list(items), 0
    kept: list[Item] = []
    left = budget_tokens
    for item in items:
        needed = count_tokens(item.body(form))
        if needed <= left:
            kept.append(item)
            left -= needed
    return kept, len(items) - len(kept)
