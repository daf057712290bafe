"""`POST /memory/query` at its edges: odd questions, odd values, filters that leave nothing."""

from uuid import uuid4

import pytest

RISOTTO = "Ana cooks mushroom risotto on Sundays."


@pytest.fixture
def risotto(api, ana):
    return api.post("/memories", {"user_id": ana, "content": RISOTTO, "category": "preferences"}).json()["memory_id"]


@pytest.fixture
def ask(api, ana, risotto):
    def query(text="What does Ana cook?", **fields):
        return api.post("/memory/query", {"user_id": ana, "query": text, **fields})

    return query


def ids(answer):
    assert answer.status_code == 200, answer.json()
    return [item["id"] for item in answer.json()]


@pytest.mark.parametrize(
    "query",
    ["a", "?", "\u200b", "🥕", "🥕" * 4000, "x" * 4000, "ماذا تطبخ؟ \u200f", "מה היא מבשלת", "何を料理しますか",
     "the of and", "'; DROP TABLE turns;--", "\\ ' & | ! :* <-> ()", "%s {0} $1", "\u202eotto\u202c",
     "line\nbreak\ttab"],
)  # fmt: skip
def test_any_question_is_answered(ask, risotto, query):
    assert ids(ask(query)) == [risotto]


@pytest.mark.parametrize("query", ["", " ", "\t\r\n", "\u00a0\u2003", None, 5, ["a"], "x" * 100_000])
def test_what_is_no_question_is_named(ask, query):
    answer = ask(query)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "query")


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b'"x"', b'{"query": "\\ud800"}', b'{"query": "a\\u0000b"}'])
def test_what_cannot_be_read_is_a_problem(api, body):
    answer = api.post("/memory/query", body)
    assert answer.status_code in (400, 422)
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("threshold", [b"NaN", b"Infinity", b"1e999"])
def test_a_threshold_is_a_number(api, ana, threshold):
    body = b'{"user_id": "%s", "query": "x", "threshold": %s}' % (ana.encode(), threshold)
    assert api.post("/memory/query", body).status_code == 400


def test_the_ends_of_the_threshold(ask, risotto):
    assert ids(ask(threshold=0)) == ids(ask(threshold=0.0)) == [risotto]
    assert ids(ask("Something else entirely.", threshold=1)) == []


def test_the_ends_of_top_k(api, ana, ask):
    many = [{"user_id": ana, "content": f"Ana cooked risotto number {number}."} for number in range(101)]
    for items in (many[:100], many[100:]):
        api.post("/memories/batch", {"items": items})
    assert [len(ids(ask(top_k=size))) for size in (1, 100)] == [1, 100]
    assert len(ids(ask(limit=100))) == 100


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"top_k": "3"}, "top_k"),
        ({"top_k": True}, "top_k"),
        ({"top_k": 3.5}, "top_k"),
        ({"top_k": -1}, "top_k"),
        ({"limit": 0}, "limit"),
        ({"limit": 1000}, "limit"),
        ({"limit": "3"}, "limit"),
        ({"limit": 0, "top_k": 0}, "top_k"),
        ({"limit": 0, "top_k": None}, "limit"),
        ({"limit": 2, "top_k": 3}, "limit"),
        ({"threshold": "0.5"}, "threshold"),
        ({"threshold": True}, "threshold"),
        ({"budget_tokens": "9"}, "budget_tokens"),
        ({"budget_tokens": -1}, "budget_tokens"),
        ({"budget_tokens": 100_001}, "budget_tokens"),
        ({"explain": "on"}, "explain"),
        ({"neighbours": 1}, "neighbours"),
        ({"require_verified": "yes"}, "require_verified"),
        ({"categories": "preferences"}, "categories"),
        ({"categories": ["Preferences"]}, "categories.0"),
        ({"kinds": "turn"}, "kinds"),
        ({"return": "Bullets"}, "return"),
        ({"allowed_sensitivity": [""]}, "allowed_sensitivity.0"),
        ({"allowed_sensitivity": "internal"}, "allowed_sensitivity"),
        ({"scope": "memories//x"}, "scope"),
        ({"scope": ""}, "scope"),
        ({"filters": []}, "filters"),
        ({"filters": {"pinned": "yes"}}, "filters.pinned"),
        ({"filters": {"agent_id": "planner"}}, "filters.agent_id"),
        ({"filters": {"updated_after": 123}}, "filters.updated_after"),
        ({"filters": {"updated_after": "123"}}, "filters.updated_after"),
        ({"filters": {"updated_after": "2025-13-01"}}, "filters.updated_after"),
        ({"filters": {"importance_min": 0}}, "filters.importance_min"),
        ({"filters": {"importance_min": True}}, "filters.importance_min"),
        ({"filters": {"memory_type": "dream"}}, "filters.memory_type"),
        ({"filters": {"user_id": str(uuid4())}}, "user_id"),
    ],
)
def test_a_wrong_value_is_named_by_its_field(ask, fields, field):
    answer = ask(**fields)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


@pytest.mark.parametrize(
    ("bounds", "field"),
    [
        ({"updated_after": "2030-01-01", "updated_before": "2020-01-01"}, "filters.updated_before"),
        ({"importance_min": 5, "importance_max": 1}, "filters.importance_max"),
    ],
)
def test_bounds_that_are_the_wrong_way_round_are_refused(ask, bounds, field):
    """Nothing can lie between them, so it is a mistake and not a question."""
    answer = ask(filters=bounds)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


def test_the_same_bound_twice_is_none_the_worse(ask, risotto):
    assert ids(ask(filters={"updated_after": "2030-01-01", "updated_before": "2030-01-01"})) == []
    assert ids(ask(filters={"importance_min": 3, "importance_max": 0.6})) == []


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00+14:00", "2025-07-01", "2025-07-01T09:30", "1970-01-01T00:00:00Z"]
)
def test_times_in_every_notation(ask, risotto, moment):
    assert ids(ask(filters={"updated_after": moment})) == [risotto]


def test_null_is_as_good_as_left_out(ask, risotto):
    names = (
        "agent",
        "scope",
        "categories",
        "filters",
        "top_k",
        "limit",
        "return",
        "budget_tokens",
        "threshold",
        "kinds",
    )
    others = ("require_verified", "allowed_sensitivity", "explain", "neighbours", "purpose", "thread_id")
    assert ids(ask(**dict.fromkeys(names + others))) == [risotto]
    filters = (
        "user_id",
        "agent_id",
        "run_id",
        "role",
        "category",
        "pinned",
        "importance_min",
        "updated_after",
        "metadata",
    )
    assert ids(ask(filters=dict.fromkeys(filters))) == [risotto]


def test_no_categories_are_none_and_left_out_they_are_all(ask, risotto):
    assert ids(ask(categories=[])) == []
    assert ids(ask()) == ids(ask(categories=None)) == [risotto]


def test_a_category_named_twice_or_in_both_places_counts_once(ask, risotto):
    assert ids(ask(categories=["preferences", "preferences"], filters={"category": "preferences"})) == [risotto]
    assert ids(ask(categories=["preferences"], filters={"category": "goals"})) == []


def test_a_category_that_nobody_knows_is_the_supervisor_s_only(ask, agent, ana):
    """R3."""
    assert ids(ask(categories=["nonexistent"])) == []
    answer = agent("planner").post("/memory/query", {"user_id": ana, "query": "x", "categories": ["nonexistent"]})
    assert (answer.status_code, answer.json()["category"]) == (403, "nonexistent")


def test_filters_that_ask_for_nothing_leave_everything(ask, risotto):
    assert ids(ask(filters={})) == ids(ask(filters={"metadata": {}})) == [risotto]


@pytest.mark.parametrize(
    "filters",
    [
        {"role": "nobody"},
        {"agent_id": str(uuid4())},
        {"session_id": str(uuid4())},
        {"run_id": "x"},
        {"metadata": {"a": None}},
    ],
)
def test_filters_that_nothing_meets_leave_nothing(ask, filters):
    assert ids(ask(filters=filters)) == []


def test_a_budget_below_the_first_item_leaves_room_for_a_shorter_one(api, ana, ask):
    api.post("/memories", {"user_id": ana, "content": "Ana cooks risotto. " * 30, "category": "goals"})
    answer = ask("Ana cooks risotto.", budget_tokens=15, **{"return": "bullets"})
    assert [item["category"] for item in answer.json()] == ["preferences"]
    assert ask(budget_tokens=1).json() == []


def test_an_unknown_role_or_person_is_refused(ask):
    assert ask(agent="nobody").status_code == 403
    assert ask(user_id=str(uuid4())).status_code == 404
    assert ask(user_id="").status_code == 422


def test_a_label_that_nobody_knows_ranks_above_what_an_agent_may_see(ask):
    """R27."""
    answer = ask(allowed_sensitivity=["secret"])
    assert ids(answer) == []


@pytest.mark.parametrize(
    "fields", [{"kinds": ["procedural"]}, {"filters": {"memory_type": "procedural"}}, {"categories": ["procedural"]}]
)
def test_procedures_are_found_by_whoever_asks_for_them(agent, ana, fields):
    """001 §12, and only then."""
    planner = agent("planner")
    steps = {
        "user_id": ana,
        "content": "1. Soak the rice. 2. Stir.",
        "memory_type": "procedural",
        "category": "procedural",
    }
    written = planner.post("/memories", steps).json()["memory_id"]
    asked = {"user_id": ana, "query": "How is the rice stirred?"}
    assert ids(planner.post("/memory/query", asked)) == []
    assert ids(planner.post("/memory/query", asked | fields)) == [written]


ODD = [
    "%s",
    "100 %",
    "%(x)s",
    "{workspace}",
    "a'b",
    "a\\'b\\",
    '"',
    "$1",
    "E'\\n'",
    "--",
    "/*",
    "é🥕",
    "null",
    "a;b",
    "?",
]


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("field", ["run_id", "actor_id"])
def test_odd_names_filter_like_others(api, ana, field, name):
    """They are values, however the statement is put together."""
    written = api.post("/memories", {"user_id": ana, "content": RISOTTO, field: name}).json()["memory_id"]
    api.post("/memories", {"user_id": ana, "content": RISOTTO + " Always."})
    asked = {"user_id": ana, "query": "risotto", "filters": {field: name}}
    assert ids(api.post("/memory/query", asked)) == [written]


@pytest.mark.parametrize("name", ODD)
def test_odd_metadata_filters_like_other(api, ana, name):
    written = api.post("/memories", {"user_id": ana, "content": RISOTTO, "metadata": {name: [name]}}).json()[
        "memory_id"
    ]
    api.post("/memories", {"user_id": ana, "content": RISOTTO + " Always."})
    asked = {"user_id": ana, "query": "risotto", "filters": {"metadata": {name: [name]}}}
    assert ids(api.post("/memory/query", asked)) == [written]


def test_a_label_with_signs_is_a_label(owner, ana):
    label = "50 % 'secret'"
    made = owner.post("/memories", {"user_id": ana, "content": RISOTTO, "sensitivity": label})
    assert made.status_code == 201, made.json()
    asked = {"user_id": ana, "query": "risotto", "allowed_sensitivity": [label]}
    assert ids(owner.post("/memory/query", asked)) == [made.json()["memory_id"]]


def test_a_long_question_of_many_words_is_answered(ask, risotto):
    words = " ".join(f"word{number}" for number in range(400)) + " risotto"
    assert ids(ask(words)) == [risotto]
