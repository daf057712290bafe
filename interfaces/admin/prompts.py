"""The prompts of the language model, to read: they are files of the program, changed with it."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from providers.llm import language_model
from providers.llm.prompts import all_prompts


def show_prompts(request: HttpRequest, context: dict[str, Any]) -> TemplateResponse:
    """Every version of every prompt, and which model is asked."""
    model = language_model()
    told = {"title": _("Prompts"), "prompts": all_prompts(), "model": model, "endpoint": settings.LLM_BASE_URL}
    return TemplateResponse(request, "admin/prompts.html", context | told)
