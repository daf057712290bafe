"""Whether webhooks arrive: in their list, on the agent's page, among the deliveries and on the first page."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_httpserver import HTTPServer

from consent.proposals.decide import approve_proposal
from operations import jobs
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import OutboxState, new_nonce
from workspaces.models.membership import Role

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
    verdict = told("/admin/")
    assert "could not be delivered: the name nothing.invalid was not found" in verdict
    assert "Needs attention" in verdict and "Nothing is broken" not in verdict


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


def test_a_test_message_is_sent_on_demand(owner, login, told, hook, settings, in_home, httpserver: HTTPServer):
    settings.WEBHOOK_ALLOW_PRIVATE = True
    httpserver.expect_request("/hook", method="POST").respond_with_data("thanks")
    row = hook(httpserver.url_for("/hook"))
    address, page = f"/admin/workspaces/agent/webhook/{row.id}/test/", f"{HOOKS}{row.id}/change/"
    assert login(Role.REVIEWER).post(address).status_code == 403
    for path in (page, of_agent(row)):
        assert f'action="{address}"' in owner.get(path).content.decode()

    assert "A test message is sent within a minute." in owner.post(address, follow=True).content.decode()
    jobs.JOBS["send_messages"](None)

    [(request, _answer)] = httpserver.log
    assert request.json["type"] == "webhook.test" and request.json["data"] == {}
    assert "Works Last delivered just now" in told(page) and "How to receive and verify it" in told(page)


def test_what_was_switched_off_is_not_tried(owner, hook, in_home):
    row = hook(UNKNOWN)
    with in_home():
        WebhookEndpoint.objects.update(disabled_at=timezone.now(), disabled_because="HTTP 410")

    assert "Send a test message" not in owner.get(of_agent(row)).content.decode()
    assert owner.post(f"/admin/workspaces/agent/webhook/{row.id}/test/").status_code == 404


def test_the_deliveries_of_one_webhook_are_listed(told, hook, deliver):
    row, other = hook(UNKNOWN), hook("https://elsewhere.invalid/hook")
    deliver()

    text = told(f"{OUTBOX}?endpoint={row.id}")
    assert all(one in text for one in ("A question was answered", "Waiting", "The name nothing.invalid was not found"))
    assert "Waiting: " not in text
    assert "nothing.invalid was" not in told(f"{OUTBOX}?endpoint={other.id}")
    assert "nothing.invalid was" not in told(f"{OUTBOX}?endpoint=nonsense")


@pytest.fixture
def failed(hook, deliver, in_home):
    """A message that could not be delivered."""
    hook(UNKNOWN)
    deliver()
    with in_home():
        return Outbox.objects.get()


def page_of(message):
    return f"{OUTBOX}{message.id}/change/"


def test_a_message_s_page_says_what_happened_what_is_next_and_what_to_do(told, failed):
    text = told(page_of(failed))

    assert "Attempt 1 of 8 failed: the name nothing.invalid was not found." in text
    assert "It is tried in 1 minute, while" in text
    assert "Check that the address is right and answers." in text and "City: Lisbon" in text and "gaierror" in text


def test_what_was_given_up_is_sent_again_on_demand(owner, told, failed, in_home):
    with in_home():
        Outbox.objects.update(state=OutboxState.DEAD, finished_at=timezone.now(), attempts=8)
    assert "It was given up after attempt 8 of 8" in told(page_of(failed))

    answer = owner.post(f"{OUTBOX}{failed.id}/send/", follow=True)

    assert "1 message is sent within a minute." in answer.content.decode()
    with in_home():
        again = Outbox.objects.get()
        assert (again.state, again.attempts, again.finished_at) == (OutboxState.WAITING, 0, None)
        assert Outbox.objects.due().exists()


def test_what_was_sent_or_whose_webhook_is_off_is_not_sent_again(act, failed, told, in_home):
    with in_home():
        WebhookEndpoint.objects.update(disabled_at=timezone.now(), disabled_because="HTTP 410")
    assert "The webhook was switched off." in told(page_of(failed)) and "Send now" not in told(page_of(failed))
    for state in (OutboxState.DEAD, OutboxState.SENT):
        with in_home():
            Outbox.objects.update(state=state)

        page = act("operations/outbox", "send_now", failed.id).content.decode()

        assert "1 message was left out" in page
        with in_home():
            assert Outbox.objects.get().state == state


def test_what_is_being_sent_is_not_sent_twice(act, failed, in_home):
    with in_home():
        Outbox.objects.update(claimed_until=timezone.now() + timedelta(minutes=5))

    assert "1 message was left out" in act("operations/outbox", "send_now", failed.id).content.decode()


def test_a_reviewer_sends_nothing_again(login, failed):
    assert login(Role.REVIEWER).post(f"{OUTBOX}{failed.id}/send/").status_code == 403


def test_the_pages_of_a_webhook_and_its_test_message_lead_back_to_the_agent(owner, hook, settings, in_home):
    settings.WEBHOOK_ALLOW_PRIVATE = True
    row = hook(UNKNOWN)
    agent = f'<a href="{of_agent(row)}">supervisor</a> <span aria-hidden="true">›</span>'
    tried = owner.post(f"/admin/workspaces/agent/webhook/{row.id}/test/", follow=True).content.decode()
    added = owner.post(f"/admin/workspaces/agent/{row.agent_id}/webhook/", {"url": "http://127.0.0.1/new"})

    for page in (tried, added.content.decode(), owner.get(f"{HOOKS}{row.id}/change/").content.decode()):
        heading = page.partition('<h1 class="place">')[2].partition("</h1>")[0]
        assert agent in heading and ">Agents</a>" in heading and "Advanced" not in heading
    assert f'<a href="{HOOKS}{row.id}/change/">{UNKNOWN}</a>' in tried
