from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from conversations.actions.prune_checkpoints import delete_checkpoints
from conversations.actions.save_checkpoint import save_checkpoint
from conversations.checkpoint_drafts import CheckpointDraft
from conversations.checkpoint_queries import ThreadStates
from conversations.models.checkpoint import ID_CHARACTERS
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.parsers import CheckpointParser, StrictJSONParser
from interfaces.rest.preconditions import IF_MATCH, etag_of, expected_change
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.checkpoints import (
    CheckpointBody,
    CheckpointOut,
    CheckpointSaved,
    DeleteQuery,
    StateQuery,
    ThreadPruned,
    checkpoint_out,
    pruned,
    saved,
)
from interfaces.rest.views import RestView, answer

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
