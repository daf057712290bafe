"""What goes wrong, by the `type` of the server's problem (RFC 9457)."""

from typing import Any

from memory_server.transport import Answer


class MemoryServerError(Exception):
    """Anything that this package raises."""


class Unreachable(MemoryServerError):
    """The server could not be reached, or did not answer in time, on every attempt."""


class ProblemError(MemoryServerError):
    """The server answered with a problem. `errors` names the wrong fields, `more` is whatever else it said."""

    def __init__(self, status: int, type_: str, title: str, detail: str, **more: Any) -> None:
        super().__init__(detail or title or f"HTTP {status}")
        self.status, self.type, self.title, self.detail = status, type_, title, detail
        self.errors: list[dict[str, str]] = more.pop("errors", None) or []
        self.more = more

    def __str__(self) -> str:
        fields = "; ".join(f"{error.get('field')}: {error.get('detail')}" for error in self.errors)
        told = super().__str__()
        return f"{told} ({fields})" if fields and fields != told else told


class NotAuthenticated(ProblemError):
    """No key, or one that is unknown, expired or revoked."""


class Forbidden(ProblemError):
    """The key may not do that."""


class CategoryNotAllowed(Forbidden):
    """The category is not on the allowlist of the key's role."""


class NeverRemembered(Forbidden):
    """A policy says that this is never remembered."""


class NotFound(ProblemError):
    """It does not exist, or not for this key."""


class Conflict(ProblemError):
    """The current state does not allow that."""


class RefusedByPerson(Conflict):
    """The person has already answered this. Do not propose it again in other words."""


class PreconditionFailed(ProblemError):
    """What `if_match` named has changed since."""


class Invalid(ProblemError):
    """Something in the request is malformed, unknown, too long or out of range; `errors` names it."""


class Throttled(ProblemError):
    """Too many requests, also after waiting; or too many questions wait for the person already."""


class Unavailable(ProblemError):
    """The server failed, or cannot answer now, also after waiting."""


OF_TYPE: dict[str, type[ProblemError]] = {
    "category-not-allowed": CategoryNotAllowed,
    "never-remembered": NeverRemembered,
    "refused-by-person": RefusedByPerson,
}
OF_STATUS: dict[int, type[ProblemError]] = {
    400: Invalid,
    401: NotAuthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: PreconditionFailed,
    413: Invalid,
    422: Invalid,
    429: Throttled,
}


def problem_of(response: Answer) -> ProblemError:
    """The exception for an answer that is no success, from whatever answered it."""
    body = _object(response)
    named = str(body.pop("type", "")).rpartition("/")[2]
    body.pop("status", None)
    title, detail = str(body.pop("title", response.reason)), str(body.pop("detail", ""))
    by_status = OF_STATUS.get(response.status, Unavailable if response.status >= 500 else ProblemError)
    return OF_TYPE.get(named, by_status)(response.status, named, title, detail, **body)


def _object(response: Answer) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
