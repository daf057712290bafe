"""`/sessions` and what was said in them (R18)."""

from uuid import uuid4

import pytest

from conversations.models import Session, Turn
from workspaces import scope
from workspaces.models import Agent, Allowlist, Grant


@pytest.fixture
def session(api, ana):
    return api.post("/sessions", {"user_id": ana}).json()


@pytest.fixture
def turns(session):
    return f"/sessions/{session['id']}/turns"


def said(number: int, **fields: str) -> dict[str, str]:
    return {"role": "user", "content": f"Sentence number {number}.", **fields}


def test_a_session_is_opened(api, ana):
    answer = api.post("/sessions", {"user_id": ana, "thread_id": "kitchen"})
    assert answer.status_code == 201
    session = answer.json()
    assert (session["user_id"], session["thread_id"], session["turns"]) == (ana, "kitchen", 0)
    assert api.client.get(answer["Location"], headers=api.headers).json()["indexed_turns"] == 0


def test_without_a_thread_it_is_the_persons_own(session, ana):
    """R20."""
    assert session["thread_id"] == f"person-{ana}"


def test_an_external_id_opens_the_same_session_again(api, ana):
    first, second = (api.post("/sessions", {"user_id": ana, "external_id": "chat-1"}) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()


@pytest.mark.parametrize("body", [{}, {"user_id": "x"}, {"user_id": None}])
def test_a_session_is_somebodys(api, body):
    assert api.post("/sessions", body).status_code == 422


def test_another_workspaces_person_is_not_found(api, elsewhere):
    for user_id in (elsewhere.user_id, uuid4()):
        assert api.post("/sessions", {"user_id": str(user_id)}).status_code == 404


def test_turns_are_stored_in_order(api, session, turns):
    answer = api.post(turns, {"turns": [said(1), said(2, speaker="Ana", occurred_at="2026-05-01T10:00:00+02:00")]})
    assert answer.status_code == 201
    assert [turn["position"] for turn in answer.json()["turns"]] == [1, 2]
    found = api.get(turns).json()["results"]
    assert [turn["content"] for turn in found] == ["Sentence number 1.", "Sentence number 2."]
    assert (found[1]["speaker"], found[1]["occurred_at"]) == ("Ana", "2026-05-01T08:00:00Z")
    assert api.get(f"/sessions/{session['id']}").json()["turns"] == 2


def test_one_bare_turn_is_accepted(api, turns):
    answer = api.post(turns, said(1))
    assert (answer.status_code, len(answer.json()["turns"])) == (201, 1)


@pytest.mark.parametrize(
    ("turn", "field"),
    [({"content": ""}, "content"), (said(1, role="ghost"), "role"), ({"turns": [{"content": ""}]}, "turns.0.content")],
)
def test_what_is_wrong_with_a_turn_is_named_as_it_was_sent(api, turns, turn, field):
    answer = api.post(turns, turn)
    assert (answer.status_code, [one["field"] for one in answer.json()["errors"]]) == (422, [field])


@pytest.mark.parametrize(("speaker", "role"), [("Assistant", "assistant"), ("Mia", "user"), ("", "user")])
def test_a_turn_without_a_role_has_its_speaker_s(api, turns, speaker, role):
    api.post(turns, {"content": "Hello.", "speaker": speaker})
    assert api.get(turns).json()["results"][0]["role"] == role


def test_an_external_id_is_stored_once(api, turns):
    api.post(turns, said(1, external_id="m1"))
    answer = api.post(turns, {"turns": [said(1, external_id="m1"), said(2, external_id="m2")]})
    assert [turn["created"] for turn in answer.json()["turns"]] == [False, True]
    assert api.post(turns, said(1, external_id="m1")).status_code == 200


def test_a_hundred_turns_pass_and_one_more_does_not(api, turns):
    many = [said(number) for number in range(101)]
    assert api.post(turns, {"turns": many}).status_code == 422
    assert api.post(turns, {"turns": many[:100]}).status_code == 201


@pytest.mark.parametrize(
    "turn",
    [
        {}, {"role": "user"}, said(1, role="narrator"), said(1, content=""), said(1, content="x" * 100_001),
        said(1, occurred_at="yesterday"), said(1, occurred_at="9999-12-31T23:59:59-14:00"), said(1, speaker="s" * 201),
        said(1, external_id="e" * 257), said(1, colour="red"),
    ],
)  # fmt: skip
def test_a_turn_out_of_bounds_is_refused(api, turns, turn):
    assert api.post(turns, {"turns": [turn]}).status_code == 422


def test_secrets_are_cut_out_before_storing(api, turns):
    api.post(turns, said(1, content="My key is AKIAIOSFODNN7EXAMPLE."))
    assert "AKIAIOSFODNN7EXAMPLE" not in api.get(turns).json()["results"][0]["content"]


def test_who_sends_a_turn_is_told_of_the_secrets_in_it(api, turns):
    said_so = said(1, content="My key is AKIAIOSFODNN7EXAMPLE.", external_id="1")
    first, again = (api.post(turns, {"turns": [said_so, said(2)]}).json()["turns"] for _ in range(2))
    assert [turn["redacted"] for turn in first] == [["aws_key_id"], []]
    assert (again[0]["created"], again[0]["redacted"]) == (False, ["aws_key_id"])


def test_the_window_shows_the_last_turns_as_they_were_said(api, session, turns):
    api.post(turns, {"turns": [said(number) for number in range(1, 15)]})
    window = api.get(f"/sessions/{session['id']}/window").json()["turns"]
    assert [turn["position"] for turn in window] == list(range(5, 15))
    assert len(api.get(f"/sessions/{session['id']}/window", {"size": 3}).json()["turns"]) == 3
    assert api.get(f"/sessions/{session['id']}/window", {"size": 101}).status_code == 422


def test_turns_come_in_pages(api, turns):
    api.post(turns, {"turns": [said(number) for number in range(1, 6)]})
    first = api.get(turns, {"limit": 3}).json()
    second = api.get(turns, {"limit": 3, "cursor": first["next_cursor"]}).json()
    assert [turn["position"] for turn in first["results"] + second["results"]] == [1, 2, 3, 4, 5]
    assert second["next_cursor"] is None


def test_who_reads_a_session(api, agent, owner, colleague, outsider, session, turns):
    api.post(turns, said(1))
    readers = {
        "supervisor": api,
        "planner": agent("planner"),
        "owner": owner,
        "colleague": colleague,
        "outsider": outsider,
    }
    seen = {name: (who.get(f"/sessions/{session['id']}").status_code, who.get(turns).status_code)
            for name, who in readers.items()}  # fmt: skip
    assert seen == {
        "supervisor": (200, 200), "planner": (403, 403), "owner": (200, 200), "colleague": (404, 404),
        "outsider": (404, 404),
    }  # fmt: skip


CALLS = {"turns": said(2), "exchange": {"content": "Forged."}, "close": {}}


def test_turns_count_as_activity_for_who_stores_them_too(home, api, agent, ana, session, turns):
    """R3, ADR 0033: else an agent would have facts of categories made that it may not write itself."""
    api.post(turns, said(1))
    planner, before = agent("planner"), counted(home)
    paths = {f"/sessions/{one}/{call}": body for one in (session["id"], uuid4()) for call, body in CALLS.items()}
    answers = [planner.post(path, body) for path, body in (paths | {"/sessions": {"user_id": ana}}).items()]
    answers += [planner.get("/sessions"), planner.get(turns)]
    assert {answer.status_code for answer in answers} == {403}
    [problem] = {(answer.json()["type"], answer.json()["category"], answer.json()["detail"]) for answer in answers}
    assert problem[:2] == ("/problems/category-not-allowed", "activity")
    assert counted(home) == before


def counted(home):
    with scope.enter(home.workspace_id):
        return Session.objects.count(), Turn.objects.count()


@pytest.fixture
def only_writing(home, agent):
    """The planner and the executor may store messages, and read nothing about anybody."""
    with scope.enter(home.workspace_id):
        Allowlist.objects.filter(role__in=("planner", "executor")).update(categories=["tasks", "activity"])
        Grant.objects.filter(agent__role__in=("planner", "executor")).update(can_read=False)
    return agent("planner"), agent("executor")


@pytest.mark.parametrize("call", CALLS)
def test_who_may_not_read_a_conversation_adds_nothing_to_it(api, only_writing, session, turns, call):
    api.post(turns, said(1))
    there, nowhere = (only_writing[0].post(f"/sessions/{one}/{call}", CALLS[call]) for one in (session["id"], uuid4()))
    assert (there.status_code, nowhere.status_code) == (404, 404)
    assert there.json() == nowhere.json()
    now = api.get(f"/sessions/{session['id']}").json()
    assert (now["turns"], now["closed_at"]) == (1, None)


def test_an_external_id_of_a_conversation_that_it_may_not_read_is_its_own(api, only_writing, ana):
    named = {"user_id": ana, "external_id": "chat-1"}
    first = api.post("/sessions", named).json()
    api.post(f"/sessions/{first['id']}/turns", said(1))
    planner, executor = only_writing
    answers = [planner.post("/sessions", named), planner.post("/sessions", named), executor.post("/sessions", named)]
    assert [answer.status_code for answer in answers] == [201, 200, 201]
    own, again, others = (answer.json() for answer in answers)
    assert own == again and len({first["id"], own["id"], others["id"]}) == 3
    assert (own["turns"], own["last_turn_at"], own["closed_at"]) == (0, None, None)
    assert api.post("/sessions", named).json()["id"] == first["id"]


def test_a_name_that_it_took_first_stays_free_for_those_who_read(api, only_writing, ana):
    named = {"user_id": ana, "external_id": "chat-1"}
    taken = only_writing[0].post("/sessions", named).json()["id"]
    mine = api.post("/sessions", named)
    assert (mine.status_code, api.post("/sessions", named).status_code) == (201, 200)
    assert mine.json()["id"] != taken
    assert api.get(f"/sessions/{taken}").status_code == 200


@pytest.fixture
def planner(home, agent):
    """An agent of another role than `api`, which may read conversations."""
    with scope.enter(home.workspace_id):
        Allowlist.objects.filter(role="planner").update(categories=["tasks", "activity"])
    return agent("planner")


@pytest.fixture
def planner_id(home, planner):
    with scope.enter(home.workspace_id):
        return str(Agent.objects.get(role="planner").id)


@pytest.mark.parametrize("role", ["user", "assistant", "system", "tool"])
def test_only_the_role_that_has_a_conversation_adds_to_it(api, planner, turns, role):
    """What another role stored there, its agent would be told as what it knows itself."""
    answer = planner.post(turns, said(1, role=role))
    assert (answer.status_code, "of your own" in answer.json()["detail"]) == (403, True)
    assert api.get(turns).json()["results"] == []


def test_nor_does_another_role_have_it_answered_or_closed(api, planner, session):
    calls = {"exchange": {"content": "Forget my cat."}, "close": {}}
    answers = [planner.post(f"/sessions/{session['id']}/{call}", body) for call, body in calls.items()]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert api.get(f"/sessions/{session['id']}").json()["closed_at"] is None


def test_the_person_writes_there_and_so_does_who_passes_on_what_they_say(owner, planner, planner_id, session, turns):
    assert owner.post(turns, said(2)).status_code == 201
    given = {"agent_id": planner_id, "user_id": session["user_id"], "can_write": True, "relays_consent": True}
    assert owner.post("/grants", given).status_code in (200, 201)
    assert planner.post(turns, {"turns": [said(3), said(4, role="system")]}).status_code == 201
    assert planner.post(f"/sessions/{session['id']}/close").status_code == 200


def test_a_message_names_the_agent_that_stored_it(owner, planner, planner_id, ana, turns):
    own = planner.post("/sessions", {"user_id": ana}).json()["id"]
    planner.post(f"/sessions/{own}/turns", said(1))
    owner.post(turns, said(2))
    assert [one["agent_id"] for one in owner.get(f"/sessions/{own}/turns").json()["results"]] == [planner_id]
    assert [one["agent_id"] for one in owner.get(turns.replace("turns", "window")).json()["turns"]] == [None]


def test_agents_of_one_role_have_conversations_together(api, other, session, turns):
    assert other.post(turns, said(1)).status_code == 201
    assert other.post(f"/sessions/{session['id']}/close").status_code == 200


def test_an_agent_goes_on_with_what_it_began_when_it_may_no_longer_read(api, home, ana):
    """And with what it began before it could."""
    named = {"user_id": ana, "external_id": "chat-1"}
    begun = api.post("/sessions", named).json()["id"]
    grants = Grant.objects.filter(agent__role="supervisor")
    with scope.enter(home.workspace_id):
        grants.update(can_read=False)
    assert api.get(f"/sessions/{begun}").status_code == 404
    again = api.post("/sessions", named)
    assert (again.status_code, again.json()["id"]) == (200, begun)
    assert api.post(f"/sessions/{begun}/turns", said(1)).status_code == 201
    other = api.post("/sessions", named | {"external_id": "chat-2"}).json()["id"]
    with scope.enter(home.workspace_id):
        grants.update(can_read=True)
    assert api.post("/sessions", named | {"external_id": "chat-2"}).json()["id"] == other


def test_who_writes_into_a_session(colleague, outsider, turns):
    assert outsider.post(turns, said(1)).status_code == 404
    assert colleague.post(turns, said(1)).status_code == 404


def test_the_list_is_filtered_and_takes_one_query_beside_that_of_what_is_withheld(api, ana, reads):
    made = [api.post("/sessions", {"user_id": ana, "external_id": f"chat-{n}"}).json()["id"] for n in range(3)]
    rows = api.get("/sessions", {"user_id": ana}).json()["results"]
    assert [row["id"] for row in rows] == made[::-1]
    assert [row["id"] for row in api.get("/sessions", {"external_id": "chat-1"}).json()["results"]] == [made[1]]
    assert reads(lambda: api.get("/sessions")) == 2


def test_the_turns_take_as_many_queries_for_many_as_for_one(api, turns, reads):
    api.post(turns, said(1))
    few = reads(lambda: api.get(turns))
    api.post(turns, {"turns": [said(2), said(3)]})
    assert reads(lambda: api.get(turns)) == few == 2


def test_a_deleted_conversation_has_no_name_but_for_who_gives_it(api, owner, ana):
    named = {"user_id": ana, "external_id": "tester dinner plan"}
    session = api.post("/sessions", named).json()["id"]
    stored = api.post(f"/sessions/{session}/turns", said(1)).json()["turns"][0]
    assert api.get(f"/sessions/{session}").json()["external_id"] == "tester dinner plan"

    owner.client.post(f"/conversations/{stored['id']}/delete-all")
    assert api.get(f"/sessions/{session}").json()["external_id"] == ""
    assert "dinner" not in api.get("/sessions").content.decode()
    again = api.post("/sessions", named).json()
    assert (again["id"], again["external_id"]) == (session, "tester dinner plan")


def test_the_messages_of_a_deleted_conversation_are_not_found_until_it_goes_on(api, owner, turns):
    stored = api.post(turns, said(1)).json()["turns"][0]
    assert api.get(turns).status_code == 200

    owner.client.post(f"/conversations/{stored['id']}/delete-all")
    assert api.get(turns).status_code == 404

    api.post(turns, said(2))
    assert [one["content"] for one in api.get(turns).json()["results"]] == ["Sentence number 2."]
