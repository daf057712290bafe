"""The two tools that a model gets in an exchange (000, 001 §6): one path with REST, one gate, the caller's rights."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from uuid_utils.compat import uuid7

from consent.changes import WriteMemory
from consent.gate import submit
from consent.outcomes import Applied, Queued, Refused
from memories import limits
from memories.drafts import MemoryDraft, Metadata
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from providers.llm.conversation import Tool
from providers.schema import CategoryName
from retrieval.authorization import CategoryNotAllowed
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces.actors import Actor

QUERY_RESULTS = 5


class UpsertArguments(BaseModel):
    """000's upsertMemory."""

    model_config = ConfigDict(extra="forbid")

    content: Annotated[str, Field(min_length=1, max_length=8_192, description="What to remember, in the third person.")]
    metadata: Metadata = Field(default_factory=dict)
    key: Annotated[str, Field(max_length=limits.KEY_CHARACTERS, description="Of the memory to update, if any.")] = ""


class QueryArguments(BaseModel):
    """001 §6's memory.query, as far as a model needs it."""

    model_config = ConfigDict(extra="forbid")

    query: Annotated[str, Field(min_length=1, max_length=limits.QUERY_CHARACTERS)]
    categories: Annotated[list[CategoryName], Field(max_length=16)] = []


@dataclass(frozen=True, slots=True)
class Operation:
    """The outcome of one upsert (000's output)."""

    success: bool
    message: str
    memory_id: UUID | None = None
    proposal_id: UUID | None = None


@dataclass(slots=True)
class Toolbox:
    """The tools for one exchange; `operations` lists their writes."""

    person_id: UUID
    session_id: UUID
    thread_id: str
    evidence_turn_id: UUID
    actor: Actor
    now: datetime
    operations: list[Operation] = field(default_factory=list)

    def tools(self) -> list[Tool]:
        return [
            Tool("upsertMemory", "Remember something about the user, or update it.", UpsertArguments, self._upsert),
            Tool("memory_query", "Look up what is remembered about the user.", QueryArguments, self._query),
        ]

    def _upsert(self, arguments: UpsertArguments) -> dict[str, Any]:
        operation = self._submit(arguments)
        self.operations.append(operation)
        return {"success": operation.success, "memoryId": operation.memory_id, "message": operation.message}

    def _submit(self, arguments: UpsertArguments) -> Operation:
        try:
            draft = MemoryDraft(
                namespace=("memories", str(self.person_id)),
                key=arguments.key or str(uuid7()),
                content=arguments.content,
                metadata=arguments.metadata,
                session_id=self.session_id,
                thread_id=self.thread_id,
                evidence_turn_id=self.evidence_turn_id,
                reason=gettext_noop("The language model asked to remember this in an exchange."),
            )
        except ValidationError:
            return Operation(False, "This cannot be remembered: it is empty or too long.")
        change = WriteMemory(draft=draft, may_repeat=not arguments.key)
        outcome = submit(change, actor=self.actor, now=self.now)
        if isinstance(outcome, Refused):
            return Operation(False, outcome.detail)
        if isinstance(outcome, Applied):
            return Operation(True, "Remembered.", outcome.memory_id)
        if isinstance(outcome, Queued):
            return Operation(True, "Waiting for the user's consent.", outcome.memory_id, outcome.proposal_id)
        return Operation(True, "Noted, until more than one signal says the same.", outcome.memory_id)

    def _query(self, arguments: QueryArguments) -> dict[str, Any]:
        try:
            request = QueryRequest(
                query=arguments.query,
                user_id=self.person_id,
                categories=tuple(arguments.categories) or None,
                top_k=QUERY_RESULTS,
                purpose="recall",
            )
            found = memory_query(request, actor=self.actor, now=self.now)
        except (ValidationError, CategoryNotAllowed, EmbeddingUnavailable, EmbeddingRefused):
            # The model continues without the memories.
            return {"error": "This cannot be looked up."}
        return {"memories": found.data()}
