"""Codes: what is said with them, and how they are spelt."""

from uuid import uuid4

import pytest

from consent.models import AcknowledgementCode
from consent.proposals.relay import ALPHABET, LENGTH, code_of, formatted_code, is_code, parse_answer


@pytest.mark.parametrize(
    ("message", "heard"),
    [
        ("yes K7Q-F2M", ("approve", "K7QF2M")),
        ("Yes, k7qf2m!", ("approve", "K7QF2M")),
        ("YES K7Q F2M", ("approve", "K7QF2M")),
        ("k7qf2m yes", ("approve", "K7QF2M")),
        ("No: K7Q-F2M.", ("reject", "K7QF2M")),
        ("K7Q-F2M", None),
        ("yes", None),
        ("yes please remember that", None),
        ("I said yes K7Q-F2M", None),
        ("yes K7Q-F2M and no", None),
        ("maybe K7Q-F2M", None),
        ("yes no K7Q-F2M", None),
        ("", None),
    ],
)
def test_only_a_clear_answer_is_heard(message, heard):
    assert parse_answer(message) == heard


def test_a_code_is_short_and_hard_to_misread():
    codes = {code_of(AcknowledgementCode(id=uuid4(), shown_hash="a" * 64, workspace_id=uuid4())) for _ in range(200)}
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert len(codes) == 200 and not set(ALPHABET) & set("ILO01U")
    assert formatted_code("K7QF2M") == "K7Q-F2M"


def test_it_stands_for_what_was_shown_and_depends_on_the_secret(settings):
    row = AcknowledgementCode(id=uuid4(), shown_hash="a" * 64, workspace_id=uuid4())
    code = code_of(row)
    assert is_code(row, code) and not is_code(row, "AAAAAA" if code != "AAAAAA" else "BBBBBB")
    assert code_of(AcknowledgementCode(id=row.id, shown_hash="b" * 64, workspace_id=uuid4())) != code
    settings.SECRET_KEY = "another"
    assert code_of(row) != code
