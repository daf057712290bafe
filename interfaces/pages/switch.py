from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from interfaces.pages.person_view import WORKSPACE_KEY, PersonView


class SwitchWorkspaceView(PersonView):
    """Look at another workspace; one that the account is no member of changes nothing."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        wanted = request.POST.get("workspace", "")
        if wanted in {str(membership.workspace_id) for membership in self.memberships}:
            request.session[WORKSPACE_KEY] = wanted
        return redirect("pages:inbox")
