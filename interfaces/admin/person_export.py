"""All that is kept about one person as a file, for staff who answer a request by letter or telephone."""

from tempfile import SpooledTemporaryFile
from uuid import UUID

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from interfaces.admin.after_scope import AfterScope
from operations.privacy.person_export import write_staff_export
from workspaces.actors import Actor
from workspaces.models import Person

IN_MEMORY_BYTES = 8 * 1024 * 1024


class PersonExport(AfterScope, HttpResponse):
    """The file, once it is written and its taking is recorded."""

    def __init__(self, person_id: UUID) -> None:
        super().__init__()
        self.person_id = person_id

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        now = timezone.now()
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_staff_export(file, person_id=self.person_id, actor=actor, now=now)
        file.seek(0)
        name = f"person-{self.person_id}-{now:%Y-%m-%d}.json"
        response = FileResponse(file, as_attachment=True, filename=name, content_type="application/json")
        add_never_cache_headers(response)
        return response


def export(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """Ask for the file of one of the workspace's people."""
    return PersonExport(get_object_or_404(Person, id=person_id).id)
