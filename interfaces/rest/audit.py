"""The audit trail as JSON lines, for programs that watch over many systems."""

from collections.abc import Iterator
from typing import Annotated

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from pydantic import AfterValidator, Field

from interfaces.rest.authentication import may_audit
from interfaces.rest.negotiation import JSONRenderer
from interfaces.rest.operation import operation
from interfaces.rest.problems import Forbidden
from interfaces.rest.schemas import Input, Timestamp
from interfaces.rest.views import RestView
from operations.audit_trail import AuditFilter, Cursor, InvalidCursor, Kind, audit_events, line_of

MEDIA_TYPE = "application/x-ndjson"
LINES, LINES_MAX = 1_000, 10_000


class LinesRenderer(JSONRenderer):
    """Registered so that clients may request the media type; problems are still one document."""

    media_type = MEDIA_TYPE


def _kinds(text: str) -> str:
    unknown = {*filter(None, text.split(","))} - {*Kind}
    if unknown:
        raise ValueError(f"There is no kind '{min(unknown)}'; there are {', '.join(Kind)}.")
    return text


def _cursor(text: str) -> str:
    try:
        Cursor.parse(text)
    except InvalidCursor as error:
        raise ValueError(str(error)) from error
    return text


class AuditQuery(Input):
    """Which events, and after which one."""

    kinds: Annotated[str, AfterValidator(_kinds)] = Field(
        default="", description="Some of write, consent, access, setup, export, read, with commas; all by default."
    )
    since: Timestamp | None = Field(default=None, description="From this time on.")
    until: Timestamp | None = Field(default=None, description="Before this time.")
    cursor: Annotated[str, AfterValidator(_cursor)] = Field(
        default="", description="That of the last event you have; the events after it are answered."
    )
    limit: int = Field(
        default=LINES, ge=1, le=LINES_MAX, description="At most this many lines, up to 10,000; left out, 1,000."
    )

    @property
    def wanted(self) -> AuditFilter:
        kinds = tuple(Kind(name) for name in self.kinds.split(",") if name)
        return AuditFilter(kinds=kinds, since=self.since, until=self.until)


class AuditTrail(RestView):
    """One JSON object a line, without content. An answer with fewer lines than `limit` is up to date."""

    renderer_classes = [JSONRenderer, LinesRenderer]

    @operation("audit_trail", answers={(200, MEDIA_TYPE): OpenApiTypes.STR})
    def get(self, query: AuditQuery) -> StreamingHttpResponse:
        """Read the audit trail as JSON lines; for owners, admins and keys that may audit."""
        if not may_audit(self.principal):
            raise Forbidden("The audit trail is for owners, admins, and agents that they let read it.")
        lines: Iterator[bytes] = (
            line_of(event)
            for event in audit_events(
                query.wanted,
                workspace_id=self.actor.workspace_id,
                after=Cursor.parse(query.cursor),
                now=self.now,
                limit=query.limit,
            )
        )
        return StreamingHttpResponse(lines, content_type=MEDIA_TYPE)
