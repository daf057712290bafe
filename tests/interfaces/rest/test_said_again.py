"""What a repetition says beside its words is asked about as that of a new memory: others read where it comes from."""

import pytest

pytestmark = pytest.mark.django_db
TULIPS = "Zoe likes tulips."
TELLING = ("Zoe is HIV positive", "zoe-hiv-positive", "zoe_gay")


@pytest.fixture
def exported(other, ana):
    """What another agent reads in the person's export."""
    return lambda: b"".join(other.get(f"/users/{ana}/export").streaming_content).decode()


@pytest.fixture
def say(api, ana):
    return lambda **more: api.post("/memories", {"user_id": ana, "content": TULIPS, **more})


@pytest.mark.parametrize("text", TELLING)
@pytest.mark.parametrize("place", ["source_identity", "source_event_id", "source_label", "thread_id"])
def test_of_a_memory(place, text, say, exported):
    assert say().json()["status"] == "created"
    assert say(**{place: text}).status_code == 202
    assert text not in exported()


def test_an_origin_that_tells_nothing_is_noted(say, exported):
    say()
    said = say(source_identity="Tom", source_event_id="evt_17", source_label="Notes", thread_id="t-1")
    assert said.json()["status"] == "merged" and "evt_17" in exported()


@pytest.mark.parametrize("place", ["source_event_id", "thread_id"])
@pytest.mark.parametrize(("field", "value"), [("preference/sport", "tennis"), ("identity/city", "Lisbon")])
def test_of_a_field(field, value, place, api, owner, ana, exported):
    path = f"/users/{ana}/facts/{field}"
    if asked := api.put(path, {"value": value}).json()["proposal_id"]:
        owner.post(f"/proposals/{asked}/approve")
    assert api.put(path, {"value": value}).json()["status"] == "unchanged"
    assert api.put(path, {"value": value, place: "zoe-hiv-positive"}).status_code == 202
    assert "zoe-hiv-positive" not in exported()


def test_a_thread_whose_name_tells_is_not_named_of_what_waits(say, exported):
    assert say(thread_id="zoe-hiv-positive").status_code == 202
    assert "zoe-hiv-positive" not in exported()
