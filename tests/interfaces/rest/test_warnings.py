"""What an answer to a write warns of: categories that are not listed, questions that nobody can answer."""

import pytest

from consent.models import FieldAlias, Policy
from tests.memories import source_examples as examples
from workspaces import scope
from workspaces.models import Category, Membership, Person

pytestmark = pytest.mark.django_db
CITY = {"value": "Porto", "reason": "Moved."}


@pytest.fixture
def ben(home):
    """Somebody without a login."""
    with scope.enter(home.workspace_id):
        return str(Person.objects.create(name="Ben").id)


def write(api, ana, category, **more):
    return api.post("/memories", {"user_id": ana, "content": "Likes soup.", "category": category} | more)


def test_a_mistyped_category_is_named_with_the_one_that_may_be_meant(api, ana):
    answer = write(api, ana, "preferencs")

    (warning,) = answer.json()["warnings"]
    assert answer.status_code == 201
    assert "'preferencs' is not among the workspace's categories" in warning
    assert warning.endswith("Did you mean 'preferences'?")


def test_an_unlike_category_is_named_alone(api, ana):
    answer = write(api, ana, "beekeeping").json()
    (warning,) = answer["warnings"]
    assert "'beekeeping'" in warning and "Did you mean" not in warning
    assert answer["warning_codes"] == ["unlisted-category"] and answer["message"].endswith("/admin/categories/.")


def test_a_warning_is_said_once_and_the_message_says_what_to_do(api, ana, ben):
    for answer in (write(api, ana, "beekeeping"), api.put(f"/users/{ben}/facts/identity/city", CITY)):
        (warning,) = answer.json()["warnings"]
        assert warning not in answer.json()["message"] and "/admin/" not in warning


@pytest.mark.parametrize("category", ["preferences", "interests", "general", None])
def test_listed_and_usual_categories_warn_of_nothing(api, ana, category):
    answer = write(api, ana, category).json()
    assert answer["warnings"] == [] and "categories" not in answer["message"]


def test_a_misspelt_field_is_named_with_the_one_that_may_be_meant(api, ana):
    answer = api.put(f"/users/{ana}/facts/identity/cty", CITY)

    assert (answer.status_code, answer.json()["warning_codes"]) == (202, ["unknown-field"])
    assert answer.json()["warnings"] == ["The field 'cty' is none that this server knows. Did you mean 'city'?"]
    assert answer.json()["message"].endswith(f"PUT /api/v1/users/{ana}/facts/identity/city sets it.")


@pytest.mark.parametrize(
    ("field", "values", "odd"),
    [
        ("identity/birth_date", ["1990-02-28", "31.5.1990", "May 31st", "31 May 1990", "29 February", "31 mai 1990",
                                 "5/31/1990", "31. svibnja 1990.", "1990-05-31T00:00:00Z"],
         ["31 Feb 1990", "not a date", "1990", "32.1.1990", "1990-13-01", "2190-05-31", "31.5.2190", "May 31st, 1790"]),
        ("preference/units", ["metric", "Imperial", "metrisch", "the metric system", "US"], ["furlongs"]),
        ("identity/email", ["ana@example.com", "Ana@Example.com"], ["not-an-email", "ana@"]),
        ("identity/age", ["34", 34, "34 years"], ["many", "1990", "-5", "−5", "age: -5"]),
        ("identity/language", ["German", "deutsch", "pt-BR", "hr", "Swiss German", "日本語"], ["Zorp", "12"]),
        ("constraint/allergies", ["peanuts", "No 5 red dye"], ["none", "No allergies.", "keine", "no known allergies"]),
    ],
)  # fmt: skip
def test_a_value_that_is_none_of_its_field_is_taken_and_warned_of(api, ana, field, values, odd):
    path = f"/users/{ana}/facts/{field}"
    told = {value: api.put(path, {"value": value}) for value in [*values, *odd]}
    assert {answer.status_code for answer in told.values()} <= {200, 202}
    warned = [value for value, answer in told.items() if answer.json()["warning_codes"] == ["unusual-value"]]
    assert warned == odd


@pytest.mark.parametrize("field", ["preference/units", "preference/timezone", "identity/email"])
def test_a_number_is_refused_where_the_field_holds_something_else(api, ana, field):
    path = f"/users/{ana}/facts/{field}"
    for number in (5, 2.5, True):
        refused = api.put(path, {"value": number})
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "value")
    assert api.get(path).status_code == 404
    assert api.put(f"/users/{ana}/facts/preference/lucky_number", {"value": 5}).status_code in (200, 201)


def test_the_case_of_a_system_of_units_makes_no_other_value(api, owner, ana):
    path = f"/users/{ana}/facts/preference/units"
    assert owner.put(path, {"value": "Metric"}).json()["status"] == "created"
    for value in ("metric", "METRIC", "Metric"):
        assert (answer := api.put(path, {"value": value})).status_code == 200 and answer.json()["status"] == "unchanged"
    assert owner.get(path).json()["value"] == "metric"
    assert api.put(path, {"value": "imperial"}).status_code == 202


def test_what_is_expected_is_told_with_an_example(api, ana):
    told = api.put(f"/users/{ana}/facts/identity/age", {"value": "many"}).json()
    assert told["warnings"] == [
        "The value of 'age' is taken as it is, but cannot be read as a number of years, such as '34'."
    ]
    assert told["message"].endswith(f"PUT /api/v1/users/{ana}/facts/identity/age changes it.")


def test_that_there_is_none_is_no_value(api, ana):
    path = f"/users/{ana}/facts/constraint/allergies"
    told = api.put(path, {"value": "none"}).json()
    assert told["warnings"] == ["The value of 'allergies' is taken as one of them, though it says that there is none."]
    assert f"DELETE /api/v1{path}?item=none forgets it." in told["message"]
    assert api.delete(f"{path}?item=none").status_code == 200


def test_units_are_a_field_that_the_server_knows(api, ana):
    told = api.put(f"/users/{ana}/facts/preference/unit", {"value": "metric"}).json()
    assert told["warnings"] == ["The field 'unit' is none that this server knows. Did you mean 'units'?"]


@pytest.mark.parametrize("key", ["city", "Stadt", "shoe_size", "town_name"])
def test_a_known_field_and_one_of_its_own_name_are_not_warned_of(api, ana, key):
    assert api.put(f"/users/{ana}/facts/identity/{key}", CITY).json()["warnings"] == []


def test_a_field_that_the_workspace_names_is_known(api, ana, home):
    with scope.enter(home.workspace_id):
        FieldAlias.objects.create(spelling="cties", category="identity", key="cities_seen")
    for key in ("cties", "cities_seen"):
        assert api.put(f"/users/{ana}/facts/identity/{key}", CITY).json()["warnings"] == []


def test_what_staff_or_a_policy_listed_is_known(api, ana, home):
    with scope.enter(home.workspace_id):
        Category.objects.create(name="beekeeping", context="rag")
        Policy.objects.create(category="food", outcome="apply")

    assert write(api, ana, "beekeeping").json()["warnings"] == []
    assert write(api, ana, "food", content="Likes bread.").json()["warnings"] == []


def test_each_item_of_a_batch_is_warned_of_alone(api, ana):
    items = [{"user_id": ana, "content": f"Likes {one}.", "category": one} for one in ("preferencs", "goals")]
    results = api.post("/memories/batch", {"items": items}).json()["results"]

    assert [len(one["result"]["warnings"]) for one in results] == [1, 0]


@pytest.mark.parametrize(
    ("role", "content", "category"),
    [("executor", "Her mother is called Rosa.", "tasks"), ("planner", "Likes mushroom risotto.", "goals")],
)
def test_a_role_that_names_no_category_is_told_where_it_went(agent, ana, role, content, category):
    body = {"user_id": ana, "content": content}
    one = agent(role).post("/memories", body).json()
    [item] = (
        agent(role)
        .post("/memories/batch", {"items": [body | {"content": f"{content} So she says."}]})
        .json()["results"]
    )

    for answer in (one, item["result"]):
        assert answer["category"] == category and answer["warning_codes"] == ["unnamed-category"]
        assert f"filed under '{category}', the first on the list of role '{role}'." in answer["warnings"][0]
        assert f"'{role}' may write in: {category}, " in answer["message"]


def test_a_role_that_names_its_category_or_writes_a_fact_is_told_nothing(agent, api, ana):
    named = write(agent("planner"), ana, "goals").json()
    fact = agent("stylist").put(f"/users/{ana}/facts/preference/likes", {"value": "jazz", "reason": "Said so."}).json()

    assert named["warnings"] == fact["warnings"] == []
    assert api.post("/memories", {"user_id": ana, "content": "Likes soup."}).json()["warnings"] == []


def test_another_role_is_refused_with_the_category_of_its_own_that_is_near(agent, ana):
    answer = write(agent("planner"), ana, "project")
    assert answer.status_code == 403 and "Did you mean 'projects'?" in answer.json()["detail"]


def test_a_question_to_somebody_without_a_login_says_what_to_do(api, ben, settings):
    answer = api.put(f"/users/{ben}/facts/identity/city", CITY)

    (warning,), message = answer.json()["warnings"], answer.json()["message"]
    assert answer.status_code == 202 and warning.startswith("Nobody can answer yet")
    assert answer.json()["warning_codes"] == ["nobody-can-answer"]
    assert f"{settings.PUBLIC_URL}/setup/people" in message and f"{settings.PUBLIC_URL}/admin/policies/" in message


def test_so_does_a_text_of_which_a_sentence_waits(api, ben):
    payload = examples.issue(body="Uploads stop half way. Ben lives in Lisbon.")
    item = {"payload": payload, "user_id": ben, "source_id": "1", "title": "Retries", "category": "tasks"}
    answer = api.post("/sources/github/objects", item).json()
    assert answer["held_back"] and answer["warning_codes"] == ["nobody-can-answer"]
    assert "/setup/people" in answer["message"]


def test_one_to_somebody_with_a_login_does_not(api, ana):
    assert api.put(f"/users/{ana}/facts/identity/city", CITY).json()["warnings"] == []


def test_nor_one_that_reviewers_may_answer(api, ben, home):
    with scope.enter(home.workspace_id):
        Policy.objects.create(
            fact_category="identity", fact_key="city", outcome="consent", delegates_to_reviewers=True, priority=1
        )
    assert api.put(f"/users/{ben}/facts/identity/city", CITY).json()["warnings"] == []


def test_a_login_that_is_switched_off_answers_nothing(api, ana, home):
    Membership.objects.get(workspace_id=home.workspace_id, person_id=ana).account.__class__.objects.update(
        is_active=False
    )
    assert api.put(f"/users/{ana}/facts/identity/city", CITY).json()["warnings"] != []


def test_each_way_of_writing_names_the_field_that_says_otherwise(owner, ana):
    """To the person who writes; see test_proposals for approving."""
    assert owner.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"}).status_code == 200
    told = "Ana lives in Maribor."
    one = owner.post("/memories", {"user_id": ana, "key": "home", "content": told}).json()
    path = f"/memories/{one['memory_id']}"
    batch = owner.post("/memories/batch", {"items": [{"user_id": ana, "key": "again", "content": told}]}).json()
    item = {"namespace": ["memories", ana], "key": "item", "value": {"text": told}}
    results = [one, batch["results"][0]["result"], owner.put("/store/items", item).json()]
    harmless = owner.patch(path, {"content": "Ana lives in Porto."}).json()
    assert harmless["warning_codes"] == []
    results.append(owner.patch(path, {"content": told}).json())
    assert owner.delete(path).status_code == 200
    results.append(owner.post(f"{path}/restore", {}).json())
    for result in results:
        assert result["warning_codes"] == ["field-differs"], result
        assert result["warnings"] == ["The field 'city' still says 'Porto'."]


def test_approving_several_names_the_field_that_says_otherwise(owner, api, ana):
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"})
    asked = api.post("/memories", {"user_id": ana, "content": "Ana lives in Maribor."}).json()["proposal_id"]
    shown = owner.get(f"/proposals/{asked}").json()["shown_hash"]
    decision = {"id": asked, "shown_hash": shown, "verdict": "approve"}
    (result,) = owner.post("/proposals/bulk", {"decisions": [decision]}).json()["results"]
    assert result["result"]["warning_codes"] == ["field-differs"]


def test_a_need_that_another_memory_denies_is_warned_of(api, agent, ana):
    first = api.post("/memories", {"user_id": ana, "content": "Ana is allergic to shellfish."}).json()
    denied = api.post("/memories", {"user_id": ana, "content": "Ana is not allergic to shellfish."}).json()
    assert (first["warning_codes"], denied["warning_codes"]) == ([], ["contrary-need"])
    assert first["memory_id"] in denied["warnings"][0] and first["memory_id"] in denied["message"]


def test_a_second_diet_is_too(api, ana):
    api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian"})
    answer = api.post("/memories", {"user_id": ana, "content": "Ana is vegan now."}).json()
    assert answer["warning_codes"] == ["contrary-need"]
