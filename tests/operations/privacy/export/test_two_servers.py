"""A person moves from one server to another: each with its own database, data folder and keys."""

import json

import pytest

from tests.memory_project.own_databases import Installation, folder_with_database

SCRIPT = """
import django; django.setup()
import json, sys
from pathlib import Path
from django.core.management import call_command
from django.test import Client
from memories.sealing import keys
from workspaces.models import Account

class Api:
    def __init__(self, key=None):
        self.client, self.headers = Client(), {"Authorization": f"Bearer {key}"} if key else {}
        key or self.client.force_login(Account.objects.get(username="owner"))

    def __call__(self, method, path, body=None):
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = getattr(self.client, method)(f"/api/v1{path}", headers=self.headers, **sent)
        assert answer.status_code < 400, (path, answer.status_code, answer.content)
        return json.loads(answer.getvalue())
"""
NEW = f"""{SCRIPT}
from workspaces.actions.create_workspace import create_workspace
call_command("migrate", verbosity=0)
made = create_workspace(name=sys.argv[1], username="owner", person_name=sys.argv[2])
known = {{"agent": made.api_keys["supervisor"], "user": str(made.user_id), "signing": keys.public_key()}}
print(json.dumps(known))
"""
LIVE = f"""{SCRIPT}
from operations.jobs.maintenance import seal_history
known = json.loads(sys.argv[1])
agent, ana, user = Api(known["agent"]), Api(), known["user"]
for content in ("Ana cooks mushroom risotto.", "Ana cooks mushroom risotto on Sundays."):
    body = {{"namespace": ["memories", user], "key": "risotto", "value": {{"content": content}}}}
    agent("put", "/store/items", body)
gone = agent("post", "/memories", {{"user_id": user, "content": "Ana repairs a boat."}})["memory_id"]
agent("delete", f"/memories/{{gone}}")
asked = {{}}
for value in ("Lisbon", "Faro"):
    asked[value] = agent("put", f"/users/{{user}}/facts/identity/city", {{"value": value}})["proposal_id"]
    ana("post", f"/proposals/{{asked[value]}}/{{'approve' if value == 'Lisbon' else 'reject'}}", {{}})
seal_history(None)
Path(sys.argv[2]).write_text(json.dumps(ana("get", f"/users/{{user}}/export")))
print(json.dumps(list(asked.values())))
"""
READ = f"""{SCRIPT}
key, user = sys.argv[1:3]
agent = Api(key)
listed = agent("get", f"/memories?user_id={{user}}")
ids = [one["id"] for one in listed["results"]]
history = {{one: agent("get", f"/memories/{{one}}/history")["results"] for one in ids}}
for row in (row for rows in history.values() for row in rows):
    row["id"] = row["meta"].pop("origin", None) or row["id"]
print(json.dumps({{
    "memories": listed,
    "facts": agent("get", f"/users/{{user}}/facts"),
    "versions": {{one: agent("get", f"/memories/{{one}}/versions") for one in ids}},
    "history": history,
    "found": [one["content"] for one in agent("post", "/memory/query", {{"user_id": user, "query": "risotto"}})],
}}))
"""
RECEIPT = f"""{SCRIPT}
from dataclasses import replace
from uuid import UUID
from django.utils import timezone
from consent.receipts.document import receipt_of
from workspaces import scope
from workspaces.models import Membership
ana = replace(Membership.objects.get().as_person(), person_id=UUID(sys.argv[1]))
with scope.enter(ana.workspace_id):
    receipt = receipt_of(UUID(sys.argv[2]), actor=ana, now=timezone.now())
print(json.dumps(receipt))
"""


def installed(data_dir, *names):
    server = Installation(data_dir)
    return server, json.loads(server.says("-c", NEW, *names).splitlines()[-1])


@pytest.fixture(scope="module")
def origin():
    with folder_with_database(0o755) as data_dir:
        yield installed(data_dir, "Here", "Ana")


@pytest.fixture(scope="module")
def other():
    with folder_with_database(0o755) as data_dir:
        yield installed(data_dir, "There", "Ben")


@pytest.fixture(scope="module")
def lived(origin, tmp_path_factory):
    """Ana's export, and the ids of the questions that she answered."""
    here, known = origin
    export = tmp_path_factory.mktemp("export") / "export.json"
    return export, json.loads(here.says("-c", LIVE, json.dumps(known), str(export)).splitlines()[-1])


def seen(server, known, user):
    return json.loads(server.says("-c", READ, known["agent"], user).splitlines()[-1])


@pytest.mark.prove
def test_memories_history_and_receipts_hold_on_a_server_of_its_own(origin, other, lived, tmp_path):
    (here, known), (there, theirs), (export, proposals) = origin, other, lived
    before = seen(here, known, known["user"])
    assert len(before["memories"]["results"]) == 2 and before["found"] and known["signing"] != theirs["signing"]

    told = there.says("manage.py", "import_person", str(export), "--public-key", known["signing"])

    assert "2 receipts" in told and seen(there, theirs, known["user"]) == before
    assert "holds" in there.says("manage.py", "verify_history")
    for proposal in proposals:
        receipt = tmp_path / f"{proposal}.json"
        receipt.write_text(there.says("-c", RECEIPT, known["user"], proposal).splitlines()[-1])
        check = ("manage.py", "verify_receipt", str(receipt))
        assert "This receipt holds: 1 answer" in there.says(*check, "--public-key", known["signing"])
        assert there.run(*check).returncode == 1


@pytest.mark.prove
def test_a_key_that_did_not_sign_it_proves_nothing(other, lived):
    (there, theirs), (export, _) = other, lived
    refused = there.run("manage.py", "import_person", str(export), "--public-key", theirs["signing"])
    assert refused.returncode == 1 and "Nothing was imported" in refused.stderr
