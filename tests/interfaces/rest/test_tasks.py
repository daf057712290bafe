"""`/tasks`: active state of work (003), which is no memory."""

from uuid import uuid4

import pytest

from workspaces import scope
from workspaces.models import Agent, Grant


@pytest.fixture
def begin(api, ana):
    """Begin a task of Ana's; answers the task's JSON."""

    def _begin(who=api, **fields):
        return who.post("/tasks", {"user_id": ana, "title": "Book the train", **fields}).json()

    return _begin


def test_a_task_has_the_fields_of_003(api, ana):
    answer = api.post("/tasks", {"user_id": ana, "title": "Book", "state": {"step": 1, "left": ["pay"]}})
    task = answer.json()
    assert answer.status_code == 201 and answer["Location"].endswith(task["id"])
    assert (task["scope"], task["user_id"], task["status"]) == (f"memories/{ana}", ana, "pending")
    assert (task["state"], task["version"]) == ({"step": 1, "left": ["pay"]}, 1)
    assert task["created_at"] == task["updated_at"]
    assert api.get(f"/tasks/{task['id']}").json() == task


def test_a_task_belongs_to_a_conversation_of_the_same_person(api, ana, ben):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    assert api.post("/tasks", {"user_id": ana, "session_id": session}).json()["session_id"] == session
    assert api.post("/tasks", {"user_id": ben, "session_id": session}).status_code == 404
    assert api.post("/tasks", {"user_id": ana, "session_id": str(uuid4())}).status_code == 404


ALLOWED = [
    ("pending", "in_progress"), ("pending", "blocked"), ("pending", "failed"), ("pending", "cancelled"),
    ("in_progress", "pending"), ("in_progress", "blocked"), ("in_progress", "completed"), ("in_progress", "failed"),
    ("in_progress", "cancelled"), ("blocked", "pending"), ("blocked", "in_progress"), ("blocked", "failed"),
    ("blocked", "cancelled"),
]  # fmt: skip
STATUSES = ["pending", "in_progress", "blocked", "completed", "failed", "cancelled"]


@pytest.mark.parametrize("before", STATUSES)
def test_a_status_follows_another_or_is_refused(api, begin, before):
    for after in STATUSES:
        task = begin(status=before)
        answer = api.patch(f"/tasks/{task['id']}", {"status": after})
        allowed = before == after or (before, after) in ALLOWED
        assert answer.status_code == (200 if allowed else 409), (before, after)
        assert api.get(f"/tasks/{task['id']}").json()["status"] == (after if allowed else before)


def test_a_change_counts_and_one_that_changes_nothing_does_not(api, begin):
    task = begin(state={"step": 1})
    changed = api.patch(f"/tasks/{task['id']}", {"state": {"step": 2}, "title": "Pay"}).json()
    same = api.patch(f"/tasks/{task['id']}", {"state": {"step": 2}}).json()
    assert (changed["version"], changed["state"], changed["title"]) == (2, {"step": 2}, "Pay")
    assert changed["updated_at"] > task["updated_at"] and same == changed


def test_an_old_entity_tag_is_refused_with_412_and_an_old_version_with_409(api, begin):
    task = begin()
    path = f"/tasks/{task['id']}"
    tag = api.get(path)["ETag"]
    assert api.patch(path, {"status": "in_progress"}, If_Match=tag).status_code == 200
    assert api.patch(path, {"status": "completed"}, If_Match=tag).status_code == 412
    assert api.patch(path, {"status": "completed", "version": 1}).status_code == 409
    assert api.patch(path, {"status": "completed", "version": 2}).status_code == 200


def test_tasks_are_listed_by_person_status_session_and_scope(api, ana, ben, begin):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    talked, other = begin(session_id=session), begin(status="blocked")
    of_ben = api.post("/tasks", {"user_id": ben}).json()
    below = api.post("/tasks", {"scope": f"memories/{ana}/trips"}).json()

    def ids(**query):
        return {task["id"] for task in api.get("/tasks", query).json()["results"]}

    assert ids() == {talked["id"], other["id"], of_ben["id"], below["id"]}
    assert ids(user_id=ben) == {of_ben["id"]}
    assert ids(status="blocked") == {other["id"]}
    assert ids(status=["blocked", "failed"]) == {other["id"]}
    assert ids(session_id=session) == {talked["id"]}
    assert ids(scope=f"memories/{ana}/trips") == {below["id"]}


def test_a_list_comes_in_pages_and_takes_one_query_however_long(api, begin, reads):
    made = [begin()["id"] for _ in range(3)]
    page = api.get("/tasks", {"limit": 2}).json()
    rest = api.get("/tasks", {"limit": 2, "cursor": page["next_cursor"]}).json()
    assert [task["id"] for task in page["results"] + rest["results"]] == made[::-1]
    assert reads(lambda: api.get("/tasks")) == 1


def test_only_roles_with_the_category_tasks_see_them(agent, begin):
    task = begin()
    assert agent("planner").get(f"/tasks/{task['id']}").status_code == 200
    for answer in (
        agent("stylist").get("/tasks"),
        agent("stylist").get(f"/tasks/{task['id']}"),
        agent("stylist").post("/tasks", {"user_id": task["user_id"]}),
        agent("stylist").patch(f"/tasks/{task['id']}", {"title": "x"}),
    ):
        assert (answer.status_code, answer.json()["category"]) == (403, "tasks")


def test_another_role_works_on_a_task_and_neither_renames_nor_cancels_it(api, agent, other, begin):
    path = f"/tasks/{begin(who=agent('planner'))['id']}"
    for taken in ({"title": "Hijacked"}, {"status": "cancelled"}, {"title": "Hijacked", "status": "blocked"}):
        for who in (api, agent("executor")):
            answer = who.patch(path, taken)
            assert (answer.status_code, "of its role" in answer.json()["detail"]) == (403, True)
    worked_on = {"title": "Book the train", "status": "in_progress", "state": {"step": 2}}
    assert api.patch(path, worked_on).status_code == 200
    assert agent("executor").patch(path, {"status": "completed"}).json()["title"] == "Book the train"
    assert other.patch(f"/tasks/{begin()['id']}", {"title": "Ours", "status": "cancelled"}).status_code == 200


def test_who_may_see_and_change_a_task(owner, colleague, outsider, begin):
    path = f"/tasks/{begin()['id']}"
    assert owner.get(path).status_code == 200 and owner.patch(path, {"status": "cancelled"}).status_code == 200
    for other in (colleague, outsider):
        assert other.get(path).status_code == 404
        assert other.patch(path, {"title": "mine"}).status_code == 404
        assert other.get("/tasks").json()["results"] == []


def test_a_scope_of_nobody_is_open_to_whom_it_is_granted(home, agent):
    body = {"scope": ["guild", "red"], "title": "Tidy up"}
    assert agent("planner").post("/tasks", body).status_code == 403
    with scope.enter(home.workspace_id):
        Grant.objects.create(agent=Agent.objects.get(role="planner"), namespace_path="guild/red")
    made = agent("planner").post("/tasks", body)
    assert (made.status_code, made.json()["user_id"]) == (201, None)
    assert agent("planner").get(f"/tasks/{made.json()['id']}").status_code == 200
    assert agent("executor").get(f"/tasks/{made.json()['id']}").status_code == 404


def test_secrets_are_cut_out_before_anything_is_stored(begin):
    task = begin(title="Use AKIAIOSFODNN7EXAMPLE", state={"password": "correct-horse-battery-9"})
    assert "AKIA" not in task["title"] and "horse" not in str(task["state"])


def test_the_same_key_begins_one_task(api, ana):
    first, second = (api.post("/tasks", {"user_id": ana}, Idempotency_Key="k") for _ in range(2))
    assert first.json() == second.json() and len(api.get("/tasks").json()["results"]) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "dreaming"}, {"title": "x" * 513}, {"state": []}, {"state": {"long": "x" * 66_000}},
        {"scope": "alone"}, {"scope": ["memories", str(uuid4())]}, {"session_id": "x"}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(api, ana, fields):
    answer = api.post("/tasks", {"user_id": ana, **fields})
    assert answer.status_code == 422 and answer.json()["errors"]


def test_somebody_has_to_be_named_and_be_known(api):
    assert api.post("/tasks", {"title": "x"}).status_code == 422
    assert api.post("/tasks", {"user_id": str(uuid4())}).status_code == 404


TELLING = [
    {"title": "Ana lives in Lisbon"},
    {"title": "Move", "state": {"note": "Ana lives in Lisbon."}},
    {"title": "Move", "state": {"steps": [{"said": "The user's pronouns are they/them"}]}},
    {"title": "Move", "scope": ["shared", "Ana lives in Lisbon"]},
]


@pytest.mark.parametrize("fields", TELLING)
def test_a_shared_task_tells_no_sensitive_field_of_a_person(api, fields):
    answer = api.post("/tasks", {"scope": ["shared", "team"], **fields})
    assert (answer.status_code, answer.json()["type"].rpartition("/")[2]) == (422, "invalid")
    assert api.get("/tasks").json()["results"] == []


@pytest.mark.parametrize("change", [{"title": "Ana lives in Lisbon"}, {"state": {"note": "Ana lives in Lisbon."}}])
def test_nor_does_a_change_of_one(api, change):
    task = api.post("/tasks", {"scope": ["shared", "team"], "title": "Move"}).json()
    assert api.patch(f"/tasks/{task['id']}", change).status_code == 422
    assert api.get(f"/tasks/{task['id']}").json() == task


def test_without_a_grant_it_is_refused_whatever_it_says(agent):
    answers = [agent("planner").post("/tasks", {"scope": ["secret", "team"], **fields}) for fields in TELLING[:1]]
    assert {answer.status_code for answer in answers} == {403}


def test_a_person_s_own_task_is_working_state_like_a_turn(api, ana):
    body = {"user_id": ana, "title": "User lives in Lisbon", "state": {"city": "Lisbon"}}
    assert api.post("/tasks", body).status_code == 201


@pytest.mark.parametrize(
    "title", ["Book Ana's chemotherapy", "Door code 5521", "Mosque visit with Ana", "Renew Ana's asylum claim"]
)
def test_another_agent_is_not_told_what_the_person_was_not_asked_about(api, other, ana, begin, title):
    task = begin(title=title, state={"next": title, "step": 1})
    assert api.get(f"/tasks/{task['id']}").json()["title"] == title
    told = other.get(f"/tasks/{task['id']}").json()
    assert "[withheld]" in told["title"] and title not in str(told)
    assert title not in other.get(f"/users/{ana}/export").getvalue().decode()
    assert told["state"]["step"] == 1


def test_another_agent_is_told_the_rest(other, begin):
    task = begin(title="Book the train to Rome", state={"left": ["pay"], "log": "x " * 3_000})
    told = other.get(f"/tasks/{task['id']}").json()
    assert (told["title"], told["state"]) == (task["title"], {"left": ["pay"], "log": "[withheld]"})


def test_another_agent_does_not_replace_what_it_is_not_told(api, other, owner, begin):
    kept = {"note": "Book Ana's chemotherapy", "step": 1}
    path = f"/tasks/{begin(state=kept)['id']}"
    told = other.get(path).json()["state"]
    for lost in ({"step": 2}, {}, told | {"step": 2}):
        answer = other.patch(path, {"state": lost, "status": "in_progress"})
        assert (answer.status_code, "withheld from you" in answer.json()["detail"]) == (403, True)
    assert other.patch(path, {"state": told, "status": "in_progress"}).json()["state"] == told
    now = api.get(path).json()
    assert (now["state"], now["status"]) == (kept, "in_progress")
    assert owner.patch(path, {"state": {"step": 2}}).json()["state"] == {"step": 2}
    assert other.patch(path, {"state": {"step": 3}}).json()["state"] == {"step": 3}


def test_nor_a_title_that_it_is_not_told(api, other, begin):
    path = f"/tasks/{begin(title='Book chemotherapy for Ana')['id']}"
    assert other.patch(path, {"title": "Book it"}).status_code == 403
    told = other.get(path).json()["title"]
    assert other.patch(path, {"title": told, "state": {"step": 2}}).status_code == 200
    assert api.get(path).json()["title"] == "Book chemotherapy for Ana"
