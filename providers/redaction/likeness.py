"""Judges whether a value looks like a secret, and not like a word, a placeholder or a reference."""

import re
from typing import Final

TOKEN_MIN_LENGTH: Final = 16
TOKEN_MIN_DISTINCT: Final = 8  # different characters; a cheap approximation of entropy
PASSWORD_MIN_LENGTH: Final = 6
WORD_MIN_LENGTH: Final = 8
OWN_PASSWORD_MIN_LENGTH: Final = 4

_UUID = re.compile(rb"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}")
_PASSWORD_DESCRIPTIONS = frozenset(
    b"""
    about again almost already also always around based being called changed compromised complicated currently different
    difficult down easy finally from going gone good hard just kept known leaked leaving like linked long lost managed
    never nothing only outdated please probably really reset safe same saved secure set shared short simple something
    still stolen stored strong stuck supposed that their there this tied time unique unknown unsafe very weak what when
    working written wrong your
    """.split()
)

# Terms with letters and digits that are no passwords.
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
    """Whether it is long, mixes letters and digits, and has many different characters."""
    long_enough = len(value) >= TOKEN_MIN_LENGTH and len(set(value)) >= TOKEN_MIN_DISTINCT
    return long_enough and _is_mixed(value) and not _is_reference(value)


def is_password(value: bytes, following: bytes) -> bool:
    """Whether it is a password after "password:": anything with digits or signs, or one long word with nothing after
    it.

    `following` is the text after the value.
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
    """Whether it is a password after "password is": prose is likelier, so it needs both letters and digits."""
    return len(value) >= PASSWORD_MIN_LENGTH and _is_mixed(value) and not _is_reference(value)


def is_named_password(value: bytes) -> bool:
    """Whether it is a password directly after "password", as in "key K and password hunter2": as a spoken one, and no
    term ("sha256") or measure ("12-character")."""
    return is_spoken_password(value) and not _TERM.fullmatch(value)


def is_own_password(value: bytes) -> bool:
    """Whether it is a password after "my password is": a word also counts, unless it describes the password."""
    is_description = value.lower() in _PASSWORD_DESCRIPTIONS or value.lower() in _PLACEHOLDERS
    return len(value) >= OWN_PASSWORD_MIN_LENGTH and not is_description and not _is_reference(value)


def is_uuid(value: bytes) -> bool:
    return _UUID.fullmatch(value) is not None


def is_mixed_case_token(value: bytes) -> bool:
    """Whether it has letters of both cases and digits, like random base64; hex hashes do not."""
    return is_token(value) and value != value.lower() and value != value.upper()


def _is_reference(value: bytes) -> bool:
    return _REFERENCE.match(value) is not None


def _is_mixed(value: bytes) -> bool:
    return any(48 <= byte <= 57 for byte in value) and any(byte >= 65 and byte != 95 for byte in value)
