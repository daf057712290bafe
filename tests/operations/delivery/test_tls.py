"""Webhooks over TLS at a real local server: the address is the one that was checked, the certificate the host's."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pytest_httpserver import HTTPServer
from standardwebhooks.webhooks import Webhook

from consent.proposals.decide import approve_proposal
from operations import jobs
from operations.models import WebhookEndpoint
from operations.models.outbox import new_nonce
from workspaces import scope

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


class Authority:
    """A throwaway authority, and servers that it certifies."""

    def __init__(self, folder):
        self.folder, self.key = folder, ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A throwaway authority")])
        self.file = folder / "authority.pem"
        certificate = self._sign(self.name, self.key.public_key(), x509.BasicConstraints(ca=True, path_length=None))
        self.file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def context(self, *names, until=DAY):
        """What a server needs that shows a certificate for these names."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A server")])
        certificate = self._sign(subject, key.public_key(), x509.SubjectAlternativeName(names), until=until)
        pem, private = self.folder / "server.pem", serialization.PrivateFormat.PKCS8
        encoding, bare = serialization.Encoding.PEM, serialization.NoEncryption()
        pem.write_bytes(key.private_bytes(encoding, private, bare) + certificate.public_bytes(encoding))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        return context

    def _sign(self, subject, key, extension, *, until=DAY):
        now = datetime.now(UTC)
        builder = x509.CertificateBuilder().subject_name(subject).issuer_name(self.name).public_key(key)
        builder = builder.serial_number(x509.random_serial_number()).add_extension(extension, critical=False)
        return builder.not_valid_before(now - 2 * DAY).not_valid_after(now + until).sign(self.key, hashes.SHA256())


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def deliver_to(home, supervisor, ask, person, settings, authority, now):
    """A decision is told to a server with such a certificate; answers with the server and its endpoint."""
    settings.WEBHOOK_ALLOW_PRIVATE, settings.WEBHOOK_CA_FILE = True, str(authority.file)
    started = []

    def _deliver(context, host="localhost"):
        server = HTTPServer(host="127.0.0.1", ssl_context=context)
        server.expect_request("/hook").respond_with_data("")
        server.start()
        started.append(server)
        url = f"https://{host}:{server.port}/hook"
        with scope.enter(home.workspace_id):
            endpoint = WebhookEndpoint.objects.create(
                agent_id=supervisor.id, url=url, nonce=new_nonce(), created_at=now
            )
        approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
        jobs.JOBS["send_messages"](None)
        return server, endpoint

    yield _deliver
    for server in started:
        server.stop()


def test_the_certificate_is_the_host_s_though_the_connection_goes_to_its_address(authority, deliver_to, messages):
    server, endpoint = deliver_to(authority.context(x509.DNSName("localhost")))
    ((request, _),) = server.log
    assert request.headers["Host"] == f"localhost:{server.port}"
    assert Webhook(endpoint.secret).verify(request.data, dict(request.headers))["type"] == "proposal.decided"
    assert messages()[0].state == "sent"


def test_an_address_has_a_certificate_of_its_own(authority, deliver_to):
    server, _ = deliver_to(authority.context(x509.IPAddress(ip_address("127.0.0.1"))), host="127.0.0.1")
    assert len(server.log) == 1


@pytest.mark.parametrize(
    ("name", "until"),
    [
        (x509.DNSName("hooks.example.org"), DAY),
        (x509.IPAddress(ip_address("127.0.0.1")), DAY),
        (x509.DNSName("localhost"), -DAY),
    ],
    ids=["another host's", "the address's alone", "one out of date"],
)
def test_no_other_certificate_is_taken(authority, deliver_to, messages, name, until):
    server, _ = deliver_to(authority.context(name, until=until))
    assert server.log == []
    assert (messages()[0].state, messages()[0].error) == ("waiting", "ConnectError")


def test_nor_one_of_an_unknown_authority(authority, deliver_to, messages, tmp_path):
    server, _ = deliver_to(Authority(tmp_path).context(x509.DNSName("localhost")))
    assert server.log == [] and messages()[0].error == "ConnectError"
