"""The key by which push services know this server (VAPID, RFC 8292): from SECRET_KEY, so that all hosts have it."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from py_vapid import Vapid02, b64urlencode

# Of the group P-256 (SEC 2, section 2.4.2).
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# At most a day (RFC 8292, section 2).
SIGNED_FOR = timedelta(hours=12)


class UnknownKey(Exception):
    """The browser expects a key that neither SECRET_KEY nor an earlier one gives."""


def public_key() -> str:
    """Return the key for browsers: the uncompressed point, base64url."""
    return _public(_private_key(settings.SECRET_KEY))


def is_known(server_key: str) -> bool:
    """Whether it is the public key of SECRET_KEY or of an earlier one."""
    return server_key in map(_public, _private_keys())


def authorization(server_key: str, *, url: str, now: datetime) -> dict[str, str]:
    """The headers for a push service, signed by the key with that public key. Raises UnknownKey."""
    parts = urlsplit(url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": _contact(),
    }
    headers: dict[str, str] = Vapid02(_key_of(server_key)).sign(claims)
    return headers


def _key_of(server_key: str) -> ec.EllipticCurvePrivateKey:
    for key in _private_keys():
        if _public(key) == server_key:
            return key
    raise UnknownKey


def _private_keys() -> list[ec.EllipticCurvePrivateKey]:
    return [_private_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    digest = salted_hmac("operations.push", "vapid", secret=secret, algorithm="sha512").digest()
    return ec.derive_private_key(int.from_bytes(digest) % (ORDER - 1) + 1, ec.SECP256R1())


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    text: str = b64urlencode(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return text


def _contact() -> str:
    """Return the contact for push services: this server, or the sender of its mail."""
    if settings.PUBLIC_URL.startswith("https://"):
        return str(settings.PUBLIC_URL)
    return f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].strip('> ')}"
