"""A key that the process knows is proved in the round trip of the work itself, and counts no longer once it changed."""

import pytest

from memories.models import Memory, OperationalEvent
from memories.models.operational_event import Status
from tests.interfaces.rest.conftest import by_key
from tests.memories.test_round_trips import counted
from workspaces import scope
from workspaces.models import Agent, ApiKey, Grant

pytestmark = pytest.mark.django_db(transaction=True)
WARM_UP = 3


@pytest.fixture
def thread(home):
    return f"/users/{home.user_id}/checkpoints/one"


@pytest.fixture
def save(api, thread):
    return lambda number=0: api.put(thread, {"checkpoint": {"n": number}})


def test_saving_and_loading_a_state_take_one_round_trip_each(api, save, thread):
    for number in range(WARM_UP):
        assert save(number).status_code in (200, 201) and api.get(thread).status_code == 200
    for call in (save, lambda: api.get(thread)):
        with counted() as cost:
            assert call().status_code == 200
        assert cost.round_trips == 1


def revoke(now):
    for key in ApiKey.objects.filter(agent__role="supervisor"):
        key.revoke(now=now)


def switch_off(now):
    Agent.objects.update(is_active=False)


@pytest.mark.parametrize("change", [revoke, switch_off])
def test_a_key_that_is_taken_back_reads_and_writes_nothing_from_the_next_request_on(
    api, owner, save, thread, home, now, change
):
    save(1)
    save(2)
    with scope.enter(home.workspace_id):
        change(now)
    assert [save(3).status_code, api.get(thread).status_code] == [401, 401]
    assert owner.get(thread).json()["checkpoint"] == {"n": 2}


def test_so_does_a_body_that_is_refused_for_its_form(api, save, thread, home, now):
    save()
    assert api.put(thread, {"checkpoint": 1}).status_code == 422
    with scope.enter(home.workspace_id):
        revoke(now)
    assert api.put(thread, {"checkpoint": 1}).status_code == 401


@pytest.fixture
def grants(home):
    def change(**values):
        with scope.enter(home.workspace_id):
            Grant.objects.filter(agent__role="executor").update(**values)

    return change


def test_a_right_that_is_taken_or_given_counts_at_once(home, thread, grants):
    executor = by_key(home, "executor")

    def save():
        return executor.put(thread, {"checkpoint": {}}).status_code

    assert (save(), save()) == (201, 200)
    grants(can_write=False)
    assert (save(), save(), executor.get(thread).status_code) == (403, 403, 200)
    grants(can_write=True)
    assert save() == 200


def test_what_one_key_takes_as_given_is_no_other_key_s(api, outsider, save, thread, home, now):
    save()
    save()
    assert outsider.get(thread).status_code == 404
    assert api.get(thread).status_code == 200
    with scope.enter(home.workspace_id):
        revoke(now)
    assert outsider.get(thread).status_code == 404
    assert api.get(thread).status_code == 401


def test_what_is_done_anew_is_done_once_and_no_error(api, home):
    """A key whose agent is called otherwise since: what was sent before is rolled back."""

    def write(number):
        return api.post("/memories", {"user_id": str(home.user_id), "content": f"Release {number}."}).status_code

    assert (write(1), write(2)) == (201, 201)
    with scope.enter(home.workspace_id):
        Agent.objects.filter(role="supervisor").update(name="Renamed")
    assert write(3) == 201
    assert api.post("/memory/query", {"user_id": str(home.user_id), "query": "Release 3"}).status_code == 200
    with scope.enter(home.workspace_id):
        assert Memory.objects.filter(current__content="Release 3.").count() == 1
        assert not OperationalEvent.objects.filter(status=Status.ERROR).exists()


def test_a_request_that_ends_before_its_work_leaves_nothing_to_prove(api, owner, save, home, now):
    """The thread goes on with somebody else's request."""
    assert (save(1).status_code, save(2).status_code) == (201, 200)
    with scope.enter(home.workspace_id):
        revoke(now)
    assert api.put(f"/users/{home.user_id}/checkpoints/a%00b", {"checkpoint": {}}).status_code == 404
    assert owner.client.get("/").status_code == 200
