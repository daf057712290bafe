"""Who a relative is stays known where an assistant names them by the field."""

import pytest

from memories.models import Fact
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
        ("brother", "my brother Tiago", "my brother Tiago"), ("partner", "partner: Miguel", "partner: Miguel"),
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
