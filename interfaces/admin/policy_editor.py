"""The workspace's policies and key aliases as YAML, with a look at what past writes would have met."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from consent.policies import file as policy_file
from consent.policies.dry_run import dry_run
from consent.policies.file import InvalidPolicies, PolicyDocument
from interfaces.admin.staff import is_editor

TEMPLATE = "admin/policies.html"


class PolicyForm(forms.Form):
    policies = forms.CharField(
        label=_("Policies and aliases"),
        required=False,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 24, "spellcheck": "false", "class": "font-mono"}),
    )

    def clean_policies(self) -> PolicyDocument:
        try:
            document = policy_file.parse(self.cleaned_data["policies"])
            policy_file.rows_of(document)
        except InvalidPolicies as error:
            raise ValidationError(str(error)) from error
        return document


def edit_policies(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    """Show the policies; on POST try them or, for those who may, save them."""
    form = PolicyForm(request.POST or None, initial={"policies": policy_file.dump(policy_file.current())})
    page = {**context, "title": _("Policies"), "form": form, "may_save": is_editor(request)}
    if request.method != "POST" or not form.is_valid():
        return TemplateResponse(request, TEMPLATE, page)
    document = form.cleaned_data["policies"]
    if "save" not in request.POST:
        run = dry_run(policy_file.rows_of(document).policies, now=timezone.now())
        return TemplateResponse(request, TEMPLATE, page | {"run": run})
    if not is_editor(request):
        raise PermissionDenied
    policy_file.load(document, now=timezone.now())
    messages.success(request, _("Saved. It applies from the next write on."))
    return redirect("admin:policies")
