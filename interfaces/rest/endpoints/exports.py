from tempfile import SpooledTemporaryFile
from uuid import UUID

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from interfaces.rest.documentation import documented
from interfaces.rest.people import may_manage
from interfaces.rest.views import RestView
from operations.export.person_export import write_export

IN_MEMORY_BYTES = 8 * 1024 * 1024


class PersonExport(RestView):
    """To the person all of it, to owners and admins that of everybody, to an agent what it may see elsewhere too."""

    @documented(
        "Export what is kept about a person, as one JSON document",
        operation="export_person",
        tag="users",
        answers={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, user_id: UUID) -> FileResponse:
        actor = self.actor
        if may_manage(self.principal) and self.principal.staff is not None:
            actor = self.principal.staff
        # The response closes it.
        file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        write_export(file, person_id=user_id, actor=actor, now=self.now)
        file.seek(0)
        name = f"person-{user_id}.json"
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")
