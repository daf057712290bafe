"""Artifacts: files and references to files, as evidence of memories."""

import re
from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q
from django.http import FileResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from consent.changes import AttachArtifact, DetachArtifact
from consent.outcomes import Outcome, Queued, Refused
from conversations.withheld_texts import WithheldTexts
from interfaces.rest.artifacts.schemas import (
    A,
    ArtifactAdded,
    ArtifactFields,
    ArtifactOut,
    ArtifactPage,
    ArtifactQuery,
    ContentQuery,
    NewReference,
    UploadBody,
    UploadForm,
    artifact_out,
)
from interfaces.rest.identifiers import refuse_address, refuse_secrets, refuse_statements, refuse_unseen
from interfaces.rest.memories.schemas import Circumstances, ForgetQuery
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import WRITTEN, refusal, write_result
from interfaces.rest.pagination import NEWEST
from interfaces.rest.parsing import StrictJSONParser, parse
from interfaces.rest.problems import BodyTooLarge, Conflict, Invalid, Malformed, NotFound
from interfaces.rest.views import RestView, answer, first_or_404, without_none
from memories.artifacts.drafts import ArtifactReference, Upload
from memories.artifacts.links import link_to, open_artifact, open_linked
from memories.limits import ARTIFACT_BYTES
from memories.models import Artifact
from operations.artifacts import add_reference, add_upload
from workspaces import scope
from workspaces.namespaces import below, to_path

# Bytes of the form's other fields and its boundaries.
OVERHEAD_BYTES = 64 * 1024
FILE = "file"
UNKNOWN_TYPE = "application/octet-stream"
TOKEN = "token"  # noqa: S105 -- the name of a parameter
# A file comes from an upload: browsers save it, never show it, and run no script in it.
GUARDS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-store",
}


class FormParser(MultiPartParser):
    """Django's own; call `refuse_large` first, since checking a login's CSRF token reads the form."""

    max_bytes = ARTIFACT_BYTES + OVERHEAD_BYTES


class Artifacts(RestView):
    parser_classes = [StrictJSONParser, FormParser]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        refuse_large(request)
        super().initial(request, *args, **kwargs)

    @operation(
        "add_artifact",
        answers={200: ArtifactAdded, 201: ArtifactAdded, 202: ArtifactAdded},
        body={"application/json": NewReference, "multipart/form-data": UploadBody},
    )
    def post(self) -> Response:
        """Store a file of at most 25 MB, or a reference to one stored elsewhere."""
        is_form = str(self.request.content_type).startswith(FormParser.media_type)
        artifact, outcome = self._upload() if is_form else self._reference()
        if isinstance(outcome, Refused):
            raise refusal(outcome, field="memory_id")
        attached = write_result(self.request, outcome) if outcome else None
        with self.scope():
            [added] = _disclosed(self, [artifact], ArtifactAdded, attached=attached)
        is_new = artifact.created_at == self.now
        return answer(added, status=202 if isinstance(outcome, Queued) else 201 if is_new else 200)

    @operation("list_artifacts")
    def get(self, query: ArtifactQuery) -> ArtifactPage:
        """List artifacts, newest first."""
        with self.scope():
            rows = Artifact.objects.visible_to(self.actor, now=self.now).filter(_conditions(query))
            found, following = NEWEST.slice(rows, query)
            return ArtifactPage(results=_disclosed(self, found, ArtifactOut), next_cursor=following)

    def _upload(self) -> tuple[Artifact, Outcome | None]:
        fields, file = read_form(self.request)
        body = self.read(UploadForm, fields)
        refuse_unseen({**fields, "file": _name(body, file)})
        refuse_secrets(fields)
        _refuse_statements(body, _name(body, file), body.content_type or "")
        values = _values(body) | {"name": _name(body, file), "content_type": body.content_type or _type_of(file)}
        upload = parse(Upload, values | {"sha256": body.sha256, "memory_id": body.memory_id})
        return add_upload(upload=upload, content=file, actor=self.actor, now=self.now)  # type: ignore[arg-type]

    def _reference(self) -> tuple[Artifact, Outcome | None]:
        body: NewReference = self.input("body", NewReference)
        _refuse_statements(body, body.name, body.content_type)
        refuse_address("storage_uri", body.storage_uri)
        named = body.model_dump(include={"sha256", "storage_uri", "name", "content_type", "size_bytes"})
        reference = parse(ArtifactReference, _values(body) | named)
        return add_reference(reference=reference, memory_id=body.memory_id, actor=self.actor, now=self.now)


def _refuse_statements(body: ArtifactFields, name: str, content_type: str) -> None:
    """Refuse sensitive names of files: they pass no gate and are visible in lists."""
    named = {"name": name, "artifact_type": body.artifact_type, "content_type": content_type.rpartition("/")[2]}
    for field, text in (*named.items(), *(("scope", part) for part in (body.namespace or ())[2:])):
        refuse_statements(field, text)


def _disclosed(view: RestView, artifacts: Sequence[Artifact], kind: type[A], **more: Any) -> list[A]:
    withheld = WithheldTexts.for_reader(view.actor, {one.person_id for one in artifacts})
    return [artifact_out(kind, one, withheld, request=view.request, now=view.now, **more) for one in artifacts]


class OneArtifact(RestView):
    @operation("get_artifact")
    def get(self, artifact_id: UUID) -> ArtifactOut:
        """Get an artifact with a fresh link to its content."""
        artifact = _visible(self, artifact_id)
        with self.scope():
            [disclosed] = _disclosed(self, [artifact], ArtifactOut)
        return disclosed


class ArtifactContent(RestView):
    """The file itself, for those who may see the artifact, and for anybody with its signed link until that expires."""

    @property
    def has_link(self) -> bool:
        request = getattr(self, "request", None)
        return request is not None and request.method in ("GET", "HEAD") and bool(request.GET.get(TOKEN))

    def get_authenticators(self) -> Any:
        return [] if self.has_link else super().get_authenticators()

    def get_permissions(self) -> Any:
        return [] if self.has_link else super().get_permissions()

    def get_throttles(self) -> Any:
        return [] if self.has_link else super().get_throttles()

    @operation("artifact_content", answers={(200, UNKNOWN_TYPE): OpenApiTypes.BINARY, 302: None})
    def get(self, artifact_id: UUID, query: ContentQuery) -> HttpResponseBase:
        """The file of an artifact."""
        if query.token:
            artifact, file = open_linked(query.token, now=self.now)
            if artifact.id != artifact_id:
                raise NotFound
            with scope.enter(cast(UUID, artifact.workspace_id)):
                withheld = WithheldTexts.for_anybody({artifact.person_id})
            return _file_response(artifact, file, withheld)
        artifact = _visible(self, artifact_id)
        with self.scope():
            withheld = WithheldTexts.for_reader(self.actor, {artifact.person_id})
        address = withheld.disclosed_address(artifact.storage_uri, artifact.person_id)
        if not artifact.is_stored:
            raise Conflict("This is a reference: its file is stored elsewhere.", storage_uri=address)
        link = link_to(artifact, now=self.now, may_be_presigned=address == artifact.storage_uri)
        if link.url:
            return HttpResponseRedirect(link.url)
        return _file_response(artifact, open_artifact(artifact), withheld)


class Evidence(RestView):
    """An artifact as the evidence of a memory."""

    @operation("attach_artifact", answers=WRITTEN)
    def put(self, memory_id: UUID, artifact_id: UUID, body: Circumstances) -> Response:
        """Attach an artifact to a memory as evidence."""
        change = AttachArtifact(memory_id=memory_id, artifact_id=artifact_id, **body.values())
        return self.submit(change, field="artifact_id")

    @operation("detach_artifact", answers=WRITTEN)
    def delete(self, memory_id: UUID, artifact_id: UUID, query: ForgetQuery) -> Response:
        """Detach an artifact from a memory."""
        change = DetachArtifact(memory_id=memory_id, artifact_id=artifact_id, **query.values())
        return self.submit(change, field="artifact_id")


def _values(body: ArtifactFields) -> dict[str, Any]:
    return {"scope": body.namespace, "artifact_type": body.artifact_type, "sensitivity": body.sensitivity}


def _name(body: UploadForm, file: "UploadedFile[bytes]") -> str:
    return (file.name or "")[:256] if body.name is None else body.name


def _type_of(file: "UploadedFile[bytes]") -> str:
    """Return the content type that the caller's program named, if it is valid."""
    named = file.content_type or ""
    return named if re.fullmatch(r"[\w.+-]{1,63}/[\w.+-]{1,63}", named) else UNKNOWN_TYPE


def _visible(view: RestView, artifact_id: UUID) -> Artifact:
    with view.scope():
        return first_or_404(Artifact.objects.visible_to(view.actor, now=view.now).filter(id=artifact_id))


def _conditions(query: ArtifactQuery) -> Q:
    wanted = without_none(
        person_id=query.user_id,
        artifact_type=query.artifact_type,
        links__memory_id=query.memory_id,
        sha256=query.sha256.lower() if query.sha256 else None,
    )
    condition = Q(**wanted)
    return condition & below(to_path(query.scope)) if query.scope else condition


def _file_response(artifact: Artifact, file: Any, withheld: WithheldTexts) -> FileResponse:
    """Send the file under its name, as far as its reader may know the name."""
    name = withheld.disclosed(artifact.name, artifact.person_id) or str(artifact.id)
    return FileResponse(file, as_attachment=True, filename=name, content_type=artifact.content_type, headers=GUARDS)


def refuse_large(request: Request) -> None:
    """Raise BodyTooLarge for a form whose Content-Length is more than a file of 25 MB explains."""
    is_form = str(request.META.get("CONTENT_TYPE", "")).startswith(FormParser.media_type)
    if is_form and int(request.META.get("CONTENT_LENGTH") or 0) > FormParser.max_bytes:
        raise BodyTooLarge(f"An artifact may have at most {ARTIFACT_BYTES // 2**20} MB.")


def read_form(request: Request) -> "tuple[dict[str, Any], UploadedFile[bytes]]":
    """Return a form's fields and its one file. Raises Malformed, Invalid."""
    files = request.FILES.getlist(FILE)
    if len(files) != 1 or len(request.FILES) != 1:
        raise Invalid([{"field": FILE, "code": "missing", "detail": "Send one file, called 'file'."}])
    fields: dict[str, Any] = {}
    for name, values in cast(QueryDict, request.data).lists():
        if name == FILE:
            continue
        if len(values) != 1:
            raise Malformed(f"The form has the field '{name}' more than once.")
        if "\x00" in name + values[0]:
            raise Malformed("The form holds the character U+0000.")
        fields[name] = values[0]
    return fields, files[0]
