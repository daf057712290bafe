"""The export: everything about the person as a file, JSON or HTML."""

import json
from tempfile import SpooledTemporaryFile
from typing import IO

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.functional import Promise

from interfaces.pages.conversations.derived_memories import note_origins
from interfaces.pages.inbox.request_list import open_in_order
from interfaces.pages.my_data.export_document import document_of
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.actors import Faces
from interfaces.templatetags.formats import source_label
from memories.models import Memory
from operations.privacy.person_export import write_recorded_export
from workspaces import scope

IN_MEMORY_BYTES = 8 * 1024 * 1024


class ExportView(PersonView):
    """A file with everything; written in batches, each in a scope of its own."""

    reads_in_scope = False

    def written(self) -> IO[bytes]:
        person_id = self.person_id
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_recorded_export(file, person_id=person_id, actor=self.actor, now=self.now)
        file.seek(0)
        return file


class JsonExportView(ExportView):
    def get(self, request: HttpRequest) -> HttpResponseBase:
        name = f"my-data-{self.now:%Y-%m-%d}.json"
        return FileResponse(self.written(), as_attachment=True, filename=name, content_type="application/json")


class ReadableExportView(ExportView):
    def get(self, request: HttpRequest) -> HttpResponse:
        with self.written() as file:
            export = json.load(file)
        with scope.enter(self.membership.workspace_id):
            faces, questions = Faces.load(), open_in_order(self.proposals)
            sources = self.sources()
            context = document_of(export, now=self.now, faces=faces, questions=questions, sources=sources)
        page = render_to_string("my_data/readable.html", context)
        name = f"my-data-{self.now:%Y-%m-%d}.html"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(page, content_type="text/html; charset=utf-8", headers=headers)

    def sources(self) -> dict[str, Promise | str]:
        """Return the origin of each memory by its id, worded as on *My data*; two queries."""
        memories = list(Memory.objects.authorized_for(self.actor, now=self.now).filter(person_id=self.person_id))
        note_origins(memories)
        return {str(one.id): source_label(one) for one in memories}
