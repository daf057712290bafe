"""Uvicorn's entry point. Django runs under WSGI in threads: under ASGI its persistent connections leak."""

import threading

from a2wsgi import WSGIMiddleware
from django.conf import settings

from memory_project.threads import LatestFirst
from memory_project.wsgi import application as django_application
from providers import embedding

THREADS = 8  # of all web processes together
application = WSGIMiddleware(django_application)  # type: ignore[arg-type]
application.executor = LatestFirst(max(2, THREADS // settings.WEB_PROCESSES), "request")  # type: ignore[assignment]


def warm_up() -> None:
    """Load the model beside the start, so that the first question does not wait for it."""
    if embedding.is_local():
        embedding.embed_query("")


threading.Thread(target=warm_up, daemon=True).start()
