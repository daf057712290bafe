"""Problems of this workspace, and what to do about them. Shown on the first page."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from consent.models import Proposal
from consent.policies.delegation import answerers
from consent.policies.rules import REVIEWING_ROLES
from conversations.models import Turn
from interfaces.admin.categories.preview import memory_counts
from interfaces.admin.operations.server_health import NO_MAIL, Finding, server_findings
from interfaces.admin.operations.webhook_status import statuses_of
from interfaces.admin.texts.job_names import title_of
from interfaces.admin.texts.wording import category_label
from interfaces.relative_times import distance, distance_ahead
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY, MemoryType
from operations.delivery.mail import is_mail_sent
from operations.models import JobRun, Schedule, WebhookEndpoint
from operations.monitoring.health import WorkerState
from workspaces.models import Agent, Allowlist, ApiKey, Membership, Person, Workspace
from workspaces.models.category import SUPERVISOR
from workspaces.scope import current_workspace_id

# The jobs that index and close run every minute.
LATE = timedelta(minutes=5)
SOON = timedelta(days=7)
UNUSED = timedelta(days=90)
FAILING_WEBHOOKS: dict[str, tuple[Promise, Promise]] = {
    "off": (
        gettext_lazy("A webhook of %(agent)s was switched off: %(why)s."),
        gettext_lazy("Repair the receiver, then remove the webhook and add it again."),
    ),
    "bad": (
        gettext_lazy("The last message to a webhook of %(agent)s was given up: %(why)s."),
        gettext_lazy("Repair the receiver, or remove the webhook and add the right address."),
    ),
    "paused": (
        gettext_lazy("The last message to a webhook of %(agent)s could not be delivered: %(why)s."),
        gettext_lazy("The server tries again for about two days. Look whether the receiver answers at its address."),
    ),
}
# Number of questions checked for whether a reviewer could answer them.
MOST_LOOKED_AT = 200


def findings(*, membership: Membership, worker: WorkerState, now: datetime) -> list[Finding]:
    """Return the problems that this member of staff should know, urgent ones first. Runs in the entered scope. Work
    that only waits for a worker is covered by the finding about the missing worker."""
    late = () if worker == WorkerState.MISSING else (_overdue, _turns)
    checks: tuple[Check, ...] = (_workspace, partial(_server, worker), _dead_letters, *late)
    checks += (partial(_questions, membership), _webhooks, _keys, _unread, _paused, _mail)
    found = [finding for check in checks for finding in check(now)]
    return sorted(found, key=lambda finding: finding.is_notice)


def _server(worker: WorkerState, now: datetime) -> Iterator[Finding]:
    return server_findings(worker)


def _workspace(now: datetime) -> Iterator[Finding]:
    """Find a closed workspace, and one without people, where nothing can be stored."""
    has_people = Exists(Person.objects.all())
    workspace = Workspace.objects.annotate(has_people=has_people).get(id=current_workspace_id())
    if not workspace.has_people:  # type: ignore[attr-defined]
        advice = _("Every memory is about a person: add somebody, or invite them.")
        text, link = _("Nobody is remembered in this workspace yet."), _("Add a person")
        yield Finding(text, advice, reverse("admin:workspaces_person_add"), link, is_notice=True)
    if workspace.erase_at:
        text = _("This workspace is closed. It is erased in %(time)s.") % {"time": distance(now, workspace.erase_at)}
        advice, link = _("Export it, or open it again."), _("Export or close this workspace")
        yield Finding(text, advice, reverse("admin:closing"), link)


def _dead_letters(now: datetime) -> Iterator[Finding]:
    count = JobRun.objects.dead().concerning(current_workspace_id()).count()
    if count:
        text = ngettext("%d job failed three times.", "%d jobs failed three times.", count) % count
        advice = _("Retry it. If it fails again, send its error to the operator of the server.")
        yield Finding(text, advice, reverse("admin:jobs"), _("Failed jobs"))


def _overdue(now: datetime) -> Iterator[Finding]:
    count = Proposal.objects.unmuted().overdue().filter(expires_at__lte=now - LATE).count()
    if count:
        text = ngettext("%d expired question is still open.", "%d expired questions are still open.", count) % count
        advice = _("The job “%(job)s” closes them every minute. See whether it is paused or fails.")
        yield Finding(text, advice % {"job": title_of("expire_proposals")}, reverse("admin:jobs"), _("Jobs"))


def _questions(membership: Membership, now: datetime) -> Iterator[Finding]:
    """Find questions that no one can answer, and those that a rule lets this reviewer answer."""
    reviews, own = membership.role in REVIEWING_ROLES, membership.person_id
    able = Membership.objects.filter(workspace_id=current_workspace_id(), account__is_active=True)
    has_login = Exists(able.filter(person_id=OuterRef("person_id")))
    waiting = Proposal.objects.unmuted().pending().alias(has_login=has_login).order_by("has_login", "expires_at")
    looked_at = list((waiting if reviews else waiting.filter(has_login=False))[:MOST_LOOKED_AT])
    by = answerers(looked_at)
    without = [one for one in looked_at if not by[one.id].person]
    if stuck := [one for one in without if not by[one.id].reviewers]:
        more = waiting.filter(has_login=False).count() - len(without) if len(without) == MOST_LOOKED_AT else 0
        yield _stuck(len(stuck) + more, distance_ahead(now, stuck[0].expires_at))
    others = [one for one in looked_at if own is None or one.person_id != own]
    if reviews and (count := sum(by[one.id].reviewers for one in others)):
        text = ngettext("%d question waits for reviewers.", "%d questions wait for reviewers.", count) % count
        advice = _("A rule lets you answer. The list names who may answer each question.")
        yield Finding(
            text, advice, _list("consent_proposal", answer="you"), _("Questions for reviewers"), is_notice=True
        )


def _stuck(count: int, time: str) -> Finding:
    """Return the finding: the person cannot sign in, and no rule lets reviewers answer."""
    text = ngettext(
        "%(count)d question waits for somebody who cannot sign in. It expires in %(time)s.",
        "%(count)d questions wait for people who cannot sign in. The first expires in %(time)s.",
        count,
    ) % {"count": count, "time": time}
    advice = _("Give them a login, or let reviewers decide. Unanswered questions are dropped.")
    return Finding(text, advice, _list("workspaces_person", sign_in="waiting"), _("Show these people"))


def _turns(now: datetime) -> Iterator[Finding]:
    count = Turn.objects.unindexed().alias(due=Coalesce("due_at", "created_at")).filter(due__lt=now - LATE).count()
    if count:
        text = ngettext(
            "%d message is not indexed after five minutes.", "%d messages are not indexed after five minutes.", count
        )
        advice = _("They are found by their words, not by their meaning, until the job “%(job)s” has run.")
        job = {"job": title_of("index_turns")}
        yield Finding(text % count, advice % job, reverse("admin:jobs"), _("Jobs"))


def _webhooks(now: datetime) -> Iterator[Finding]:
    """Find disabled webhooks, and those whose last delivery failed: their receivers miss messages."""
    for status in statuses_of(WebhookEndpoint.objects.select_related("agent").order_by("created_at")):
        if status.kind in FAILING_WEBHOOKS:
            text, advice = FAILING_WEBHOOKS[status.kind]
            agent = status.row.agent
            sentence = str(text) % {"agent": agent.called, "why": status.reason}
            url = reverse("admin:workspaces_agent_change", args=[agent.pk])
            yield Finding(sentence, advice, url, agent.called)


def _keys(now: datetime) -> Iterator[Finding]:
    valid = ApiKey.objects.valid(now=now).filter(agent__is_active=True)
    in_use = valid.filter(expires_at__lte=now + SOON, last_used_at__gt=now - timedelta(days=1))
    newer = valid.filter(agent_id=OuterRef("agent_id"), created_at__gt=OuterRef("created_at"))
    newer = newer.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=OuterRef("expires_at")))
    keys = list(in_use.values_list(Exists(newer), Exists(newer.filter(last_used_at__isnull=False))))
    ending = sum(not has_newer for has_newer, _is_used in keys)
    url = reverse("admin:workspaces_apikey_changelist")
    if unused_yet := sum(has_newer and not is_used for has_newer, is_used in keys):
        text = ngettext(
            "%d rotated key is still in use: its agent has not used the new one yet.",
            "%d rotated keys are still in use: their agents have not used the new ones yet.",
            unused_yet,
        )
        advice = _("Give the agent the new key before the old one ends.")
        yield Finding(text % unused_yet, advice, url, _("Keys"), is_notice=True)
    if ending:
        text = ngettext("%d key in use expires within a week.", "%d keys in use expire within a week.", ending)
        yield Finding(text % ending, _("Rotate it, and give the agent the new one."), url, _("Keys"), is_notice=True)
    unused = valid.filter(last_used_at__lt=now - UNUSED).count()
    if unused:
        text = ngettext("%d key was not used for 90 days.", "%d keys were not used for 90 days.", unused)
        yield Finding(text % unused, _("Revoke what nobody uses."), url, _("Keys"), is_notice=True)


def _unread(now: datetime) -> Iterator[Finding]:
    """Find memories in the default category while only the supervisor's role may read it (R3).

    Notes of supervisors do not count: only supervisors reading them is the default of a new workspace (001 §5).
    """
    name = DEFAULT_CATEGORY[MemoryType.SEMANTIC]
    others = Agent.objects.filter(is_active=True).exclude(role=SUPERVISOR)
    own = Q(agent_id__in=Agent.objects.filter(role=SUPERVISOR).values("id"), agent_id__isnull=False)
    listed = Allowlist.objects.filter(categories__contains=[name])
    filed = Memory.objects.alive(now=now).filter(Exists(others), ~Exists(listed), ~own, category=name)
    if filed.exists():
        count = memory_counts()[name]  # counted as on the page of categories
        text = ngettext(
            "%(count)d memory lies in %(category)s, which agents of other roles than supervisor cannot read.",
            "%(count)d memories lie in %(category)s, which agents of other roles than supervisor cannot read.",
            count,
        ) % {"count": count, "category": category_label(name)}
        advice = _("No role lists the category: tick the roles that may read it.")
        yield Finding(text, advice, reverse("admin:category_config"), _("Categories"), is_notice=True)


def _paused(now: datetime) -> Iterator[Finding]:
    count = Schedule.objects.filter(is_paused=True).count()
    if count:
        text = ngettext("%d job is paused.", "%d jobs are paused.", count) % count
        yield Finding(text, _("Resume it when it is wanted again."), reverse("admin:jobs"), _("Jobs"), is_notice=True)


def _mail(now: datetime) -> Iterator[Finding]:
    """Find people who sign in and decide, but get messages about questions only by mail."""
    if not is_mail_sent():
        yield NO_MAIL


Check = Callable[[datetime], Iterator[Finding]]


def _list(name: str, **query: Any) -> str:
    return reverse(f"admin:{name}_changelist", query=query)
