"""A field that is tried without its kind: which one was assumed, and what holds for the others."""

import pytest

from consent.changes import SetFact
from consent.models import Policy
from memories.drafts import FactDraft
from memories.models import Fact
from workspaces.models import Agent

pytestmark = pytest.mark.django_db
TRY = "/admin/policies/try/"


@pytest.fixture
def page_of(owner, home, in_home):
    def _page_of(text, field):
        with in_home():
            agent = Agent.objects.get(name="supervisor")
        form = {"text": text, "field": field, "agent": agent.id, "person": home.user_id}
        return owner.post(TRY, form).content.decode()

    return _page_of


def test_the_kind_that_was_assumed_is_named_with_what_holds_for_the_others(page_of, in_home):
    page = page_of("y9", "shoe_size")

    assert "Would ask the person" in page and "No kind was named, so identity.shoe_size was tried." in page
    for kind in ("preference", "constraint", "instruction"):
        assert f"<li><code>{kind}.shoe_size</code>: Store at once</li>" in page
    with in_home():
        assert not Fact.objects.exists()


def test_with_its_kind_or_where_the_server_knows_it_no_kind_is_assumed(page_of):
    for field in ("preference.shoe_size", "city", "tone"):
        assert "No kind was named" not in page_of("y9", field), field


def test_a_field_is_written_as_in_the_address_of_the_api_too(page_of, owner, in_home):
    page = page_of("dry", "preference/tone")
    rule = {"fact_key": "preference/tone", "outcome": "never", "position": "1", "save": "1"}
    owner.post("/admin/policies/rule/", rule)

    assert "Store once confirmed" in page and "This cannot be the name of a field." not in page
    with in_home():
        assert list(Policy.objects.values_list("fact_key", flat=True)) == ["tone"]


def test_the_help_names_a_field_with_its_kind(owner):
    assert "such as city, or preference.tone with its kind" in owner.get(TRY).content.decode()


@pytest.mark.parametrize("outcome", ["", "never"])
def test_a_sentence_of_what_is_known_says_that_it_would_be_stored_because_of_that(
    page_of, send, person, home, owner, outcome
):
    fact = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    send(SetFact(draft=fact), actor=person)
    if outcome:
        owner.post("/admin/policies/rule/", {"fact_key": "city", "outcome": outcome, "position": "1", "save": "1"})
    known, asks = page_of("Ana lives in Porto, by the river.", ""), page_of("Ana lives in Faro.", "")

    assert "Store at once" in known and "It tells only what is known already: City" in known
    assert "The default for the field" not in known and "Rule 1" not in known
    assert "known already" not in asks
    assert "known already" not in page_of("Ana climbs on Mondays.", "")
