from typing import Annotated
from uuid import UUID

from pydantic import Field

from conversations.delta_header import header
from conversations.models import ThreadRevision
from interfaces.rest.authentication import people_of
from interfaces.rest.operation import operation
from interfaces.rest.problems import Invalid, NotFound
from interfaces.rest.schemas import Input, Output
from interfaces.rest.views import RestView, without_none

# PostgreSQL's bigint.
MAX_REVISION = 2**63 - 1
NO_THREAD = "No person whom you may read about has such a thread. A thread begins with the first write that names it."


class ChangesQuery(Input):
    since: Annotated[int, Field(ge=0, le=MAX_REVISION)] | None = Field(
        default=None, description="The last revision seen; left out, the last one sent to this caller."
    )
    user_id: UUID | None = Field(default=None, description="Needed where several people have a thread of that name.")


class ThreadChange(Output):
    """What became of one memory."""

    memory_id: UUID
    event: str
    category: str
    importance: float
    importance_level: int
    text: str
    rev: int


class ThreadChanges(Output):
    """What changed on a thread after revision `since`, most important first.

    `header` is the delta header, empty when nothing changed; with `is_truncated` the log no longer reaches back that
    far.
    """

    thread_id: str
    user_id: UUID
    since: int
    revision: int
    is_truncated: bool
    header: str = Field(validation_alias="text")
    changes: list[ThreadChange]


class Changes(RestView):
    @operation("thread_changes")
    def get(self, thread_id: str, query: ChangesQuery) -> ThreadChanges:
        """What changed since a revision, as data and as the delta header."""
        with self.scope():
            person_id = self._owner(thread_id, query.user_id)
            found = header(person_id=person_id, thread_id=thread_id, actor=self.actor, now=self.now, since=query.since)
        return ThreadChanges.of(found, thread_id=thread_id, user_id=person_id)

    def _owner(self, thread_id: str, user_id: UUID | None) -> UUID:
        """Return the person with that thread, if the caller may know them. Raises NotFound, Invalid."""
        people = people_of(self.principal, now=self.now)
        threads = ThreadRevision.objects.filter(thread_id=thread_id, person__in=people)
        owners = list(threads.filter(**without_none(person_id=user_id)).values_list("person_id", flat=True)[:2])
        if not owners:
            raise NotFound(NO_THREAD)
        if len(owners) > 1:
            message = "Several people have a thread of that name: send user_id."
            raise Invalid([{"field": "user_id", "code": "ambiguous", "detail": message}])
        return owners[0]
