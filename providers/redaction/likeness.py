"""Judges whether a value looks like a secret, no word, placeholder or reference to one kept elsewhere."""

import re
from typing import Final

TOKEN_MIN_LENGTH: Final = 16
TOKEN_MIN_DISTINCT: Final = 8  # different characters; a stand-in for entropy that costs nothing
PASSWORD_MIN_LENGTH: Final = 6
WORD_MIN_LENGTH: Final = 8
OWN_PASSWORD_MIN_LENGTH: Final = 4

_UUID = re.compile(rb"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}")
_SAID_OF_PASSWORDS = frozenset(
    b"""
    about again almost already also always around based being called changed compromised complicated currently different
    difficult down easy finally from going gone good hard just kept known leaked leaving like linked long lost managed
    never nothing only outdated please probably really reset safe same saved secure set shared short simple something
    still stolen stored strong stuck supposed that their there this tied time unique unknown unsafe very weak what when
    working written wrong your
    """.split()
)

# What is said with letters and digits, and is no password.
_TERM = re.compile(
    rb"(?:sha|md|base|pbkdf|pkcs|argon|oauth|bcrypt|ed|rsa|aes|utf|http|v|version|step|part|page|chapter|windows|office|"
    rb"rfc|nist|iso)[-_]?\d[\w.-]*|\d+-[a-z]{2,}(?:-[a-z]+)*|\d+(?:days?|chars?|characters?|digits?|words?|bits?|th)|"
    rb"\d*password\d?s?|\d{4}-\d\d.*|.*[/(=].*",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    rb"\[redacted|[<\[{(]|\$[\w{(]|%\w+%|%\(|\*{3}|x{4,}$|\.{3}|process\.env|os\.environ|env\.|getenv|config\.|settings\.|"
    rb"secrets?\.|vault:|https?://|self\.|None$|null$",
    re.IGNORECASE,
)
_PLACEHOLDERS = frozenset(
    b"""
    required optional password passwd passphrase changeme change_me secret string undefined incorrect invalid expired
    missing forgotten protected disabled enabled unchanged encrypted example placeholder your_password yourpassword
    your-password hidden your_api_key your-api-key your_token policy manager strength mandatory prompted
    """.split()
)


def is_token(value: bytes) -> bool:
    """Long, mixed of letters and digits, and disordered."""
    long_enough = len(value) >= TOKEN_MIN_LENGTH and len(set(value)) >= TOKEN_MIN_DISTINCT
    return long_enough and _is_mixed(value) and not _is_reference(value)


def is_password(value: bytes, following: bytes) -> bool:
    """What stands behind "password:": anything with digits or signs in it, or one long word with nothing behind it.

    `following` is what comes after the value.
    """
    if len(value) < PASSWORD_MIN_LENGTH or _is_reference(value) or value.lower() in _PLACEHOLDERS:
        return False
    if value.isalpha():
        return len(value) >= WORD_MIN_LENGTH and following.strip(b" \t")[:1] in {
            b"",
            b"\n",
            b"\r",
            b'"',
            b"'",
            b"}",
            b",",
        }
    return any(byte not in b".-_/:()" and not bytes([byte]).isalpha() for byte in value)


def is_spoken_password(value: bytes) -> bool:
    """What stands behind "password is": prose is likelier, so letters and digits must both be there."""
    return len(value) >= PASSWORD_MIN_LENGTH and _is_mixed(value) and not _is_reference(value)


def is_named_password(value: bytes) -> bool:
    """What stands right behind "password", as in "key K and password hunter2": as spoken, and no term ("sha256") and no
    measure ("12-character")."""
    return is_spoken_password(value) and not _TERM.fullmatch(value)


def is_own_password(value: bytes) -> bool:
    """What stands behind "my password is": a word too, unless it says something about the password."""
    is_said_of_it = value.lower() in _SAID_OF_PASSWORDS or value.lower() in _PLACEHOLDERS
    return len(value) >= OWN_PASSWORD_MIN_LENGTH and not is_said_of_it and not _is_reference(value)


def is_uuid(value: bytes) -> bool:
    return _UUID.fullmatch(value) is not None


def is_mixed_case_token(value: bytes) -> bool:
    """Letters of both cases and digits, as in random base64; no hash in hex."""
    return is_token(value) and value != value.lower() and value != value.upper()


def _is_reference(value: bytes) -> bool:
    return _REFERENCE.match(value) is not None


def _is_mixed(value: bytes) -> bool:
    return any(48 <= byte <= 57 for byte in value) and any(byte >= 65 and byte != 95 for byte in value)
