"""For whoever watches the process: is it alive, can it serve."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

NO_STORE = {"Cache-Control": "no-store"}


def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; it says nothing about the database."""
    return JsonResponse({"status": "ok"}, headers=NO_STORE)


def readyz(request: HttpRequest) -> JsonResponse:
    """Requests can be served: the database answers. 503 otherwise."""
    if _database_answers():
        return JsonResponse({"status": "ready", "database": "ok"}, headers=NO_STORE)
    return JsonResponse({"status": "not ready", "database": "unreachable"}, status=503, headers=NO_STORE)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True
