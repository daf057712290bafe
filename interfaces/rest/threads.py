from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.delta_header import DeltaHeader, HeaderChange, header
from conversations.models import ThreadRevision
from interfaces.rest.authentication import people_of
from interfaces.rest.conversations.views import TAG
from interfaces.rest.documentation import documented
from interfaces.rest.parsing import Input
from interfaces.rest.problems import Invalid, NotFound
from interfaces.rest.views import RestView, answer

# PostgreSQL's bigint.
MAX_REVISION = 2**63 - 1


class ChangesQuery(Input):
    since: Annotated[int, Field(ge=0, le=MAX_REVISION)] | None = Field(
        default=None, description="The revision seen last; left out, what this caller was not told before."
    )
    user_id: UUID | None = Field(default=None, description="Needed where several people have a thread of that name.")


class ThreadChange(BaseModel):
    """What became of one memory."""

    memory_id: UUID
    event: str
    category: str
    importance: float
    importance_level: int
    text: str
    rev: int


class ThreadChanges(BaseModel):
    """What changed on a thread after revision `since`, most important first.

    `header` is 001 §1's text, empty when nothing changed; `is_truncated` says that the log no longer reaches back
    that far.
    """

    thread_id: str
    user_id: UUID
    since: int
    revision: int
    is_truncated: bool
    header: str
    changes: list[ThreadChange]


def thread_changes(header: DeltaHeader, *, thread_id: str, user_id: UUID) -> ThreadChanges:
    return ThreadChanges(
        thread_id=thread_id,
        user_id=user_id,
        since=header.since,
        revision=header.revision,
        is_truncated=header.is_truncated,
        header=header.text,
        changes=[_change(change) for change in header.changes],
    )


def _change(change: HeaderChange) -> ThreadChange:
    return ThreadChange(**{name: getattr(change, name) for name in ThreadChange.model_fields})


class Changes(RestView):
    @documented(
        "What changed since a revision, as data and as the delta header",
        operation="thread_changes",
        tag=TAG,
        query=ChangesQuery,
        answers={200: ThreadChanges},
    )
    def get(self, request: Request, thread_id: str) -> Response:
        query = self.query(ChangesQuery)
        with self.scope():
            person_id = self._person(thread_id, query.user_id)
            found = header(person_id=person_id, thread_id=thread_id, actor=self.actor, now=self.now, since=query.since)
        return answer(thread_changes(found, thread_id=thread_id, user_id=person_id))

    def _person(self, thread_id: str, user_id: UUID | None) -> UUID:
        """Whose thread is meant, of the people the caller may know.

        Raises NotFound, and Invalid where it could be several's.
        """
        people = people_of(self.principal, now=self.now)
        threads = ThreadRevision.objects.filter(thread_id=thread_id, person__in=people)
        owners = list(
            threads.filter(**({"person_id": user_id} if user_id else {})).values_list("person_id", flat=True)[:2]
        )
        if not owners:
            raise NotFound
        if len(owners) > 1:
            message = "Several people have a thread of that name; say whose."
            raise Invalid([{"field": "user_id", "code": "ambiguous", "detail": message}])
        return owners[0]
