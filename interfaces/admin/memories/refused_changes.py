"""Messages about changes of a memory that the gate refuses, with the rules that forbid them."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from consent.models import Policy
from consent.outcomes import Refused
from consent.policies.rules import Subject
from interfaces.admin.policies.matching_rules import reason_of
from interfaces.admin.views.after_scope import GateRedirect, refusal_detail
from interfaces.admin.views.permissions import is_editor

LINK = '<a class="underline" href="{}">{}</a>'


class MemoryRedirect(GateRedirect):
    """Names the rules that forbid a change, each with a link, as the page of a question does."""

    def add_refusals(self, request: HttpRequest, refused: Sequence[Refused]) -> None:
        rules = Policy.objects.in_bulk({rule for outcome in refused for rule in outcome.policies})
        for detail, found in dict.fromkeys((refusal_detail(one), one.policies) for one in refused):
            known = (rules[rule] for rule in found if rule in rules)
            told = (reason_of(Subject("", "", ""), rule, may_edit=is_editor(request)) for rule in known)
            links = format_html_join(", ", LINK, ((page, text) for text, page in told))
            messages.error(request, format_html("{} {}", detail, links) if links else detail)
