"""Django's handler404: an address that only ends in a slash too many leads to the page that is meant."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, is_valid_path
from django.utils.http import escape_leading_slashes
from django.views import defaults


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    right = request.path.rstrip("/")
    is_meant = isinstance(exception, Resolver404) and right != request.path and is_valid_path(right)
    if is_meant and request.method in ("GET", "HEAD"):
        query = request.META["QUERY_STRING"]
        return redirect(escape_leading_slashes(right) + (f"?{query}" if query else ""), permanent=True)
    return defaults.page_not_found(request, exception)
