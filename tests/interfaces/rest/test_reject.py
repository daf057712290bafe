"""`POST /memories/{id}/reject`: the person says that something is wrong, and may take that back (R17)."""

import pytest

from consent.changes import MergeMemories
from consent.gate import submit
from consent.models import Policy
from interfaces.rest.consent.problems import RefusedByPerson
from memories.models import Memory
from tests.interfaces.rest.conftest import by_login
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Account, Membership
from workspaces.models.membership import Role

TEXT = "Ana cooks risotto on Fridays."


@pytest.fixture
def note(api, ana):
    """Something that an agent wrote about Ana; its id."""
    return api.post("/memories", {"user_id": ana, "key": "food", "content": TEXT}).json()["memory_id"]


@pytest.fixture
def diet(api, ana):
    """A fact that an agent wrote about Ana; its id."""
    return api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian"}).json()["memory_id"]


@pytest.fixture
def staff(home):
    """A login of that role, with no person of its own."""

    def _staff(role):
        account = Account.objects.create_user(f"{role}-login")
        Membership.objects.create(account=account, workspace_id=home.workspace_id, role=role)
        return by_login(account.username)

    return _staff


@pytest.fixture
def handed(home):
    """A policy that hands decisions on what is general to the workspace's reviewers."""
    with scope.enter(home.workspace_id):
        Policy.objects.create(category="general", outcome="consent", priority=0, delegates_to_reviewers=True)


def found(who, ana):
    return [row["id"] for row in who.post("/memory/query", {"user_id": ana, "query": "What does Ana cook?"}).json()]


def standing(home, memory_id):
    with scope.enter(home.workspace_id):
        return Memory.objects.get(id=memory_id).validation_status


def test_the_person_says_it_is_wrong(home, owner, note):
    answer = owner.post(f"/memories/{note}/reject", {"reason": "I never cook."})
    assert (answer.status_code, answer.json()["status"]) == (200, "rejected")
    assert standing(home, note) == "rejected"


def test_nobody_finds_it_from_then_on(owner, api, ana, note):
    assert note in found(api, ana)
    owner.post(f"/memories/{note}/reject")
    for who in (api, owner):
        assert note not in found(who, ana)
        assert who.get(f"/memories/{note}").status_code == 404
        assert who.get("/memories", {"user_id": ana}).json()["results"] == []
        context = who.post("/context", {"user_id": ana, "query": "What does Ana cook?", "thread_id": "other"})
        assert context.status_code == 200 and note not in [row["id"] for row in context.json()["memories"]]


def test_nor_in_the_store_or_behind_a_link(owner, api, ana, note):
    other = api.post("/memories", {"user_id": ana, "content": "Ana likes rice."}).json()["memory_id"]
    api.post("/relations", {"from_id": other, "to_id": note, "relation_type": "mentions"})
    owner.post(f"/memories/{note}/reject")
    items = api.post("/store/items/search", {"namespace_prefix": ["memories", ana], "query": "risotto"}).json()
    assert note not in str(items)
    assert note not in str(api.get(f"/memories/{other}/graph").json())


def test_a_fact_that_is_wrong_holds_no_more(owner, api, ana, diet):
    owner.post(f"/memories/{diet}/reject")
    assert api.get(f"/users/{ana}/facts/constraint/diet").status_code == 404
    assert api.get(f"/users/{ana}/facts").json()["results"] == []


def test_it_stands_in_the_history(owner, note):
    owner.post(f"/memories/{note}/reject")
    latest = owner.get(f"/memories/{note}/history").json()["results"][0]
    assert latest["event"] == "UPDATE"
    assert (latest["meta"]["validation_status"], latest["meta"]["was"]) == ("rejected", "unverified")


def test_saying_it_twice_changes_nothing(owner, note):
    owner.post(f"/memories/{note}/reject")
    assert owner.post(f"/memories/{note}/reject").json()["status"] == "unchanged"


@pytest.mark.parametrize("kind", ["note", "diet"])
def test_the_person_takes_it_back_by_confirming_it(home, owner, api, ana, kind, request):
    memory_id = request.getfixturevalue(kind)
    owner.post(f"/memories/{memory_id}/reject")
    answer = owner.post(f"/memories/{memory_id}/verify")
    assert (answer.status_code, answer.json()["status"]) == (200, "restored")
    assert api.get(f"/memories/{memory_id}").json()["validation_status"] == "verified"
    if kind == "diet":
        assert api.get(f"/users/{ana}/facts/constraint/diet").json()["value"] == "vegetarian"


def test_or_by_undoing_it(owner, api, ana, note):
    owner.post(f"/memories/{note}/reject")
    assert owner.post(f"/memories/{note}/reject/undo").json()["status"] == "restored"
    assert note in found(api, ana)
    assert owner.post(f"/memories/{note}/reject/undo").json()["status"] == "unchanged"


def test_what_was_changed_meanwhile_is_not_rejected_unseen(owner, api, ana, note):
    tag = owner.get(f"/memories/{note}")["ETag"]
    api.post("/memories", {"user_id": ana, "key": "food", "content": "Ana bakes bread."})
    assert owner.post(f"/memories/{note}/reject", If_Match=tag).status_code == 412


def test_agents_and_strangers_reject_nothing(home, api, agent, colleague, outsider, note):
    callers = [api, agent("planner"), colleague, outsider]  # the planner's allowlist does not show it
    assert [who.post(f"/memories/{note}/reject").status_code for who in callers] == [403, 404, 404, 404]
    assert standing(home, note) == "unverified"


def test_nor_take_it_back(home, owner, api, colleague, outsider, note):
    owner.post(f"/memories/{note}/reject")
    callers = [api, colleague, outsider]
    assert [who.post(f"/memories/{note}/reject/undo").status_code for who in callers] == [403, 404, 404]
    assert [who.post(f"/memories/{note}/verify").status_code for who in callers] == [403, 404, 403]
    assert standing(home, note) == "rejected"


@pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.REVIEWER])
def test_staff_do_so_where_a_policy_hands_it_to_them(home, staff, note, handed, role):
    who = staff(role)
    assert who.post(f"/memories/{note}/reject").json()["status"] == "rejected"
    assert who.post(f"/memories/{note}/reject/undo").json()["status"] == "restored"
    assert standing(home, note) == "unverified"


@pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.REVIEWER, Role.VIEWER])
def test_and_nowhere_else(home, staff, note, role):
    assert staff(role).post(f"/memories/{note}/reject").status_code == 403
    assert standing(home, note) == "unverified"


def test_a_viewer_never_does(staff, note, handed):
    assert staff(Role.VIEWER).post(f"/memories/{note}/reject").status_code == 403


def test_staff_do_not_take_back_what_the_person_said(home, owner, staff, note, handed):
    owner.post(f"/memories/{note}/reject")
    assert staff(Role.ADMIN).post(f"/memories/{note}/reject/undo").status_code == 403
    assert standing(home, note) == "rejected"


def test_the_same_words_are_the_person_s_alone_to_bring_back(home, owner, api, ana, note):
    owner.post(f"/memories/{note}/reject")
    for content in (TEXT, TEXT.upper(), f"  {TEXT}"):
        answer = api.post("/memories", {"user_id": ana, "key": "food", "content": content, "title": "Again"})
        assert answer.json()["type"].endswith(RefusedByPerson.slug), answer.json()
    assert owner.post("/memories", {"user_id": ana, "key": "food", "content": TEXT}).status_code == 200
    assert standing(home, note) == "verified"


def test_a_field_s_value_neither(owner, api, ana, diet):
    owner.post(f"/memories/{diet}/reject")
    assert api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian"}).status_code == 409
    assert owner.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian"}).status_code == 200


def test_nor_by_a_detour_or_a_restore(home, owner, api, ana, note):
    owner.post(f"/memories/{note}/reject")
    assert api.post("/memories", {"user_id": ana, "key": "food", "content": "Ana bakes bread."}).status_code == 200
    assert standing(home, note) == "unverified"
    assert api.post("/memories", {"user_id": ana, "key": "food", "content": TEXT}).status_code == 409
    assert api.post(f"/memories/{note}/restore", {"version": 1}).status_code == 409


def test_forgetting_it_does_not_wash_it_clean(home, owner, api, note):
    owner.post(f"/memories/{note}/reject")
    owner.delete(f"/memories/{note}")
    assert api.post(f"/memories/{note}/restore").status_code == 409
    owner.post(f"/memories/{note}/restore")
    assert standing(home, note) == "rejected"


def test_the_person_lists_what_they_said_is_wrong(owner, api, ana, note):
    owner.post(f"/memories/{note}/reject")
    rows = owner.get("/memories", {"user_id": ana, "state": "rejected"}).json()["results"]
    assert [row["id"] for row in rows] == [note]
    assert api.get("/memories", {"user_id": ana, "state": "rejected"}).status_code == 403


def test_what_was_merged_into_it_goes_and_comes_back_with_it(home, owner, api, ana, now):
    first, second = [
        api.post("/memories", {"user_id": ana, "key": key, "content": "Ana plays chess."}).json()["memory_id"]
        for key in ("one", "two")
    ]
    with scope.enter(home.workspace_id):
        other = Memory.objects.get(id=second)
    merge = MergeMemories(
        memory_id=first, absorbed_id=second, absorbed_change_id=other.change_id, band="auto", cosine=1.0
    )
    submit(merge, actor=system_actor(home.workspace_id, "consolidate"), now=now)
    owner.post(f"/memories/{first}/reject")
    assert (standing(home, second), api.get(f"/memories/{second}").status_code) == ("rejected", 404)
    owner.post(f"/memories/{first}/verify")
    assert (standing(home, second), api.get(f"/memories/{second}").status_code) == ("verified", 200)


def test_the_next_header_tells_agents_that_it_is_gone(owner, api, ana, note):
    api.post("/context", {"user_id": ana, "query": "What does Ana cook?", "thread_id": "t"})
    owner.post(f"/memories/{note}/reject", {"thread_id": "t"})
    assert "×deleted" in api.post("/context", {"user_id": ana, "query": "Dinner?", "thread_id": "t"}).json()["text"]
