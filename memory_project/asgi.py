"""Uvicorn's entry point. Django runs under WSGI in threads: under ASGI its persistent connections leak."""

from a2wsgi import WSGIMiddleware

from memory_project.wsgi import application as django_application

application = WSGIMiddleware(django_application, workers=8)
