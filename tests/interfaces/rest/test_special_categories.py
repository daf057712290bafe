"""What is especially protected (R33) waits by default, wherever an agent writes it."""

import pytest

pytestmark = pytest.mark.django_db
SAID = {
    "health_conditions": "Ana was diagnosed with diabetes.",
    "sexual_orientation": "Ana is a lesbian.",
    "sexual life": "Ana is asexual.",
    "religion": "Ana is a practising Muslim.",
    "political_views": "Ana votes for the Greens.",
    "ethnicity": "Ana is of Kurdish descent.",
    "union_membership": "Ana is a member of the trade union.",
    "home_access": "The door code of the flat is 4471.",
    "immigration_status": "Ana has applied for asylum.",
    "violence": "Ana was raped.",
    "biometrics": "Ana's voiceprint is stored for sign-in.",
    "genetic data": "Ana carries the BRCA1 mutation.",
    "criminal_record": "Ana was convicted of burglary.",
    "government_ids": "Ana's passport number is X1234567.",
    "account_numbers": "Ana's IBAN is HR1210010051863000160.",
    "income": "Ana earns 52,000 euros a year.",
    "home_address": "Ana lives at 12 Ilica Street, Zagreb.",
}
PLACES = ["content", "title", "summary", "tag", "metadata", "fact"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("what", SAID)
def test_it_waits_in_every_place(api, ana, what, place):
    said = SAID[what]
    if place == "fact":
        answer = api.put(f"/users/{ana}/facts/preference/remark", {"value": said})
    else:
        elsewhere = {"tag": {"tags": [said[:64]]}, "metadata": {"metadata": {"remark": said}}}
        values = {"content": "A note."} | elsewhere.get(place, {place: said})
        answer = api.post("/memories", {"user_id": ana, **values})
    assert (answer.status_code, answer.json()["status"]) == (202, "pending_consent")


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Ana will be in Berlin from 3 to 6 March.", 201),
        ("Ana hides the key of the flat under the doormat.", 202),
        ("Ana verstopt de sleutel onder de deurmat.", 202),
        ("Ana keeps her bike key on a hook.", 201),
        ("Ana keeps bees on the roof of her office in Coimbra.", 201),
        ("Die Praxis für Physiotherapie ist im zweiten Stock.", 201),
        ("Ana will be in Berlin from 3 March.", 202),
        ("Ana's wife picks her up.", 202),
        ("Ana's husband picks her up.", 201),
    ],
)
def test_what_tells_it_in_passing_waits_and_its_look_alikes_are_stored(api, ana, said, status):
    assert api.post("/memories", {"user_id": ana, "content": said}).status_code == status


@pytest.mark.parametrize(
    ("field", "value", "texts"),
    [
        ("blood_type", "A+", ["Rides a bicycle.", "Owns a kayak."]),
        ("blood_type", "O-", ["Reads Story of O."]),
        ("preferred_name", "Will", ["Will call the plumber tomorrow."]),
        ("pronouns", "they", ["Asked what they cost."]),
    ],
)
def test_what_waits_holds_back_no_sentence_with_an_ordinary_word_alike(api, ana, field, value, texts):
    assert api.put(f"/users/{ana}/facts/identity/{field}", {"value": value}).status_code == 202
    answers = [api.post("/memories", {"user_id": ana, "content": text}) for text in texts]
    assert [one.status_code for one in answers] == [201] * len(texts)


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [("blood_type", "A+", "Ana is A+."), ("preferred_name", "Will", "Everyone calls Ana Will."),
     ("pronouns", "they", "Ana uses they.")],
)  # fmt: skip
def test_it_holds_back_those_that_mean_it(api, ana, field, value, text):
    assert api.put(f"/users/{ana}/facts/identity/{field}", {"value": value}).status_code == 202
    assert api.post("/memories", {"user_id": ana, "content": text}).status_code == 202
