"""What an agent may not know of is answered like what does not exist: the same status, the same body, as many
statements. Each route that takes an id is asked for a hidden one and for one of nobody's."""

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from interfaces.rest.throttling import PrincipalThrottle
from interfaces.rest.urls import urlpatterns
from tests.interfaces.rest.conftest import Api, put_back
from workspaces import scope
from workspaces.actions.issue_key import issue_key
from workspaces.models import Agent, ApiKey, Grant

pytestmark = pytest.mark.django_db
SHA = "a" * 64
TURN = {"role": "user", "content": "Hello."}
# Method, path and body; a name in braces stands for an id, or a key. What is hidden is filed under a category that the
# agent does not have, or is about somebody whom no grant of it names.
ASKED = [
    ("get", "/memories/{memory}", {}),
    ("patch", "/memories/{memory}", {"content": "Changed."}),
    ("patch", "/memories/{memory}", {"category": "relationships"}),
    ("delete", "/memories/{memory}", {}),
    ("post", "/memories/{memory}/restore", {}),
    ("post", "/memories/{memory}/restore", {"version": 1}),
    ("post", "/memories/{memory}/verify", {}),
    ("post", "/memories/{memory}/reject", {}),
    ("post", "/memories/{memory}/reject/undo", {}),
    ("post", "/memories/{memory}/merges/undo", {}),
    ("get", "/memories/{memory}/merges", {}),
    ("get", "/memories/{memory}/history", {}),
    ("get", "/memory/{memory}/history", {}),
    ("get", "/memories/{memory}/detail", {}),
    ("get", "/memories/{memory}/versions", {}),
    ("get", "/memories/{memory}/diff?from=1&to=1", {}),
    ("get", "/memories/{memory}/relations", {}),
    ("get", "/memories/{memory}/graph", {}),
    ("get", "/memories/{memory}/reads", {}),
    ("put", "/memories/{memory}/artifacts/{own_artifact}", {}),
    ("put", "/memories/{own_memory}/artifacts/{artifact}", {}),
    ("delete", "/memories/{memory}/artifacts/{own_artifact}", {}),
    ("delete", "/memories/{own_memory}/artifacts/{artifact}", {}),
    ("post", "/relations", {"from_id": "{memory}", "to_id": "{own_memory}"}),
    ("post", "/relations", {"from_id": "{own_memory}", "to_id": "{memory}"}),
    ("get", "/relations?memory_id={memory}", {}),
    ("delete", "/relations/{relation}", {}),
    ("post", "/memories", {"user_id": "{ana}", "content": "{said} is both.", "derived_from": ["{memory}"]}),
    ("post", "/memories", {"user_id": "{ana}", "content": "{said} is both.", "depends_on": ["{memory}"]}),
    ("post", "/memories", {"user_id": "{ana}", "content": "{said} with it.", "artifact_refs": ["{artifact}"]}),
    ("post", "/memories", {"user_id": "{ana}", "content": "{said} was said.", "session_id": "{session}"}),
    ("post", "/memories", {"user_id": "{ana}", "content": "{said} was said.", "evidence_turn_id": "{turn}"}),
    ("post", "/memories", {"user_id": "{ana}", "key": "{key}", "content": "{said} ships."}),
    ("post", "/memories", {"user_id": "{ana}", "key": "{key}", "content": "Ana lives in Zagreb."}),
    ("post", "/memories/batch", {"items": [{"user_id": "{ana}", "key": "{key}", "content": "{said} ships."}]}),
    ("post", "/memories", {"user_id": "{ben}", "content": "{said} ships."}),
    ("get", "/memories?user_id={ben}", {}),
    ("get", "/memories?user_id={ana}&key={key}", {}),
    ("get", "/memories/summaries?user_id={ben}", {}),
    ("post", "/memory/query", {"user_id": "{ben}", "query": "What ships?"}),
    ("post", "/memory/query", {"user_id": "{ana}", "query": "What?", "filters": {"session_id": "{session}"}}),
    ("post", "/context", {"user_id": "{ben}", "query": "What ships?"}),
    ("get", "/users/{ben}", {}),
    ("patch", "/users/{ben}", {"name": "Bob"}),
    ("get", "/users/{ben}/export", {}),
    ("post", "/users/{ben}/erase", {}),
    ("get", "/users/{ben}/facts", {}),
    ("get", "/users/{ben}/facts/preference/editor", {}),
    ("put", "/users/{ben}/facts/preference/editor", {"value": "Vim"}),
    ("put", "/users/{ben}/facts/identity/city", {"value": "Zagreb"}),
    ("delete", "/users/{ben}/facts/preference/editor", {}),
    ("get", "/users/{ben}/facts/preference/editor/history", {}),
    ("post", "/users/{ben}/facts/preference/editor/restore", {}),
    ("get", "/users/{ana}/facts/preference/{field}", {}),
    ("put", "/users/{ana}/facts/preference/{field}", {"value": "Emacs"}),
    ("delete", "/users/{ana}/facts/preference/{field}", {}),
    ("get", "/users/{ana}/facts/preference/{field}/history", {}),
    ("post", "/users/{ana}/facts/preference/{field}/restore", {}),
    ("get", "/users/{ben}/checkpoints", {}),
    ("get", "/users/{ben}/checkpoints/t1", {}),
    ("get", "/users/{ben}/checkpoints/t1/history", {}),
    ("put", "/users/{ben}/checkpoints/t1", {"checkpoint": {}}),
    ("delete", "/users/{ben}/checkpoints/t1", {}),
    ("get", "/users/{ben}/checkpoints/t1/writes", {}),
    ("post", "/users/{ben}/checkpoints/t1/copy", {"to_thread_id": "t2"}),
    ("post", "/users/{ben}/checkpoints/t1/prune", {"keep_last": 1}),
    ("get", "/artifacts/{artifact}", {}),
    ("get", "/artifacts/{artifact}/content", {}),
    ("get", "/artifacts?user_id={ben}", {}),
    ("post", "/artifacts", {"user_id": "{ben}", "sha256": SHA, "storage_uri": "https://f.example/x",
                            "artifact_type": "log"}),
    ("post", "/artifacts", {"user_id": "{ana}", "sha256": SHA, "storage_uri": "https://f.example/x",
                            "artifact_type": "log", "memory_id": "{memory}"}),
    ("get", "/events?user_id={ben}", {}),
    ("get", "/events/counts?user_id={ben}", {}),
    ("get", "/retrieval-events?user_id={ben}", {}),
    ("get", "/retrieval-events/{event}", {}),
    ("post", "/retrieval-events/{event}/replay", {}),
    ("post", "/sessions", {"user_id": "{ben}"}),
    ("get", "/sessions?user_id={ben}", {}),
    ("get", "/sessions/{session}", {}),
    ("post", "/sessions/{session}/close", {}),
    ("get", "/sessions/{session}/turns", {}),
    ("post", "/sessions/{session}/turns", {"turns": [TURN]}),
    ("get", "/sessions/{session}/window", {}),
    ("post", "/sessions/{session}/exchange", {"content": "Hello."}),
    ("get", "/tasks/{task}", {}),
    ("patch", "/tasks/{task}", {"status": "completed"}),
    ("get", "/tasks?user_id={ben}", {}),
    ("post", "/tasks", {"user_id": "{ben}", "title": "{said}"}),
    ("post", "/tasks", {"user_id": "{ana}", "title": "{said}", "session_id": "{session}"}),
    ("get", "/store/items?namespace=memories/{ben}&key=plan", {}),
    ("get", "/store/items?namespace=memories/{ana}&key={key}", {}),
    ("put", "/store/items", {"namespace": ["memories", "{ana}"], "key": "{key}", "value": {"content": "{said}"}}),
    ("put", "/store/items", {"namespace": ["memories", "{ben}"], "key": "plan", "value": {"content": "{said}"}}),
    ("delete", "/store/items?namespace=memories/{ana}&key={key}", {}),
    ("get", "/store/keys?namespace=memories/{ben}", {}),
    ("post", "/store/items/search", {"namespace_prefix": ["memories", "{ben}"], "query": "What ships?"}),
    ("post", "/store/namespaces", {"match_conditions": [{"match_type": "prefix", "path": ["memories", "{ben}"]}]}),
    ("post", "/sources/github/objects", {"user_id": "{ben}", "source_id": "acme/app#1", "title": "{said}",
     "payload": {"type": "issue", "number": 1, "repository": "acme/app", "body": "Retry."}}),
    ("get", "/proposals/{proposal}", {}),
    ("post", "/proposals/{proposal}/approve", {}),
    ("post", "/proposals/{proposal}/reject", {}),
    ("post", "/proposals/{proposal}/amend", {"value": "Zadar"}),
    ("post", "/proposals/{proposal}/withdraw", {}),
    ("post", "/proposals/{proposal}/ask-again", {}),
    ("post", "/proposals/{proposal}/acknowledge", {"code": "K7Q-F2M", "verdict": "approve", "turn_id": "{turn}"}),
    ("get", "/proposals/{proposal}/receipt", {}),
    ("post", "/proposals/bulk", {"decisions": [{"id": "{proposal}", "verdict": "approve", "shown_hash": SHA}]}),
    ("get", "/proposals?user_id={ben}", {}),
    ("get", "/proposals/counts?user_id={ben}", {}),
    ("get", "/reviews?user_id={ben}", {}),
    ("post", "/reviews/{review}/settle", {}),
    ("get", "/threads/person-{ben}/changes?user_id={ben}&since=0", {}),
    ("delete", "/webhooks/{webhook}", {}),
    ("delete", "/consent/preferences/{preference}", {}),
    ("delete", "/grants/{grant}", {}),
    ("post", "/grants", {"agent_id": "{agent}", "user_id": "{ana}"}),
]  # fmt: skip
# What is done once in a while, whatever is asked: what has left the cache, a minute's requests, and the job that
# follows writes.
KEPT_UP = re.compile(r'"?\bcache\b"?|throttle|"operations_jobrun"')
UUIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32,64}")
TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)")


@pytest.fixture
def hidden(api, owner, colleague, ana, ben, home):
    """What another agent, Ana and Ben keep, by name: none of it is for the one who asks."""
    private = {"user_id": ana, "category": "relationships", "sensitivity": "restricted"}
    notes = [owner.post("/memories", private | {"key": key, "content": key}).json()["memory_id"]
             for key in ("k-taken", "k-other")]  # fmt: skip
    edge = owner.post("/relations", {"from_id": notes[0], "to_id": notes[1]}).json()
    owner.put(f"/users/{ana}/facts/preference/desk_lamp", {"value": "Vim", "sensitivity": "restricted"})
    colleague.put(f"/users/{ben}/facts/preference/editor", {"value": "Vim"})
    session = api.post("/sessions", {"user_id": ben}).json()
    turn = api.post(f"/sessions/{session['id']}/turns", {"turns": [TURN]}).json()["turns"][0]
    file = {"user_id": ben, "sha256": SHA, "storage_uri": "https://f.example/x", "artifact_type": "log"}
    asked = api.put(f"/users/{ben}/facts/identity/city", {"value": "Split"}).json()
    query = api.post("/memory/query", {"user_id": ben, "query": "What ships?"})
    hook = api.post("/webhooks", {"url": "https://example.com/hook"})
    with scope.enter(home.workspace_id):
        other = Agent.objects.filter(role="supervisor").earliest("id")
        grant = Grant.objects.filter(agent=other).first()
    return {
        "memory": notes[0], "relation": edge["id"], "session": session["id"], "turn": turn["id"], "ben": ben,
        "artifact": api.post("/artifacts", file).json()["id"], "proposal": asked["proposal_id"],
        "event": query["X-Retrieval-Event"], "task": api.post("/tasks", {"user_id": ben, "title": "Plan"}).json()["id"],
        "webhook": hook.json().get("id", uuid4()), "grant": grant.id, "agent": other.id, "key": "k-taken",
        "said": "Abalone", "field": "desk_lamp", "review": uuid4(), "preference": uuid4(),
    }  # fmt: skip


@pytest.fixture(params=["planner", "supervisor"])
def narrow(request, home, ana, now):
    """Who may read and write about Ana alone, up to `internal`; as a planner, not of all categories."""
    with scope.enter(home.workspace_id):
        agent = Agent.objects.create(name="Narrow", role=request.param)
        Grant.objects.create(agent=agent, person_id=ana)
        key = issue_key(agent=agent)
        # That a key was used is noted once a minute; of this one it is noted for long.
        ApiKey.objects.filter(agent=agent).update(last_used_at=now + timedelta(days=1))
        return Api({"Authorization": f"Bearer {key}"})


@pytest.fixture
def own(narrow, ana):
    """What the one who asks keeps itself."""
    note = narrow.post("/memories", {"user_id": ana, "content": "Ana keeps bees."}).json()["memory_id"]
    file = {"user_id": ana, "sha256": "b" * 64, "storage_uri": "https://f.example/y", "artifact_type": "log"}
    return {"ana": ana, "own_memory": note, "own_artifact": narrow.post("/artifacts", file).json()["id"]}


def ask(who, method, path, body, names):
    """Status, body and headers without ids and times, and how many statements it took."""

    PrincipalThrottle.leases.clear()  # else one of many requests asks for more

    def filled(text):
        for name, value in names.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    with CaptureQueriesContext(connection) as captured:
        call = getattr(who, method)
        sent = json.loads(filled(json.dumps(body)))
        answer = call(filled(path)) if method in ("get", "delete") else call(filled(path), sent)
    said = answer.getvalue().decode() if answer.streaming else answer.content.decode()
    for value in names.values():
        said = said.replace(str(value), "…")
    said = TIMES.sub("…", UUIDS.sub("…", said))
    return (
        answer.status_code,
        said,
        sorted(answer.headers.keys()),
        sum(not KEPT_UP.search(one["sql"]) for one in captured),
    )


def test_a_hidden_one_is_answered_like_none(narrow, hidden, own):
    """All questions are asked of one workspace, and what each of them did is undone."""
    unknown = {name: uuid4() for name in hidden} | {"key": "k-free", "field": "desk_chair", "said": "Barnacle"}
    ask(narrow, "get", "/memories?user_id={ana}", {}, own)  # what is read once is warm
    told = {}
    for question in ASKED:
        with put_back():
            there, nowhere = ask(narrow, *question, hidden | own), ask(narrow, *question, unknown | own)
        if there != nowhere:
            told[str(question)] = there, nowhere
    assert told == {}


def test_every_route_that_takes_an_id_is_asked():
    patterns = [one.pattern for one in urlpatterns if getattr(one.pattern, "converters", None)]
    asked = [re.sub(r"\{\w+\}", str(uuid4()), path.partition("?")[0]).removeprefix("/") for _, path, _ in ASKED]
    missing = [str(one) for one in patterns if not any(one.match(path) for path in asked)]
    assert missing == []
