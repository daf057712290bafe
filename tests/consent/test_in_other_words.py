"""What the person forgot, or called wrong, comes back in other words only with their yes."""

import pytest

from consent.changes import ForgetMemory, RejectMemory
from consent.gate import submit
from consent.outcomes import Applied, Queued

pytestmark = pytest.mark.django_db
CELLO = "Ana plays the cello in an amateur quartet on Wednesdays."
FRIEND = "Ana's best friend is Marta; Marta has two dogs."


@pytest.mark.parametrize("take_back", [ForgetMemory, RejectMemory])
@pytest.mark.parametrize(
    ("said", "again"),
    [
        (CELLO, "On Wednesdays Ana plays cello in a quartet."),
        (FRIEND, "Marta is Ana's best friend and has two dogs."),
        (FRIEND, "Ana's best friend Marta owns 2 dogs."),
    ],
)
def test_it_is_asked_about(write, person, now, take_back, said, again):
    stored = write(said, key="first")
    assert isinstance(submit(take_back(memory_id=stored.memory_id), actor=person, now=now), Applied)
    answer = write(again, key="second")
    assert isinstance(answer, Queued)


@pytest.fixture
def called_wrong(set_fact, person, now):
    """Ana called wrong that she is a vegetarian and allergic to peanuts."""
    diet = set_fact("constraint", "diet", "vegetarian")
    allergy = set_fact("constraint", "allergies", "peanuts", item="peanuts")
    for stored in (diet, allergy):
        assert isinstance(submit(RejectMemory(memory_id=stored.memory_id), actor=person, now=now), Applied)


NEEDS = ["Ana is a vegetarian.", "Ana has a peanut allergy.", "Ana can't eat peanuts.", "Ana verträgt keine Erdnüsse."]


@pytest.mark.parametrize("content", NEEDS)
def test_a_need_that_was_called_wrong_is_asked_about_in_whatever_words(called_wrong, write, content):
    assert isinstance(write(content), Queued)


def test_so_it_is_as_another_field(called_wrong, set_fact):
    assert isinstance(set_fact("constraint", "avoided_foods", "peanuts", item="peanuts"), Queued)
    assert isinstance(set_fact("constraint", "allergies", "walnuts", item="walnuts"), Applied)


@pytest.mark.parametrize("content", ["Ana is vegan.", "Ana is allergic to walnuts.", "Ana likes peanuts."])
def test_other_needs_are_stored(called_wrong, write, content):
    assert isinstance(write(content), Applied)


def test_so_is_a_need_that_a_fact_holds_all_the_same(called_wrong, write, set_fact, person):
    set_fact("constraint", "allergies", "peanut butter and peanuts", item="peanut", actor=person)
    assert isinstance(write("Ana has a peanut allergy."), Applied)


@pytest.mark.parametrize("other", ["Ana plays tennis on Wednesdays.", "Ana's best friend is Rui, a baker from Faro."])
def test_another_thing_is_stored(write, person, now, other):
    for number, said in enumerate((CELLO, FRIEND)):
        stored = write(said, key=f"first-{number}")
        submit(ForgetMemory(memory_id=stored.memory_id), actor=person, now=now)
    assert isinstance(write(other, key="second"), Applied)


def test_what_an_agent_forgot_itself_may_be_said_again(write, supervisor, now):
    stored = write(CELLO, key="first")
    submit(ForgetMemory(memory_id=stored.memory_id), actor=supervisor, now=now)
    assert isinstance(write("On Wednesdays Ana plays cello in a quartet.", key="second"), Applied)


def test_the_person_may_say_it_again(write, person, now):
    stored = write(CELLO, key="first")
    submit(ForgetMemory(memory_id=stored.memory_id), actor=person, now=now)
    answer = write("On Wednesdays Ana plays cello in a quartet.", key="second", actor=person)
    assert isinstance(answer, Applied)
