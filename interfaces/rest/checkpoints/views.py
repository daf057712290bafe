from uuid import UUID

from rest_framework.response import Response

from conversations.actions.copy_checkpoints import copy_checkpoints
from conversations.actions.prune_checkpoints import delete_checkpoints, delete_runs, prune_checkpoints
from conversations.actions.save_checkpoint import put_writes, save_checkpoint
from conversations.checkpoint_queries import ThreadStates, threads_of
from conversations.drafts import CheckpointDraft, WritesDraft
from conversations.models import Checkpoint
from conversations.models.checkpoint import ID_CHARACTERS, CheckpointQuerySet
from interfaces.rest.checkpoints.schemas import (
    CheckpointBody,
    CheckpointList,
    CheckpointOut,
    CheckpointSaved,
    CopyBody,
    DeleteQuery,
    HistoryQuery,
    PendingWrite,
    PruneBody,
    RunsQuery,
    StateQuery,
    ThreadCopied,
    ThreadList,
    ThreadOut,
    ThreadPruned,
    ThreadQuery,
    WriteList,
    WritesBody,
    WritesKept,
    WritesQuery,
)
from interfaces.rest.operation import operation
from interfaces.rest.parsing import CheckpointParser, StrictJSONParser
from interfaces.rest.problems import NO_STATE, NotFound
from interfaces.rest.views import RestView, answer, etag_of, without_none
from memories.limits import CHECKPOINT_BYTES

PARSERS = [StrictJSONParser, CheckpointParser]


class OneCheckpoint(RestView):
    """The current state of a graph in one thread, or a named step of its history."""

    parser_classes = PARSERS
    takes_any_text = True

    @operation("save_checkpoint", answers={200: CheckpointSaved, 201: CheckpointSaved}, recalls_key=True)
    def put(self, user_id: UUID, thread_id: str, body: CheckpointBody, if_match: UUID | None) -> Response:
        """Save the state of a thread."""
        _check_thread(thread_id)
        result = save_checkpoint(
            # Its fields were checked as those of the body.
            CheckpointDraft.model_construct(**{name: getattr(body, name) for name in CheckpointDraft.model_fields}),
            person_id=user_id,
            thread_id=thread_id,
            actor=self.actor,
            now=self.now,
            expected_change_id=if_match,
        )
        return answer(
            CheckpointSaved.of(result, thread_id=thread_id, checkpoint_ns=body.checkpoint_ns),
            status=201 if result.is_new else 200,
            headers={"ETag": etag_of(result.change_id)},
        )

    @operation("load_checkpoint", answers={200: CheckpointOut}, recalls_key=True)
    def get(self, user_id: UUID, thread_id: str, query: StateQuery) -> Response:
        """Load the state of a thread."""
        thread = ThreadStates(user_id, thread_id, self.actor, self.now)
        found = thread.at(query.checkpoint_ns, query.checkpoint_id or None)
        if found is None:
            raise NotFound(NO_STATE)
        state, writes = found
        return answer(CheckpointOut.of(state, writes=writes), headers={"ETag": etag_of(state.change_id)})

    @operation("delete_checkpoints")
    def delete(self, user_id: UUID, thread_id: str, query: DeleteQuery, if_match: UUID | None) -> ThreadPruned:
        """Delete a thread's states and pending writes."""
        removed = delete_checkpoints(
            person_id=user_id,
            thread_id=thread_id,
            actor=self.actor,
            now=self.now,
            expected_change_id=if_match,
        )
        return ThreadPruned.of(removed)


class Threads(RestView):
    """All of a person's threads."""

    @operation("list_checkpoint_threads")
    def get(self, user_id: UUID, query: ThreadQuery) -> ThreadList:
        """List the threads of a person, with their sizes."""
        with self.scope():
            limit = query.limit + 1
            found = threads_of(self.actor, now=self.now, person_id=user_id, after=query.after, limit=limit)
        shown = found[: query.limit]
        following = shown[-1].thread_id if len(found) > query.limit else None
        return ThreadList(results=[ThreadOut.of(row) for row in shown], next_after=following)

    @operation("delete_runs")
    def delete(self, user_id: UUID, query: RunsQuery) -> ThreadPruned:
        """Delete the states of runs, in all of a person's threads."""
        removed = delete_runs(person_id=user_id, run_ids=query.run_ids, actor=self.actor, now=self.now)
        return ThreadPruned.of(removed)


class CheckpointHistory(RestView):
    @operation("list_checkpoints")
    def get(self, user_id: UUID, thread_id: str, query: HistoryQuery) -> CheckpointList:
        """List the states of a thread, latest first."""
        thread = ThreadStates(user_id, thread_id, self.actor, self.now)
        wanted = without_none(
            checkpoint_ns=query.checkpoint_ns,
            run_id=query.run_id,
            checkpoint_id__lt=query.before or None,
            metadata__contains=query.filter or None,
        )
        with self.scope():
            rows = thread.states().filter(**wanted)
            states, following = _page(rows, rows.first_within(CHECKPOINT_BYTES, limit=query.limit))
            writes = thread.pending_on(states)
        results = [CheckpointOut.of(row, writes=writes[row.checkpoint_ns, row.checkpoint_id]) for row in states]
        return CheckpointList(results=results, next_before=following)


class CheckpointWrites(RestView):
    parser_classes = PARSERS
    takes_any_text = True

    @operation("put_writes")
    def post(self, user_id: UUID, thread_id: str, body: WritesBody) -> WritesKept:
        """Store what a task wrote after a state."""
        _check_thread(thread_id)
        draft = WritesDraft.model_construct(**{name: getattr(body, name) for name in WritesDraft.model_fields})
        count = put_writes(draft, person_id=user_id, thread_id=thread_id, actor=self.actor, now=self.now)
        return WritesKept(checkpoint_id=body.checkpoint_id, task_id=body.task_id, writes=count)

    @operation("list_writes")
    def get(self, user_id: UUID, thread_id: str, query: WritesQuery) -> WriteList:
        """List the writes that are pending on a state."""
        thread = ThreadStates(user_id, thread_id, self.actor, self.now)
        with self.scope():
            rows = thread.writes()
            found = list(rows.filter(checkpoint_ns=query.checkpoint_ns, checkpoint_id=query.checkpoint_id))
        return WriteList(results=[PendingWrite.of(write) for write in found])


class CopyCheckpoints(RestView):
    @operation("copy_checkpoints")
    def post(self, user_id: UUID, thread_id: str, body: CopyBody) -> ThreadCopied:
        """Copy a thread's states and pending writes to an empty thread."""
        target = body.to_thread_id
        states, writes = copy_checkpoints(
            person_id=user_id, thread_id=thread_id, to_thread_id=target, actor=self.actor, now=self.now
        )
        return ThreadCopied(thread_id=target, checkpoints=states, writes=writes)


class PruneCheckpoints(RestView):
    @operation("prune_checkpoints")
    def post(self, user_id: UUID, thread_id: str, body: PruneBody) -> ThreadPruned:
        """Remove old states of a thread."""
        removed = prune_checkpoints(
            person_id=user_id,
            thread_id=thread_id,
            actor=self.actor,
            now=self.now,
            keep_last=body.keep_last,
            older_than=body.older_than,
            run_ids=body.run_ids,
        )
        return ThreadPruned.of(removed)


def _page(rows: CheckpointQuerySet, limit: int) -> tuple[list[Checkpoint], str | None]:
    """Return the first states, and the id before which the next page begins.

    States of one id, in several namespaces, stay together: the next page, with smaller ids, would leave the others out.
    """
    found = list(rows[: limit + 1])
    if len(found) <= limit:
        return found, None
    last = found[limit - 1].checkpoint_id
    if found[limit].checkpoint_id != last:
        return found[:limit], last
    following = last if rows.filter(checkpoint_id__lt=last).exists() else None
    return list(rows.filter(checkpoint_id__gte=last)), following


def _check_thread(thread_id: str) -> None:
    """Raise NotFound for a thread whose name is too long to be stored."""
    if len(thread_id) > ID_CHARACTERS:
        raise NotFound(NO_STATE)
