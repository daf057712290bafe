"""Export per person (001 §8): everything about them, nothing about others, and to agents only what they may see."""

import pytest
from django.apps import apps

from consent.changes import ForgetMemory
from consent.gate import submit
from conversations.access import UnknownPerson
from operations.privacy import person_export
from operations.privacy.export_sections import SECTIONS
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces.actors import ActorKind, system_actor
from workspaces.models import TenantModel, uuid7

pytestmark = pytest.mark.django_db

# Tables with a person's id that need not be told: what follows from others, and what is known of readers.
LEFT_OUT = {
    "Budget": "how much work was done in a day",
    "Chunk": "follows from versions and turns",
    "Embedding": "follows from versions and turns",
    "Invitation": "how a login was made; logins are not exported",
    "LexemeStatistics": "follows from versions and turns",
    "PairFingerprint": "hashes of ids that were compared",
    "ImportRun": "a file on its way in; what came of it is told as memories, turns and proposals",
    "PushDevice": "how a login's browsers are reached; logins are not exported",
    "Outbox": "messages on their way, which say no value",
    "WithheldValue": "follows from proposals",
    "Tombstone": "of people who were erased",
    "ThreadReader": "which agent was told of which revision",
}


def of_person(model):
    return {"person", "person_id"} & {field.name for field in model._meta.get_fields()}


def test_every_table_that_names_a_person_is_told_or_left_out_with_a_reason():
    told = {section.model for section in SECTIONS} | {part.model for one in SECTIONS for part in one.inner}
    named = {model for model in apps.get_models() if issubclass(model, TenantModel) and of_person(model)}
    assert {model.__name__ for model in named - told} == set(LEFT_OUT)


def test_there_is_something_in_every_list(life, person, export, now):
    told = export(life, person, now)
    # What the background mind and the gate add in the course of time.
    later = {"signals", "merges", "dependency_reviews", "exclusions"}
    assert {section.name for section in SECTIONS if not told[section.name]} == later
    assert (told["format"], told["format_version"], told["person"]["name"]) == ("memory-server/person", 2, "Ana")


def test_a_memory_comes_with_all_its_versions_and_its_evidence(life, person, export, now):
    memory = next(row for row in export(life, person, now)["memories"] if row["key"] == "Ship v1.")
    assert [version["content"] for version in memory["versions"]] == ["Ship v1.", "Ship v1 in May."]
    assert [version["number"] for version in memory["versions"]] == [1, 2] and memory["version"] == 2
    assert len(memory["artifact_refs"]) == 1 and memory["expires_at"] is None


def test_history_and_decisions_are_told(life, person, export, now):
    told = export(life, person, now)
    assert {"ADD", "UPDATE", "LINK", "CONSENT"} <= {row["event"] for row in told["history"]}
    assert [row["decisions"][0]["verdict"] for row in told["proposals"]] == ["reject"]
    assert [row["content"] for row in told["turns"]] == ["I adopted a dog."]


def test_receipts_go_to_the_person_alone(life, person, supervisor, export, now):
    own, agents = (export(life, reader, now)["proposals"] for reader in (person, supervisor))
    assert [receipt["record"]["event"]["event_state"] for receipt in own[0]["receipts"]] == ["refused"]
    assert own[0]["claims"] and own[0]["receipts"][0]["disclosure"]["new_value"]
    assert export(life, supervisor, now)["seals"] == []
    assert agents[0]["receipts"] == [] and not {"claims", "evidence", "field"} & agents[0].keys()


def test_what_a_question_was_shown_is_told_and_why(life, person, supervisor, export, now):
    memory_query(QueryRequest(query="Ship v1", user_id=life), actor=supervisor, now=now)
    (row,) = (one for one in export(life, person, now)["retrieval_events"] if one["query"] == "Ship v1")
    assert row["results"][0]["signals"] and row["timings"] and "packed" not in row


def test_times_are_in_utc(life, person, export, now):
    told = export(life, person, now)
    assert told["exported_at"].endswith("Z") and all(row["created_at"].endswith("Z") for row in told["events"])


def test_nothing_of_another_person_is_told(life, ben, person, write, export, now):
    secret = "Ben collects stamps."
    write(ben, secret)
    assert secret not in str(export(life, person, now))


def test_the_person_gets_what_was_forgotten_and_an_agent_does_not(life, person, supervisor, write, export, now):
    gone = write(life, "The old plan.").memory_id
    submit(ForgetMemory(memory_id=gone), actor=supervisor, now=now)
    assert str(gone) in {row["id"] for row in export(life, person, now)["memories"]}
    assert str(gone) not in {row["id"] for row in export(life, supervisor, now)["memories"]}


def test_an_agent_gets_what_its_allowlist_shows(life, planner, supervisor, write, export, now):
    write(life, "Ana likes short mails.", category="preferences")
    told = export(life, planner, now)
    assert {row["category"] for row in told["memories"]} == {"goals"}
    assert told["turns"] == told["sessions"] == told["policies"] == told["retrieval_events"] == []
    assert "short mails" not in str(told) and "Lisbon" not in str(told)


def test_an_agent_is_not_told_what_was_refused(life, supervisor, export, now):
    told = export(life, supervisor, now)
    assert [row["state"] for row in told["proposals"]] == ["rejected"]
    assert "Lisbon" not in str(told)


def test_a_person_gets_nobody_else(ben, person, export, now):
    with pytest.raises(UnknownPerson):
        export(ben, person, now)


@pytest.mark.parametrize("reader", ["stranger", "supervisor", "person"])
def test_nobody_gets_whom_they_do_not_know(request, elsewhere, export, now, reader):
    unknown = uuid7() if reader == "stranger" else elsewhere.user_id
    with pytest.raises(UnknownPerson):
        export(unknown, request.getfixturevalue(reader), now)


def test_the_server_may_export_anybody(home, life, export, now):
    actor = system_actor(home.workspace_id, "export")
    assert actor.kind is ActorKind.SYSTEM and export(life, actor, now)["memories"]


def test_a_long_list_comes_whole_in_batches(life, person, write, export, now, monkeypatch):
    monkeypatch.setattr(person_export, "BATCH", 2)
    for number in range(5):
        write(life, f"Step {number} of the plan.")
    told = export(life, person, now)
    ids = [row["id"] for row in told["memories"]]
    assert len(ids) == len(set(ids)) == 8 and ids == sorted(ids)
    assert [len(row["versions"]) for row in told["memories"]].count(2) == 1
