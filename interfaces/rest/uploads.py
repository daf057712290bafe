"""Forms with a file: `multipart/form-data`, bounded before anything of it is read (R7)."""

from typing import Any, cast

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from interfaces.rest.problems import BodyTooLarge, Invalid, Malformed
from memories.limits import ARTIFACT_BYTES

# The form's other fields and its boundaries.
OVERHEAD_BYTES = 64 * 1024
FILE = "file"


class FormParser(MultiPartParser):
    """Django's own; `refuse_large` has to be asked first, for a login's form is read with its CSRF token."""

    max_bytes = ARTIFACT_BYTES + OVERHEAD_BYTES


def refuse_large(request: Request) -> None:
    """Raise BodyTooLarge for a form that says that it is larger than a file of 25 MB can make it."""
    is_form = str(request.META.get("CONTENT_TYPE", "")).startswith(FormParser.media_type)
    if is_form and int(request.META.get("CONTENT_LENGTH") or 0) > FormParser.max_bytes:
        raise BodyTooLarge(f"An artifact may have at most {ARTIFACT_BYTES // 2**20} MB.")


def read_form(request: Request) -> "tuple[dict[str, Any], UploadedFile[bytes]]":
    """A form's fields and its one file. Raises Malformed, Invalid."""
    files = request.FILES.getlist(FILE)
    if len(files) != 1 or len(request.FILES) != 1:
        raise Invalid([{"field": FILE, "code": "missing", "detail": "A form brings one file, called 'file'."}])
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
