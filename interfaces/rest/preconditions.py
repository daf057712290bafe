"""ETag and If-Match (RFC 9110): the id of a memory's last change is its entity tag."""

from uuid import UUID

from rest_framework.request import Request

from interfaces.rest.problems import PreconditionFailed

IF_MATCH = "If-Match"


def etag_of(change_id: UUID) -> str:
    """A strong tag of what is remembered; upkeep such as embedding is no part of it."""
    return f'"{change_id.hex}"'


def expected_change(request: Request) -> UUID | None:
    """What If-Match demands, None without one. Raises PreconditionFailed for a tag that is none of ours."""
    header = request.headers.get(IF_MATCH, "").strip()
    if not header or header == "*":
        return None
    try:
        return UUID(hex=header.removeprefix('"').removesuffix('"'))
    except ValueError as error:
        raise PreconditionFailed("If-Match takes one ETag as this server gave it.") from error
