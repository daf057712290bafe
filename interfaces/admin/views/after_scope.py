"""Actions of a view after its scope, because the domain call enters the scope itself."""

from tempfile import SpooledTemporaryFile
from uuid import UUID

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.text import slugify

from operations.privacy.person_export import write_recorded_export
from workspaces.actors import Actor
from workspaces.models import Person

IN_MEMORY_BYTES = 8 * 1024 * 1024


class AfterScope(HttpResponseBase):
    """A response that the site asks to carry out the action; its result is sent."""

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        raise NotImplementedError


class PersonExport(AfterScope, HttpResponse):
    """Everything stored about one person as a file, for staff who answer a request; the export is recorded."""

    def __init__(self, person: Person) -> None:
        super().__init__()
        self.person_id, self.called = person.id, slugify(person.name) or f"person-{person.id}"

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        now = timezone.now()
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_recorded_export(file, person_id=self.person_id, actor=actor, now=now)
        file.seek(0)
        name = f"{self.called}-{now:%Y-%m-%d}.json"
        response = FileResponse(file, as_attachment=True, filename=name, content_type="application/json")
        add_never_cache_headers(response)
        return response


def export_person(request: HttpRequest, person_id: UUID) -> HttpResponse:
    return PersonExport(get_object_or_404(Person, id=person_id))
