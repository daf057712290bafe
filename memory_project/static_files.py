"""Static files cross the network compressed: whitenoise compresses none that lie in packages."""

import gzip
from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

Respond = Callable[[HttpRequest], HttpResponseBase]
COMPRESSED = (".css", ".js", ".svg")


def compression_middleware(respond: Respond) -> Respond:
    """Compress what whitenoise answers, once a file and process; it holds no secret that its length could tell."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        if not _is_compressible(request, response):
            return response
        if opened := getattr(response, "file_to_stream", None):
            opened.close()  # not the response: Django would take the request for finished
        content = _compressed(request.path_info.removeprefix(settings.STATIC_URL))
        kept = {name: value for name, value in response.items() if name != "Content-Length"}
        compressed = HttpResponse(content, headers=kept | {"Content-Encoding": "gzip"})
        patch_vary_headers(compressed, ("Accept-Encoding",))
        return compressed

    return middleware


def _is_compressible(request: HttpRequest, response: HttpResponseBase) -> bool:
    path = request.path_info
    # Django makes the prefix anew each time, which takes longer than the rest.
    is_file = path.endswith(COMPRESSED) and path.startswith(settings.STATIC_URL) and response.status_code == 200
    wants_it = request.method == "GET" and "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    # While developing, files change.
    return is_file and wants_it and not settings.DEBUG


@cache
def _compressed(name: str) -> bytes:
    path = finders.find(name)
    assert path is not None
    return gzip.compress(Path(path).read_bytes())
