"""/healthz and /readyz answer whoever asks, in whichever way."""

import httpx
import pytest

from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)


def test_with_https_probes_answer_by_http_and_under_any_name(serve):
    with serve(HTTPS="true", WEB_PROCESSES="1") as post:
        address = f"http://127.0.0.1:{post.port}"
        for path in ("/healthz", "/readyz"):
            processes.until(lambda asked=f"{address}{path}": answers(asked))
        assert httpx.get(f"{address}/accounts/login/", headers={"Host": "localhost"}, timeout=20).status_code == 301


def answers(address):
    try:
        return httpx.get(address, headers={"Host": "10.0.0.7"}, timeout=5).status_code == 200
    except httpx.TransportError:
        return False
