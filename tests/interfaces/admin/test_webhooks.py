"""Whether webhooks arrive: in their list, on the agent's page, among the deliveries and on the first page."""

import pytest
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_httpserver import HTTPServer

from consent.proposals.decide import approve_proposal
from operations import jobs
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import OutboxState, new_nonce

pytestmark = pytest.mark.django_db
HOOKS, OUTBOX = "/admin/operations/webhookendpoint/", "/admin/operations/outbox/"
UNKNOWN = "https://nothing.invalid/hook"


@pytest.fixture
def hook(in_home, supervisor, now):
    def _hook(url):
        with in_home():
            return WebhookEndpoint.objects.create(agent_id=supervisor.id, url=url, nonce=new_nonce(), created_at=now)

    return _hook


@pytest.fixture
def deliver(ask, person, now):
    """A question is answered, and what waits is sent."""

    def _deliver():
        approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
        jobs.JOBS["send_messages"](None)

    return _deliver


@pytest.fixture
def told(owner):
    """What a page says, in one line."""
    return lambda path: " ".join(strip_tags(owner.get(path).content.decode()).split())


def of_agent(hook):
    return f"/admin/workspaces/agent/{hook.agent_id}/change/"


def test_a_webhook_that_was_never_sent_to_is_not_said_to_work(told, hook):
    page = of_agent(hook(UNKNOWN))

    for path in (HOOKS, page):
        assert "Not tried yet" in told(path) and "Works" not in told(path)


def test_a_failed_delivery_is_told_with_why_and_when_it_is_tried_again(owner, told, hook, deliver):
    row = hook(UNKNOWN)
    deliver()

    for path in (HOOKS, of_agent(row)):
        text = told(path)
        assert "Last delivery failed just now: the name nothing.invalid was not found. Next try in" in text
        assert "Works" not in text
        assert f"{OUTBOX}?endpoint={row.id}" in owner.get(path).content.decode()
    assert "could not be delivered: the name nothing.invalid was not found" in told("/admin/")


def test_a_delivery_that_was_given_up_needs_attention(told, hook, deliver, in_home):
    hook(UNKNOWN)
    deliver()
    with in_home():
        Outbox.objects.update(state=OutboxState.DEAD, finished_at=timezone.now())

    assert "was given up: the name nothing.invalid was not found." in told("/admin/")
    assert "Next try" not in told(HOOKS)


def test_a_webhook_that_answers_works(told, hook, deliver, settings, httpserver: HTTPServer):
    settings.WEBHOOK_ALLOW_PRIVATE = True
    httpserver.expect_request("/hook").respond_with_data("thanks")
    row = hook(httpserver.url_for("/hook"))
    deliver()

    for path in (HOOKS, of_agent(row)):
        assert "Works" in told(path) and "Last delivered just now" in told(path)


def test_the_deliveries_of_one_webhook_are_listed(told, hook, deliver):
    row, other = hook(UNKNOWN), hook("https://elsewhere.invalid/hook")
    deliver()

    text = told(f"{OUTBOX}?endpoint={row.id}")
    assert all(one in text for one in ("A question was answered", "Waiting", "The name nothing.invalid was not found"))
    assert "Waiting: " not in text
    assert "nothing.invalid was" not in told(f"{OUTBOX}?endpoint={other.id}")
    assert "nothing.invalid was" not in told(f"{OUTBOX}?endpoint=nonsense")
