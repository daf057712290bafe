"""The key that signs the heads of the history. It is outside the database, so access to that is not enough to sign."""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings


def sign(message: bytes) -> str:
    """Return the Ed25519 signature (RFC 8032) by SEAL_KEY, hexadecimal."""
    return _private_key().sign(message).hex()


def public_key() -> str:
    """Return the public key that verifies our signatures, hexadecimal."""
    return _private_key().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def is_signed(message: bytes, signature: str) -> bool:
    """Whether SEAL_KEY, or one of the earlier keys in SEAL_TRUSTED_KEYS, signed this."""
    return any(verifies(key, message, signature) for key in trusted_keys())


def trusted_keys() -> tuple[str, ...]:
    """Our own public key and the earlier ones, hexadecimal."""
    return (public_key(), *settings.SEAL_TRUSTED_KEYS)


def _private_key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(settings.SEAL_KEY.encode()).digest())


def verifies(key: str, message: bytes, signature: str) -> bool:
    """Whether the key's owner signed the message; False for an invalid key or signature."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True
