"""Calling the language model within the workspace's daily budget, with the rules as fallback."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from intelligence.models import Budget, Kind
from providers.llm import AnswerInvalid, Completion, ModelRefused, Rules, Task, Usage, language_model
from providers.llm.protocol import A
from telemetry.metrics import MODEL_CALLS, MODEL_COST, MODEL_TOKENS
from workspaces import scope
from workspaces.models import Quota

log = logging.getLogger(__name__)
KEPT_DAYS = 90
MILLIONTHS = 1_000_000


def ask(task: Task[A], *, workspace_id: UUID, now: datetime, is_urgent: bool = False) -> Completion[A]:
    """Have the configured model carry out a task, and count its usage.

    Falls back to the rules without a model, when the day's tokens are used up, when the answer is unusable, or when the
    task `is_urgent`, having waited long enough. Call it outside any scope. Raises ModelUnavailable: try again later.
    """
    model = language_model()
    if model.is_local or is_urgent or not may_call(workspace_id=workspace_id, now=now):
        return Rules().carry_out(task)
    try:
        completion = model.carry_out(task)
    except (ModelRefused, AnswerInvalid) as error:
        # The class only: an answer's text may contain personal data.
        log.warning("%s: %s; falling back to the rules.", task.prompt, type(error).__name__)
        count_usage(Usage(), workspace_id=workspace_id, now=now)
        return Rules().carry_out(task)
    count_usage(completion.usage, workspace_id=workspace_id, now=now)
    return completion


def may_call(*, workspace_id: UUID, now: datetime) -> bool:
    """Whether the workspace has tokens left today."""
    with scope.enter(workspace_id):
        cap = token_cap(Quota.objects.values_list("tokens_per_day", flat=True))
        if cap is None:
            return True
        return tokens_used(now=now) < cap


def tokens_used(*, now: datetime) -> int:
    """Return the tokens that the entered workspace used on the day of `now` (UTC)."""
    return sum(Budget.objects.used(kind, day=now.date()) for kind in (Kind.INPUT_TOKENS, Kind.OUTPUT_TOKENS))


def token_cap(quotas: Iterable[int | None]) -> int | None:
    """Return the daily limit of tokens: the smaller of the installation's bound and the workspace's quota, if any; None
    without either."""
    bounds = [settings.LLM_TOKENS_PER_DAY or None, *quotas]
    return min((bound for bound in bounds if bound is not None), default=None)


def count_usage(usage: Usage, *, workspace_id: UUID, now: datetime) -> None:
    """Add one call to the day's counts; a failed call counts without tokens, as none were reported."""
    counted = {
        Kind.CALLS: 1,
        Kind.INPUT_TOKENS: usage.input_tokens,
        Kind.OUTPUT_TOKENS: usage.output_tokens,
        Kind.COST: usage.cost,
    }
    with scope.enter(workspace_id):
        for kind, amount in counted.items():
            if amount:
                Budget.objects.take(kind, amount, now=now)
    MODEL_CALLS.inc()
    MODEL_TOKENS.labels("input").inc(usage.input_tokens)
    MODEL_TOKENS.labels("output").inc(usage.output_tokens)
    MODEL_COST.inc(usage.cost / MILLIONTHS)


def prune_budgets(*, workspace_id: UUID, now: datetime) -> int:
    """Delete the counts of days more than KEPT_DAYS ago; returns how many rows."""
    with scope.enter(workspace_id):
        return Budget.objects.filter(day__lt=now.date() - timedelta(days=KEPT_DAYS)).delete()[0]
