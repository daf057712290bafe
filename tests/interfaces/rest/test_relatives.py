"""Who a relative is stays known where an assistant names them by the field."""

import pytest

from memories.models import Fact
from operations import jobs
from tests.interfaces.conftest import browser
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def family(ana, home):
    def _family():
        with scope.enter(home.workspace_id):
            return set(Fact.objects.active().filter(person_id=ana, key="family").values_list("value", flat=True))

    return _family


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        ("husband", "Miguel", "husband: Miguel"), ("Spouse", "Miguel Ramos", "partner: Miguel Ramos"),
        ("sister", "Rita", "sister: Rita"), ("family", "Miguel", "Miguel"), ("siblings", "Tiago", "Tiago"),
        ("brother", "two years older", "two years older"), ("partner", "partner: Miguel", "partner: Miguel"),
    ],
)  # fmt: skip
def test_the_key_tells_who_it_is(api, ana, family, key, value, kept):
    assert api.put(f"/users/{ana}/facts/identity/{key}", {"value": value}).status_code == 200
    assert family() == {kept}


def test_pages_call_a_partner_so(api, ana):
    api.put(f"/users/{ana}/facts/identity/husband", {"value": "Miguel"})
    page = browser("owner").get("/memories").content.decode()
    assert "Husband: Miguel" in page and "Family: Miguel" not in page


def test_what_was_said_is_not_stored_twice(api, ana, family):
    api.put(f"/users/{ana}/facts/identity/family", {"value": "husband: Miguel"})
    told = api.put(f"/users/{ana}/facts/identity/husband", {"value": "Miguel"})
    assert told.json()["status"] == "unchanged" and family() == {"husband: Miguel"}


@pytest.mark.parametrize(
    "message",
    [
        "My son is allergic to peanuts.", "Mein Sohn ist allergisch gegen Erdnüsse.", "Mi hijo es alérgico al huevo.",
        "Mon fils est allergique aux noix.", "My brother's son is allergic to strawberries.",
        "Der Sohn meines Bruders ist allergisch gegen Erdbeeren.", "El hijo de mi hermano es alérgico a las fresas.",
        "Le fils de mon frère est allergique aux fraises.",
    ],
)  # fmt: skip
def test_a_child_s_allergy_is_remembered_and_not_the_person_s(api, ana, home, family, message):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"turns": [{"role": "user", "content": message}]})
    jobs.JOBS["extract_facts"](home.workspace_id)
    assert family() == {message.partition(" ")[2].removesuffix(".")}
    with scope.enter(home.workspace_id):
        assert not Fact.objects.filter(category="constraint").exists()
