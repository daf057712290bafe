"""What the person marked as wrong is not given to assistants in the messages that say it either (R17, R19)."""

import pytest
from django.utils import timezone

from conversations.models import Turn, WithheldValue
from memories.models import Memory
from operations import jobs
from tests.interfaces.rest.conftest import Api

pytestmark = pytest.mark.django_db
WEATHER = "It rained the whole day."


class Told:
    """A conversation with Ana, and what assistants get of it."""

    def __init__(self, home, in_home, api, owner, other):
        self.home, self.in_home, self.api, self.owner, self.other = home, in_home, api, owner, other
        self.ana = str(home.user_id)
        self.session = api.post("/sessions", {"user_id": self.ana}).json()["id"]

    def say(self, *messages):
        turns = [{"role": "user", "content": one} for one in messages]
        assert self.api.post(f"/sessions/{self.session}/turns", {"turns": turns}).status_code == 201
        self.run("extract_facts", "index_turns")

    def run(self, *names):
        for name in names:
            jobs.JOBS[name](self.home.workspace_id)

    def memory(self, words):
        with self.in_home():
            return str(Memory.objects.get(current__content__icontains=words).id)

    def mark(self, words, verb="reject"):
        memory = self.memory(words)
        answer = self.owner.post(f"/memories/{memory}/{verb}")
        assert answer.status_code == 200, answer.json()
        self.run("index_turns")

    def received(self, question):
        """All that assistants get of it, as one text: this one and another."""
        asked = {"user_id": self.ana, "query": question}
        return " ".join(
            str(each)
            for api in (self.api, self.other)
            for each in (
                api.post("/memory/query", asked | {"kinds": ["turn"]}).json(),
                api.post("/context", asked | {"session_id": self.session}).json()["text"],
                api.get(f"/sessions/{self.session}/turns").json()["results"],
            )
        )


@pytest.fixture
def told(home, in_home, api, owner, other_key):
    return Told(home, in_home, api, owner, Api({"Authorization": f"Bearer {other_key}"}))


FACTS = [
    ("My hobby is chess.", "hobbies: chess", "What is my hobby? Chess?", "chess"),
    ("I work as a plumber.", "plumber", "Am I a plumber?", "plumber"),
    ("My dog is called Rex.", "dog: Rex", "Who is Rex?", "Rex"),
    ("I'm allergic to kiwis.", "kiwi", "May I eat kiwis?", "kiwi"),
]


@pytest.mark.parametrize(("message", "stored", "question", "word"), FACTS)
def test_a_value_that_is_marked_as_wrong_is_withheld_until_that_is_undone(told, message, stored, question, word):
    told.say(f"{WEATHER} {message}", f"Well, as I said: {message[0].lower()}{message[1:]}", WEATHER)
    assert word in told.received(question)
    told.mark(stored)
    assert word not in told.received(question) and WEATHER in told.received("rain")
    told.mark(stored, "reject/undo")
    assert word in told.received(question)


@pytest.mark.parametrize(("message", "stored", "question", "word"), FACTS)
def test_a_later_message_with_it_is_withheld_too(told, message, stored, question, word):
    told.say(message)
    told.mark(stored)
    told.say(f"{WEATHER} {message}")
    assert word not in told.received(question)


def test_what_the_person_states_themselves_is_released(told):
    told.say("My hobby is chess.")
    told.mark("hobbies: chess")
    written = told.owner.put(f"/users/{told.ana}/facts/preference/hobbies", {"value": "chess"})
    assert written.status_code in (200, 201), written.json()
    told.run("index_turns")
    assert "chess" in told.received("What is my hobby?")


@pytest.mark.parametrize(
    ("note", "message"),
    [
        (
            "Ana plays the cello in an amateur quartet on Wednesdays.",
            "I play the cello in an amateur quartet on Wednesdays.",
        ),
        ("Ana is restoring a wooden boat with her uncle.", "With my uncle I am restoring a wooden boat."),
        ("Ana lives with three cats.", "I live with three cats."),
    ],
)
def test_so_are_the_words_of_a_note(told, note, message):
    told.say(f"{WEATHER} {message}", "The uncle of a friend has a boat, a cello and cats.")
    assert told.api.post("/memories", {"user_id": told.ana, "content": note}).status_code == 201
    told.mark(note)
    received = told.received(message)
    assert message not in received and "The uncle of a friend has a boat" in received


def test_what_the_person_stated_stays_although_a_note_of_it_is_marked_as_wrong(told):
    told.say("My hobby is chess.")
    told.owner.put(f"/users/{told.ana}/facts/preference/hobbies", {"value": "chess"})
    told.api.post("/memories", {"user_id": told.ana, "content": "User's hobby is chess.", "key": "note"})
    told.mark("User's hobby is chess.")
    with told.in_home():
        assert Turn.objects.get().retrievable is None


def test_a_need_that_was_read_by_its_meaning_is_withheld_in_those_words(told):
    told.say("Peanuts and I don't get along. The shop sells peanuts.")
    (asked,) = told.api.get("/proposals").json()["results"]
    assert told.owner.post(f"/proposals/{asked['id']}/approve").status_code == 200
    told.mark("peanuts")
    with told.in_home():
        assert Turn.objects.get().retrievable == "[withheld] The shop sells peanuts."


def test_the_value_is_destroyed_with_the_memory(told):
    told.say("My hobby is chess.")
    told.mark("hobbies: chess")
    told.owner.delete(f"/memories/{told.memory('hobbies: chess')}")
    with told.in_home():
        Memory.objects.update(purge_at=timezone.now())
    told.run("purge_memories")
    with told.in_home():
        assert not WithheldValue.objects.exists()
        assert Turn.objects.get().retrievable == "[withheld]"
