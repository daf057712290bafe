"""The base of every endpoint of mem0's protocol: its ways to send a key, and errors that its client can read."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.compat.views import CompatView
from interfaces.rest.authentication import ApiKeyAuthentication
from interfaces.rest.errors import exception_handler
from interfaces.rest.operation import operation
from interfaces.rest.problems import NotServed


class TokenAuthentication(ApiKeyAuthentication):
    """`Authorization: Token <api key>` from the platform's clients, `X-API-Key` from those of the open server."""

    schemes = ("Token", "Bearer")
    header = "X-API-Key"


class Mem0View(CompatView):
    authentication_classes = [TokenAuthentication]

    def get_exception_handler(self) -> Any:
        return _as_plain_json


class Ping(Mem0View):
    """The request that a client sends when it is created."""

    @operation("mem0_ping")
    def get(self) -> Response:
        workspace = str(self.actor.workspace_id)
        return Response({"status": "ok", "org_id": workspace, "project_id": workspace, "user_email": None})


class NotHere(Mem0View):
    """Features that only mem0's platform has."""

    reason = ""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotServed(self.reason)


def _as_plain_json(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return a problem as plain JSON, so that mem0's client shows its `detail`."""
    response = exception_handler(error, context)
    if response is not None:
        response.content_type = "application/json"
    return response
