from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import IngestSource
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.parsing import Importance, Namespace, Timestamp, Unit, parse
from interfaces.rest.views import RestView
from memories import limits
from memories.drafts import Metadata
from memories.sources.drafts import SourceDraft
from memories.sources.payloads import AuthorRef, SourcePayload
from providers.schema import CategoryName, Flag
from workspaces.namespaces import MEMORIES, person_id_of

SourceName = Literal["github", "linear", "notion", "slack", "discord", "manual"]
LabelName = Annotated[str, Field(min_length=1, max_length=limits.TAG_CHARACTERS)]


class NewSourceObject(Circumstances):
    """A source object as it now stands (004). Its identity is the source, the payload's type and `source_id` (R4).

    What is left out keeps its value. Say where it belongs: `user_id`, a namespace, or both.
    """

    user_id: UUID | None = Field(default=None, description="Whom it is about. This, a namespace, or both.")
    namespace: Namespace | None = None
    source_id: str = Field(min_length=1, max_length=limits.SOURCE_ID_CHARACTERS, description="Its id at its source.")
    title: str = Field(min_length=1, max_length=limits.TITLE_CHARACTERS, pattern=r"\S")
    summary: str = Field(default="", max_length=limits.SUMMARY_CHARACTERS)
    state: str | None = Field(
        default=None,
        max_length=64,
        description="Its state there, e.g. open or merged. archived and deleted take its text out of search.",
    )
    author: AuthorRef | None = None
    occurred_at: Timestamp | None = None
    labels: tuple[LabelName, ...] = Field(default=(), max_length=limits.SOURCE_LABELS)
    raw_pointer: str = Field(
        default="", max_length=limits.POINTER_CHARACTERS, description="Where its large original lies."
    )
    payload: SourcePayload
    metadata: Metadata = Field(default_factory=dict, description="Any JSON object of at most 16 KB.")
    category: CategoryName | None = None
    importance: Importance | None = None
    confidence: Unit | None = None
    sensitivity: str | None = Field(default=None, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    source_label: str = Field(default="", max_length=limits.SOURCE_LABEL_CHARACTERS)
    source_event_id: str = Field(
        default="", max_length=limits.SOURCE_ID_CHARACTERS, description="The same event sent again changes nothing."
    )
    forced: Flag = Field(default=False, description="Make a new version though nothing changed.")

    @model_validator(mode="after")
    def _says_whose(self) -> Self:
        if self.user_id is None and self.namespace is None:
            raise ValueError("Say where it belongs: user_id, or a namespace.")
        if self.user_id and self.namespace and person_id_of(self.namespace) != self.user_id:
            raise ValueError("The namespace is not one of that user_id.")
        return self

    @property
    def full_namespace(self) -> tuple[str, ...]:
        return tuple(self.namespace or (MEMORIES, str(self.user_id)))


class SourceObjects(RestView):
    @documented(
        "Keep an object of a source as it now stands",
        operation="ingest_source_object",
        tag="sources",
        body=NewSourceObject,
        answers={200: WriteResult, 201: WriteResult},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, source: str) -> Response:
        body = self.body(NewSourceObject)
        values = body.model_dump(exclude={"user_id", "agent"})
        draft = parse(SourceDraft, values | {"namespace": body.full_namespace, "source": source})
        outcome = gate.submit(IngestSource(draft=draft), actor=self.actor, now=self.now)
        return respond(request, outcome, field="source_id", creates=201)
