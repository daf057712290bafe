"""The receipt of a workspace that was closed and erased: for whoever closed it, who is in no workspace any more."""

import json
from uuid import UUID

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.views import View

from operations.privacy.erasure_receipt import receipt_of_workspace
from workspaces.models import Workspace


class ClosingReceiptView(LoginRequiredMixin, View):
    """As a file, with the proof from the sealed history. Before the erasure it says that the workspace is closed."""

    def get(self, request: HttpRequest, workspace_id: UUID) -> HttpResponse:
        workspace = get_object_or_404(Workspace, id=workspace_id, closed_by=request.user)
        headers = {"Content-Disposition": f'attachment; filename="closing-{workspace_id}.json"'}
        content = json.dumps(receipt_of_workspace(workspace), indent=2)
        response = HttpResponse(content, content_type="application/json", headers=headers)
        add_never_cache_headers(response)
        return response
