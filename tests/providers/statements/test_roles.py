"""Who is named by a role is read as the person; every other word stays."""

import pytest

from providers.statements import sensitive
from providers.statements.gate import detector
from providers.statements.subjects.roles import with_roles_as_user
from providers.statements.text.normalise import view


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("The caller has diabetes.", "The user has diabetes."),
        ("Note that the customer has diabetes.", "Note that the user has diabetes."),
        ("We know that this long-time customer is gay.", "We know that the user is gay."),
        ("The guest is asleep and that the caller is ill.", "The user is asleep and that the user is ill."),
    ],
)
def test_a_role_is_the_person(text, read):
    found = with_roles_as_user(view(text))
    assert found is not None and found.plain == read


@pytest.mark.parametrize("text", ["The client library is old.", "The credit union of the customer is closed."])
def test_a_thing_with_such_a_name_is_nobody(text):
    assert with_roles_as_user(view(text)) is None


def test_the_same_words_of_the_person_and_of_a_role_are_two_statements():
    assert [one.start for one in sensitive("The guest has diabetes. The user has diabetes.")] == [0, 24]


def test_only_the_sentence_of_a_role_is_read_again(monkeypatch):
    read = []
    in_sentence = detector.in_sentence
    monkeypatch.setattr(detector, "in_sentence", lambda one, *how: read.append(one.folded) or in_sentence(one, *how))
    sensitive("Tea is fine. The guest is asleep. Trains are late.")
    assert read == ["tea is fine.", "the guest is asleep.", "trains are late.", "the user is asleep."]
