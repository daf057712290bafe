"""Ways around consent and grants that an attacker with one key once found, each closed."""

from uuid import UUID

import pytest

from consent.models import FieldAlias
from consent.proposals.decide import reject_proposal
from conversations.models import Turn
from memories.models import Fact, Memory
from retrieval.models import RetrievalEvent
from tests.interfaces.rest.conftest import by_login
from workspaces import scope
from workspaces.models import Agent, Exclusion, Grant, Person

SECRET = "sk-ant-api03-" + "Zx8Qv2Lm9Rt4Wk7Yb1Nc5Hd3" * 3
GONE = "[redacted:"


@pytest.fixture
def star(home):
    """The supervisor's grant for everyone."""
    with scope.enter(home.workspace_id):
        return Grant.objects.get(agent__role="supervisor", person=None, namespace_path="")


@pytest.mark.parametrize("key", ["ciudad", "Ciudad", "ville", "Wohnort", "home base", "lives in", "user.city_2"])
@pytest.mark.parametrize("category", ["preference", "constraint"])
def test_a_field_by_any_name_and_category_is_queued(api, ana, category, key):
    answer = api.put(f"/users/{ana}/facts/{category}/{key}", {"value": "Lisbon"})
    assert (answer.status_code, answer.json()["status"]) == (202, "pending_consent")


def test_an_alias_of_the_workspace_counts_too(home, api, ana):
    with scope.enter(home.workspace_id):
        FieldAlias.objects.create(spelling="barrio", category="identity", key="city")
    assert api.put(f"/users/{ana}/facts/preference/Barrio", {"value": "Chiado"}).status_code == 202


def test_an_alias_finds_its_field(home, owner, api, ana):
    with scope.enter(home.workspace_id):
        FieldAlias.objects.create(spelling="vestimenta", category="preference", key="coding_style")
    api.put(f"/users/{ana}/facts/preference/vestimenta", {"value": "black"})
    assert api.get(f"/users/{ana}/facts/preference/coding_style").json()["value"] == "black"
    assert api.get(f"/users/{ana}/facts/preference/vestimenta").json()["key"] == "coding_style"


def test_it_takes_none_of_the_server_s_own_away(home, api, ana):
    with scope.enter(home.workspace_id):
        FieldAlias.objects.create(spelling="city", category="preference", key="theme")
    assert api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).status_code == 202


@pytest.mark.parametrize("key", ["a" * 65, "café!", "名前", "a/b", "%", "key;drop"])
def test_a_key_that_cannot_be_written_is_refused(api, ana, key):
    assert api.put(f"/users/{ana}/facts/preference/{key}", {"value": "x"}).status_code in (404, 422)


@pytest.mark.parametrize(
    "content",
    ["The user lives in Lisbon.", "Ana lives in Lisbon.", "My name is Ana", "Ana: city: Lisbon", "Me llamo Ana"],
)
def test_a_shared_namespace_tells_nothing_sensitive_of_a_person(home, api, ana, content):
    answer = api.post("/memories", {"namespace": ["shared", "team"], "key": "note", "content": content})
    assert answer.status_code == 422
    with scope.enter(home.workspace_id):
        assert Memory.objects.count() == 0


@pytest.mark.parametrize("says", ["{} lives in Lisbon.", "{} speaks French.", "{}'s pronouns are they/them."])
def test_nor_who_is_remembered(api, says):
    told = [
        api.post("/memories", {"namespace": ["shared", "team"], "content": says.format(name)})
        for name in ("Ana", "Zacharias Quux")
    ]
    assert told[0].status_code == told[1].status_code == 422 and told[0].json() == told[1].json()


@pytest.mark.parametrize("content", ["city: Lisbon", "The office is in Lisbon.", "The team lives by its rules."])
def test_what_concerns_nobody_may_be_shared(api, content):
    body = {"namespace": ["shared", "team"], "key": "note", "content": content}
    assert api.post("/memories", body).status_code == 201


@pytest.mark.parametrize("spell", [str.upper, "urn:uuid:{}".format, "{{{}}}".format, lambda one: one.replace("-", "")])
def test_a_person_s_namespace_has_one_spelling(home, api, ana, spell):
    body = {"namespace": ["memories", spell(ana)], "key": "note", "content": "The release is on Friday."}
    assert api.post("/memories", body).status_code == 201
    with scope.enter(home.workspace_id):
        assert Memory.objects.values_list("namespace_path", "person_id").get() == (f"memories/{ana}", UUID(ana))
        assert Memory.objects.get().namespace == ["memories", ana]


@pytest.mark.parametrize("spell", [str.upper, "urn:uuid:{}".format])
def test_and_its_sensitive_fields_are_guarded_in_each(api, ana, spell):
    body = {"namespace": ["memories", spell(ana)], "key": "note", "content": "User lives in Lisbon."}
    assert api.post("/memories", body).status_code == 202


def test_a_guessed_key_tells_no_hidden_category(api, agent, ana):
    api.post("/memories", {"user_id": ana, "key": "plan", "content": "See a doctor.", "category": "relationships"})
    answer = agent("planner").post("/memories", {"user_id": ana, "key": "plan", "content": "x", "category": "goals"})
    assert answer.status_code == 201
    assert "relationships" not in answer.content.decode()


def test_nor_does_one_without_a_category(api, agent, ana):
    api.post("/memories", {"user_id": ana, "key": "plan", "content": "See a doctor.", "category": "relationships"})
    answer = agent("planner").post("/memories", {"user_id": ana, "key": "plan", "content": "x"})
    assert (answer.status_code, "relationships" in answer.content.decode()) == (201, False)


@pytest.fixture
def withheld(ana):
    """What an agent is told to be withheld: of a question that meets the zebra, and of one that does not."""

    def counts(who, **fields):
        asked = {"filters": {"user_id": ana}, **fields}
        answers = [
            who.post("/memory/query", {"query": query, **asked}) for query in ("zebra garden", "submarine engine")
        ]
        return [answer["X-Withheld-Count"] for answer in answers]

    return counts


ZEBRA = "A zebra in the garden."


@pytest.mark.parametrize("asked", [{}, {"require_verified": True}])
@pytest.mark.parametrize("memory_type", ["semantic", "procedural"])
def test_the_count_of_what_is_withheld_is_no_oracle(api, agent, ana, withheld, memory_type, asked):
    """Whatever else would keep the memory back: what the role may not see is not counted for that."""
    hidden = {"category": "relationships", "memory_type": memory_type}
    api.post("/memories", {"user_id": ana, "content": ZEBRA, **hidden})
    assert withheld(agent("planner"), **asked) == ["0", "0"]


@pytest.mark.parametrize("memory_type", ["semantic", "procedural"])
def test_nor_is_it_of_what_is_too_sensitive(api, owner, ana, withheld, memory_type):
    hidden = {"sensitivity": "confidential", "memory_type": memory_type}
    owner.post("/memories", {"user_id": ana, "content": ZEBRA, **hidden})
    assert withheld(api, allowed_sensitivity=["internal", "confidential"]) == ["0", "0"]


def test_nor_of_what_was_forgotten(api, ana, withheld):
    made = api.post("/memories", {"user_id": ana, "content": ZEBRA}).json()["memory_id"]
    assert withheld(api, require_verified=True)[0] == "1"
    api.delete(f"/memories/{made}")
    assert withheld(api, require_verified=True) == ["0", "0"]


def test_nor_of_what_was_said(api, agent, ana, withheld):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": ZEBRA})
    assert withheld(api, require_verified=True)[0] == "1"
    assert withheld(agent("planner"), require_verified=True) == ["0", "0"]


def test_sessions_take_the_category_of_what_was_said(api, agent, ana):
    made = api.post("/sessions", {"user_id": ana, "external_id": "therapy"}).json()
    planner = agent("planner")
    assert planner.get("/sessions").status_code == planner.get(f"/sessions/{made['id']}").status_code == 403
    assert api.get("/sessions").json()["results"][0]["external_id"] == "therapy"


def test_secrets_in_names_are_redacted(home, api, ana):
    made = api.post("/users", {"name": f"Ben {SECRET}"}).json()
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "Hello.", "speaker": f"Ana {SECRET}"})
    with scope.enter(home.workspace_id):
        kept, turn = Person.objects.get(id=made["id"]).name, Turn.objects.get()
    assert GONE in kept and SECRET not in kept
    assert SECRET not in f"{turn.speaker} {turn.label}"


@pytest.mark.parametrize("field", ["external_id", "thread_id"])
def test_secrets_in_identifiers_are_refused(api, ana, field):
    answer = api.post("/sessions", {"user_id": ana, field: SECRET})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


def test_secrets_in_the_identifier_of_a_message_are_refused(home, api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    answer = api.post(f"/sessions/{session}/turns", {"role": "user", "content": "Hello.", "external_id": SECRET})
    assert answer.status_code == 422
    with scope.enter(home.workspace_id):
        assert not Turn.objects.exists()


def test_secrets_in_a_query_s_filters_are_redacted(home, api, ana):
    api.post("/memory/query", {"query": "tea", "filters": {"user_id": ana, "run_id": SECRET}})
    with scope.enter(home.workspace_id):
        assert SECRET not in str(RetrievalEvent.objects.get().filters)


def test_what_was_refused_is_told_to_no_agent(home, api, person, ana, now):
    asked = api.put(f"/users/{ana}/facts/identity/languages_spoken", {"value": "Klingon"}).json()["proposal_id"]
    reject_proposal(proposal_id=UUID(asked), actor=person, now=now)
    assert "lingon" not in api.get(f"/proposals/{asked}").content.decode()
    assert "lingon" not in api.get("/proposals").content.decode()


def test_the_person_still_sees_it(owner, api, person, ana, now):
    asked = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).json()["proposal_id"]
    reject_proposal(proposal_id=UUID(asked), actor=person, now=now)
    assert owner.get(f"/proposals/{asked}").json()["new_value"] == "Lisbon"


def test_too_many_proposals_are_refused_with_429(settings, api, ana):
    settings.PENDING_PROPOSALS = 1
    api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"})
    answer = api.put(f"/users/{ana}/facts/identity/pronouns", {"value": "she/her"})
    assert (answer.status_code, answer.json()["type"].rpartition("/")[2]) == (429, "too-many-proposals")
    assert "Retry-After" not in answer and "GET /proposals?state=pending" in answer.json()["detail"]


def test_a_person_takes_themselves_out_of_a_grant_for_everyone(home, colleague, api, ana, ben, star):
    assert colleague.delete(f"/grants/{star.id}").status_code == 200
    body = {"content": "The release is on Friday."}
    assert api.post("/memories", {"user_id": ben, **body}).status_code == 403
    assert api.post("/memories", {"user_id": ana, **body}).status_code == 201
    assert ben not in [row["id"] for row in api.get("/users").json()["results"]]
    with scope.enter(home.workspace_id):
        assert Exclusion.objects.values_list("person_id", flat=True).get() == UUID(ben)


def test_nothing_of_them_is_read_any_more(colleague, api, ben, star):
    made = api.post("/memories", {"user_id": ben, "content": "A zebra in the garden."}).json()["memory_id"]
    colleague.delete(f"/grants/{star.id}")
    assert api.get(f"/memories/{made}").status_code == 404
    assert api.post("/memory/query", {"query": "zebra", "filters": {"user_id": ben}}).status_code in (403, 404, 422)


def test_they_do_not_see_the_grant_any_more_but_others_do(colleague, owner, star):
    colleague.delete(f"/grants/{star.id}")
    assert str(star.id) not in [row["id"] for row in colleague.get("/grants").json()["results"]]
    assert str(star.id) in [row["id"] for row in owner.get("/grants").json()["results"]]


def test_they_may_let_the_agent_in_again(home, colleague, api, ben, star):
    colleague.delete(f"/grants/{star.id}")
    with scope.enter(home.workspace_id):
        supervisor = Agent.objects.get(role="supervisor")
    assert colleague.post("/grants", {"agent_id": str(supervisor.id), "user_id": ben}).status_code == 201
    assert api.post("/memories", {"user_id": ben, "content": "The release is on Friday."}).status_code == 201


def test_an_owner_says_whether_it_ends_for_all_or_for_themselves(owner, api, ana, ben, star):
    body = {"content": "The release is on Friday."}
    assert owner.delete(f"/grants/{star.id}?only_me=true").status_code == 200
    assert api.post("/memories", {"user_id": ana, **body}).status_code == 403
    assert api.post("/memories", {"user_id": ben, **body}).status_code == 201
    assert owner.delete(f"/grants/{star.id}").status_code == 200
    assert api.post("/memories", {"user_id": ben, **body}).status_code == 403


def test_only_oneself_is_taken_out_of_no_grant_about_somebody_else(owner, ben, star):
    about_ben = owner.post("/grants", {"agent_id": str(star.agent_id), "user_id": ben}).json()["id"]
    assert owner.delete(f"/grants/{about_ben}?only_me=true").status_code == 403


def test_a_stranger_takes_nobody_out(elsewhere, star):
    assert by_login("stranger").delete(f"/grants/{star.id}").status_code == 404


def test_no_sensitive_fact_came_of_any_of_it(home, api, ana):
    for key in ("ciudad", "prenom", "sprache"):
        api.put(f"/users/{ana}/facts/preference/{key}", {"value": "Lisbon"})
    with scope.enter(home.workspace_id):
        assert not Fact.objects.exists()
