from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.models import ChangeLog, ThreadRevision
from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.sessions import TAG
from interfaces.rest.problems import Invalid, NotFound
from interfaces.rest.shapes.threads import Changes, ChangesQuery, change
from interfaces.rest.views import RestView, answer
from memories.delta_header import delta_header
from memories.models import Memory
from workspaces.sensitivity import INTERNAL, rank


class ThreadChanges(RestView):
    @documented(
        "What changed since a revision, as data and as the delta header",
        operation="thread_changes",
        tag=TAG,
        query=ChangesQuery,
        answers={200: Changes},
    )
    def get(self, request: Request, thread_id: str) -> Response:
        query = self.query(ChangesQuery)
        with self.scope():
            thread = _thread(self, thread_id, query.user_id)
            rows = list(_changes(self, thread).filter(rev__gt=query.since).order_by("-rev"))
        body = Changes(
            thread_id=thread_id,
            user_id=thread.person_id,
            since=query.since,
            revision=thread.rev,
            header=delta_header(rows, since=query.since),
            changes=[change(row) for row in rows],
        )
        return answer(body)


def _thread(view: RestView, thread_id: str, user_id: UUID | None) -> ThreadRevision:
    """The one thread of that name that the actor may know of. Raises NotFound, and Invalid where there are several."""
    rows = ThreadRevision.objects.filter(view.actor.people_condition(now=view.now, rank=rank(INTERNAL)))
    rows = rows.filter(thread_id=thread_id, **({"person_id": user_id} if user_id else {}))
    threads = list(rows[:2])
    if not threads:
        raise NotFound
    if len(threads) > 1:
        message = "Several people have a thread of that name; say whose."
        raise Invalid([{"field": "user_id", "code": "ambiguous", "detail": message}])
    return threads[0]


def _changes(view: RestView, thread: ThreadRevision) -> QuerySet[ChangeLog]:
    """Changes of memories within the actor's reach, forgotten ones too: that they went is news."""
    memories = Memory.objects.within_reach(view.actor, now=view.now)
    rows = ChangeLog.objects.filter(view.actor.category_condition(), memory_id__in=memories.values("id"))
    return rows.filter(person_id=thread.person_id, thread_id=thread.thread_id)
