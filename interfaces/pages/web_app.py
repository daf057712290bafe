"""The pages as an installed app: manifest, service worker, and the page shown offline."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from operations.delivery.vapid import public_key

GROUND, BLUE = "#f6f6f3", "#2f5bd0"


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest (W3C), the same for everybody but for its language."""
    return JsonResponse(_manifest(), content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Served at the root, because a worker's scope is the path that it is served from."""
    script = render_to_string("app/service_worker.js", {"server_key": public_key()})
    return HttpResponse(script, content_type="text/javascript")


@require_safe
@cache_control(max_age=3600)
def offline(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: browsers store it, so it must contain no names."""
    response = HttpResponse(render_to_string("app/offline.html"))
    patch_vary_headers(response, ("Accept-Language",))
    return response


def _manifest() -> dict[str, Any]:
    return {
        "id": "/",
        "name": _("Memory"),
        "short_name": _("Memory"),
        "description": _("See what your assistants remember about you, and decide what they can keep."),
        "lang": get_language(),
        "start_url": reverse("pages:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": BLUE,
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(_png(f"icon-{size}.png", size) for size in (192, 512)),
            _png("maskable-512.png", 512) | {"purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": _("Inbox"), "url": reverse("pages:inbox")},
            {"name": _("Add a memory"), "url": reverse("pages:add_memory")},
        ],
    }


def _png(name: str, size: int) -> dict[str, str]:
    return {"src": static(f"icons/{name}"), "sizes": f"{size}x{size}", "type": "image/png"}
