"""The types of problems, each with a stable `type` of the form `/problems/<slug>`; those of consent are in its
package."""

from collections.abc import Sequence

from interfaces.rest.problem import FieldError, Problem, sentences_of

NO_KEY = "Send an API key as 'Authorization: Bearer <key>', or sign in."
NO_STATE = (
    "There is no state of such a thread that you may read. "
    "GET /users/{user_id}/checkpoints lists the threads of a person."
)
NO_PERSON = (
    "There is no such person whom you may read about. GET /users lists them, and GET /users?external_id= finds one by "
    "an id of yours."
)
NO_MEMORY = (
    "There is no such memory that you may read. A forgotten one is not found either. "
    "POST /memories/{memory_id}/restore brings it back, for whoever may write it."
)


class QuotaFull(Problem):
    status_code, slug, title = 403, "quota-exceeded", "The workspace has used up its quota"
    what_happened = (
        "The workspace has no room for what was sent, and nothing of the request was stored. `quota`, `limit` and "
        "`used` say which limit was reached. With status 429 it is the number of requests in a minute."
    )
    what_to_do = (
        "After a 429, send it again when `Retry-After` has passed. Otherwise erase or forget what is no longer "
        "needed, or ask the operator of this server for a larger quota."
    )
    example = {
        "detail": "The workspace may have 1000 memories, and has 1000.",
        "quota": "memories",
        "limit": 1000,
        "used": 1000,
    }


class QuotaUsedUp(QuotaFull):
    """What comes back with time."""

    status_code = 429


class Malformed(Problem):
    status_code, slug, title = 400, "malformed", "The request cannot be read"
    what_happened = (
        "The request is not valid JSON, or holds what is refused everywhere: NaN, a number beyond 64 bits, the "
        "character U+0000, half of a surrogate pair, a name twice in an object, or more than 64 levels."
    )
    what_to_do = "Read `detail`, correct the body or the query, and send it again. Nothing was changed."
    example = {"detail": "An object names a key twice."}


class NotAuthenticated(Problem):
    status_code, slug, title = 401, "not-authenticated", "No valid API key or login"
    what_happened = "The request came without an API key or a login, or the key is wrong, expired or revoked."
    what_to_do = (
        "Send the key in the header `Authorization: Bearer <key>`. An owner or admin of the workspace makes a new "
        "one in the admin under Keys."
    )
    example = {"detail": NO_KEY}


class Forbidden(Problem):
    status_code, slug, title = 403, "forbidden", "Not allowed"
    what_happened = "The caller is known, but may not do this: its grant or its role does not allow it."
    what_to_do = (
        "Read `detail`. An owner or admin of the workspace can give the agent a grant, or the account another "
        "role. Sending it again changes nothing."
    )


class CategoryNotAllowed(Problem):
    status_code, slug, title = 403, "category-not-allowed", "The category is not on the role's allowlist"
    what_happened = (
        "The role of the agent may not use this category; `category` names it. Each role has an allowlist of "
        "categories. `detail` names the caller's own."
    )
    what_to_do = (
        "Leave the category out, or use one of the role's. An owner or admin changes the allowlist in the admin "
        "under Categories."
    )
    example = {
        "detail": (
            "Category 'preferences' is not on the allowlist of role 'planner'. Yours: goals, tasks. "
            "An owner or admin changes that in the admin, under /admin/categories/."
        ),
        "category": "preferences",
    }


class NotFound(Problem):
    status_code, slug, title = 404, "not-found", "Not found"
    what_happened = (
        "There is nothing at this address for the caller: it does not exist, it was forgotten or erased, it "
        "belongs to another workspace, or the caller may not see it. These cases are not told apart."
    )
    what_to_do = (
        "Check the id and the path: ids are UUIDs, and GET /users?external_id= finds a person by an id of yours. An "
        "agent needs a grant for the person whom it is about. What was forgotten is "
        "brought back at its own address, with `/restore`."
    )
    example = {"detail": "Nothing here that you may read has this id."}


class MethodNotAllowed(Problem):
    status_code, slug, title = 405, "method-not-allowed", "This address does not take that method"
    what_happened = "The address exists, but does not take this method."
    what_to_do = "Use one of the methods that `detail` and the header `Allow` name."
    example = {"detail": 'Method "PATCH" not allowed. Allowed: GET, POST, HEAD, OPTIONS.'}


class NotAcceptable(Problem):
    status_code, slug, title = 406, "not-acceptable", "Answers are JSON"
    what_happened = "The header `Accept` asks for something else than JSON."
    what_to_do = "Leave the header out, or send `Accept: application/json`."


class Conflict(Problem):
    status_code, slug, title = 409, "conflict", "The current state does not allow that"
    what_happened = (
        "The request does not fit what is stored now; `detail` says why. It may be a stale version, a forbidden "
        "change of state, or a name that is taken."
    )
    what_to_do = "Read what is stored, and decide whether to send another request."
    example = {"detail": "This field holds several values; name one with ?item=.", "items": ["nuts", "shellfish"]}


class KeyReused(Problem):
    status_code, slug, title = 409, "idempotency-key-reused", "The Idempotency-Key was used for another request"
    what_happened = (
        "The Idempotency-Key was used within 24 hours for another method, path or body, or what the caller may "
        "see has changed since."
    )
    what_to_do = "Use a new key for each new request, and the same key only to repeat the very same one."


class StillRunning(Problem):
    status_code, slug, title = (
        503,
        "request-in-progress",
        "The first request with that Idempotency-Key is still running",
    )
    what_happened = "An earlier request with this Idempotency-Key has not ended yet."
    what_to_do = "Send the same request again when `Retry-After` has passed; it gets the answer of the first."


class PreconditionFailed(Problem):
    status_code, slug, title = 412, "precondition-failed", "If-Match does not match what is stored now"
    what_happened = "What is stored was changed since the caller read it, so nothing was written."
    what_to_do = "Read it again, take the new `ETag`, and decide whether to send the change again."


class BodyTooSlow(Problem):
    status_code, slug, title = 408, "body-too-slow", "The body did not arrive in time"
    what_happened = "The body was not complete after ten seconds, and one more for each 2 kB of it."
    what_to_do = "Send it again over a better connection, or in smaller parts."


class BodyTooLarge(Problem):
    status_code, slug, title = 413, "body-too-large", "The body is too large"
    what_happened = "The body is larger than this address takes: 1 MB of JSON, 25 MB of a checkpoint or a file."
    what_to_do = "Send less at once, for example a batch in parts."
    example = {"detail": "A body of type application/json may have at most 1 MB."}


class UnsupportedMediaType(Problem):
    status_code, slug, title = 415, "unsupported-media-type", "Bodies are application/json"
    what_happened = "The header `Content-Type` names what this address does not read."
    what_to_do = (
        "Send JSON with `Content-Type: application/json`; a checkpoint may also be "
        "`application/vnd.checkpoint+json`, and a file `multipart/form-data`."
    )


class Invalid(Problem):
    status_code, slug, title = 422, "invalid", "A value is not valid"
    what_happened = (
        "The request was read, but a value in it is not valid; nothing was stored. `errors` lists each field that "
        "is wrong."
    )
    what_to_do = "Correct the fields that `errors` names, and send it again."
    example = {
        "detail": "content: Field required",
        "errors": [{"field": "content", "code": "missing", "detail": "Field required"}],
    }

    def __init__(self, errors: Sequence[FieldError], detail: str = "") -> None:
        super().__init__(detail or "; ".join(sentences_of(errors)[:3]).replace(".;", ";"))
        self.members = {"errors": list(errors)}


class Throttled(Problem):
    status_code, slug, title = 429, "throttled", "Too many requests"
    what_happened = "The caller sent more requests, or used more processor time, than it may in a minute."
    what_to_do = (
        "Wait as long as the header `Retry-After` says. The operator sets the rates with THROTTLE_RATE and "
        "PROCESSOR_RATE."
    )
    example = {"detail": "Try again in 12 s."}


class TooManyRequestsAtOnce(Problem):
    status_code, slug, title = 429, "too-many-requests-at-once", "Too many requests of one caller wait for an answer"
    what_happened = "Too many requests of this key, or unfinished bodies of this address, are open at the same time."
    what_to_do = "Wait for answers before you send more, and use fewer connections."


class ServerError(Problem):
    status_code, slug, title = 500, "server-error", "Internal server error"
    what_happened = "Something unexpected went wrong on the server, and was logged."
    what_to_do = (
        "Send the request again, a write with the same Idempotency-Key. If it happens again, tell the operator of "
        "this server when it happened."
    )


class NotServed(Problem):
    status_code, slug, title = 501, "not-served", "This server does not have that part of the protocol"
    what_happened = "The request uses a part of another protocol (mem0 or Anthropic) that this server does not have."
    what_to_do = "Use the server's own API for it; docs/compatibility.md lists what is served."


class Unavailable(Problem):
    status_code, slug, title = 503, "unavailable", "The database cannot be reached"
    what_happened = "The server cannot reach its database."
    what_to_do = "Send it again when `Retry-After` has passed. If it lasts, tell the operator of this server."


class Busy(Problem):
    status_code, slug, title = 503, "busy", "Another request is changing the same data"
    what_happened = "Another request has locked the same data for too long; this one changed nothing."
    what_to_do = "Send it again when `Retry-After` has passed."


class Interrupted(Problem):
    status_code, slug, title = 503, "interrupted", "The server was interrupted; what was asked may have been done"
    what_happened = (
        "The server was stopped or restarted while it worked on the request. What was asked may have been done."
    )
    what_to_do = (
        "Send it again when `Retry-After` has passed. With an Idempotency-Key, or an `external_id`, nothing is "
        "done twice."
    )


class StorageDown(Problem):
    status_code, slug, title = 503, "storage-unavailable", "The storage of artifacts cannot be reached"
    what_happened = "The files of artifacts are kept in a storage that does not answer."
    what_to_do = "Send it again when `Retry-After` has passed. If it lasts, tell the operator of this server."


class EmbeddingDown(Problem):
    status_code, slug, title = 503, "embedding-unavailable", "The embedding model cannot be reached"
    what_happened = (
        "The embedding model, which finds texts by meaning, does not answer or is not installed. Nothing was stored."
    )
    what_to_do = "Send it again when `Retry-After` has passed. If it lasts, tell the operator of this server."
