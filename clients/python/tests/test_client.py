"""The client against a real server."""

import pytest
from memory_server import Forbidden, Invalid, MemoryClient, NotAuthenticated, NotFound, Unreachable, Waiting, Written
from memory_server.models import MemoryPage


def test_a_memory_is_written_and_found(memory, ana):
    done = memory.remember(ana.id, "Ana cooks mushroom risotto.", key="food")
    assert isinstance(done, Written) and done.status == "created" and done.review_url is None
    found = memory.query(ana.id, "What does she cook?", **{"return": "bullets"})
    assert [item.id for item in found] == [done.memory_id] and "risotto" in found[0].text
    assert "risotto" in memory.context(ana.id, "What does she cook?").text


def test_a_memory_is_changed_and_forgotten(memory, ana):
    first = memory.remember(ana.id, "Ana cooks risotto.", key="food")
    again = memory.remember(ana.id, "Ana cooks lentils.", key="food")
    assert (again.status, again.version, again.memory_id) == ("updated", 2, first.memory_id)
    assert memory.change(first.memory_id, title="Cooking").version == 3
    assert memory.memory(first.memory_id).title == "Cooking"
    assert memory.forget(first.memory_id).status == "forgotten"
    assert "DELETE" in {entry.event for entry in memory.history(first.memory_id)}
    assert list(memory.memories(ana.id)) == []


def test_what_waits_is_a_result_with_the_page_on_which_the_person_decides(memory, server, ana):
    waiting = memory.set_fact(ana.id, "identity", "city", "Faro", reason="She has moved.")
    assert isinstance(waiting, Waiting) and waiting.memory_id is None
    assert waiting.review_url == f"{server.url}/proposals/{waiting.proposal_id}"
    assert waiting.review_url in str(waiting)
    assert waiting.warning_codes == ("nobody-can-answer",)
    assert str(waiting).startswith("Nobody can answer yet") and "/setup/people" in str(waiting)
    assert memory.proposal(waiting.proposal_id).state == "pending"
    with pytest.raises(NotFound):
        memory.fact(ana.id, "identity", "city")


def test_what_may_not_be_meant_is_told(memory, ana):
    done = memory.remember(ana.id, "Likes figs.", category="preferencs")
    assert isinstance(done, Written) and "'preferences'" in done.warnings[0]


def test_a_person_is_found_again_by_the_caller_s_own_id(memory):
    first, second = memory.user("crm-1", name="Ana"), memory.user("crm-1")
    assert first == second and first.name == "Ana"
    assert [user.id for user in memory.users(external_id="crm-1")] == [first.id]


def test_lists_are_read_to_their_end(memory, ana):
    written = {memory.remember(ana.id, f"Ana read book number {number}.").memory_id for number in range(5)}
    assert [len(page.results) for page in memory.pages("/memories", MemoryPage, user_id=ana.id, limit=2)] == [2, 2, 1]
    assert {one.id for one in memory.memories(ana.id, limit=2)} == written


def test_a_conversation_is_stored_in_order(memory, ana):
    session = memory.open_session(ana.id, external_id="chat-1")
    memory.say(session.id, [{"role": "user", "content": "I adopted a dog."}, {"role": "assistant", "content": "Nice."}])
    assert [turn.content for turn in memory.turns(session.id)] == ["I adopted a dog.", "Nice."]
    assert memory.open_session(ana.id, external_id="chat-1").id == session.id


def test_an_item_is_stored_and_found_by_its_key(memory, ana):
    place = ["memories", str(ana.id), "notes"]
    memory.put_item(place, "a/b?", {"content": "Ship on Friday.", "n": 1})
    assert memory.item(place, "a/b?").value == {"content": "Ship on Friday.", "n": 1}
    assert [item.key for item in memory.search_items(place, filter={"n": 1}).items] == ["a/b?"]
    assert memory.delete_item(place, "a/b?").status == "forgotten"


def test_facts_are_set_and_listed(memory, ana):
    assert isinstance(memory.set_fact(ana.id, "preference", "coding_style", "functional"), Written)
    assert memory.fact(ana.id, "preference", "coding_style").value == "functional"
    assert [fact.key for fact in memory.facts(ana.id)] == ["coding_style"]


@pytest.mark.parametrize(
    ("call", "kind", "named"),
    [
        (lambda memory, ana: memory.remember(ana.id, ""), Invalid, "content"),
        (lambda memory, ana: memory.remember(ana.id, "Tea.", nonsense=1), Invalid, "nonsense"),
        (lambda memory, ana: memory.memory(ana.id), NotFound, ""),
        (lambda memory, ana: memory.request("PUT", "/consent/policies", body={"policies": []}), Forbidden, ""),
    ],
)
def test_a_problem_is_an_exception_of_its_type(memory, ana, call, kind, named):
    with pytest.raises(kind) as raised:
        call(memory, ana)
    assert raised.value.status in (403, 404, 422) and raised.value.type and raised.value.title
    assert named in str(raised.value)


def test_a_wrong_key_is_told(server):
    with MemoryClient(server.url, "mem_wrong") as stranger, pytest.raises(NotAuthenticated):
        stranger.add_user("Ana")


def test_a_server_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr("memory_server.calls._backoff", lambda attempt: 0)
    with MemoryClient("http://127.0.0.1:9", "mem_x") as nobody, pytest.raises(Unreachable, match=r"127\.0\.0\.1:9"):
        nobody.add_user("Ana")


def test_address_and_key_may_stand_in_the_environment(server, key, monkeypatch):
    monkeypatch.setenv("MEMORY_URL", server.url + "/")
    monkeypatch.setenv("MEMORY_KEY", key)
    with MemoryClient() as memory:
        assert memory.add_user("Ana").name == "Ana"


def test_the_asynchronous_client_does_the_same(in_loop):
    async def story(memory):
        ana = await memory.user("async-ana", name="Ana")
        done = await memory.remember(ana.id, "Ana grows figs.")
        waiting = await memory.set_fact(ana.id, "identity", "city", "Faro")
        listed = [one.id async for one in memory.memories(ana.id)]
        return done, waiting, listed

    done, waiting, listed = in_loop(story)
    assert listed == [done.memory_id] and isinstance(waiting, Waiting)


def test_without_a_key_one_is_told_how_to_set_it(monkeypatch):
    monkeypatch.delenv("MEMORY_KEY", raising=False)
    with pytest.raises(ValueError, match="set MEMORY_KEY"):
        MemoryClient("http://127.0.0.1:8000")


def test_the_address_may_be_that_of_the_api(server, key):
    assert list(MemoryClient(f"{server.url}/api/v1/", key).users()) is not None


def test_a_problem_says_what_is_wrong_once():
    error = Invalid(
        422,
        "/problems/invalid",
        "Wrong",
        "content: Field required",
        errors=[{"field": "content", "detail": "Field required"}],
    )
    assert str(error) == "content: Field required"
