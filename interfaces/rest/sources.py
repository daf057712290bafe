from typing import Annotated, Literal

from pydantic import Field
from rest_framework.response import Response

from consent.changes import IngestSource
from interfaces.rest.memories.schemas import Circumstances
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import WriteResult
from interfaces.rest.parsing import parse
from interfaces.rest.schemas import Importance, InNamespace, Timestamp, Unit
from interfaces.rest.views import RestView
from memories import limits
from memories.drafts import Metadata
from memories.sources.drafts import SourceDraft
from memories.sources.payloads import AuthorRef, SourcePayload
from providers.schema import CategoryName, Flag

SourceName = Literal["github", "linear", "notion", "slack", "discord", "manual"]
LabelName = Annotated[str, Field(min_length=1, max_length=limits.TAG_CHARACTERS)]


class NewSourceObject(Circumstances, InNamespace):
    """A source object as it is now. Its identity is the source, the payload's type and `source_id`.

    What is left out keeps its value. Say where it belongs: `user_id`, a namespace, or both.
    """

    source_id: str = Field(min_length=1, max_length=limits.SOURCE_ID_CHARACTERS, description="Its id at its source.")
    title: str = Field(min_length=1, max_length=limits.TITLE_CHARACTERS, pattern=r"\S")
    summary: str = Field(default="", max_length=limits.SUMMARY_CHARACTERS)
    state: str | None = Field(
        default=None,
        max_length=64,
        description="Its state there, e.g. open or merged. Search leaves out archived and deleted ones.",
    )
    author: AuthorRef | None = None
    occurred_at: Timestamp | None = None
    labels: tuple[LabelName, ...] = Field(default=(), max_length=limits.SOURCE_LABELS)
    raw_pointer: str = Field(
        default="", max_length=limits.POINTER_CHARACTERS, description="The address of its large original."
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
    forced: Flag = Field(default=False, description="Make a new version even if nothing changed.")


class SourceObjects(RestView):
    @operation("ingest_source_object", answers={200: WriteResult, 201: WriteResult})
    def post(self, source: str, body: NewSourceObject) -> Response:
        """Store an object of a source as it is now."""
        values = body.model_dump(exclude={"user_id", "agent"})
        draft = parse(SourceDraft, values | {"namespace": body.full_namespace, "source": source})
        return self.submit(IngestSource(draft=draft), field="source_id", category=body.category or "", creates=201)
