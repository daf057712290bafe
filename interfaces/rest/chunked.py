"""Bodies that come in chunks and do not say how long they are (RFC 9112, 7.1): Django takes them for empty."""

from io import BytesIO

from django.http import HttpRequest

from interfaces.rest.problems import BodyTooLarge


def take_in(request: HttpRequest, *, max_bytes: int) -> None:
    """Read a body that comes in chunks and note its length, so that it is read as any other. Raises BodyTooLarge."""
    if "HTTP_TRANSFER_ENCODING" not in request.META:
        return
    body = request.META["wsgi.input"].read(max_bytes + 1)
    if len(body) > max_bytes:
        raise BodyTooLarge(f"A body may have at most {max_bytes // 2**20} MB there.")
    request.META["CONTENT_LENGTH"] = str(len(body))
    request._stream = BytesIO(body)
