"""The request of a context (001 §1, 002 flow 3, R11, R20, R21)."""

from typing import Annotated, Literal
from uuid import UUID

from django.conf import settings
from pydantic import Field, Strict

from memories import limits
from providers.schema import Flag
from retrieval.requests import BUDGET_TOKENS_MAX, Label, Number, QueryRequest, RequestBody
from workspaces.sensitivity import INTERNAL

DEFAULT_BUDGET_TOKENS = 1_500
# So that enough remains if many are shown elsewhere.
CANDIDATES_AT_LEAST = 32
# Replaces an empty question.
NO_QUESTION = "-"


class ContextRequest(RequestBody):
    """A context about one person, for one question.

    `threshold` is the least score, 0 to 1, of memories and turns that come because they answer the question; left out,
    it is 0.7 unless the server's operator chose another. `query` may be empty, or a bare "-": then only what is always
    in a context comes. `since` is the revision that the caller saw last; left out, the answer tells what the caller was
    not shown before. Without `session_id` it is the person's last conversation. `mode` is "active" unless the operator
    chose otherwise; with "off" nothing is retrieved, and the answer has the recent turns only.
    """

    user_id: UUID
    query: str = Field(default="", max_length=limits.QUERY_CHARACTERS)
    agent: str = Field(default="", max_length=64)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None
    since: Annotated[Number, Field(ge=0)] | None = None
    mode: Literal["active", "off"] = Field(default_factory=lambda: settings.CONTEXT_MODE, validate_default=True)
    top_k: Number = Field(default=limits.TOP_K_DEFAULT, ge=1, le=limits.TOP_K_MAX)
    threshold: Annotated[float, Strict()] | None = Field(default=None, ge=0.0, le=1.0, allow_inf_nan=False)
    budget_tokens: Number = Field(default=DEFAULT_BUDGET_TOKENS, ge=1, le=BUDGET_TOKENS_MAX)
    allowed_sensitivity: tuple[Label, ...] = Field(default=(INTERNAL,), min_length=1, max_length=16)
    require_verified: Flag = False
    purpose: str = Field(default="context", max_length=32)

    @property
    def candidates(self) -> int:
        """How many results the search returns, of which `top_k` are shown."""
        return max(CANDIDATES_AT_LEAST, self.top_k)

    def as_query(self) -> QueryRequest:
        """Return the search for the context; with NO_QUESTION for an empty question."""
        return QueryRequest(
            query=self.query.strip() or NO_QUESTION,
            agent=self.agent,
            user_id=self.user_id,
            thread_id=self.thread_id,
            top_k=self.candidates,
            allowed_sensitivity=self.allowed_sensitivity,
            require_verified=self.require_verified,
            purpose=self.purpose,
        )
