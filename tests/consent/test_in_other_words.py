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
