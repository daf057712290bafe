"""R30: working memories live with a conversation, expire with it, and never surface elsewhere."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from conversations.models import Session
from memories.maintenance.forget_memories import forget_expired
from memories.models import Memory
from operations.sessions import close_quiet_sessions
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from workspaces import scope

WORK = "Compare the three printers before Friday."


@pytest.fixture
def session(api, ana):
    return lambda user_id=ana: api.post("/sessions", {"user_id": user_id}).json()["id"]


@pytest.fixture
def work(api, ana):
    """Keep something that is being worked on; answers the response."""

    def _work(session_id, content=WORK, **fields):
        body = {"user_id": ana, "key": content, "content": content, "memory_type": "working", "category": "tasks"}
        return api.post("/memories", body | ({"session_id": session_id} if session_id else {}) | fields)

    return _work


def ids(answer):
    body = answer.json()
    return [row["id"] for row in (body["results"] if isinstance(body, dict) else body)]


def test_it_lives_24_hours_unless_told_otherwise(api, session, work):
    memory = api.get(f"/memories/{work(session()).json()['memory_id']}").json()
    lives = datetime.fromisoformat(memory["expires_at"]) - datetime.fromisoformat(memory["created_at"])
    assert lives == timedelta(hours=24)
    told = work(session(), "Other.", expires_at="2100-01-01T00:00:00Z").json()["memory_id"]
    assert api.get(f"/memories/{told}").json()["expires_at"].startswith("2100")


def test_the_hours_are_a_setting(api, session, work, settings):
    settings.WORKING_HOURS = 1
    memory = api.get(f"/memories/{work(session()).json()['memory_id']}").json()
    lives = datetime.fromisoformat(memory["expires_at"]) - datetime.fromisoformat(memory["created_at"])
    assert lives == timedelta(hours=1)


def test_it_needs_a_conversation_of_its_person(session, work, ben):
    assert [work(one).status_code for one in (None, str(uuid4()), session(ben))] == [422] * 3


def test_what_becomes_work_needs_one_too(api, ana, session):
    made = api.post("/memories", {"user_id": ana, "content": WORK, "category": "tasks"}).json()["memory_id"]
    assert api.patch(f"/memories/{made}", {"memory_type": "working"}).status_code == 422
    assert api.patch(f"/memories/{made}", {"memory_type": "working", "session_id": session()}).status_code == 200
    assert api.get(f"/memories/{made}").json()["expires_at"] is not None


def test_it_is_found_in_its_own_conversation_only(api, ana, session, work):
    own, other = session(), session()
    made = work(own).json()["memory_id"]
    ask = lambda **filters: api.post(  # noqa: E731
        "/memory/query", {"user_id": ana, "query": "printers", "filters": {"user_id": ana} | filters}
    )
    assert made in ids(ask(session_id=own))
    assert ids(ask()) == ids(ask(session_id=other)) == ids(ask(memory_type="working")) == []


def test_it_is_listed_with_its_conversation_only(api, session, work):
    own = session()
    made = work(own).json()["memory_id"]
    for path in ("/memories", "/memories/summaries"):
        assert ids(api.get(path, {"session_id": own})) == [made]
        assert ids(api.get(path)) == ids(api.get(path, {"memory_type": "working"})) == []


def test_no_other_list_shows_it(api, ana, session, work):
    made = work(session()).json()["memory_id"]
    note = api.post("/memories", {"user_id": ana, "content": "Ship v1.", "category": "tasks"}).json()["memory_id"]
    api.post("/relations", {"from_id": note, "to_id": made})
    namespace = ["memories", ana]
    assert api.get("/store/keys", {"namespace": f"memories/{ana}"}).json()["keys"] != [WORK]
    found = api.post("/store/items/search", {"namespace_prefix": namespace}).json()["items"]
    assert WORK not in [item["key"] for item in found]
    assert [row["id"] for row in api.get(f"/memories/{note}/graph").json()["nodes"]] == [note]


def test_the_delta_header_does_not_tell_of_it(api, ana, session, work):
    api.post("/memories", {"user_id": ana, "content": "Ship v1.", "category": "tasks"})
    work(session())
    (change,) = api.get(f"/threads/person-{ana}/changes", {"user_id": ana}).json()["changes"]
    assert change["text"] == "Ship v1."


def test_a_context_without_it(api, ana, session, work, supervisor, now):
    work(session())
    context = build_context(ContextRequest(user_id=ana, query="printers"), actor=supervisor, now=now)
    assert "printers" not in context.text.replace("query", "")


def test_closing_a_conversation_ends_it(home, api, session, work, now):
    own = session()
    made = work(own).json()["memory_id"]
    answer = api.post(f"/sessions/{own}/close")
    assert answer.status_code == 200 and answer.json()["closed_at"] is not None
    assert api.get(f"/memories/{made}").status_code == 404
    forget_expired(workspace_id=home.workspace_id, now=now + timedelta(minutes=1))
    assert [row["event"] for row in api.get(f"/memories/{made}/history").json()["results"]] == ["TTL", "ADD"]


def test_its_history_says_at_once_who_closed_the_conversation(api, owner, session, work):
    own = session()
    made = [work(own, content).json()["memory_id"] for content in (WORK, "Order the paper.")]
    owner.post(f"/sessions/{own}/close")
    told = [api.get(f"/memories/{one}/history").json()["results"] for one in made]
    expected = [("TTL", "person"), ("ADD", "agent")]
    assert [[(row["event"], row["actor"].split(":")[0]) for row in rows] for rows in told] == [expected] * 2


def test_what_has_ended_comes_back_for_its_hours(api, session, work, settings):
    own = session()
    made = work(own).json()["memory_id"]
    api.post(f"/sessions/{own}/close")
    assert api.post(f"/memories/{made}/restore").json()["status"] == "restored"
    memory = api.get(f"/memories/{made}").json()
    lives = datetime.fromisoformat(memory["expires_at"]) - datetime.fromisoformat(memory["updated_at"])
    assert lives == timedelta(hours=settings.WORKING_HOURS)
    assert api.post(f"/memories/{made}/restore").json()["status"] == "unchanged"


def test_what_has_expired_comes_back_before_the_job_has_forgotten_it(home, api, session, work, now):
    made = work(session()).json()["memory_id"]
    with scope.enter(home.workspace_id):
        Memory.objects.filter(id=made).update(expires_at=now - timedelta(hours=1))
    assert api.get(f"/memories/{made}").status_code == 404
    assert api.post(f"/memories/{made}/restore").json()["status"] == "restored"
    assert api.get(f"/memories/{made}").json()["content"] == WORK


def test_a_conversation_that_went_quiet_ends_it_too(home, api, session, work, now):
    own = session()
    made = work(own).json()["memory_id"]
    with scope.enter(home.workspace_id):
        Session.objects.update(created_at=now - timedelta(days=1))
    assert close_quiet_sessions(workspace_id=home.workspace_id, now=now + timedelta(minutes=1)) == 1
    assert api.get("/memories", {"session_id": own}).json()["results"] == []
    assert [row["event"] for row in api.get(f"/memories/{made}/history").json()["results"]] == ["TTL", "ADD"]


def test_work_in_a_conversation_that_goes_on_stays(home, api, session, work, settings, now):
    quiet, busy = session(), session()
    made = work(busy).json()["memory_id"]
    settings.SESSION_IDLE_MINUTES = 1
    api.post(f"/sessions/{busy}/turns", {"role": "user", "content": "Go on."})
    with scope.enter(home.workspace_id):
        Session.objects.filter(id=quiet).update(created_at=now - timedelta(hours=1))
    assert close_quiet_sessions(workspace_id=home.workspace_id, now=now) == 1
    assert api.get(f"/memories/{made}").status_code == 200


def test_a_quiet_conversation_ends_no_other_memory(home, api, ana, session, settings, now):
    own = session()
    body = {"user_id": ana, "content": "Ship v1.", "category": "tasks", "session_id": own}
    made = api.post("/memories", body).json()["memory_id"]
    settings.SESSION_IDLE_MINUTES = 1
    close_quiet_sessions(workspace_id=home.workspace_id, now=now + timedelta(minutes=5))
    assert api.get(f"/memories/{made}").status_code == 200


def test_what_was_noted_in_one_that_is_closed_ends_when_it_is_closed_again(api, session, work):
    own = session()
    api.post(f"/sessions/{own}/close")
    made = work(own).json()["memory_id"]
    assert api.get(f"/memories/{made}").status_code == 200
    api.post(f"/sessions/{own}/close")
    assert api.get(f"/memories/{made}").status_code == 404


def test_closing_leaves_other_memories(api, ana, session):
    own = session()
    body = {"user_id": ana, "content": "Ship v1.", "category": "tasks", "session_id": own}
    made = api.post("/memories", body).json()["memory_id"]
    api.post(f"/sessions/{own}/close")
    assert api.get(f"/memories/{made}").status_code == 200


def test_closing_twice_changes_nothing_and_talking_opens_it_again(api, session):
    own = session()
    first = api.post(f"/sessions/{own}/close").json()
    assert api.post(f"/sessions/{own}/close").json()["closed_at"] == first["closed_at"]
    api.post(f"/sessions/{own}/turns", {"role": "user", "content": "One more thing."})
    assert api.get(f"/sessions/{own}").json()["closed_at"] is None


def test_who_may_close_a_conversation(owner, colleague, outsider, agent, session):
    own = session()
    callers = (colleague, outsider, owner, agent("planner"))
    assert [who.post(f"/sessions/{own}/close").status_code for who in callers] == [404, 404, 200, 403]
