"""What a view of the admin wants done once its scope is left, because the domain call enters the scope itself."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from workspaces.actors import Actor


class AfterScope(HttpResponseBase):
    """A response that the site asks to carry itself out; what that returns is sent."""

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        raise NotImplementedError
