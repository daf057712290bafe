"""`memory.query` (001 §6): the one way to ask what is remembered."""

from datetime import datetime

from memories.models import EmbeddingModel
from retrieval.answers import QueryAnswer
from retrieval.budget import within
from retrieval.items import Wanted, load_items
from retrieval.pipeline import Asked, Found, find, glances, prepare
from retrieval.recording import Opening, Receipt, Stopwatch, record
from retrieval.requests import QueryRequest
from retrieval.selection import Limits, select
from retrieval.withheld import count_withheld
from workspaces.actors import Actor


def memory_query(
    request: QueryRequest, *, actor: Actor, now: datetime, model: EmbeddingModel | None = None
) -> QueryAnswer:
    """Answer the best memories and turns for a question, and leave a receipt.

    `model` None means the embedding model that serves. Call it outside any scope (R25).
    Raises CategoryNotAllowed, ScopeRequired, NotGranted, UnknownPerson.
    """
    clock = Stopwatch()
    asked = prepare(request, actor=actor, now=now, clock=clock, model=model)
    opening = Opening(request, asked.reach, actor)
    with glances(asked):
        found = find(asked, clock, meanwhile=opening.prepare)
        return _answer(asked, found, opening, clock)


def _answer(asked: Asked, found: Found, opening: Opening, clock: Stopwatch) -> QueryAnswer:
    request = asked.request
    limits = Limits(request.size, request.threshold, asked.around.most_items)
    chosen, over_share = select(found.ranked, limits, asked.calibration)
    labels = asked.reach.labels if request.return_ == "full" else ()
    items = load_items(chosen, Wanted(asked.view, request.neighbours, labels))
    kept, over_budget = within(items, request.return_, request.budget_tokens)
    withheld = count_withheld(found, asked)
    withheld |= {reason: n for reason, n in (("rag_length", over_share), ("budget", over_budget)) if n}
    clock.lap("loading")
    receipt = Receipt(opening, tuple(kept), withheld, clock.milliseconds, str(asked.model))
    event_id = record(receipt, now=asked.now)
    return QueryAnswer(tuple(kept), event_id, asked.around.revision, withheld, request.return_, request.explain)
