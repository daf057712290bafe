"""The receipt of an erasure is checked offline, like that of a decision."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from consent.receipts.verification import verify
from memories.sealing import keys
from operations.jobs.maintenance import seal_history
from operations.privacy.erasure_receipt import receipt_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def receipt(api, erase, home, in_home):
    """What JSON leaves of it, sealed."""
    api.post("/memories", {"user_id": str(home.user_id), "key": "one", "content": "Note one."})
    tombstone = erase()
    seal_history(home.workspace_id)
    with in_home():
        return json.loads(json.dumps(receipt_of(tombstone)))


def failure(document):
    return verify(document, trusted=keys.trusted_keys()).failure


def test_the_command_checks_it(receipt, tmp_path):
    file, out = tmp_path / "erasure.json", StringIO()
    file.write_text(json.dumps(receipt))

    call_command("verify_receipt", str(file), stdout=out)

    assert "This receipt holds: an erasure of" in out.getvalue()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("user_id", "0190c0de-0000-7000-8000-000000000000", "about another person"),
        ("receipt", "0190c0de-0000-7000-8000-000000000000", "about something else"),
        ("erased", {"memories.Memory": 1}, "the counts"),
        ("erased_at", "2020-01-01T00:00:00Z", "the time"),
        ("status", "erasing", "was not done"),
        ("proof", None, "proves nothing yet"),
        ("row", {}, "no receipt"),
    ],
)
def test_what_was_changed_is_named(receipt, name, value, said):
    assert said in failure(receipt | {name: value})


def test_a_row_made_up_to_fit_is_not_what_was_sealed(receipt):
    receipt["erased"] = {"memories.Memory": 1}
    receipt["row"]["meta"]["rows"] = 1

    assert failure(receipt) == "the row was changed: it is not what was sealed"


def test_before_it_is_sealed_the_command_says_to_come_back(erase, in_home, tmp_path):
    file, tombstone = tmp_path / "erasure.json", erase()
    with in_home():
        file.write_text(json.dumps(receipt_of(tombstone)))

    with pytest.raises(CommandError, match="download it again"):
        call_command("verify_receipt", str(file))


def test_another_servers_key_is_not_trusted(receipt, settings):
    settings.SEAL_KEY = "another"

    assert "not trusted" in failure(receipt)
