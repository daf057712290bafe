"""What every endpoint of mem0's protocol is built on: its ways to send a key, and errors that its client can read."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from pydantic import BaseModel, ConfigDict
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.authentication import ApiKeyAuthentication, people_of
from interfaces.rest.errors import exception_handler
from interfaces.rest.problems import NotServed
from interfaces.rest.views import RestView, operation
from workspaces.models import Person


class TokenAuthentication(ApiKeyAuthentication):
    """`Authorization: Token <api key>` as the platform's clients send it, `X-API-Key` as those of the open server."""

    schemes = ("Token", "Bearer")
    header = "X-API-Key"


class Known(BaseModel):
    """A body or query. mem0's clients send settings of their platform along; what has no meaning here is left out."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Mem0View(RestView):
    authentication_classes = [TokenAuthentication]
    schema = None

    def get_exception_handler(self) -> Any:
        return _as_plain_json

    def people(self, names: set[str]) -> dict[str, UUID]:
        """Those that the caller may read about, by what mem0 calls them: their external id or ours. In the scope."""
        own = {each: name for name in names if (each := _uuid(name))}
        rows = people_of(self.principal, now=self.now).filter(Q(external_id__in=names) | Q(id__in=own))
        found = {own[person.id]: person.id for person in rows if person.id in own}
        return found | {person.external_id: person.id for person in rows if person.external_id in names}

    def names(self, person_ids: set[UUID]) -> dict[UUID, str]:
        """What mem0 calls these people. In the scope."""
        rows = Person.objects.filter(id__in=person_ids).values_list("id", "external_id")
        return {person_id: external_id or str(person_id) for person_id, external_id in rows}


class Ping(Mem0View):
    """What a client asks when it is made."""

    @operation("mem0_ping")
    def get(self) -> Response:
        workspace = str(self.actor.workspace_id)
        return Response({"status": "ok", "org_id": workspace, "project_id": workspace, "user_email": None})


class NotHere(Mem0View):
    """What only mem0's platform has."""

    reason = ""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotServed(self.reason)


def _as_plain_json(error: Exception, context: dict[str, Any]) -> Response | None:
    """A problem, whose `detail` mem0's client shows where the type is plain JSON."""
    response = exception_handler(error, context)
    if response is not None:
        response.content_type = "application/json"
    return response


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
