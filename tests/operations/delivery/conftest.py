"""Real receivers: a mail server and a web server on this machine."""

import socket

import pytest
from aiosmtpd.controller import Controller
from pytest_httpserver import HTTPServer

from consent.changes import SetFact, WriteMemory
from consent.gate import submit
from memories.drafts import FactDraft, MemoryDraft
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import new_nonce
from workspaces import scope
from workspaces.models import Account, Membership


class Mailbox:
    """Keeps what arrives, or refuses it as long as it is `closed`."""

    def __init__(self):
        self.envelopes, self.closed = [], False

    async def handle_DATA(self, server, session, envelope):
        if self.closed:
            return "451 Try again later"
        self.envelopes.append(envelope)
        return "250 OK"

    @property
    def texts(self):
        return [envelope.content.decode() for envelope in self.envelopes]


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


@pytest.fixture
def mailbox(settings):
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=_free_port())
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = controller.hostname, controller.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    yield box
    controller.stop()


@pytest.fixture
def address(home):
    """Ana's login has an address."""
    Account.objects.filter(username="owner").update(email="ana@example.org")
    return "ana@example.org"


@pytest.fixture
def membership(home, address):
    return Membership.objects.get(workspace_id=home.workspace_id, account__username="owner")


@pytest.fixture
def ask(home, supervisor, now):
    """The supervisor asks to remember something; answers with the proposal's id."""

    def _ask(value="Lisbon", *, key="city", at=now):
        draft = FactDraft(person_id=home.user_id, category="identity", key=key, value=value, reason="She said so.")
        return submit(SetFact(draft=draft), actor=supervisor, now=at).proposal_id

    return _ask


@pytest.fixture
def note(home, supervisor, now):
    """The supervisor notes something harmless."""

    def _note(content="The release is on Friday.", *, key="note"):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content)
        submit(WriteMemory(draft=draft), actor=supervisor, now=now)

    return _note


@pytest.fixture
def endpoint(home, supervisor, httpserver: HTTPServer, settings, now):
    """A webhook of the supervisor's at a real local server."""
    settings.WEBHOOK_ALLOW_PRIVATE = True
    with scope.enter(home.workspace_id):
        return WebhookEndpoint.objects.create(
            agent_id=supervisor.id, url=httpserver.url_for("/hook"), nonce=new_nonce(), created_at=now
        )


@pytest.fixture
def messages(home):
    def _messages():
        with scope.enter(home.workspace_id):
            return list(Outbox.objects.order_by("id"))

    return _messages


@pytest.fixture
def hurry(home, now):
    """Make everything that waits due now."""

    def _hurry():
        with scope.enter(home.workspace_id):
            Outbox.objects.update(next_attempt_at=now, claimed_until=None)

    return _hurry
