"""Checks that webhooks go to public addresses only, to protect the server's own network."""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

# IPv6 spellings of IPv4 addresses that a gateway would turn back into them.
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))

PUBLIC_ONLY = "A webhook goes to public addresses only."


class UnsafeAddress(Exception):
    """A webhook's address that is malformed, unencrypted, or leads into a private network."""


def check_url(url: str) -> SplitResult:
    """Check an address without resolving it. Raises UnsafeAddress."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UnsafeAddress("This is no web address.") from error
    schemes = ("https", "http") if settings.WEBHOOK_ALLOW_PRIVATE else ("https",)
    if parts.scheme not in schemes or not parts.hostname or port == 0:
        raise UnsafeAddress("A webhook's address begins with https:// and names a host.")
    if parts.username is not None or parts.fragment or not url.isascii() or not url.isprintable():
        raise UnsafeAddress("A webhook's address holds no user, fragment or unusual character.")
    if f".{parts.hostname.rstrip('.')}".endswith(".localhost") and not settings.WEBHOOK_ALLOW_PRIVATE:
        raise UnsafeAddress(PUBLIC_ONLY)
    literal = _literal(parts.hostname)
    if literal is not None:
        check_address(literal)
    return parts


def resolve(parts: SplitResult) -> str:
    """Return the address to connect to; every address that the name resolves to must be public.

    Raises UnsafeAddress, and OSError for an unknown name. The caller connects to this address, which prevents DNS
    rebinding.
    """
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in found]
    for address in addresses:
        check_address(ip_address(address.partition("%")[0]))
    return addresses[0]


def check_address(address: IPv4Address | IPv6Address) -> None:
    """Raise UnsafeAddress for anything but an address of the public internet."""
    if settings.WEBHOOK_ALLOW_PRIVATE:
        return
    if not _is_public(address):
        raise UnsafeAddress(PUBLIC_ONLY)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        if any(address in network for network in TRANSLATED) or address.sixtofour or address.teredo:
            return False
        if address.ipv4_mapped is not None:
            return _is_public(address.ipv4_mapped)
    return address.is_global and not address.is_multicast


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    """Parse a literal address, also in the forms that resolvers accept: 0x7f000001, 2130706433, 127.1."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None
