"""What a rule "never store" does not change: memories stored before, and open questions."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies.delegation import ruling_rules
from consent.policies.dry_run import dry_run
from memories.models import Fact, Memory
from memories.models.choices import LifecycleState

MOST_LINKED = 3
MOST_READ = 200
CHARACTERS = 60
LINK = '<a class="underline" href="{}">{}</a>'


def unaffected_rows(rules: Sequence[Policy], place: int, *, now: datetime) -> SafeString | str:
    """Return, for a never-rule at that place, how many memories and questions of its field are left, with links; empty
    for other rules. Runs in the entered scope."""
    rule = rules[place]
    if rule.outcome != Outcome.NEVER or not rule.fact_key:
        return ""
    texts = [text for text in (_memories(rules, rule, now), _questions(rules, rule)) if text]
    if not texts:
        return ""
    stays = _("What was stored or asked before stays until somebody forgets or answers it:")
    return format_html("{} {}", stays, format_html_join(" ", "{}", ((text,) for text in texts)))


def _memories(rules: Sequence[Policy], rule: Policy, now: datetime) -> SafeString | str:
    """Find memories with its field, and recent ones whose text states it."""
    writes = (each.write for each in dry_run(rules, now=now).writes if each.after.outcome is Outcome.NEVER)
    ids = {
        one.memory_id for one in writes if any(each.fact_key == rule.fact_key for each in (*one.subjects, *one.stated))
    }
    ids |= set(Fact.objects.active().filter(key=rule.fact_key).values_list("memory_id", flat=True))
    found = Memory.objects.filter(state=LifecycleState.ACTIVE, id__in=[one for one in ids if one])
    rows = list(found.select_related("current").order_by("-updated_at")[:MOST_READ])
    if not rows:
        return ""
    text = ngettext("%d memory.", "%d memories.", len(rows)) % len(rows)
    return format_html("{} {}", text, format_html_join(" ", LINK, (_linked(row) for row in rows[:MOST_LINKED])))


def _questions(rules: Sequence[Policy], rule: Policy) -> SafeString | str:
    waiting = Proposal.objects.unmuted().pending().order_by("created_at", "id")[:MOST_READ]
    count = sum(rule in ruling_rules(row, rules) for row in waiting)
    if not count:
        return ""
    text = ngettext("%d question waits.", "%d questions wait.", count) % count
    page = reverse("admin:consent_proposal_changelist", query={"due": "open", "q": rule.fact_key})
    return format_html("{} " + LINK, text, page, _("Questions"))


def _linked(memory: Memory) -> tuple[str, str]:
    text = memory.current.content if memory.current else memory.key
    return reverse("admin:memories_memory_change", args=[memory.id]), f"“{Truncator(text).chars(CHARACTERS)}”"
