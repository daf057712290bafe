"""The map of everything remembered: subjects, people and places."""

import pytest

from consent.changes import LinkMemories

pytestmark = pytest.mark.django_db


def nodes(client):
    told = client.get("/map").context
    return {node.id: node.count for kind in ("subjects", "people", "places") for node in told[kind]}


def test_an_empty_map_explains_itself(owner):
    assert "No memories yet" in owner.get("/map").content.decode()


def test_subjects_people_and_places_are_told_with_their_memories(owner, note):
    note("Ana's brother Tiago came to Porto.", key="a", category="tasks")
    note("Tiago does not eat gluten.", key="b", category="projects")

    assert nodes(owner) == {"subject:projects": 1, "subject:tasks": 1, "person:Tiago": 2, "place:Porto": 1}
    assert "Tiago does not eat gluten." in owner.get("/map").content.decode()


@pytest.mark.parametrize(
    "text",
    [
        "On Monday Ana climbs.",
        "Book the garden in May.",
        "She deploys with GitHub and Python.",
        "She cooks Italian food with Ana.",
        "Reading is nice.",
    ],
)
def test_weekdays_products_languages_and_the_person_themselves_are_no_names(owner, note, text):
    note(text)

    assert nodes(owner) == {"subject:general": 1}


def test_a_pet_is_nobody(owner, note):
    animals = ["Ana has a cat called Miso.", "Ana's gecko Kiko sleeps."]
    animals += ["Unser Pferd Blitz ist müde.", "Trixi ist unsere Hündin."]
    walks = [f"Ana took a walk with {name}." for name in ("Miso", "Kiko", "Blitz", "Trixi")]
    for key, text in enumerate((*animals, *walks, "Ana dined with Rita.")):
        note(text, key=str(key))

    assert [one.id for one in owner.get("/map").context["people"]] == ["person:Rita"]


def test_what_the_person_is_called_is_nobody_else(owner, note, person):
    note("Ana prefers to be called Anocas.", key="own", actor=person)
    note("The team meets Anocas and Tiago on Mondays.", key="team")
    note("Ana's sister is called Rita.", key="sister")

    assert [node.name for node in owner.get("/map").context["people"]] == ["Rita"]


def test_what_stands_beside_what_is_told_for_the_drawing(owner, note):
    note("Her sister Rita lives in Braga.", key="a", category="tasks")

    (rita,) = owner.get("/map").context["people"]

    assert dict(rita.shared) == {"subject:tasks": 1, "place:Braga": 1}


def test_a_node_opens_into_its_memories_and_their_links(owner, note, send):
    first = note("Her sister Rita lives in Braga.", key="a", category="tasks")
    second = note("Call Rita.", key="b", category="tasks")
    note("Something else.", key="c", category="projects")
    send(LinkMemories(memory_id=first, to_id=second))

    told = owner.get("/map/around", {"node": "person:Rita"}).json()

    assert told["count"] == 2
    assert {memory["address"] for memory in told["memories"]} == {f"/memories/{first}", f"/memories/{second}"}
    assert [memory["nodes"] for memory in told["memories"] if memory["id"] == str(second)] == [
        ["subject:tasks", "person:Rita"]
    ]
    assert told["edges"] == [{"from": str(first), "to": str(second), "label": "Related to", "is_directed": False}]


def test_a_node_that_is_not_there_is_not_found(owner):
    assert owner.get("/map/around", {"node": "person:Nobody"}).status_code == 404


def test_nobody_else_sees_it(colleague, outsider, note):
    note("Her sister Rita lives in Braga.")

    for client in (colleague, outsider):
        assert nodes(client) == {}
        assert client.get("/map/around", {"node": "person:Rita"}).status_code == 404


@pytest.mark.parametrize("count", [1, 20])
def test_it_takes_as_many_queries_for_twenty_memories_as_for_one(owner, note, table_reads, count):
    for number in range(count):
        note(f"Her sister Rita called {number} times.", key=f"n{number}")

    # Session, account, memberships; the memories, the person's name, the count.
    assert table_reads(lambda: owner.get("/map")) == 7
