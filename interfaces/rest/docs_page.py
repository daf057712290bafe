"""The API's documentation to read and try."""

import gzip
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from drf_spectacular.views import SpectacularSwaggerSplitView

# What the page loads, by its type.
ASSETS = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
A_DAY = 86_400  # seconds


class DocsPage(SpectacularSwaggerSplitView):
    """Makes no request to any other host.

    Its script is an answer of its own and its styles a file, so that the strict Content-Security-Policy holds
    here too.
    """

    template_name = "rest/docs.html"


def docs_asset(request: HttpRequest, name: str) -> HttpResponse:
    """A file of the page, compressed: 1.8 MB of them would otherwise cross the network."""
    content, is_compressed = _compressed(name), "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(content if is_compressed else gzip.decompress(content), content_type=ASSETS[name])
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    patch_cache_control(response, public=True, max_age=A_DAY)
    return response


@cache
def _compressed(name: str) -> bytes:
    path = finders.find(f"drf_spectacular_sidecar/swagger-ui-dist/{name}")
    assert path is not None
    return gzip.compress(Path(path).read_bytes())
