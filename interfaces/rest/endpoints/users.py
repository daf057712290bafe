from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, PageQuery
from interfaces.rest.people import may_add_people, people_of
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.shapes.users import User, UserIn, UserPage, user
from interfaces.rest.views import RestView, answer
from providers.redaction import redact
from workspaces.models import Person

TAG = "users"


class Users(RestView):
    """The people remembered (000)."""

    @documented("Add a person", operation="add_user", tag=TAG, body=UserIn, answers={201: User}, takes=(HEADER,))
    @idempotent
    def post(self, request: Request) -> Response:
        body = self.body(UserIn)
        if not may_add_people(self.principal, now=self.now):
            raise Forbidden("Adding people takes a grant to write about everyone.")
        with self.scope():
            # With an Idempotency-Key the id is the same in a repeat after a crash.
            person, _ = Person.objects.get_or_create(id=self.new_id(), defaults={"name": redact(body.name).text})
        return answer(user(person), status=201, headers={"Location": reverse("rest:user", args=[person.id])})

    @documented("List people, newest first", operation="list_users", tag=TAG, query=PageQuery, answers={200: UserPage})
    def get(self, request: Request) -> Response:
        page = self.query(PageQuery)
        with self.scope():
            rows, following = NEWEST.slice(people_of(self.principal, now=self.now), page)
        return answer(UserPage(results=[user(row) for row in rows], next_cursor=following))


class OneUser(RestView):
    @documented("Get a person", operation="get_user", tag=TAG, answers={200: User})
    def get(self, request: Request, user_id: UUID) -> Response:
        with self.scope():
            person = people_of(self.principal, now=self.now).filter(id=user_id).first()
        if person is None:
            raise NotFound
        return answer(user(person))
