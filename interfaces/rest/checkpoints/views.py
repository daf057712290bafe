from typing import Any
from uuid import UUID

from rest_framework.request import Request
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
    checkpoint_out,
    pending,
    pruned,
    saved,
)
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.parsing import CheckpointParser, StrictJSONParser
from interfaces.rest.problems import NotFound
from interfaces.rest.views import IF_MATCH, RestView, answer, etag_of, expected_change

TAG = "checkpoints"
PARSERS = [StrictJSONParser, CheckpointParser]


class OneCheckpoint(RestView):
    """The current state of a graph in one thread (001 §15), or a named step of its history."""

    parser_classes = PARSERS

    @documented(
        "Save the state of a thread",
        operation="save_checkpoint",
        tag=TAG,
        body=CheckpointBody,
        answers={200: CheckpointSaved, 201: CheckpointSaved},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def put(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        check_thread(thread_id)
        body = self.body(CheckpointBody)
        result = save_checkpoint(
            # Its fields were checked as the body's.
            CheckpointDraft.model_construct(**{name: getattr(body, name) for name in CheckpointDraft.model_fields}),
            person_id=user_id,
            thread_id=thread_id,
            actor=self.actor,
            now=self.now,
            expected_change_id=expected_change(request),
        )
        return answer(
            saved(thread_id, body.checkpoint_ns, result),
            status=201 if result.is_new else 200,
            headers={"ETag": etag_of(result.change_id)},
        )

    @documented(
        "Load the state of a thread",
        operation="load_checkpoint",
        tag=TAG,
        query=StateQuery,
        answers={200: CheckpointOut},
    )
    def get(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        query = self.query(StateQuery)
        thread = ThreadStates(user_id, thread_id, self.actor, self.now)
        with self.scope():
            rows = thread.states().filter(checkpoint_ns=query.checkpoint_ns)
            if query.checkpoint_id:
                rows = rows.filter(checkpoint_id=query.checkpoint_id)
            state = rows.first()
            if state is None:
                raise NotFound
            (writes,) = thread.pending_on([state]).values()
        return answer(checkpoint_out(state, writes), headers={"ETag": etag_of(state.change_id)})

    @documented(
        "Delete a thread's states and pending writes",
        operation="delete_checkpoints",
        tag=TAG,
        query=DeleteQuery,
        answers={200: ThreadPruned},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def delete(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        self.query(DeleteQuery)
        removed = delete_checkpoints(
            person_id=user_id,
            thread_id=thread_id,
            actor=self.actor,
            now=self.now,
            expected_change_id=expected_change(request),
        )
        return answer(pruned(removed))


def check_thread(thread_id: str) -> None:
    """Raise NotFound for a thread whose name is too long to be kept."""
    if len(thread_id) > ID_CHARACTERS:
        raise NotFound


class Threads(RestView):
    """All of a person's threads."""

    @documented(
        "List the threads of a person, with their sizes",
        operation="list_checkpoint_threads",
        tag=TAG,
        query=ThreadQuery,
        answers={200: ThreadList},
    )
    def get(self, request: Request, user_id: UUID) -> Response:
        query = self.query(ThreadQuery)
        with self.scope():
            limit = query.limit + 1
            found = threads_of(self.actor, now=self.now, person_id=user_id, after=query.after, limit=limit)
        shown = found[: query.limit]
        results = [ThreadOut(**{name: getattr(row, name) for name in ThreadOut.model_fields}) for row in shown]
        following = shown[-1].thread_id if len(found) > query.limit else None
        return answer(ThreadList(results=results, next_after=following))

    @documented(
        "Delete the states of runs, in all of a person's threads",
        operation="delete_runs",
        tag=TAG,
        query=RunsQuery,
        answers={200: ThreadPruned},
        takes=(HEADER,),
    )
    @idempotent
    def delete(self, request: Request, user_id: UUID) -> Response:
        query = self.query(RunsQuery)
        return answer(pruned(delete_runs(person_id=user_id, run_ids=query.run_ids, actor=self.actor, now=self.now)))


class CheckpointHistory(RestView):
    @documented(
        "List the states of a thread, latest first",
        operation="list_checkpoints",
        tag=TAG,
        query=HistoryQuery,
        answers={200: CheckpointList},
    )
    def get(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        query = self.query(HistoryQuery)
        thread = ThreadStates(user_id, thread_id, self.actor, self.now)
        wanted: dict[str, Any] = {"checkpoint_ns": query.checkpoint_ns, "run_id": query.run_id}
        wanted |= {"checkpoint_id__lt": query.before or None, "metadata__contains": query.filter or None}
        with self.scope():
            rows = thread.states().filter(**{name: value for name, value in wanted.items() if value is not None})
            states, following = _page(rows, query.limit)
            writes = thread.pending_on(states)
        results = [checkpoint_out(row, writes[row.checkpoint_ns, row.checkpoint_id]) for row in states]
        return answer(CheckpointList(results=results, next_before=following))


class CheckpointWrites(RestView):
    parser_classes = PARSERS

    @documented(
        "Keep what a task wrote after a state",
        operation="put_writes",
        tag=TAG,
        body=WritesBody,
        answers={200: WritesKept},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        check_thread(thread_id)
        body = self.body(WritesBody)
        draft = WritesDraft.model_construct(**{name: getattr(body, name) for name in WritesDraft.model_fields})
        told = put_writes(draft, person_id=user_id, thread_id=thread_id, actor=self.actor, now=self.now)
        return answer(WritesKept(checkpoint_id=body.checkpoint_id, task_id=body.task_id, writes=told))

    @documented(
        "List the writes that are pending on a state",
        operation="list_writes",
        tag=TAG,
        query=WritesQuery,
        answers={200: WriteList},
    )
    def get(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        query = self.query(WritesQuery)
        thread = ThreadStates(user_id, thread_id, self.actor, self.now)
        with self.scope():
            rows = thread.writes()
            found = list(rows.filter(checkpoint_ns=query.checkpoint_ns, checkpoint_id=query.checkpoint_id))
        return answer(WriteList(results=[pending(write) for write in found]))


class CopyCheckpoints(RestView):
    @documented(
        "Copy a thread's states and pending writes to an empty thread",
        operation="copy_checkpoints",
        tag=TAG,
        body=CopyBody,
        answers={200: ThreadCopied},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        target = self.body(CopyBody).to_thread_id
        states, writes = copy_checkpoints(
            person_id=user_id, thread_id=thread_id, to_thread_id=target, actor=self.actor, now=self.now
        )
        return answer(ThreadCopied(thread_id=target, checkpoints=states, writes=writes))


class PruneCheckpoints(RestView):
    @documented(
        "Remove old states of a thread",
        operation="prune_checkpoints",
        tag=TAG,
        body=PruneBody,
        answers={200: ThreadPruned},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, user_id: UUID, thread_id: str) -> Response:
        body = self.body(PruneBody)
        removed = prune_checkpoints(
            person_id=user_id,
            thread_id=thread_id,
            actor=self.actor,
            now=self.now,
            keep_last=body.keep_last,
            older_than=body.older_than,
            run_ids=body.run_ids,
        )
        return answer(pruned(removed))


def _page(rows: CheckpointQuerySet, limit: int) -> tuple[list[Checkpoint], str | None]:
    """The first states, and the id that the next page comes before.

    States of one id, in several namespaces, are not parted: the next page, of smaller ids, would leave the rest out.
    """
    found = list(rows[: limit + 1])
    if len(found) <= limit:
        return found, None
    last = found[limit - 1].checkpoint_id
    if found[limit].checkpoint_id != last:
        return found[:limit], last
    following = last if rows.filter(checkpoint_id__lt=last).exists() else None
    return list(rows.filter(checkpoint_id__gte=last)), following
