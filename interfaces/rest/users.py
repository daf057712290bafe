from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import Any, Literal
from uuid import UUID

from django.http import FileResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.authentication import may_add_people, may_manage, people_of
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.parsing import AgentRole, Input
from interfaces.rest.problems import Forbidden, Invalid, NotFound
from interfaces.rest.views import RestView, answer
from operations.models import Tombstone
from operations.privacy.erase_person import NotConfirmed, NotYours, request_erasure
from operations.privacy.erasure_receipt import receipt_of
from operations.privacy.person_export import write_export
from providers.redaction import redact
from workspaces.models import Person


class UserIn(Input):
    """A person to remember things about (000). Names need not be unique."""

    name: str = Field(min_length=1, max_length=200, pattern=r"\S")
    agent: AgentRole


class User(BaseModel):
    """A person remembered; `id` is what every other address calls `user_id`."""

    id: UUID
    name: str
    namespace: list[str]
    default_thread_id: str
    created_at: datetime


class UserPage(Page[User]):
    pass


def user(person: Person) -> User:
    return User(
        id=person.id,
        name=person.name,
        namespace=person.namespace,
        default_thread_id=person.default_thread_id,
        created_at=person.created_at,
    )


class ErasureIn(Input):
    """`confirmation` is the person's name as `GET /users/{id}` answers it."""

    confirmation: str = Field(max_length=200)


class ErasureReceipt(BaseModel):
    """What was erased, by table. `proof` shows that the sealed history says so in `row`; null until it is sealed."""

    format: str
    version: int
    receipt: UUID
    user_id: UUID
    workspace_id: UUID
    status: Literal["erasing", "erased"]
    requested_at: datetime
    erased_at: datetime | None
    erased: dict[str, int]
    history_id: UUID | None
    row: dict[str, Any] | None
    proof: dict[str, Any] | None


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


class Erase(RestView):
    """Everything about one person."""

    @documented(
        "Erase everything about a person; takes a login",
        operation="erase_user",
        tag=TAG,
        body=ErasureIn,
        answers={200: ErasureReceipt, 202: ErasureReceipt},
    )
    def post(self, request: Request, user_id: UUID) -> Response:
        confirmation = self.body(ErasureIn).confirmation
        actor = self.principal.staff if may_manage(self.principal) else None
        try:
            tombstone = request_erasure(
                person_id=user_id, confirmation=confirmation, actor=actor or self.actor, now=self.now
            )
        except NotYours as error:
            raise Forbidden(str(error)) from error
        except NotConfirmed as error:
            raise Invalid([{"field": "confirmation", "code": "invalid", "detail": str(error)}]) from error
        with self.scope():
            receipt = receipt_of(tombstone)
        return answer(ErasureReceipt(**receipt), status=200 if tombstone.erased_at else 202)

    @documented("The receipt of an erasure", operation="erasure_receipt", tag=TAG, answers={200: ErasureReceipt})
    def get(self, request: Request, user_id: UUID) -> Response:
        with self.scope():
            rows = Tombstone.objects.filter(person_id=user_id)
            # Whoever asked for it has no person here any more; their account still has its receipt.
            mine = rows if may_manage(self.principal) else rows.filter(requested_by=self.actor.id)
            tombstone = mine.first()
            receipt = receipt_of(tombstone) if tombstone else None
        if receipt is None:
            raise NotFound
        return answer(ErasureReceipt(**receipt))


IN_MEMORY_BYTES = 8 * 1024 * 1024


class PersonExport(RestView):
    """To the person all of it, to owners and admins that of everybody, to an agent what it may see elsewhere too."""

    @documented(
        "Export what is kept about a person, as one JSON document",
        operation="export_person",
        tag="users",
        answers={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, user_id: UUID) -> FileResponse:
        actor = self.actor
        if may_manage(self.principal) and self.principal.staff is not None:
            actor = self.principal.staff
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_export(file, person_id=user_id, actor=actor, now=self.now)
        file.seek(0)
        name = f"person-{user_id}.json"
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")
