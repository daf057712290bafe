"""003, trust boundary: secret-like values are taken out before storing or logging; kinds are noted, values are not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from providers.redaction import Finding, redact, redact_json

ALNUM = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA2bC4dE6f"
HEX = "0123456789abcdef0123456789abcdef"

SECRETS = [
    ("openai_key", "sk-" + ALNUM),
    ("openai_key", "sk-proj-" + ALNUM),
    ("anthropic_key", "sk-ant-api03-" + ALNUM),
    ("github_token", "ghp_" + ALNUM[:36]),
    ("github_token", "gho_" + ALNUM[:36]),
    ("github_token", "github_pat_" + ALNUM),
    ("gitlab_token", "glpat-" + ALNUM[:20]),
    ("aws_key_id", "AKIA" + "IOSFODNN7EXAMPLE"),
    ("google_key", "AIza" + ALNUM[:35]),
    ("google_token", "ya29." + ALNUM),
    ("slack_token", "xoxb-" + "123456789012-" + ALNUM[:24]),
    ("slack_webhook", "https://hooks.slack.com/services/" + "T00000000/B00000000/" + ALNUM[:24]),
    ("stripe_key", "sk_live_" + ALNUM[:24]),
    ("stripe_key", "rk_test_" + ALNUM[:24]),
    ("npm_token", "npm_" + ALNUM[:36]),
    ("pypi_token", "pypi-AgEIcHlwaS5vcmc" + ALNUM),
    ("huggingface_token", "hf_" + ALNUM[:34]),
    ("sendgrid_key", "SG." + ALNUM[:22] + "." + ALNUM),
    ("vendor_token", "dop_v1_" + HEX * 2),
    ("telegram_token", "123456789:AA" + ALNUM[:33]),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".dozjgNryP4J3jVmNHl0w5N"),
    ("memory_server_key", "mem_" + HEX + "_" + HEX * 2),
    ("password_hash", "$2b$12$" + (ALNUM * 2)[:53]),
    ("card_number", "4111111111111111"),
    ("card_number", "4111 1111 1111 1111"),
    ("card_number", "5555-5555-5555-4444"),
    ("card_number", "3782 822463 10005"),
    ("card_number", "6011000990139424"),
    ("card_number", "30569309025904"),
    ("card_number", "4222222222222"),
    ("card_number", "6304 0000 0000 0000 000"),
    ("otp_secret", "otpauth-migration://offline?data=CjEKCkhlbGxvId6tvu8SGEV4YW1wbGU%3D"),
    ("discord_token", "MTE4OTYzNzQ1NjI4NDkyMTc3.GhT9aZ." + ALNUM[:38]),
    ("discord_webhook", "https://discord.com/api/webhooks/118963745628492177/" + ALNUM + ALNUM[:28]),
    ("twilio_key", "SK" + HEX),
    ("private_key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n+/abc=\n-----END RSA PRIVATE KEY-----"),
    ("private_key", "-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNz\\n-----END OPENSSH PRIVATE KEY-----"),
    ("private_key", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\nlQOY\n-----END PGP PRIVATE KEY BLOCK-----"),
]

IN_CONTEXT = [
    ("postgres://bob:hunter2@db.example/app", "hunter2", "url_password"),
    ("redis://:s3cr3t!@cache:6379/0", "s3cr3t!", "url_password"),
    ("https://user:p@ss:w0rd@example.org/x", "p@ss:w0rd", "url_password"),
    ("otpauth://totp/Bank:ana?secret=JBSWY3DPEHPK3PXP&issuer=Bank", "JBSWY3DPEHPK3PXP", "otp_secret"),
    ("My password is swordfish.", "swordfish", "password"),
    ("Mon mot de passe est tournesol7.", "tournesol7", "password"),
    ("Mein WLAN-Passwort lautet Sonne!77x", "Sonne!77x", "password"),
    ("Mi contraseña del wifi es girasol7.", "girasol7", "password"),
    ("A minha senha é girassol7.", "girassol7", "password"),
    ("La mia password è girasole7.", "girasole7", "password"),
    ("Mijn wachtwoord is zonnebloem7.", "zonnebloem7", "password"),
    ("my bank passphrase is now tulip", "tulip", "password"),
    ("my card PIN is 4821", "4821", "pin"),
    (
        "Cookie: theme=dark; sessionid=k3j5h2g8f7d6s4a1q9w0e2r4t6y8u1i3",
        "k3j5h2g8f7d6s4a1q9w0e2r4t6y8u1i3",
        "session_cookie",
    ),
    ("PHPSESSID=k3j5h2g8f7d6s4a1q9w0e2r4t6", "k3j5h2g8f7d6s4a1q9w0e2r4t6", "session_cookie"),
    ("TWILIO_AUTH_TOKEN is " + HEX, HEX, "twilio_token"),
    ("https://s3.example/x?X-Amz-Signature=" + HEX * 2, HEX * 2, "signed_address"),
    ("password: hunter2", "hunter2", "password"),
    ("PASSWORD=correcthorse", "correcthorse", "password"),
    ("DB_PASSWORD='Tr0ub4dor&3'", "Tr0ub4dor&3", "password"),
    ('{"password": "hunter2"}', "hunter2", "password"),
    ("my wifi password is hunter2.", "hunter2", "password"),
    ("pwd => letMe1n", "letMe1n", "password"),
    (f"My API key is sk-live-{ALNUM} and password hunter2", "hunter2", "password"),
    ("Ana logs in with the password hunter2.", "hunter2", "password"),
    ("Ana nutzt das Passwort sonne77x, sagt sie.", "sonne77x", "password"),
    ("Ana usa la contraseña girasol7.", "girasol7", "password"),
    ("**Password:** `s3same-open`", "s3same-open", "password"),
    ("api_key = 'f3b2c1d4e5a697887766'", "f3b2c1d4e5a697887766", "secret"),
    ("API key: f3b2c1d4e5a697887766", "f3b2c1d4e5a697887766", "secret"),
    ("token=AbC123def456GHI789", "AbC123def456GHI789", "secret"),
    ("client_secret: 8Q~abcDEF123456ghi", "8Q~abcDEF123456ghi", "secret"),
    ("Authorization: Bearer abcDEF123456ghiJKL789", "abcDEF123456ghiJKL789", "bearer_token"),
    ("Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz", "basic_credentials"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG", "aws_secret_key"),
    ("AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG", "aws_secret_key"),
    ("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0", "MIIEvQIBADANBgkqhkiG9w0", "private_key"),
    ("2024-01-05 4111 1111 1111 1111 123", "4111 1111 1111 1111", "card_number"),
]

HARMLESS = [
    "550e8400-e29b-41d4-a716-446655440000",
    "commit da39a3ee5e6b4b0d3255bfef95601890afd80709 fixes the crash",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "+351 912 345 678 or (415) 555-2671, extension 4111",
    "+4915112345678901",
    "ISBN 978-3-16-148410-0 and 0-306-40615-2",
    "The price is 1,299.00 EUR, VAT 19 %",
    "Order 4111 1111 1111 1112 has shipped",
    "order number 1234567890123456",
    "Invoice 2024-000123-4567 of 2024-05-17",
    "4111111111111111.25 metres",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "I forgot my password yesterday and had to reset it",
    "A password must be long: use twelve characters",
    "password: required",
    "My API key is gone, so I asked for a password reset.",
    "She keeps them in a password manager, not in the browser.",
    "Password 1Password2, sha256 or argon2id; password pbkdf2-sha256 hashes",
    "a password 12-character long, changed every 30days; password 2026-11-30T10:00",
    "the password in 1Password",
    "password: minimum twelve characters",
    "The password is important to us all",
    "password: ${DB_PASSWORD}",
    "password = input('Password: ')",
    "password=getpass.getpass()",
    "api_key = os.environ['OPENAI_API_KEY']",
    "token = get_token(request)",
    "A token is a unit of text; the token: about four characters",
    "max_tokens: 4096, tokenizer: all-MiniLM-L6-v2",
    "secret: true",
    "the bearer of this letter is a friend",
    "Bearer authentication is described in RFC 6750",
    "risk-assessment-framework-for-banks-and-insurers",
    "task-based-language-teaching-for-adults-in-2024",
    "http://localhost:8080/users/@me",
    "ssh://git@example.org:22/repository.git",
    "meet at 10:30 (room 4:2) http://example.org/a:b@c",
    "The secret of good bread is patience",
    "192.168.100.200:5432 and ::1",
    "1700000000000 ms since the epoch",
    "GPS 48.858370, 2.294481; altitude 35",
    "4 8 15 16 23 42 4 8 15 16 23 42",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "",
]


WALLET = "legal winner thank year wave sausage worth useful legal winner thank yellow"


@pytest.mark.parametrize(
    "phrase", [WALLET, WALLET.upper(), WALLET.replace(" ", ", "), "1. " + WALLET.replace(" ", "\n2. ")]
)
def test_the_words_of_a_wallet_are_taken_out(phrase):
    assert redact(f"It is {phrase} -- keep it.").findings == (Finding("seed_phrase", 1),)


def test_eleven_words_of_the_list_are_prose():
    assert redact(f"It is {WALLET.removesuffix(' yellow')} in it.").findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "My password is expired.",
        "Mein Passwort ist falsch.",
        "Mi clave es importante para 2026.",
        "my password is stored in 1Password",
        "my pin is on the board",
        "word " * 30,
        "session_id=" + "a" * 20,
        "session_id=0190f3a4-7f2c-7e1b-9d7a-3c5b6a7d8e9f",
        "The cookie: bake at 180 degrees, for 12 minutes.",
    ],
)
def test_what_only_speaks_of_secrets_stays(text):
    assert redact(text).text == text


@pytest.mark.parametrize(("kind", "secret"), SECRETS)
@pytest.mark.parametrize("frame", ["{}", "use {} please", "({})", '"{}",', "first\n{}\nlast", "= {}.", "é{} — ü"])
def test_known_shapes_are_replaced_by_their_kind(kind, secret, frame):
    if "é" in frame:
        frame = frame.replace("é", "é ")
    redacted = redact(frame.format(secret))
    assert redacted.text == frame.format(f"[redacted: {kind}]")
    assert redacted.findings == (Finding(kind, 1),)


@pytest.mark.parametrize(("text", "value", "kind"), IN_CONTEXT)
def test_values_told_by_what_stands_before_them_are_replaced(text, value, kind):
    redacted = redact(text)
    assert value not in redacted.text
    assert f"[redacted: {kind}]" in redacted.text
    assert kind in {finding.kind for finding in redacted.findings}


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_text_stays_as_it_is(text):
    assert redact(text) == (text, ())


def test_the_rest_of_the_text_is_kept():
    text = "Deploy with ghp_" + ALNUM[:36] + " and postgres://u:pw12345@h/d, then rest."
    assert redact(text).text == (
        "Deploy with [redacted: github_token] and postgres://u:[redacted: url_password]@h/d, then rest."
    )


def test_findings_count_by_kind_and_hold_no_value():
    text = f"ghp_{ALNUM[:36]} ghp_{ALNUM[1:37]} password: hunter2"
    findings = redact(text).findings
    assert findings == (Finding("github_token", 2), Finding("password", 1))
    assert "hunter2" not in repr(findings)


SNIPPETS = [
    "\ud800",
    "\x00",
    "password:",
    "token=",
    "Bearer ",
    "://",
    ":",
    "@",
    "[redacted: password]",
    "4",
    " ",
    "sk-",
]
FRAGMENTS = [
    *SNIPPETS,
    *HARMLESS,
    *(secret for _, secret in SECRETS),
    *(text for text, _, _ in IN_CONTEXT),
    "-----BEGIN PRIVATE KEY-----",
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=6)), max_size=8).map("".join))
def test_redacting_twice_changes_nothing(text):
    once = redact(text).text
    assert redact(once) == (once, ())


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40), st.sampled_from(SECRETS), st.text(max_size=40))
def test_no_surrounding_text_hides_a_secret(before, secret, after):
    assert secret[1] not in redact(f"{before} | {secret[1]} | {after}").text


@given(st.text(alphabet=st.characters(), max_size=60))
def test_odd_characters_pass_unharmed(text):
    redacted = redact(text)
    if not redacted.findings:
        assert redacted.text == text


def test_lone_surrogates_and_nul_are_kept():
    text = "a\ud800b\x00 password: hunter2 \udfff"
    assert redact(text).text == "a\ud800b\x00 password: [redacted: password] \udfff"


def test_nested_json_is_redacted_at_every_depth_keys_too():
    token = "ghp_" + ALNUM[:36]
    value = {"a": [{"b": f"x {token}"}, 3, None, True, 1.5], token: "kept"}
    clean, findings = redact_json(value)
    assert clean == {"a": [{"b": "x [redacted: github_token]"}, 3, None, True, 1.5], "[redacted: github_token]": "kept"}
    assert findings == (Finding("github_token", 2),)


def test_the_original_json_is_left_alone():
    value = {"password": "hunter2", "list": ["x"]}
    clean, _ = redact_json(value)
    assert value == {"password": "hunter2", "list": ["x"]}
    assert clean["list"] is not value["list"]


def test_a_json_key_tells_what_its_value_is():
    clean, findings = redact_json(
        {"password": "hunter2", "db_password": "a b c 1 2", "token": "AbC123def456GHI789", "city": "hunter2"}
    )
    assert clean == {
        "password": "[redacted: password]",
        "db_password": "[redacted: password]",
        "token": "[redacted: secret]",
        "city": "hunter2",
    }
    assert findings == (Finding("password", 2), Finding("secret", 1))


def test_a_card_number_written_as_a_number_is_redacted():
    assert redact_json({"n": 4111111111111111, "m": 4111111111111112}) == (
        {"n": "[redacted: card_number]", "m": 4111111111111112},
        (Finding("card_number", 1),),
    )


def test_keys_that_fall_together_are_kept_apart():
    value = {"ghp_" + ALNUM[:36]: 1, "ghp_" + ALNUM[1:37]: 2}
    clean, _ = redact_json(value)
    assert clean == {"[redacted: github_token]": 1, "[redacted: github_token] 2": 2}


def test_json_nested_ten_thousand_deep_is_no_problem():
    value: object = "password: hunter2"
    for _ in range(10_000):
        value = [value]
    clean, findings = redact_json(value)
    assert findings == (Finding("password", 1),)
    for _ in range(10_000):
        clean = clean[0]
    assert clean == "password: [redacted: password]"


json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False),
        st.sampled_from(FRAGMENTS),
        st.text(max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(FRAGMENTS), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(json_values)
def test_redacting_json_twice_changes_nothing(value):
    once, _ = redact_json(value)
    assert redact_json(once) == (once, ())


ADVERSARIAL = {
    "card groups": "4111 " * 200_000,
    "single digits": "4 " * 500_000,
    "one long number": "4" * 1_000_000,
    "key blocks that never end": "-----BEGIN PRIVATE KEY-----" * 37_000,
    "labels in a row": "password: " * 100_000,
    "many secrets": "token=AbC123def456GHI789 " * 40_000,
    "half addresses": "a://b:" * 160_000,
    "token heads": "eyJaaaaaaaa." * 83_000,
    "surrogates": "\ud800" * 330_000,
}


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_a_megabyte_of_adversarial_text_is_redacted_for_good(name):
    once = redact(ADVERSARIAL[name]).text
    assert redact(once).text == once
