"""The table of secret shapes: the pattern of each, and the text that must occur before the pattern is tried.

Every pattern ends where its alphabet ends, so that removing one value never creates a boundary for another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import re2

from providers.redaction.likeness import (
    is_mixed_case_token,
    is_named_password,
    is_own_password,
    is_password,
    is_spoken_password,
    is_token,
    is_uuid,
)

_BYTES = re2.Options()
_BYTES.encoding = re2.Options.Encoding.LATIN1  # lone surrogates and other odd bytes pass unharmed

Judge = Callable[[bytes, bytes], bool]  # the value, and some bytes that follow it


@dataclass(frozen=True, slots=True)
class Shape:
    """`pattern` has the value in its group 1; one of the small-letter `needles` must occur.

    A `labelled` value is recognised by the words before it, and extends as far as `VALUE_REST`.
    """

    kind: str
    needles: tuple[bytes, ...]
    pattern: Any
    judge: Judge
    labelled: bool


def _always(_value: bytes, _following: bytes) -> bool:
    return True


def _token(value: bytes, _following: bytes) -> bool:
    return is_token(value)


def _mixed_case(value: bytes, _following: bytes) -> bool:
    return is_mixed_case_token(value)


def _spoken(value: bytes, _following: bytes) -> bool:
    return is_spoken_password(value.rstrip(b".!?)"))


def _named_inline(value: bytes, _following: bytes) -> bool:
    return is_named_password(value.rstrip(b".!?)"))


def _own(value: bytes, _following: bytes) -> bool:
    return is_own_password(value.rstrip(b".!?)"))


def _cookie(value: bytes, _following: bytes) -> bool:
    return is_token(value) and not is_uuid(value)


def _has_token(value: bytes, _following: bytes) -> bool:
    return any(is_token(pair.partition(b"=")[2].strip()) for pair in value.split(b";"))


_NAMED = (
    r"(?:api[_ -]?(?:key|token|secret)|(?:access|secret|private|encryption|signing|account|shared)[_ -]?key|"
    r"secret[_ -]?access[_ -]?key|(?:client|webhook)[_ -]?secret|(?:auth|access|refresh|session|bearer|bot)[_ -]?token|"
    r"token|secret|credentials?|authorization)"
)
_LABEL_OF_PASSWORD = r"(?:password|passwd|pass[_ -]?phrase|passcode|pwd)"  # noqa: S105
_FOREIGN_LABEL = r"(?:passwort|kennwort|mot de passe|mdp|contrase(?:ñ|n)a|senha|palavra-passe|wachtwoord)"
# German, French, Spanish, Portuguese, Italian, Dutch.
_FOREIGN_OWN = (
    r"(?:mein|unser)e?s? (?:[\w-]{1,20}[ -]){0,2}(?:passwort|kennwort)\b[^.!?\n]{0,30}? (?:ist|lautet)|"
    r"(?:mon|notre) (?:mot de passe|mdp)\b[^.!?\n]{0,30}? (?:est|c'est)|"
    r"(?:mi|nuestra) (?:contrase(?:ñ|n)a|clave)\b[^.!?\n]{0,30}? es|"
    r"(?:minha|nossa) (?:senha|palavra-passe|password)\b[^.!?\n]{0,30}? (?:é|e)|"
    r"(?:mia|nostra) (?:password|parola d'ordine)\b[^.!?\n]{0,30}? (?:è|e')|"
    r"(?:mijn|ons) (?:[\w-]{1,20} ){0,2}wachtwoord\b[^.!?\n]{0,30}? is"
)
_ASSIGNED = r"(?:[\"'`]\]|[\"'`*]{0,3})\s{0,3}(?:=>|:=|==|->|=|:)[\s*]{0,4}"
_VALUE_CHAR = r"[^\s\"'`,;<>\[\]]"
_VALUE = rf"[\"'`]?({_VALUE_CHAR}{{1,200}})"  # bounded, so that searching a rejected value again costs little
VALUE_REST: Any = re2.compile(f"{_VALUE_CHAR}*".encode(), _BYTES)
_AWS_ID = r"(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\b"
_AWS_SECRET = r"([A-Za-z0-9+/]{40})(?:[^A-Za-z0-9+/=]|\z)"  # noqa: S105
_VENDORS = r"dop_v1_|shp(?:at|ss)_|dapi|dckr_pat_|lin_api_|ntn_|hvs\.|glsa_|AGE-SECRET-KEY-|rubygems_|xkeysib-"


def _shape(kind: str, needles: str, pattern: str, judge: Judge = _always) -> Shape:
    wanted = tuple(needle.encode() for needle in needles.split())
    return Shape(kind, wanted, re2.compile(pattern.encode(), _BYTES), judge, pattern.endswith(_VALUE))


SHAPES: tuple[Shape, ...] = (
    _shape("memory_server_key", "mem_", r"\b(mem_[0-9a-fA-F]{32}_[A-Za-z0-9_-]{16,})"),
    _shape("anthropic_key", "sk-ant-", r"\b(sk-ant-[A-Za-z0-9_-]{16,})"),
    _shape("openai_key", "sk-", r"\b(sk-[A-Za-z0-9_-]{20,})", _token),
    _shape("github_token", "gh", r"\b(gh[pousr]_[A-Za-z0-9_]{36,})"),
    _shape("github_token", "github_pat_", r"\b(github_pat_[A-Za-z0-9_]{22,})"),
    _shape(
        "gitlab_token",
        "gl",
        r"\b(gl(?:pat|ptt|dt|rt|soat|cbt|imt|agent|ft|oas)-[A-Za-z0-9_.-]{18,}[A-Za-z0-9_-])",
        _token,
    ),
    _shape("aws_key_id", "akia asia aroa aida", rf"\b({_AWS_ID})"),
    _shape(
        "aws_secret_key",
        "akia asia",
        rf"\b{_AWS_ID}[^A-Za-z0-9+/=](?:[^\n]{{0,30}}[^A-Za-z0-9+/\n])?\n?"
        rf"(?:[\w \"']{{0,40}}[=:\"' ]{{1,4}})?{_AWS_SECRET}",
        _mixed_case,
    ),
    _shape(
        "aws_secret_key",
        "aws",
        rf"(?i)\baws[\w .-]{{0,30}}[\"']?\s{{0,3}}[=:]{{1,2}}>?\s{{0,3}}[\"']?{_AWS_SECRET}",
        _mixed_case,
    ),
    _shape("google_key", "aiza", r"\b(AIza[0-9A-Za-z_-]{35,})"),
    _shape("google_token", "ya29. gocspx-", r"\b(ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{20,})"),
    _shape("slack_token", "xox xapp-", r"\b(xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,})"),
    _shape(
        "slack_webhook", "hooks.slack.com", r"(https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,})"
    ),
    _shape(
        "stripe_key",
        "_live_ _test_ whsec_",
        r"\b((?:sk|rk)_(?:live|test)_[A-Za-z0-9_]{16,}|whsec_[A-Za-z0-9+/=_]{20,})",
    ),
    _shape("npm_token", "npm_", r"\b(npm_[A-Za-z0-9_]{36,})"),
    _shape("pypi_token", "pypi-", r"\b(pypi-[A-Za-z0-9_-]{32,})"),
    _shape("huggingface_token", "hf_", r"\b(hf_[A-Za-z0-9_]{30,})"),
    _shape("sendgrid_key", "sg.", r"\b(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})"),
    _shape(
        "vendor_token",
        "dop_v1_ shpat_ shpss_ dapi dckr_pat_ lin_api_ ntn_ hvs. glsa_ age-secret-key- rubygems_ xkeysib-",
        rf"\b((?:{_VENDORS})[A-Za-z0-9_.-]{{23,}}[A-Za-z0-9_-])",
        _token,
    ),
    _shape("otp_secret", "otpauth", r"(?i)(otpauth(?:-migration)?://[^\s\"'<>]{7,}[A-Za-z0-9%=])"),
    _shape("otp_secret", "otp totp 2fa", r"(?i)\b(?:t?otp|2fa)[ _-](?:secret|seed|key)\W{1,4}([A-Z2-7]{16,})\b"),
    _shape(
        "session_cookie",
        "session sessid .sid",
        r"(?i)(?:\bphpsessid|\bjsessionid|\bconnect\.sid|\basp\.net_sessionid|\b[\w-]{0,30}session(?:id|[_-]?token)?)"
        rf"=[\"']?({_VALUE_CHAR}{{16,}})",
        _cookie,
    ),
    _shape(
        "session_cookie", "cookie:", r"(?i)\b(?:set-)?cookie:\s{0,3}([^\s=]{1,64}=[^\r\n\"'<>]{8,1000})", _has_token
    ),
    _shape("discord_token", ".", r"\b([MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,})"),
    _shape(
        "discord_webhook", "api/webhooks/", r"(https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/[0-9]+/[\w-]{20,})"
    ),
    _shape("twilio_key", "sk", r"\b(SK[0-9a-f]{32})\b"),
    _shape("twilio_token", "twilio", r"(?i)twilio[^\n]{0,60}?\b([0-9a-f]{32})\b"),
    _shape("signed_address", "signature= sig=", r"(?i)[?&](?:x-amz-|x-goog-)?sig(?:nature)?=([A-Za-z0-9%+/=_-]{16,})"),
    _shape("telegram_token", ":aa", r"\b([0-9]{8,10}:AA[A-Za-z0-9_-]{32,})"),
    _shape("jwt", "eyj", r"\b(eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+)*)"),
    _shape(
        "password_hash",
        "$2 $argon2",
        r"(\$2[abxy]\$[0-9]{2}\$[A-Za-z0-9./]{53}\w*|\$argon2(?:id|i|d)\$[A-Za-z0-9$=,+/]{20,})",
    ),
    _shape("bearer_token", "bearer", r"(?i)\bbearer[ :=\"']{1,4}([A-Za-z0-9._~+/=-]{15,}[A-Za-z0-9_~+/=-])", _token),
    _shape(
        "basic_credentials",
        "basic",
        r"(?i)\bauthorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?basic\s{1,3}([A-Za-z0-9+/=_-]{8,})",
    ),
    _shape("url_password", "://", r"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@\"'<>\[\]]*:([^\s/\"'<>]+)@"),
    _shape("password", "pass pwd", rf"(?i){_LABEL_OF_PASSWORD}[0-9]?{_ASSIGNED}{_VALUE}", is_password),
    _shape(
        "password",
        "pass pwd",
        rf"(?i)\b{_LABEL_OF_PASSWORD}(?: for [\w .-]{{1,30}})? (?:is|was|set to|changed to|to)(?: now)? {_VALUE}",
        _spoken,
    ),
    _shape(
        "password",
        "pass pwd",
        rf"(?i)\bmy (?:[\w-]{{1,20}} ){{0,3}}{_LABEL_OF_PASSWORD}(?: for [\w .-]{{1,30}})?"
        rf" (?:is|was)(?: now)? {_VALUE}",
        _own,
    ),
    _shape(
        "password",
        "pass kennwort mdp contrase clave senha parola wachtwoord",
        rf"(?i)\b(?:{_FOREIGN_OWN})(?: :)? {_VALUE}",
        _spoken,
    ),
    _shape(
        "password",
        "pass pwd kennwort mdp contrase senha wachtwoord",
        rf"(?i)\b(?:{_LABEL_OF_PASSWORD}|{_FOREIGN_LABEL}) {_VALUE}",
        _named_inline,
    ),
    _shape("pin", "pin", r"(?i)\bmy (?:[\w-]{1,20} ){0,3}pin(?: code| number)? (?:is|was)(?: now)? ([0-9]{4,8})\b"),
    _shape("pin", "pin", r"\bPIN(?: code| number)?(?::| is)? ([0-9]{4,6})\b"),
    _shape(
        "secret",
        "key token secret credential authorization",
        rf"(?i){_NAMED}[0-9]?{_ASSIGNED}(?:(?:bearer|basic|token) )?{_VALUE}",
        _token,
    ),
)
