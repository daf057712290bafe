"""The language model as the gate's second reader: its findings need consent as those of the rules do."""

import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings

from intelligence.model_access import count_usage, may_call
from providers.llm import AnswerInvalid, Endpoint, ModelRefused, ModelUnavailable, Usage
from providers.llm.tasks import AllSensitive, find_sensitive
from providers.statements import Statement

log = logging.getLogger(__name__)
TEXTS_AT_ONCE = 25


def read(texts: Sequence[str], workspace_id: UUID, now: datetime) -> list[tuple[str, Statement]]:
    """Return the sensitive statements that the model finds in the texts of a write, each with its text; empty without a
    model or an answer.

    The caller waits, so all calls must start within LLM_READING_SECONDS, which is also the timeout of each. Call it
    outside any scope.
    """
    if not settings.LLM_BASE_URL or not settings.LLM_READS_WRITES:
        return []
    deadline = time.monotonic() + settings.LLM_READING_SECONDS
    found: list[tuple[str, Statement]] = []
    for first in range(0, len(texts), TEXTS_AT_ONCE):
        if time.monotonic() > deadline or not may_call(workspace_id=workspace_id, now=now):
            log.warning("find_sensitive: no time or tokens left; the rules alone decide.")
            break
        some = texts[first : first + TEXTS_AT_ONCE]
        found += _found(some, _answer(some, workspace_id, now))
    return found


def _answer(texts: Sequence[str], workspace_id: UUID, now: datetime) -> AllSensitive:
    try:
        model = Endpoint(settings.LLM_MODEL, seconds=settings.LLM_READING_SECONDS)
        completion = model.carry_out(find_sensitive(texts))
    except (ModelUnavailable, ModelRefused, AnswerInvalid) as error:
        log.warning("find_sensitive: %s; the rules alone decide.", type(error).__name__)
        count_usage(Usage(), workspace_id=workspace_id, now=now)
        return AllSensitive(statements=())
    count_usage(completion.usage, workspace_id=workspace_id, now=now)
    return completion.answer


def _found(texts: Sequence[str], answer: AllSensitive) -> Iterator[tuple[str, Statement]]:
    """Yield the statements of an answer that quote the text that they name."""
    for one in answer.statements:
        text = texts[one.text] if one.text < len(texts) else ""
        start = text.find(one.quote)
        if start >= 0:
            end = start + len(one.quote)
            yield text, Statement.mention(one.key, one.value, start=start, end=end, finder="model", negated=one.denied)
