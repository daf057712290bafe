"""The tools of `/mcp`, called by the SDK's client."""

import pytest
from mcp.shared.exceptions import MCPError

from interfaces.mcp.server import INSTRUCTIONS
from tests.interfaces.mcp.conftest import Session


def test_what_is_written_is_found(supervisor_mcp, ana):
    written = supervisor_mcp.answer("memory_upsert", content="User cooks mushroom risotto on Sundays.", user_id=ana)
    assert written["status"] == "created"
    found = supervisor_mcp.answer("memory_query", query="What does the user cook?", user_id=ana)
    assert found["results"][0]["id"] == written["memory_id"]


def test_scores_tell_that_nothing_fits(supervisor_mcp, ana):
    supervisor_mcp.answer("memory_upsert", content="User cooks mushroom risotto on Sundays.", user_id=ana)
    asked = {"query": "What is the capital of Mongolia?", "user_id": ana}
    [nearest] = supervisor_mcp.answer("memory_query", **asked)["results"]
    assert set(nearest) == {"id", "category", "text", "kind", "score"} and nearest["score"] < 0.7
    assert supervisor_mcp.answer("memory_query", **asked, threshold=0.7)["results"] == []
    assert supervisor_mcp.answer("memory_query", **asked, select="relevant")["results"] == []


def test_a_line_of_a_result_is_that_of_a_bullet(supervisor_mcp, ana, api):
    supervisor_mcp.answer("memory_upsert", content="User cooks mushroom risotto on Sundays.", user_id=ana)
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "speaker": "Ben", "content": "I cook risotto."})
    asked = {"query": "Who cooks risotto?", "user_id": ana, "top_k": 2}
    bullets = api.post("/memory/query", asked | {"return": "bullets"}).json()
    found = supervisor_mcp.answer("memory_query", **asked)["results"]
    assert [{name: one[name] for name in bullets[0]} for one in found] == bullets and len(bullets) == 2


def test_a_write_that_waits_is_told_as_waiting_with_the_page_to_decide_on(supervisor_mcp, ana, owner, settings):
    result = supervisor_mcp.answer("set_fact", category="identity", key="city", value="Faro", user_id=ana)
    assert result["status"] == "pending_consent"
    assert result["review_url"] in result["message"]
    page = owner.client.get(result["review_url"].removeprefix(settings.PUBLIC_URL))
    assert "Faro" in page.content.decode()
    assert supervisor_mcp.answer("facts", user_id=ana)["results"] == []


def test_what_waits_is_listed_with_its_page(supervisor_mcp, ana):
    asked = supervisor_mcp.answer("set_fact", category="identity", key="city", value="Faro", user_id=ana)
    waiting = supervisor_mcp.answer("pending_consent", user_id=ana)["results"]
    assert [(each["review_url"], each["new_value"]) for each in waiting] == [(asked["review_url"], "Faro")]


def test_a_preference_is_set_at_once_and_read_back(supervisor_mcp, ana):
    supervisor_mcp.answer("set_fact", category="preference", key="favourite_colour", value="green", user_id=ana)
    facts = supervisor_mcp.answer("facts", user_id=ana, category="preference")["results"]
    assert [fact["value"] for fact in facts] == ["green"]


def test_context_comes_as_text_and_as_data(supervisor_mcp, ana):
    supervisor_mcp.answer("memory_upsert", content="User cooks mushroom risotto on Sundays.", user_id=ana)
    result = supervisor_mcp.call("context", query="What does the user cook?", user_id=ana)
    assert "risotto" in result.content[0].text
    assert result.structured_content["memories"]


def test_a_recall_is_recorded_as_one(supervisor_mcp, ana, api):
    supervisor_mcp.answer("recall", query="risotto", user_id=ana)
    assert api.get("/retrieval-events", {"purpose": "recall"}).json()["results"][0]["query"] == "risotto"


def test_turns_are_kept_under_the_name_of_their_conversation(supervisor_mcp, ana, api):
    said = [{"role": "user", "content": "I adopted a dog called Biscuit.", "external_id": "1"}]
    first = supervisor_mcp.answer("remember_turns", turns=said, conversation="monday", user_id=ana)
    again = supervisor_mcp.answer("remember_turns", turns=said, conversation="monday", user_id=ana)
    assert again["session_id"] == first["session_id"]
    assert [turn["created"] for turn in again["turns"]] == [False]
    assert api.get(f"/sessions/{first['session_id']}").json()["turns"] == 1


def test_turns_need_a_conversation(supervisor_mcp, ana):
    error = supervisor_mcp.error("remember_turns", turns=[{"role": "user", "content": "Hello"}], user_id=ana)
    assert "session_id" in error


def test_what_is_forgotten_is_not_found_and_its_history_says_so(supervisor_mcp, ana, api):
    written = supervisor_mcp.answer("memory_upsert", content="User cooks risotto.", user_id=ana)
    memory_id = written["memory_id"]
    assert supervisor_mcp.answer("memory_forget", memory_id=memory_id)["status"] == "forgotten"
    error = supervisor_mcp.error("memory_get", memory_id=memory_id)
    assert "Not found" in error and "No tool brings it back" in error and "POST" not in error
    assert supervisor_mcp.answer("memory_query", query="risotto", user_id=ana)["results"] == []


def test_a_memory_comes_with_its_history_when_asked_for(supervisor_mcp, ana):
    written = supervisor_mcp.answer("memory_upsert", content="User cooks risotto.", user_id=ana)
    found = supervisor_mcp.answer("memory_get", memory_id=written["memory_id"], history=True)
    assert [entry["event"] for entry in found["history"]] == ["ADD"]


def test_the_same_key_of_idempotency_has_one_effect(supervisor_mcp, ana, api):
    call = {"content": "User cooks risotto.", "user_id": ana, "idempotency_key": "k1"}
    first = supervisor_mcp.answer("memory_upsert", **call)
    assert supervisor_mcp.answer("memory_upsert", **call)["memory_id"] == first["memory_id"]
    assert len(api.get("/memories", {"user_id": ana}).json()["results"]) == 1
    assert "Idempotency-Key" in supervisor_mcp.error("memory_upsert", **(call | {"content": "Other."}))


def test_secrets_are_cut_out_as_over_rest(supervisor_mcp, ana):
    secret = "ghp_" + "a1B2" * 9
    written = supervisor_mcp.answer("memory_upsert", content=f"User's token is {secret}.", user_id=ana)
    found = supervisor_mcp.answer("memory_get", memory_id=written["memory_id"])
    assert secret not in found["memory"]["content"]


def test_a_tool_that_writes_tells_of_secrets_that_were_cut_out(supervisor_mcp, ana):
    text = "Their token is ghp_" + "a1B2" * 9
    done = supervisor_mcp.answer("memory_upsert", content=text, user_id=ana)
    waits = supervisor_mcp.answer("memory_upsert", content=f"The user lives in Faro. {text}.", user_id=ana)
    said = supervisor_mcp.answer(
        "remember_turns", turns=[{"role": "user", "content": text}], conversation="monday", user_id=ana
    )
    assert [one["redacted"] for one in (done, waits, said["turns"][0])] == [["github_token"]] * 3
    assert waits["message"].startswith("Not remembered yet") and "cut out: github token." in waits["message"]


def test_the_only_person_need_not_be_named(supervisor_mcp):
    assert supervisor_mcp.answer("memory_upsert", content="User cooks risotto.")["status"] == "created"


def test_of_several_people_one_is_named_by_the_call_or_by_the_connection(home, ana, ben, supervisor_mcp):
    assert "user_id" in supervisor_mcp.error("memory_query", query="risotto")
    for_ben = Session(home.api_keys["supervisor"], **{"x-user-id": ben})
    written = for_ben.answer("memory_upsert", content="User cooks risotto.")
    assert for_ben.answer("memory_get", memory_id=written["memory_id"])["memory"]["user_id"] == ben


UPSERT = "It takes content, user_id, key, category, importance, tags, thread_id, reason, idempotency_key."


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"content": "Tea.", "importance": 9}, "'importance': expected at most 5, got 9."),
        ({"content": "Tea.", "importance": "high"}, "'importance': expected a whole number, got \"high\"."),
        ({"content": "Tea.", "user_id": "ana-17"}, "'user_id': expected a UUID, got \"ana-17\"."),
        ({"content": ["Tea."]}, "'content': expected a string, got a list of 1."),
        ({"contend": "Tea."}, f"'content' is required. There is no 'contend'; did you mean 'content'? {UPSERT}"),
        ({"content": "Tea.", "limit": 5}, f"There is no 'limit'. {UPSERT}"),
    ],
)
def test_an_argument_that_does_not_fit_is_named_with_what_was_expected_and_what_came(supervisor_mcp, arguments, told):
    assert supervisor_mcp.error("memory_upsert", **arguments) == f"The arguments of memory_upsert do not fit. {told}"


def test_no_tool_passes_over_an_argument_that_it_does_not_have(supervisor_mcp, ana):
    told = supervisor_mcp.error("people", user=ana)
    assert told == "The arguments of people do not fit. There is no 'user'. It takes cursor."
    told = supervisor_mcp.error("facts", person_id=ana)
    assert "There is no 'person_id'; did you mean 'user_id'?" in told
    turn = {"role": "user", "content": "Hello.", "name": "Ana"}
    told = supervisor_mcp.error("remember_turns", user_id=ana, conversation="one", turns=[turn])
    assert "There is no 'turns.0.name'." in told


def test_a_wrong_argument_within_a_list_is_told_by_its_place(supervisor_mcp):
    turns = [{"role": "user", "content": "Hello."}, {"role": "human", "content": ""}]
    told = supervisor_mcp.error("remember_turns", turns=turns, conversation="monday")
    assert "'turns.1.role': expected 'user', 'assistant', 'system' or 'tool', got \"human\"." in told
    assert "'turns.1.content': expected at least 1 character, got \"\"." in told
    assert "'turns': expected at least 1 item, got a list of 0." in supervisor_mcp.error("remember_turns", turns=[])


def test_of_many_mistakes_the_first_are_told_and_long_values_in_part(supervisor_mcp):
    turns = [{"role": "x" * 1_000, "content": ""} for _ in range(10)]
    told = supervisor_mcp.error("remember_turns", turns=turns)
    assert len(told) < 500 and "pydantic" not in told and "For further information" not in told


def test_people_are_listed(supervisor_mcp, ana, ben):
    assert {each["id"] for each in supervisor_mcp.answer("people")["results"]} == {ana, ben}


def test_a_person_of_no_workspace_is_a_tool_error_with_the_problem_s_detail(supervisor_mcp):
    unknown = "00000000-0000-4000-8000-000000000000"
    error = supervisor_mcp.error("memory_query", query="risotto", user_id=unknown)
    assert "There is no such person" in error or "grant" in error


def test_the_throttle_counts_calls_by_mcp(supervisor_mcp, ana, settings):
    settings.THROTTLE_RATE = "1/day"
    supervisor_mcp.answer("memory_query", query="risotto", user_id=ana)
    assert "Too many requests" in supervisor_mcp.error("memory_query", query="risotto", user_id=ana)


def test_a_memory_and_its_history_are_resources(supervisor_mcp, ana):
    written = supervisor_mcp.answer("memory_upsert", content="User cooks risotto.", user_id=ana)

    async def read(client):
        memory = await client.read_resource(f"memory://memories/{written['memory_id']}")
        history = await client.read_resource(f"memory://memories/{written['memory_id']}/history")
        facts = await client.read_resource(f"memory://people/{ana}/facts")
        return [each.contents[0].text for each in (memory, history, facts)]

    memory, history, facts = supervisor_mcp.do(read)
    assert "risotto" in memory and "ADD" in history and facts == "[]"


def test_a_resource_that_is_not_there_is_not_found(supervisor_mcp):
    with pytest.raises(MCPError, match="Not found"):
        supervisor_mcp.do(lambda client: client.read_resource("memory://memories/none"))


def test_prompts_name_tools_that_exist(supervisor_mcp):
    async def look(client):
        prompts = (await client.list_prompts()).prompts
        texts = [(await client.get_prompt(prompt.name, {})).messages[0].content.text for prompt in prompts]
        return texts, {tool.name for tool in (await client.list_tools()).tools}

    texts, tools = supervisor_mcp.do(look)
    named = {word.strip("`") for text in [*texts, INSTRUCTIONS] for word in text.split() if word.startswith("`")}
    named = {word.strip("`.,;") for word in named} - {"status", "pending_consent", "review_url"}
    assert named and named <= tools


def test_every_tool_says_what_it_does_and_whether_it_changes_anything(supervisor_mcp):
    tools = supervisor_mcp.do(lambda client: client.list_tools()).tools
    assert len(tools) == 12
    assert all(tool.description and tool.annotations.read_only_hint is not None for tool in tools)
    writing = {tool.name for tool in tools if not tool.annotations.read_only_hint}
    assert writing == {"add_person", "memory_upsert", "set_fact", "remember_turns", "memory_forget"}


def test_a_person_is_begun_once_by_your_own_id_of_them(supervisor_mcp):
    first = supervisor_mcp.answer("add_person", name="Cleo", external_id="crm-7")
    assert supervisor_mcp.answer("add_person", name="Cleo", external_id="crm-7")["id"] == first["id"]
