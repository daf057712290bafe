"""A POST to an address that a user chose: no redirects, ten seconds, public addresses only."""

import ssl
from collections.abc import Mapping

import httpx
from django.conf import settings

from operations.delivery.addresses import check_url, resolve

TIMEOUT_SECONDS = 10.0


class Undelivered(Exception):
    """The receiver did not accept it; the text is a status or class, never its answer. `is_final`: do not retry."""

    def __init__(self, reason: str, *, is_final: bool = False) -> None:
        super().__init__(reason)
        self.is_final = is_final


def guarded_post(url: str, *, content: bytes, headers: Mapping[str, str], gone: tuple[int, ...]) -> None:
    """Send it; the statuses in `gone` are final.

    It connects to the checked address, while TLS and the Host header name the host, whose certificate is verified. Runs
    outside any scope. Raises Undelivered, UnsafeAddress, OSError.
    """
    parts = check_url(url)
    address = resolve(parts)
    request = httpx.Request(
        "POST",
        httpx.URL(url).copy_with(host=address),
        content=content,
        headers={**headers, "Host": parts.netloc},
        extensions={
            "sni_hostname": parts.hostname,
            "timeout": httpx.Timeout(TIMEOUT_SECONDS).as_dict(),
        },
    )
    with httpx.Client(trust_env=False, follow_redirects=False, verify=_authorities()) as client:
        try:
            response = client.send(request, stream=True)
        except httpx.HTTPError as error:
            raise Undelivered(type(error).__name__) from error
        response.close()
    if not response.is_success:
        raise Undelivered(f"HTTP {response.status_code}", is_final=response.status_code in gone)


def _authorities() -> ssl.SSLContext:
    """The public certificate authorities, and the operator's own."""
    context = httpx.create_ssl_context(trust_env=False)
    if settings.WEBHOOK_CA_FILE:
        context.load_verify_locations(cafile=settings.WEBHOOK_CA_FILE)
    return context
