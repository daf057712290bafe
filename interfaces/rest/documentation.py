"""The OpenAPI description.

Pydantic models as schemas, problems as the default answer, both ways to authenticate.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentIdentity, ResolvedComponent
from drf_spectacular.utils import Direction, OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from interfaces.rest.authentication import WORKSPACE_HEADER
from interfaces.rest.idempotency import HEADER as IDEMPOTENCY_HEADER
from interfaces.rest.problem import MEDIA_TYPE, described
from interfaces.rest.problems import NotAuthenticated

F = TypeVar("F", bound=Callable[..., Any])
IF_MATCH = "If-Match"
EVENT_HEADER, REVISION_HEADER, WITHHELD_HEADER = "X-Retrieval-Event", "X-Thread-Revision", "X-Withheld-Count"
REFERENCE = "#/components/schemas/{model}"


class FieldProblem(BaseModel):
    """One field that is wrong."""

    field: str = Field(description="Dotted path in the body or query.")
    code: str
    detail: str


class ProblemDetails(BaseModel):
    """RFC 9457. `type` is stable; members beyond these belong to a type, e.g. `category`, `state`, `errors`."""

    model_config = ConfigDict(json_schema_extra={"examples": [described(NotAuthenticated)["example"]]})

    type: str = Field(examples=["/problems/category-not-allowed"])
    title: str
    status: int
    detail: str
    errors: list[FieldProblem] = Field(default=[], description="Of /problems/invalid only.")


class ModelExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Pydantic models as components.

    Fields with a default may be missing in requests, but are always present in responses.
    """

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return str(self.target.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: Direction) -> ComponentIdentity:
        """Identify a component by its model's name, so that an endpoint's model and the same model inside another
        schema are one component."""
        return ComponentIdentity(self.target.__name__)  # type: ignore[no-untyped-call]

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        mode = "validation" if direction == "request" else "serialization"
        schema: dict[str, Any] = self.target.model_json_schema(ref_template=REFERENCE, mode=mode)
        for name, inner in schema.pop("$defs", {}).items():
            identity = ComponentIdentity(name)  # type: ignore[no-untyped-call]
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=name, type=ResolvedComponent.SCHEMA, object=identity, schema=inner
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "interfaces.rest.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "An agent's API key."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "interfaces.rest.authentication.PersonSessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        text = f"A person's login; writes carry X-CSRFToken. {WORKSPACE_HEADER} chooses among several workspaces."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": text}


def describe(
    handle: F,
    *,
    name: str,
    body: Any,
    query: type[BaseModel] | None,
    answers: Mapping[Any, Any],
    takes: tuple[str, ...],
    sends: tuple[str, ...],
) -> F:
    """Describe one operation: its docstring begins with its summary, its package under `interfaces.rest` is its tag.

    `takes` names the headers that it reads, `sends` those of its answers.
    """
    text = inspect.getdoc(handle) or ""
    sent = [_header(each, response=list(answers)) for each in sends]
    decorate = extend_schema(
        operation_id=name,
        summary=text.split("\n")[0].rstrip("."),
        description=text,
        tags=[handle.__module__.split(".")[2]],
        request=body,
        parameters=[*_query_parameters(query), *map(_header, takes), *sent],
        responses={**answers, ("default", MEDIA_TYPE): OpenApiResponse(ProblemDetails, description="A problem.")},
    )
    return decorate(handle)


def _query_parameters(query: type[BaseModel] | None) -> list[OpenApiParameter]:
    if query is None:
        return []
    return [
        OpenApiParameter(
            name=field.alias or name,
            location=OpenApiParameter.QUERY,
            type=TypeAdapter(field.rebuild_annotation()).json_schema(),
            description=field.description or "",
            required=field.is_required(),
        )
        for name, field in query.model_fields.items()
    ]


HEADERS = {
    IDEMPOTENCY_HEADER: "The same request sent again within 24 hours changes nothing and gets the first answer.",
    IF_MATCH: "An ETag; the write is refused with 412 if the memory has changed since.",
    EVENT_HEADER: "The id of the receipt of this retrieval.",
    REVISION_HEADER: "The revision of the thread.",
    WITHHELD_HEADER: "How many results a rule withheld, as far as the caller may know of it.",
}


def _header(name: str, response: list[int] | bool = False) -> OpenApiParameter:
    return OpenApiParameter(
        name=name, location=OpenApiParameter.HEADER, type=str, description=HEADERS[name], response=response
    )
