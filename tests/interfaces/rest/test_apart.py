"""What an agent writes where something stands that it may not know of: a row of its own, answered as a free key is."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from memories.models import Fact
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def planner(agent):
    """Does not have `relationships` on its allowlist."""
    return agent("planner")


@pytest.fixture
def hide(owner, ana):
    """The person puts a memory out of sight of an agent with a ceiling of `internal`, or of one without a category."""

    def hide_by(how, key, **fields):
        filed = {"category": "relationships"} if how == "category" else {"category": "goals"}
        label = {"sensitivity": "restricted"} if how == "sensitivity" else {}
        body = {"user_id": ana, "key": key, "content": "See the doctor.", **filed, **label, **fields}
        made = owner.post("/memories", body).json()["memory_id"]
        if how == "forgotten":
            owner.patch(f"/memories/{made}", {"category": "relationships"})
            assert owner.delete(f"/memories/{made}").status_code == 200
        return made

    return hide_by


HOW = ["category", "sensitivity", "forgotten"]


def told(answer):
    """An answer but for ids and times."""
    ids = {"memory_id", "relation_id", "proposal_id", "proposal_url", "review_url", "change_id"}
    return answer.status_code, {name: value for name, value in answer.json().items() if name not in ids}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("content", ["Ship v1.", "Ana lives in Zagreb."])
def test_a_taken_key_is_answered_like_a_free_one(planner, ana, hide, how, content):
    hide(how, "plan")

    taken, free = (
        planner.post("/memories", {"user_id": ana, "key": key, "content": content}) for key in ("plan", "free")
    )

    assert told(taken) == told(free)
    assert taken.status_code == (202 if "Zagreb" in content else 201)


@pytest.mark.parametrize("how", HOW)
def test_the_row_of_its_own_is_what_the_writer_reads_changes_and_forgets(planner, owner, ana, hide, how):
    hidden = hide(how, "plan")
    namespace = ["memories", ana]
    asked = {"namespace": "/".join(namespace), "key": "plan"}
    planner.put("/store/items", {"namespace": namespace, "key": "plan", "value": {"content": "Ship v1."}})

    made = planner.get("/store/items", asked).json()
    again = planner.put("/store/items", {"namespace": namespace, "key": "plan", "value": {"content": "Ship v2."}})
    patched = planner.patch(f"/memories/{made['id']}", {"content": "Ship v3."})

    assert made["id"] != hidden
    assert {again.json()["memory_id"], patched.json()["memory_id"]} == {made["id"]}
    assert planner.get("/store/items", asked).json()["value"]["content"] == "Ship v3."
    assert planner.delete(f"/store/items?namespace={'/'.join(namespace)}&key=plan").status_code == 200
    assert planner.get("/store/items", asked).status_code == 404
    if how != "forgotten":
        assert owner.get(f"/memories/{hidden}").json()["content"] == "See the doctor."


def test_the_person_sees_both_and_changes_the_one_she_means(planner, owner, ana, hide):
    hidden = hide("category", "plan")
    made = planner.post("/memories", {"user_id": ana, "key": "plan", "content": "Ship v1."}).json()["memory_id"]

    rows = owner.get("/memories", {"user_id": ana, "key": "plan"}).json()["results"]
    assert {row["id"] for row in rows} == {hidden, made}
    assert owner.patch(f"/memories/{made}", {"content": "Ship v2."}).json()["memory_id"] == made
    contents = [owner.get(f"/memories/{one}").json()["content"] for one in (hidden, made)]
    assert contents == ["See the doctor.", "Ship v2."]


def test_a_yes_makes_the_row_beside_and_leaves_the_hidden_one(planner, owner, ana, hide):
    hidden = hide("category", "plan")
    body = {"user_id": ana, "key": "plan", "content": "Ana lives in Zagreb."}
    asked, again = (planner.post("/memories", body).json() for _ in range(2))
    assert asked["proposal_id"] == again["proposal_id"]

    shown = owner.get(f"/proposals/{asked['proposal_id']}").json()
    assert (shown["old_value"], "See the doctor." in str(shown)) == ("", False)
    decided = owner.post(f"/proposals/{asked['proposal_id']}/approve", {"shown_hash": shown["shown_hash"]})

    assert decided.status_code == 200
    assert owner.get(f"/memories/{hidden}").json()["content"] == "See the doctor."
    made = planner.get("/memories", {"user_id": ana, "key": "plan"}).json()["results"]
    assert [row["content"] for row in made] == ["Ana lives in Zagreb."]


def test_her_pages_tell_of_the_other(planner, owner, ana, hide):
    hidden = hide("category", "plan")
    made = planner.post("/memories", {"user_id": ana, "key": "plan", "content": "Ship v1."}).json()["memory_id"]
    hide("category", "home")
    asked = planner.post("/memories", {"user_id": ana, "key": "home", "content": "Ana lives in Zagreb."}).json()

    def page(name, row_id):
        return owner.client.get(reverse(f"pages:{name}", args=[row_id])).content.decode()

    assert reverse("pages:memory", args=[made]) in page("memory", hidden)
    assert reverse("pages:memory", args=[hidden]) in page("memory", made)
    assert "is hidden from this assistant" in page("proposal", asked["proposal_id"])


def test_neither_question_takes_the_others_place(api, planner, owner, ana, hide):
    hide("category", "plan", content="Ana sees Tom.")
    hers = api.post("/memories", {"user_id": ana, "key": "plan", "content": "Ana lives in Split."}).json()
    planner.post("/memories", {"user_id": ana, "key": "plan", "content": "Ana lives in Zagreb."})
    assert owner.get(f"/proposals/{hers['proposal_id']}").json()["state"] == "pending"


def test_a_fact(home, api, owner, ana):
    path = f"/users/{ana}/facts/preference/editor"
    owner.put(path, {"value": "Vim", "sensitivity": "restricted"})

    taken, free = api.put(path, {"value": "Emacs"}), api.put(path.replace("editor", "shell"), {"value": "fish"})

    assert told(taken) == told(free)
    assert (api.get(path).json()["values"], owner.get(path).json()["values"]) == (["Emacs"], ["Vim"])
    assert api.put(path, {"value": "Nano"}).status_code == 200
    assert api.get(path).json()["values"] == ["Nano"]
    with scope.enter(home.workspace_id):
        assert sorted(Fact.objects.active().filter(key="editor").values_list("value", flat=True)) == ["Nano", "Vim"]
    assert api.delete(path).status_code == 200
    assert (api.get(path).status_code, owner.get(path).json()["value"]) == (404, "Vim")


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_source_object(planner, owner, ana, ben, elsewhere):
    def ingest(who, number, user_id, **fields):
        payload = {"type": "issue", "number": number, "repository": "acme/app", "body": "Retry uploads."}
        body = {"user_id": user_id, "source_id": f"acme/app#{number}", "title": "Retries", "payload": payload}
        return who.post("/sources/github/objects", body | fields)

    hidden = {"category": "relationships"} if not elsewhere else {"sensitivity": "restricted"}
    assert ingest(owner, 1, ana, **hidden).status_code == 201

    taken, free = (ingest(planner, number, ben if elsewhere else ana, category="goals") for number in (1, 2))

    assert told(taken) == told(free)
    assert taken.status_code == 201
    assert told(ingest(planner, 1, ben if elsewhere else ana, category="goals"))[0] == 200


def test_a_reference_to_a_file(planner, owner, ana, hide):
    body = {"user_id": ana, "storage_uri": "https://files.example/x", "artifact_type": "log"}
    hidden = hide("category", "plan")
    taken = owner.post("/artifacts", body | {"sha256": "a" * 64, "name": "hers", "memory_id": hidden}).json()

    answers = [planner.post("/artifacts", body | {"sha256": digit * 64}) for digit in "ab"]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["id"] != taken["id"] and "hers" not in answers[0].content.decode()
    again = planner.post("/artifacts", body | {"sha256": "a" * 64})
    assert (again.status_code, again.json()["id"]) == (200, answers[0].json()["id"])


def test_an_uploaded_file(planner, owner, ana, hide):
    def upload(who, **fields):
        file = SimpleUploadedFile("notes.txt", b"bees")
        form = {"user_id": ana, "artifact_type": "log", "file": file, **fields}
        return who.client.post("/api/v1/artifacts", form, headers=who.headers)

    hidden = upload(owner, memory_id=hide("category", "plan"), name="hers").json()
    answer = upload(planner)
    assert answer.status_code == 201
    assert answer.json()["id"] != hidden["id"] and "hers" not in answer.content.decode()


def test_a_key_that_both_may_see_is_still_one_memory(api, planner, ana):
    body = {"user_id": ana, "key": "plan", "category": "goals"}
    first = api.post("/memories", body | {"content": "Ship v1."}).json()["memory_id"]
    assert planner.post("/memories", body | {"content": "Ship v2."}).json()["memory_id"] == first


def test_an_agents_export_does_not_tell_which_stand_apart(planner, ana, hide):
    hide("category", "plan")
    for key, content in (("plan", "Ship v1."), ("plan", "Ana lives in Zagreb."), ("free", "Ship v2.")):
        planner.post("/memories", {"user_id": ana, "key": key, "content": content})
    exported = json.loads(planner.get(f"/users/{ana}/export").getvalue())
    assert len(exported["memories"]) == 2
    assert exported["proposals"][0]["change"]["draft"]["content"] == "Ana lives in Zagreb."
    assert "apart" not in json.dumps(exported)
