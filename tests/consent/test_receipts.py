"""Receipts: what was decided, checkable offline by whoever has the file and the public key."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from consent.models import Proposal
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from consent.receipts.document import receipt_of
from consent.receipts.record import canonical, hash_record
from consent.receipts.verification import verify
from memories.maintenance.seal_history import seal_history
from memories.sealing import keys
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def seals(settings, tmp_path):
    settings.SEAL_DIR = tmp_path / "seals"


@pytest.fixture
def asked(set_fact):
    return set_fact("identity", "city", "Lisbon", reason="She said so.").proposal_id


@pytest.fixture
def receipt(home, person, now):
    """The file as it is downloaded: what JSON leaves of it."""

    def _receipt(proposal_id, *, actor=person, seal=True, **more):
        if seal:
            seal_history(workspace_id=home.workspace_id, now=now)
        with scope.enter(home.workspace_id):
            return json.loads(json.dumps(receipt_of(proposal_id, actor=actor, now=now, **more)))

    return _receipt


@pytest.fixture
def approved(asked, person, now, receipt):
    approve_proposal(proposal_id=asked, actor=person, now=now)
    return receipt(asked)


def check(document):
    return verify(document, trusted=keys.trusted_keys())


def test_it_has_the_standard_s_fields_that_apply(home, asked, approved):
    record = approved["answers"][0]["record"]
    processing, event = record["pii_processing"], record["event"]
    (purpose,) = processing["purposes"]
    assert record["pii_principal_id"] == str(home.user_id) and "27560" in record["schema_version"]
    assert purpose["lawful_basis"] == "consent" and purpose["pii_information"][0]["pii_attribute_id"] == "identity.city"
    assert purpose["pii_information"][0]["sensitive"] is True
    assert str(asked) in processing["withdrawal_method"] and processing["retention_period"]
    assert {party["party_role"] for party in record["party_identification"]} >= {"pii_controller", "pii_principal"}
    assert (event["event_state"], event["event_type"], event["consent_method"]) == ("given", "explicit", "page")


def test_and_the_agent_the_key_and_the_hashes(asked, supervisor, approved):
    change = approved["answers"][0]["record"]["change"]
    assert (change["agent_id"], change["key_id"]) == (str(supervisor.id), str(supervisor.key_id))
    assert all(len(change[f"{name}_hash"]) == 64 for name in ("old_value", "new_value", "proposal", "shown"))


def test_it_says_no_value_outside_its_disclosure(asked, approved, receipt):
    bare = json.dumps(receipt(asked, with_values=False))
    assert "Lisbon" in json.dumps(approved) and "Lisbon" not in bare and "She said so" not in bare
    assert check(json.loads(bare)).failure is None


def test_sealed_it_holds_with_a_proof_for_each_row(approved):
    found = check(approved)
    assert (found.failure, found.answers, found.proofs, found.pending, found.disclosed) == (None, 1, 2, 0, True)


def test_before_it_is_sealed_the_proof_is_pending(asked, person, now, receipt):
    approve_proposal(proposal_id=asked, actor=person, now=now)
    early = receipt(asked, seal=False)
    assert [row["proof"] for row in early["answers"][0]["history"]] == ["proof pending"] * 2
    assert check(early).pending == 2 and check(early).failure is None


def test_every_answer_has_one(asked, person, now, receipt):
    approve_proposal(proposal_id=asked, actor=person, now=now)
    withdraw_decision(proposal_id=asked, actor=person, now=now)
    document = receipt(asked)
    states = [answer["record"]["event"]["event_state"] for answer in document["answers"]]
    assert (states, document["proposal"]["state"]) == (["given", "withdrawn"], "withdrawn")
    assert check(document).proofs == 4


def test_a_refusal_has_one_too(asked, person, now, receipt):
    reject_proposal(proposal_id=asked, actor=person, now=now)
    document = receipt(asked)
    assert document["answers"][0]["record"]["event"]["event_state"] == "refused"
    assert check(document).failure is None


def test_an_amended_one_commits_to_the_person_s_value(asked, person, now, receipt):
    amend_proposal(proposal_id=asked, value="Faro", actor=person, now=now)
    document = receipt(asked)
    assert document["answers"][0]["disclosure"]["new_value"] == "Faro"
    assert check(document).failure is None


def tampered(document, path, value):
    part = document["answers"][0]
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return check(document).failure


@pytest.mark.parametrize(
    ("path", "value", "failure"),
    [
        (("record", "event", "event_state"), "refused", "the record was changed"),
        (("record_hash",), "0" * 64, "the record was changed"),
        (("signature", "value"), "00" * 64, "the record's signature"),
        (("history", 0, "row", "meta", "verdict"), "reject", "another verdict"),
        (("history", 0, "row", "actor_label"), "agent:somebody", "the row was changed"),
        (("history", 1, "row", "event"), "DELETE", "the row was changed"),
        (("history", 0, "proof", "index"), 2, "not in the tree"),
        (("history", 0, "proof", "path"), [], "not in the tree"),
        (("history", 0, "proof", "head", "root"), "0" * 64, "the seal's signature"),
        (("history", 0, "proof", "head", "signature"), "00", "the seal's signature"),
        (("history", 0, "proof", "history_id"), "01890000-0000-7000-8000-000000000000", "another row"),
        (("disclosure", "new_value"), "Faro", "the new value"),
        (("disclosure", "shown", "old_value"), "Faro", "the old value"),
        (("disclosure", "shown", "reason"), "Because.", "the shown hash"),
        (("disclosure", "salt"), "0" * 32, "the old value"),
    ],
)
def test_the_first_thing_that_does_not_hold_is_named(approved, path, value, failure):
    assert failure in tampered(approved, path, value)


def test_a_whole_forged_record_does_not_match_the_history(approved):
    answer = approved["answers"][0]
    answer["record"]["event"]["event_time"] = "2020-01-01T00:00:00+00:00"
    answer["record_hash"] = hash_record(answer["record"])
    answer["signature"]["value"] = keys.sign(canonical(answer["record"]))
    assert "another record" in check(approved).failure


@pytest.mark.parametrize("junk", [None, [], {}, {"format": 1}, "text", {"format": "memory-server-consent-receipt"}])
def test_what_is_no_receipt_is_told_so(junk):
    assert "no receipt" in check(junk).failure and "Error" not in check(junk).failure


def test_another_server_s_key_is_not_trusted(approved, settings):
    settings.SEAL_KEY = "another"
    assert "not trusted" in check(approved).failure


def test_who_sees_a_receipt(home, asked, approved, receipt, supervisor, stranger, now):
    with scope.enter(stranger.workspace_id):
        assert receipt_of(asked, actor=stranger, now=now) is None
    assert "Lisbon" not in json.dumps(receipt(asked, actor=supervisor))


def test_an_open_question_has_none(home, asked, person, now):
    with scope.enter(home.workspace_id):
        assert receipt_of(asked, actor=person, now=now) is None
        assert Proposal.objects.pending().filter(id=asked).exists()


@pytest.fixture
def command(tmp_path):
    def _command(document, *options):
        file = tmp_path / "receipt.json"
        file.write_text(document if isinstance(document, str) else json.dumps(document))
        out = StringIO()
        call_command("verify_receipt", str(file), *options, stdout=out)
        return out.getvalue()

    return _command


def test_the_command_needs_no_database(approved, command):
    def refuse(*args):
        raise AssertionError("asked the database")

    with connection.execute_wrapper(refuse):
        assert "holds: 1 answer, 2 proofs" in command(approved)


def test_it_fails_naming_what_does_not_hold(approved, command):
    approved["answers"][0]["disclosure"]["new_value"] = "Faro"
    with pytest.raises(CommandError, match="the new value is not the one"):
        command(approved)


def test_an_auditor_names_the_key(approved, command, settings):
    key = keys.public_key()
    settings.SEAL_KEY = "the auditor's own server"
    assert "holds" in command(approved, "--public-key", key)
    with pytest.raises(CommandError, match="not trusted"):
        command(approved)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"answers": 1}'])
def test_a_broken_file_is_told_plainly(command, text):
    with pytest.raises(CommandError):
        command(text)


def test_a_file_that_cannot_be_read_is_told_with_the_reason(tmp_path):
    for path, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(CommandError, match=rf"cannot be read \({why}"):
            call_command("verify_receipt", str(path))
