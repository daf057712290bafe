"""Facts that the person adds: a field with its value, and more values beside those that it has."""

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.outcomes import Queued
from interfaces.pages.texts.field_values import values_in
from interfaces.typed_days import names_no_day
from memories.drafts import MemoryDraft
from memories.models import Fact, Memory
from providers.statements import category_of, zone_of
from workspaces.models import Allowlist

pytestmark = pytest.mark.django_db


@pytest.fixture
def values(in_home):
    def _values(key):
        with in_home():
            return sorted(Fact.objects.active().filter(key=key).values_list("value", flat=True))

    return _values


def add(client, field, value):
    return client.post("/facts/new", {"field": field, "value": value}, follow=True)


def test_a_fact_is_added_where_facts_are_listed(owner, values):
    assert 'href="/facts/new"' in owner.get("/my-data").content.decode()

    page = add(owner, "city", "City: Braga").content.decode()

    assert values("city") == ["Braga"]
    assert "Saved as confirmed by you." in page and "City: Braga" in page


def test_several_values_are_several_facts_on_one_line(owner, values):
    page = add(owner, "allergies", "peanuts, shellfish, Peanuts").content.decode()

    assert values("allergies") == ["Peanuts", "shellfish"] and "2 values saved as confirmed by you." in page
    (field,) = owner.get("/my-data").context["fields"]
    assert (field.name, [value for _fact, value in field.values]) == ("Allergies", ["Peanuts", "shellfish"])
    assert 'href="/facts/new?field=allergies"' in owner.get("/my-data").content.decode()


def test_a_value_s_page_names_the_others_and_takes_one_more(owner, in_home, colleague):
    add(owner, "allergies", "peanuts, shellfish")
    with in_home():
        memory_id = Memory.objects.get(key__endswith="peanuts").id

    page = owner.get(f"/memories/{memory_id}").content.decode()

    assert "Other values:" in page and ">shellfish</a>" in page and "?field=allergies" in page
    form = owner.get("/facts/new", {"field": "allergies"}).context["form"]
    assert form["field"].value() == "allergies"
    assert colleague.get("/my-data").context["fields"] == []


@pytest.mark.parametrize(
    ("language", "told"), [("en", "This is a secret and nothing else"), ("de", "Das ist nur ein Geheimnis")]
)
def test_a_secret_and_nothing_else_is_refused_in_the_language_of_the_page(owner, values, language, told):
    typed = {"field": "city", "value": "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"}
    answer = owner.post("/facts/new", typed, headers={"Accept-Language": language})
    assert answer.status_code == 422 and told in answer.content.decode()
    assert values("city") == []


def test_a_field_with_one_value_offers_no_second(owner, values):
    add(owner, "city", "Porto")
    page = add(owner, "city", "Braga")

    assert values("city") == ["Braga"]
    assert page.context["field"] is None and "Restore “City: Porto”" in page.content.decode()


@pytest.mark.parametrize(("typed", "kept"), [("peanuts, kiwi", ["kiwi", "peanuts"]), ("kiwi; soy", ["kiwi", "soy"])])
def test_a_list_typed_while_editing_becomes_several_values(owner, values, in_home, typed, kept):
    add(owner, "allergies", "peanuts")
    with in_home():
        memory = Memory.objects.get(key__endswith="peanuts")

    owner.post(f"/memories/{memory.id}/edit", {"content": typed, "change_id": memory.change_id})

    assert values("allergies") == kept


@pytest.mark.parametrize(("field", "value"), [("shoe_size", "38"), ("city", " "), ("city", "x" * 3_000)])
def test_what_is_no_field_or_value_is_told_and_nothing_saved(owner, in_home, field, value):
    page = owner.post("/facts/new", {"field": field, "value": value})

    assert page.status_code == 422
    with in_home():
        assert not Fact.objects.exists()


@pytest.mark.parametrize(
    ("key", "text", "values"),
    [
        ("allergies", "peanuts, shellfish", ["peanuts", "shellfish"]),
        ("allergies", "peanuts", ["peanuts"]),
        ("likes", "jazz, and above all what Coltrane played", ["jazz, and above all what Coltrane played"]),
        ("city", "Porto, Portugal", ["Porto, Portugal"]),
        ("allergies", ",", [","]),
    ],
)
def test_a_comma_begins_the_next_value_only_between_names_in_a_list(key, text, values):
    assert values_in(key, text) == values


def test_no_field_is_chosen_before_the_person_chooses_one(owner, in_home):
    page = owner.get("/facts/new")
    assert page.context["form"].fields["field"].choices[0] == ("", "Choose …")
    assert " selected" not in page.content.decode().partition('id="id_field"')[2].partition("</select>")[0].replace(
        '<option value="" selected>', ""
    )

    assert owner.post("/facts/new", {"field": "", "value": "4471#"}).status_code == 422
    with in_home():
        assert not Fact.objects.exists()


def test_what_is_no_time_zone_is_refused_with_those_near_it(owner, values):
    page = add(owner, "timezone", "Europe/Lisbonn").content.decode()
    assert "No time zone is called that. Near are: Europe/Lisbon" in page and values("timezone") == []

    page = add(owner, "timezone", "mars")
    assert page.status_code == 422 and "No time zone is called that." in page.content.decode()

    assert "Near are:" not in add(owner, "timezone", "Gondor").content.decode()
    page = add(owner, "timezone", "Valencia").content.decode()
    assert "Near are: America/Caracas, Europe/Madrid" in page and values("timezone") == []

    add(owner, "timezone", "Porto")
    assert values("timezone") == ["Europe/Lisbon"]


@pytest.mark.parametrize(
    "text", ["Lisbon", "america/new_york", "UTC+1", "GMT", "CET", "PST", "Central European Time", "Lisbon (Portugal)"]
)
def test_time_zones_as_people_write_them(text):
    assert zone_of(text)


def test_what_is_no_day_is_no_birthday(owner, values):
    page = add(owner, "birthday", "banana")

    assert page.status_code == 422 and "Write a day of birth such as" in page.content.decode()
    assert "That day does not exist." in add(owner, "birthday", "31 February 1990").content.decode()
    add(owner, "birthday", "31 May 1990")
    assert values("birthday") == ["31 May 1990"]


@pytest.mark.parametrize(
    ("key", "value", "typed", "told"),
    [
        ("birthday", "31 May 1990", "Birthday: banana", "Write a day of birth such as"),
        ("timezone", "Europe/Berlin", "Europe/Lisbonn", "No time zone is called that. Near are: Europe/Lisbon"),
    ],
)
def test_an_edit_is_checked_as_what_is_added(owner, values, in_home, key, value, typed, told):
    add(owner, key, value)
    with in_home():
        memory = Memory.objects.get(key=f"fact:{category_of(key)}.{key}")
    form = {"content": typed, "change_id": str(memory.change_id)}
    page = owner.post(f"/memories/{memory.id}/edit", form)
    assert page.status_code == 422 and told in page.content.decode() and values(key) == [value]


def test_the_form_says_who_reads_what_is_added(owner, in_home):
    with in_home():
        Allowlist.objects.filter(role="planner").update(categories=["profile"])
    page = owner.get("/facts/new").content.decode()
    profile = page.partition("Profile: ")[2].partition("</p>")[0]
    preferences = page.partition("Preferences: ")[2].partition("</p>")[0]
    assert "Your planner assistant" in profile and "Your supervisor assistant" in profile
    assert "Your planner assistant" not in preferences and "Your supervisor assistant" in preferences


def test_the_request_that_it_answers_is_told(owner, ask):
    ask("she/her", key="pronouns")
    page = owner.post("/facts/new", {"field": "pronouns", "value": "she/they"}, follow=True).content.decode()
    assert "The request “she/her” is closed: you have answered it with this." in page


def test_an_edit_tells_it_too(owner, in_home, ask):
    add(owner, "pronouns", "she/they")
    ask("she/her", key="pronouns")
    with in_home():
        memory = Memory.objects.get(key__endswith="pronouns")
    form = {"content": "they/them", "change_id": str(memory.change_id)}
    page = owner.post(f"/memories/{memory.id}/edit", form, follow=True).content.decode()
    assert "The request “she/her” is closed: you have answered it with this." in page


def test_restoring_an_earlier_value_tells_it_too(owner, in_home, ask):
    for value in ("she/they", "they/them"):
        add(owner, "pronouns", value)
    ask("she/her", key="pronouns", at=timezone.now())
    with in_home():
        memory = Memory.objects.get(key__endswith="pronouns")
    page = owner.post(f"/memories/{memory.id}/restore", {"version": "1"}, follow=True).content.decode()
    assert "Restored." in page and "The request “she/her” is closed: you have answered it with this." in page


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("email", "not an email", "Write an email address such as"),
        ("email", "ana@example.com, ana.example", "Write an email address such as"),
        ("phone", "ask her", "Write a phone number with its digits"),
    ],
)
def test_what_is_no_email_address_or_phone_number_is_told(owner, field, typed, told):
    page = owner.post("/facts/new", {"field": field, "value": typed})
    assert page.status_code == 422 and told in page.content.decode()


@pytest.mark.parametrize(
    ("field", "typed"), [("email", "ana@example.com, ana@example.org"), ("phone", "+351 912 345 678"), ("phone", "112")]
)
def test_what_is_one_is_saved(owner, field, typed):
    assert owner.post("/facts/new", {"field": field, "value": typed}).status_code == 302


def test_an_email_address_that_is_edited_is_checked_too(owner, fact):
    memory_id = fact(key="email", value="ana@example.com", item="ana@example.com")
    form = owner.get(f"/memories/{memory_id}/edit").context["form"]
    page = owner.post(f"/memories/{memory_id}/edit", {"content": "none", "change_id": form["change_id"].value()})
    assert page.status_code == 422 and "Write an email address such as" in page.content.decode()


@pytest.mark.parametrize(
    ("city", "zone"),
    [
        ("Lisboa", "Europe/Lisbon"),
        ("Varsovia", "Europe/Warsaw"),
        ("Londres", "Europe/London"),
    ],
)
def test_a_time_zone_is_found_by_what_its_city_is_called_elsewhere(city, zone):
    assert zone_of(city) == zone


@pytest.fixture
def waiting(owner, home, send):
    """An agent asks to keep a sentence; answers with how many requests wait after the person added a fact."""

    def _waiting(sentence, field, value):
        owner.post("/my-data/rules", {"outcome": "consent", "field": field, "agent": ""})
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="n", content=sentence)
        outcome = send(WriteMemory(draft=draft), at=timezone.now())
        assert isinstance(outcome, Queued)
        add(owner, field, value)
        return len(owner.get("/inbox").context["items"])

    return _waiting


@pytest.mark.parametrize(
    ("sentence", "field", "value"),
    [("Ana is allergic to walnuts.", "allergies", "walnuts, kiwi"), ("Ana lives in Braga.", "city", "Braga")],
)
def test_a_sentence_that_says_what_was_added_waits_no_longer(waiting, sentence, field, value):
    assert waiting(sentence, field, value) == 0


@pytest.mark.parametrize(
    ("sentence", "field", "value"),
    [
        ("Ana is allergic to walnuts.", "allergies", "kiwi"),
        ("Ana lives in Braga with two brothers, near the old bridge.", "city", "Braga"),
    ],
)
def test_a_sentence_that_says_something_else_or_more_still_waits(waiting, sentence, field, value):
    assert waiting(sentence, field, value) == 1


def test_only_fields_of_several_values_tell_how_to_list_them(owner):
    told = "Several values, such as two allergies, are separated by commas."
    assert told in owner.get("/facts/new", {"field": "allergies"}).content.decode()
    assert told not in owner.get("/facts/new", {"field": "birthday"}).content.decode()


@pytest.mark.parametrize(
    ("said", "is_none"),
    [
        ("31 february 1990", True), ("1990-02-31", True), ("february 30th", True), ("29 february 1990", True),
        ("29 february", False), ("31 may 1990", False), ("banana", False), ("may", False),
    ],
)  # fmt: skip
def test_a_day_that_its_month_does_not_have_is_none(said, is_none):
    assert names_no_day(said) is is_none
