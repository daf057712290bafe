"""The page of prompts: every version of each, and the model that receives it."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from intelligence.models.budget import Budget, Kind
from providers.llm import language_model
from providers.llm.prompts import all_prompts, prompt

COUNTED = (Kind.CALLS, Kind.INPUT_TOKENS, Kind.OUTPUT_TOKENS)
ABOUT: dict[str, Promise] = {
    "answer": gettext_lazy("Answers a message with what is remembered"),
    "find_facts": gettext_lazy("Finds facts in what a person said"),
    "find_memories": gettext_lazy("Finds what is worth remembering in a long message"),
    "find_sensitive": gettext_lazy("Finds what needs the person's consent"),
    "gain_insights": gettext_lazy("Infers moods and preferences"),
    "judge_pairs": gettext_lazy("Judges whether two memories say the same"),
    "summarise": gettext_lazy("Summarises a conversation"),
    "write_procedure": gettext_lazy("Writes instructions down as steps"),
}


def prompts_page(request: HttpRequest) -> HttpResponse:
    """Show the prompts, which are files of the program and cannot be changed here."""
    page = {
        "title": _("Prompts"),
        "prompts": [(one, ABOUT.get(one.name, ""), one == prompt(one.name)) for one in all_prompts()],
        "used": _used_today(),
        "model": language_model(),
        "endpoint": settings.LLM_BASE_URL,
    }
    return TemplateResponse(request, "admin/prompts.html", admin.site.each_context(request) | page)


def _used_today() -> list[tuple[str, int]]:
    """Return the workspace's use of the model since midnight, UTC."""
    counts = Budget.objects.filter(person=None, day=timezone.now().date(), kind__in=COUNTED)
    used = dict(counts.values_list("kind", "used"))
    return [(str(kind.label), used.get(kind, 0)) for kind in COUNTED]
