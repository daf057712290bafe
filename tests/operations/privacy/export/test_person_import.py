"""An export brought into another workspace: the same answers there, and receipts that hold by the origin's key."""

import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from consent.changes import ForgetMemory, SetFact
from consent.gate import submit
from consent.proposals.decide import approve_proposal
from consent.proposals.withdraw import withdraw_decision
from consent.receipts.document import receipt_of
from consent.receipts.verification import verify
from conversations.models import Turn
from memories.drafts import FactDraft
from memories.maintenance.embed_chunks import embed_chunks
from memories.maintenance.seal_history import seal_history
from memories.models import Fact, History, Memory
from memories.sealing import keys
from memories.sealing.verification import verify_history
from tests.interfaces.rest.conftest import by_key
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(home, life, person, supervisor, write, export, now, settings, tmp_path):
    """Ana's export, with an approved name and a forgotten memory, and the key of its server; ours is another since."""
    name = SetFact(draft=FactDraft(person_id=life, category="identity", key="name", value="Ana Silva"))
    approve_proposal(proposal_id=submit(name, actor=supervisor, now=now).proposal_id, actor=person, now=now)
    gone = write(life, "Sell the boat.").memory_id
    submit(ForgetMemory(memory_id=gone), actor=supervisor, now=now)
    while seal_history(workspace_id=home.workspace_id, now=now):
        pass
    document, key = export(life, person, now), keys.public_key()
    settings.SEAL_KEY = "another server's"
    return document, key


@pytest.fixture
def bring(elsewhere, tmp_path, capsys):
    """Import a document into the other workspace; answers what the command says."""

    def _bring(document, key):
        path = tmp_path / "export.json"
        path.write_text(json.dumps(document))
        call_command("import_person", path, workspace=elsewhere.workspace_id, public_key=[key])
        return capsys.readouterr().out

    return _bring


@pytest.fixture
def ana_elsewhere(home, stranger):
    return replace(stranger, person_id=home.user_id)


def pages(workspace, user_id):
    """What an agent reads about the person: memories, facts, and what happened to each memory."""
    client = by_key(workspace, "supervisor")
    memories = client.get(f"/memories?user_id={user_id}").json()
    histories = [client.get(f"/memories/{one['id']}/history").json()["results"] for one in memories["results"]]
    versions = [client.get(f"/memories/{one['id']}/versions").json() for one in memories["results"]]
    return memories, client.get(f"/users/{user_id}/facts").json(), versions, histories


def test_agents_get_the_same_answers_there(home, elsewhere, life, told, bring):
    ours, theirs = pages(home, life), (bring(*told), pages(elsewhere, life))[1]
    assert theirs[:3] == ours[:3] and len(ours[0]["results"]) >= 3
    for before, after in zip(ours[3], theirs[3], strict=True):
        by_origin = [row | {"id": row["meta"]["origin"], "meta": row["meta"] | {"origin": None}} for row in after]
        assert by_origin == [row | {"meta": row["meta"] | {"origin": None}} for row in before]


def test_the_command_tells_what_came_and_what_did_not(told, bring):
    first, *rest = bring(*told).splitlines()
    assert first.endswith("2 receipts, 1 turns") and "Not taken: 1 artifacts" in rest and "Not taken: 1 tasks" in rest


def test_receipts_hold_there_by_the_key_of_their_server_alone(life, told, bring, ana_elsewhere, now):
    document, key = told
    bring(*told)
    for proposal in document["proposals"]:
        with scope.enter(ana_elsewhere.workspace_id):
            receipt = receipt_of(proposal["id"], actor=ana_elsewhere, now=now)
        found = verify(json.loads(json.dumps(receipt)), trusted=[key])
        assert (found.failure, found.pending, found.disclosed) == (None, 0, True) and found.proofs >= 1
        assert verify(receipt, trusted=[keys.public_key()]).failure is not None


def test_an_answer_can_be_taken_back_there(life, told, bring, ana_elsewhere, now):
    document, key = told
    bring(*told)
    [approved] = [one["id"] for one in document["proposals"] if one["state"] == "approved"]
    withdraw_decision(proposal_id=approved, actor=ana_elsewhere, now=now)
    with scope.enter(ana_elsewhere.workspace_id):
        assert not Fact.objects.active().filter(key="name").exists()
        receipt = receipt_of(approved, actor=ana_elsewhere, now=now)
    found = verify(receipt, trusted=[key, keys.public_key()])
    assert (found.failure, found.answers) == (None, 2)


def test_the_history_there_is_sealed_and_holds(elsewhere, life, told, bring, now):
    bring(*told)
    while seal_history(workspace_id=elsewhere.workspace_id, now=now):
        pass
    report = verify_history(workspace_id=elsewhere.workspace_id, now=timezone.now())
    assert report.holds and report.rows >= len(told[0]["history"]) and report.pending == 0
    with scope.enter(elsewhere.workspace_id):
        [row] = History.objects.filter(event="PERSON", person_id=life)
        assert row.meta["imported_from"] == told[0]["origin"]["workspace_id"]


def test_what_came_is_found_by_its_meaning(elsewhere, life, told, bring, now):
    bring(*told)
    while embed_chunks(workspace_id=elsewhere.workspace_id):
        pass
    body = {"user_id": str(life), "query": "Which document is to be written?", "return": "bullets"}
    found = by_key(elsewhere, "supervisor").post("/memory/query", body, format="json").json()
    assert "Write the manual." in found[0]["text"]


def test_a_conversation_comes_without_what_was_withheld(elsewhere, told, bring):
    document, key = told
    turn = document["turns"][0]
    turn["withheld"] = [[turn["content"].index("a dog"), len(turn["content"])]]
    bring(document, key)
    with scope.enter(elsewhere.workspace_id):
        assert "dog" not in Turn.objects.get().content


def change_version(document):
    document["memories"][0]["versions"][0]["content"] += " Really."


def change_fact(document):
    document["facts"][0]["value"] = "Lisbon"


def change_event(document):
    document["history"][0]["actor_label"] = "person:Ana"


def change_leaf(document):
    document["seals"][0]["leaves"][0]["leaf_hash"] = "0" * 64


def change_receipt(document):
    [approved] = [one for one in document["proposals"] if one["state"] == "approved"]
    approved["receipts"][0]["record"]["event"]["event_state"] = "given, as corrected by the person"


def drop_a_salt(document):
    next(row for row in document["history"] if row["new_version_id"])["salts"] = []


@pytest.mark.parametrize("forge", [change_version, change_fact, change_event, change_leaf, change_receipt, drop_a_salt])
def test_what_was_changed_after_the_export_is_not_imported(elsewhere, life, told, bring, forge):
    document, key = told
    forge(document)
    with pytest.raises(CommandError, match="Nothing was imported"):
        bring(document, key)
    with scope.enter(elsewhere.workspace_id):
        assert not Memory.objects.exists() and not Person.objects.filter(id=life).exists()


def test_another_s_key_proves_nothing(told, bring):
    with pytest.raises(CommandError, match="not signed by a key that you trust"):
        bring(told[0], keys.public_key())


def test_a_second_time_changes_nothing(elsewhere, told, bring):
    bring(*told)
    with scope.enter(elsewhere.workspace_id):
        before = (Memory.objects.count(), History.objects.count(), Turn.objects.count())
    bring(*told)
    with scope.enter(elsewhere.workspace_id):
        assert (Memory.objects.count(), History.objects.count(), Turn.objects.count()) == before


def test_a_person_who_is_known_there_is_not_overwritten(elsewhere, life, told, bring):
    with scope.enter(elsewhere.workspace_id):
        Person.objects.create(id=life, name="Somebody")
    with pytest.raises(CommandError, match="in the workspace already"):
        bring(*told)


@pytest.mark.parametrize("document", [{}, [], {"format": "memory-server/person", "format_version": 1}])
def test_what_is_no_export_is_refused(bring, document):
    with pytest.raises(CommandError, match="Nothing was imported"):
        bring(document, "00")
