"""The jobs of the background mind: what is made of conversations after they were stored and answered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from uuid import UUID

from django.utils import timezone

from intelligence import waiting
from intelligence.actions.extract_facts import extract_facts as fact_batch
from intelligence.actions.gain_insights import gain_insights as insight_batch
from intelligence.actions.prune_budgets import prune_budgets as prune_in_workspace
from intelligence.actions.write_episodes import write_episodes as episode_batch
from operations import queue
from operations.actions.close_quiet_sessions import close_quiet_sessions
from operations.batches import drain, workspaces
from providers.llm import language_model

# Well below the queue's own limit of 600 seconds.
JOB_SECONDS = 240


def extract_facts(workspace_id: UUID | None) -> int:
    """Look for facts in what people said."""
    return _alone("extract_facts", fact_batch, workspace_id)


def write_episodes(workspace_id: UUID | None) -> int:
    """Summarise the oldest turns of long conversations."""
    return _alone("write_episodes", episode_batch, workspace_id)


def gain_insights(workspace_id: UUID | None) -> int:
    """Look for what people's messages show of them, once a day for each."""
    return _alone("gain_insights", insight_batch, workspace_id)


def close_sessions(workspace_id: UUID | None) -> int:
    """Close conversations that went quiet, and end the work in them."""
    return sum(close_quiet_sessions(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id))


def prune_budgets(workspace_id: UUID | None) -> int:
    """Drop what days long past used up."""
    return sum(prune_in_workspace(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id))


def wake_for_turns(workspace_id: UUID) -> None:
    """Queue what there is to do about new turns; after they are found by meaning, which comes first."""
    if waiting.has_unread_turns(workspace_id):
        queue.wake("extract_facts", workspace_id=workspace_id)
    if waiting.has_due_sessions(workspace_id):
        queue.wake("write_episodes", workspace_id=workspace_id)


def _alone(name: str, batch: Callable[..., int], workspace_id: UUID | None) -> int:
    """Drain a batch in each workspace in which nobody else is doing so: what was said first is learnt first.

    After JOB_SECONDS it stops: the rest is for the next sweep, before the queue takes the worker for dead.
    """
    ends = monotonic() + JOB_SECONDS

    def once(one: UUID) -> int:
        if monotonic() > ends:
            return 0
        with queue.held(f"{name}/{one}") as is_ours, model_held() as is_free:
            return batch(workspace_id=one, now=timezone.now()) if is_ours and is_free else 0

    return drain(once, workspace_id)


@contextmanager
def model_held() -> Iterator[bool]:
    """One worker at a time waits for a language model behind a network; another is left for what is quick."""
    if language_model().is_local:
        yield True
        return
    with queue.held("language_model") as is_free:
        yield is_free


JOBS: dict[str, queue.Job] = {
    "extract_facts": extract_facts,
    "write_episodes": write_episodes,
    "close_sessions": close_sessions,
    "gain_insights": gain_insights,
    "prune_budgets": prune_budgets,
}
