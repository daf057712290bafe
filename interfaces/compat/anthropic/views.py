"""The base of every endpoint of Memory Stores: keys, ids and errors as Anthropic's SDKs send and read them."""

from typing import Any, Literal
from uuid import UUID

from pydantic import AliasChoices, Field
from rest_framework.response import Response

from consent.outcomes import Applied, Outcome, Refused
from interfaces.compat.views import CompatView, Known, as_uuid
from interfaces.rest.authentication import ApiKeyAuthentication
from interfaces.rest.errors import exception_handler
from interfaces.rest.outcomes import refusal
from interfaces.rest.problems import Conflict, NotFound
from interfaces.rest.schemas import Timestamp
from memories.limits import LIST_ITEMS

STORE, MEMORY, VERSION = "memstore_", "mem_", "memver_"
# Types by status; others are invalid requests or server errors.
ERRORS = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
}
CLIENTS_OWN = 500
View = Literal["basic", "full"]
Shown = dict[str, Any]


class ApiKeyHeader(ApiKeyAuthentication):
    """`X-Api-Key`, or a bearer token."""

    header = "X-Api-Key"


class PreconditionMismatch(Conflict):
    """The memory's content differs from the one the caller expects."""

    error_type = "memory_precondition_failed_error"


class PathTaken(Conflict):
    """Another memory of the store has that path."""

    error_type = "memory_path_conflict_error"


class AnthropicView(CompatView):
    authentication_classes = [ApiKeyHeader]

    def get_exception_handler(self) -> Any:
        return _as_error

    def answer_write(self, outcome: Outcome, done: Shown, *, pending: Shown | None = None) -> Response:
        """Return `done` for an applied write, else `pending` with status 202, the reason, and the page. Raises a
        Problem where refused."""
        (result,) = self.results_of([outcome])
        if isinstance(result, Refused):
            raise refusal(result, field="content")
        waiting = {"status": result.status, "message": result.message, "review_url": result.review_url}
        if isinstance(outcome, Applied):
            return Response(done | (waiting if result.held_back else {}))
        return Response((done if pending is None else pending) | waiting, status=202)


class Page(Known):
    limit: int = Field(default=20, ge=1, le=LIST_ITEMS)
    page: str = Field(default="", max_length=2_048)


class CreatedBetween(Known):
    created_at_gte: Timestamp | None = Field(
        default=None, validation_alias=AliasChoices("created_at_gte", "created_at[gte]")
    )
    created_at_lte: Timestamp | None = Field(
        default=None, validation_alias=AliasChoices("created_at_lte", "created_at[lte]")
    )

    @property
    def created_range(self) -> dict[str, Any]:
        """Return the conditions for `filter`."""
        bounds = {"created_at__gte": self.created_at_gte, "created_at__lte": self.created_at_lte}
        return {name: moment for name, moment in bounds.items() if moment is not None}


def format_id(prefix: str, row_id: UUID) -> str:
    return f"{prefix}{row_id.hex}"


def read_id(prefix: str, text: str) -> UUID:
    """Raises NotFound for ids of another kind."""
    found = as_uuid(text.removeprefix(prefix)) if text.startswith(prefix) else None
    if found is None:
        raise NotFound
    return found


def _as_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return a problem as one of their errors. Their SDKs retry a conflict unless a header forbids it."""
    response = exception_handler(error, context)
    if response is None:
        return None
    status = 400 if response.status_code == 422 else response.status_code
    kind = getattr(error, "error_type", None) or ERRORS.get(status)
    kind = kind or ("api_error" if status >= CLIENTS_OWN else "invalid_request_error")
    problem = {"type": "error", "error": {"type": kind, "message": response.data["detail"]}}
    helps = "true" if "Retry-After" in response.headers else "false"
    return Response(problem, status=status, headers={**response.headers, "x-should-retry": helps})
