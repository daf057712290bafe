"""The payload of a source object, by type: 004's shapes, validated before anything is stored.

Names are snake_case; 004's own camelCase is read too. Unknown fields are refused.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

from memories import limits
from memories.limits import at_most

Name = Annotated[str, Field(max_length=256)]
Line = Annotated[str, Field(max_length=1_024)]
Url = Annotated[str, Field(max_length=2_048)]
Body = Annotated[str, Field(max_length=limits.SOURCE_BODY_CHARACTERS)]
CommentBody = Annotated[str, Field(max_length=limits.SOURCE_COMMENT_CHARACTERS)]
Label = Annotated[str, Field(min_length=1, max_length=limits.TAG_CHARACTERS)]
Labels = Annotated[tuple[Label, ...], Field(max_length=limits.SOURCE_LABELS)]
FreeFields = Annotated[dict[str, Any], AfterValidator(at_most(limits.METADATA_BYTES, "Fields"))]


class Part(BaseModel):
    """A piece of a payload."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        loc_by_alias=False,
    )


class AuthorRef(Part):
    id: Name
    display_name: Name
    avatar_url: Url | None = None
    handle: Name | None = None


class Comment(Part):
    """A comment; with `path` and `line` it stands at a place in the code."""

    kind: Literal["comment"] = "comment"
    id: Name
    body: CommentBody
    author: AuthorRef
    path: Line | None = None
    line: int | None = Field(default=None, ge=0)
    created_at: datetime


class Review(Part):
    kind: Literal["review"]
    id: Name
    state: Literal["approved", "changes_requested", "commented"]
    body: CommentBody
    author: AuthorRef
    submitted_at: datetime


class TimelineEvent(Part):
    kind: Literal["event"]
    name: Name
    actor: AuthorRef
    occurred_at: datetime


PullRequestItem = Annotated[Review | Comment | TimelineEvent, Field(discriminator="kind")]
IssueItem = Annotated[Comment | TimelineEvent, Field(discriminator="kind")]
People = Annotated[tuple[AuthorRef, ...], Field(max_length=limits.SOURCE_LABELS)]


class Branch(Part):
    base: Name
    head: Name


class ChangeStats(Part):
    additions: int = Field(ge=0)
    deletions: int = Field(ge=0)
    changed_files: int = Field(ge=0)
    commits: int = Field(ge=0)


class CodeContext(Part):
    """A piece of code that the object is about, e.g. a hunk of its diff."""

    path: Line
    text: CommentBody
    language: Annotated[str, Field(max_length=32, pattern=r"^[\w+#.-]*$")] = ""


class PullRequestPayload(Part):
    type: Literal["pull_request"]
    number: int = Field(ge=0)
    repository: Name
    url: Url = ""
    body: Body = ""
    branch: Branch
    stats: ChangeStats
    reviewers: People = ()
    labels: Labels = ()
    timeline: Annotated[tuple[PullRequestItem, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()
    code_context: Annotated[tuple[CodeContext, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()


class IssuePayload(Part):
    type: Literal["issue"]
    number: int = Field(ge=0)
    repository: Name
    url: Url = ""
    body: Body = ""
    assignees: People = ()
    labels: Labels = ()
    milestone: Name = ""
    timeline: Annotated[tuple[IssueItem, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()


class Attachment(Part):
    title: Line
    url: Url = ""
    text: CommentBody = ""


class MessagePayload(Part):
    type: Literal["message"]
    channel: Name
    channel_id: Name = ""
    thread_id: Name = ""
    url: Url = ""
    body: Body
    mentions: People = ()
    labels: Labels = ()
    attachments: Annotated[tuple[Attachment, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()
    replies: Annotated[tuple[Comment, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()


class PageSection(Part):
    heading: Line
    body: Body


class DocPagePayload(Part):
    type: Literal["doc_page"]
    url: Url = ""
    path: Annotated[tuple[Line, ...], Field(max_length=64)] = ()
    body: Body = ""
    sections: Annotated[tuple[PageSection, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()
    properties: FreeFields = Field(default_factory=dict)
    labels: Labels = ()


class TicketPayload(Part):
    type: Literal["ticket"]
    identifier: Name
    url: Url = ""
    team: Name = ""
    project: Name = ""
    cycle: Name = ""
    priority: Name = ""
    estimate: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    assignee: AuthorRef | None = None
    body: Body = ""
    labels: Labels = ()
    timeline: Annotated[tuple[IssueItem, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()


class CustomPayload(Part):
    type: Literal["custom"]
    url: Url = ""
    body: Body = ""
    sections: Annotated[tuple[PageSection, ...], Field(max_length=limits.SOURCE_ITEMS)] = ()
    fields: FreeFields = Field(default_factory=dict)
    labels: Labels = ()


SourcePayload = Annotated[
    PullRequestPayload | IssuePayload | MessagePayload | DocPagePayload | TicketPayload | CustomPayload,
    Field(discriminator="type"),
]
payload_adapter: TypeAdapter[SourcePayload] = TypeAdapter(SourcePayload)
