from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import FileResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.authentication import may_add_people, may_manage, people_of
from interfaces.rest.identifiers import refuse_mentions, refuse_sentence
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.problems import NO_PERSON, Conflict, Forbidden, Invalid
from interfaces.rest.schemas import AgentRole, Input, Output
from interfaces.rest.views import RestView, answer, first_or_404, without_none
from operations.models import Tombstone
from operations.privacy.erase_person import NotConfirmed, NotYours, request_erasure
from operations.privacy.erasure_receipt import receipt_of
from operations.privacy.person_export import write_export
from providers.redaction import redact
from workspaces.models import Person
from workspaces.models.person import EXTERNAL_ID_CHARACTERS

ExternalId = Annotated[str, Field(min_length=1, max_length=EXTERNAL_ID_CHARACTERS, pattern=r"\S")]


class UserIn(Input):
    """A person to remember things about. Names need not be unique."""

    name: str = Field(min_length=1, max_length=200, pattern=r"\S")
    external_id: ExternalId | None = Field(
        default=None, description="What your own system calls this person; a known one answers with that person."
    )
    agent: AgentRole


class UserQuery(PageQuery):
    """Whom to list."""

    external_id: ExternalId | None = None


class User(Output):
    """A person; other addresses call the `id` `user_id`."""

    id: UUID
    name: str
    external_id: str | None
    namespace: list[str]
    default_thread_id: str
    created_at: datetime


class UserPage(Page[User]):
    pass


class ErasureIn(Input):
    """`confirmation` is the person's name as `GET /users/{id}` answers it."""

    confirmation: str = Field(max_length=200)


class ErasureReceipt(Output):
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


class Users(RestView):
    """The people that things are remembered about."""

    @operation("add_user", answers={200: User, 201: User})
    def post(self, body: UserIn) -> Response:
        """Add a person, or find the one with that `external_id`."""
        person, is_new = add_person(self, name=body.name, external_id=body.external_id)
        location = {"Location": reverse("rest:user", args=[person.id])}
        return answer(User.of(person), status=201 if is_new else 200, headers=location)

    @operation("list_users")
    def get(self, query: UserQuery) -> UserPage:
        """List people, newest first."""
        with self.scope():
            people = people_of(self.principal, now=self.now).filter(**without_none(external_id=query.external_id))
            return NEWEST.page(people, query, UserPage)


def add_person(view: RestView, *, name: str, external_id: str | None) -> tuple[Person, bool]:
    """Return a new person, or the one with that `external_id`; the flag says which. Raises Forbidden, Invalid,
    Conflict."""
    if not may_add_people(view.principal, now=view.now):
        raise Forbidden("Adding people takes a grant to write about everyone.")
    refuse_mentions("name", name)
    refuse_sentence("name", name)
    refuse_mentions("external_id", external_id or "")
    with view.scope():
        person, is_new = _get_or_create(view, redact(name).text, external_id)
        if not is_new and not people_of(view.principal, now=view.now).filter(id=person.id).exists():
            raise Conflict("This external_id is that of a person whom you may not read about.")
        if is_new:
            view.record(person, "added")
    return person, is_new


def _get_or_create(view: RestView, name: str, external_id: str | None) -> tuple[Person, bool]:
    """With an Idempotency-Key, a repeat after a crash uses the same id."""
    if external_id is None:
        return Person.objects.get_or_create(id=view.new_id(), defaults={"name": name})[0], True
    values = {"id": view.new_id(), "name": name}
    return Person.objects.get_or_create(external_id=external_id, defaults=values)


class OneUser(RestView):
    @operation("get_user")
    def get(self, user_id: UUID) -> User:
        """Get a person."""
        with self.scope():
            person = first_or_404(people_of(self.principal, now=self.now).filter(id=user_id), NO_PERSON)
        return User.of(person)


class Erase(RestView):
    """Everything about one person."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Checked before the body is read: an API key may never erase."""
        super().initial(request, *args, **kwargs)
        if request.method == "POST" and self.actor.is_agent:
            raise Forbidden("Only the person, an owner or an admin erases what is stored about them, with their login.")

    @operation("erase_user", answers={200: ErasureReceipt, 202: ErasureReceipt}, is_repeatable=False)
    def post(self, user_id: UUID, body: ErasureIn) -> Response:
        """Erase everything about a person; takes a login."""
        staff = self.principal.staff if may_manage(self.principal) else None
        try:
            tombstone = request_erasure(
                person_id=user_id, confirmation=body.confirmation, actor=staff or self.actor, now=self.now
            )
        except NotYours as error:
            raise Forbidden(str(error)) from error
        except NotConfirmed as error:
            raise Invalid([{"field": "confirmation", "code": "invalid", "detail": str(error)}]) from error
        with self.scope():
            receipt = receipt_of(tombstone)
        return answer(ErasureReceipt(**receipt), status=200 if tombstone.erased_at else 202)

    @operation("erasure_receipt")
    def get(self, user_id: UUID) -> ErasureReceipt:
        """The receipt of an erasure."""
        with self.scope():
            rows = Tombstone.objects.filter(person_id=user_id)
            # An erased person no longer exists; their account can still read the receipt.
            mine = rows if may_manage(self.principal) else rows.filter(requested_by=self.actor.id)
            return ErasureReceipt(**receipt_of(first_or_404(mine)))


IN_MEMORY_BYTES = 8 * 1024 * 1024


class PersonExport(RestView):
    """People get everything about themselves, owners and admins about anyone, agents what they may read elsewhere."""

    @operation("export_person", answers={200: OpenApiTypes.OBJECT})
    def get(self, user_id: UUID) -> FileResponse:
        """Export what is stored about a person, as one JSON document."""
        staff = self.principal.staff if may_manage(self.principal) else None
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_export(file, person_id=user_id, actor=staff or self.actor, now=self.now)
        file.seek(0)
        name = f"person-{user_id}.json"
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")
