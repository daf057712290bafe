from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from conversations.delta_header import header
from conversations.models import ThreadRevision
from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.sessions import TAG
from interfaces.rest.people import people_of
from interfaces.rest.problems import Invalid, NotFound
from interfaces.rest.shapes.threads import ChangesQuery, ThreadChanges, thread_changes
from interfaces.rest.views import RestView, answer


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
