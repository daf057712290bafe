"""Adding a memory as the person it is about."""

import pytest

from memories.models import Memory
from memories.models.choices import Trust, ValidationStatus

pytestmark = pytest.mark.django_db


def add(client, content, category="general"):
    return client.post("/memories/new", {"content": content, "category": category})


def test_what_the_person_adds_applies_at_once_as_their_own_word(owner, in_home):
    response = add(owner, "My sister Rita is allergic to peanuts.", "relationships")

    with in_home():
        memory = Memory.objects.select_related("current").get()
    assert response["Location"] == f"/memories/{memory.id}"
    assert memory.current.content == "My sister Rita is allergic to peanuts."
    assert (memory.category, memory.trust) == ("relationships", Trust.PERSON)
    assert memory.validation_status == ValidationStatus.VERIFIED


def test_what_the_person_says_is_certain(owner, in_home):
    owner.post("/memories/new", {"content": "I sing in a choir.", "category": "interests"})

    with in_home():
        assert Memory.objects.get().confidence == 1.0
    assert "I sing in a choir." in owner.get("/memories?certainty=high").content.decode()


def test_even_what_is_sensitive_needs_no_question(owner):
    add(owner, "I live in Lisbon and I am vegetarian.")

    assert owner.get("/").context["pending_count"] == 0
    assert len(owner.get("/memories").context["page"].rows) == 1


def test_a_secret_that_was_cut_out_is_told(owner):
    page = owner.get(add(owner, "My bank card is 4111 1111 1111 1111.")["Location"]).content.decode()

    assert "a card number was removed from the text" in page and "4111" not in page
    assert "This stays in it" not in page
    assert "removed from the text" not in owner.get(add(owner, "I like tea.")["Location"]).content.decode()


def test_a_number_that_stays_beside_a_secret_is_named(owner):
    text = "My IBAN is PT50 0002 0123 1234 5678 9015 4 and my password is hunter22."
    page = owner.get(add(owner, text)["Location"]).content.decode()

    assert "This stays in it, as you wrote it: account numbers." in page and "hunter22" not in page


@pytest.mark.parametrize(
    ("text", "told"), [("  ", "Write what your assistants should remember."), ("word " * 3000, "That&#x27;s too long.")]
)
def test_a_text_that_cannot_be_kept_is_explained_and_stays_in_the_form(owner, text, told):
    response = add(owner, text)

    assert response.status_code == 422
    assert told in response.content.decode()
    assert response.context["form"]["content"].value() == text


def test_an_unknown_subject_is_explained(owner):
    assert "errorlist" in add(owner, "A plan.", "nonsense").content.decode()


def test_who_is_not_remembered_here_has_nothing_to_add_to(owner, second_workspace):
    owner.post("/workspace", {"workspace": str(second_workspace.id)})

    assert owner.get("/memories/new").status_code == 404
    assert add(owner, "A plan.").status_code == 404


def test_the_same_words_twice_are_one_memory(owner):
    add(owner, "I am allergic to penicillin.")
    add(owner, "I am allergic to penicillin.")

    assert len(owner.get("/memories").context["page"].rows) == 1


def test_it_names_who_can_read_each_subject_and_then_the_memory(owner):
    choices = dict(owner.get("/memories/new").context["form"].fields["category"].choices)
    subject, _, names = choices["relationships"].removesuffix(")").partition(" (read by: ")
    assert subject == "Relationships" and names
    assert list(choices.values()) == sorted(choices.values())

    page = owner.get(add(owner, "My sister Rita sings.", "relationships")["Location"]).content.decode()
    assert f"Can be read by: {names}." in page


def test_the_whole_of_the_chosen_subject_stands_below_it(owner):
    page = owner.get("/memories/new").content.decode()
    assert 'data-shows="id_category"' in page and "js/chosen" in page


def test_the_same_words_under_another_subject_are_known_too(owner, in_home):
    first = add(owner, "My sister Rita sings.", "relationships")["Location"]
    again = owner.post("/memories/new", {"content": " my sister Rita  sings ", "category": "general"}, follow=True)
    assert again.redirect_chain[-1][0] == first
    assert "This is remembered already, word for word; nothing new was saved." in again.content.decode()
    with in_home():
        assert Memory.objects.count() == 1


def test_a_secret_that_was_cut_out_stands_there_in_words(owner):
    page = owner.get(add(owner, "My bike PIN is 4711.")["Location"]).content.decode()
    assert "My bike PIN is [a PIN, left out]." in page and "[redacted" not in page


@pytest.mark.parametrize(
    ("language", "told"), [("en", "This is a secret and nothing else"), ("de", "Das ist nur ein Geheimnis")]
)
def test_a_secret_and_nothing_else_is_not_saved_and_the_page_says_why(owner, in_home, language, told):
    answer = owner.post(
        "/memories/new",
        {"content": "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8", "category": "general"},
        headers={"Accept-Language": language},
    )
    assert answer.status_code == 422 and told in answer.content.decode()
    with in_home():
        assert not Memory.objects.exists()
