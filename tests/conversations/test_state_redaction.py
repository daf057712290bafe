"""A large state is redacted as any JSON is, only faster where there is nothing to redact."""

import pytest

from conversations.state_redaction import redact_state
from providers.redaction import redact_json

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq\n-----END RSA PRIVATE KEY-----"
SECRETS = [
    "AKIAIOSFODNN7EXAMPLE",
    "postgres://ana:Wq8-tulip-77@db/app",
    "Authorization: Bearer abcDEF123456ghiJKL789012mnop",
    "4111 1111 1111 1111",
    4111111111111111,
    PEM,
]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda value: str(value)[:16])
def test_a_secret_is_found_wherever_it_stands(secret):
    for state in ({"deep": [{"text": secret}]}, {"a": "fine", "b": secret, "c": "fine"}, {str(secret): 1}):
        assert redact_json(state)[1], "the example is a secret"
        assert redact_state(state) == redact_json(state)


@pytest.mark.parametrize("label", ["password", "api_key", "token", "client_secret"])
def test_a_text_is_told_by_its_key(label):
    state = {"settings": {label: "hX7-qPz9-LmN4-vB2k-Wq8t"}, "token_count": 5}
    assert redact_json(state)[1]
    assert redact_state(state) == redact_json(state)


def test_what_is_clean_stays_as_it_is():
    state = {"step": 3, "texts": ["Ana cooks.", "", None, 2.5, True], "tokens": 12, "key": "note-1"}
    assert redact_state(state) == (state, ())
