"""The allergies that a message of the person tells are facts of theirs, and nothing else of it is."""

import pytest

from operations import jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(api, ana, home):
    def tell(message):
        session = api.post("/sessions", {"user_id": ana}).json()["id"]
        said = {"turns": [{"role": "user", "content": message}]}
        assert api.post(f"/sessions/{session}/turns", said).status_code == 201
        jobs.JOBS["extract_facts"](home.workspace_id)
        facts = api.get(f"/users/{ana}/facts").json()["results"]
        return {fact["value"] for fact in facts if fact["key"] == "allergies"}

    return tell


@pytest.mark.parametrize(
    ("message", "allergies"),
    [
        (
            "Please remember I am allergic to peanuts, last time I ended up in the emergency room. And sesame gives me "
            "hives.",
            {"peanuts", "sesame"},
        ),
        ("Soy alérgica al polen, pero no a los gatos", {"polen"}),
        ("Ich bin allergisch gegen Haselnüsse, seit ich ein Kind war", {"Haselnüsse"}),
        ("Je suis allergique aux arachides, mais pas au lait.", {"arachides"}),
        ("I'm allergic to bees, ask my mother.", {"bees"}),
    ],
)
def test_a_message_tells_its_allergies_alone(told, message, allergies):
    assert told(message) == allergies
