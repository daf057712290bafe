"""Which requests go to the process at low priority: large ones, and writes of who has written more than a share."""

from django.urls import Resolver404, resolve
from rest_framework.permissions import SAFE_METHODS

from interfaces.mcp.paths import PATH as MCP
from interfaces.shares import shares
from memory_project.large_requests import is_large


def goes_behind(caller: str, method: str, path: str, headers: dict[bytes, bytes], size: int) -> bool:
    """Whether others go first."""
    return is_large(size, path, headers) or (shares().is_over(caller) and may_write(method, path))


def may_write(method: str, path: str) -> bool:
    """Whether it is a write of the API. What MCP is asked lies in the body: it counts as one."""
    if method in SAFE_METHODS:
        return False
    try:
        view = resolve(path).func
    except Resolver404:
        return f"{path}/".startswith(f"{MCP}/")
    handler = getattr(getattr(view, "cls", None), method.lower(), None)
    return getattr(handler, "is_write", False)
