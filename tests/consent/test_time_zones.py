"""A time zone is one that clocks go by, however it comes to be written, and has one name."""

import pytest

from consent.outcomes import Applied, Queued, Refusal, Refused
from consent.proposals.decide import amend_proposal
from consent.proposals.errors import NotAmendable
from memories.models import Fact
from workspaces import scope

pytestmark = pytest.mark.django_db
NAMED = {
    "Europe/Lisbon": "Europe/Lisbon",
    "europe/lisbon": "Europe/Lisbon",
    "Berlin": "Europe/Berlin",
    "São Paulo": "America/Sao_Paulo",
    "new york": "America/New_York",
    "America/New York": "America/New_York",
    "cet": "CET",
    "Porto": "Europe/Lisbon",
    "Munich": "Europe/Berlin",
    "München": "Europe/Berlin",
    "Barcelona": "Europe/Madrid",
    "Coimbra": "Europe/Lisbon",
    "San Francisco": "America/Los_Angeles",
    "Mumbai": "Asia/Kolkata",
}
AS_THEY_ARE = ["UTC+2", "CEST", "+05:30", "Pacific time", "Central European Time", "Lisbon (Portugal)", "Pacific"]


@pytest.fixture
def values(home):
    def _values():
        with scope.enter(home.workspace_id):
            return list(Fact.objects.active().filter(key="timezone").values_list("value", flat=True))

    return _values


@pytest.mark.parametrize(("value", "name"), NAMED.items())
def test_what_names_one_zone_is_stored_by_its_name(set_fact, person, values, value, name):
    assert isinstance(set_fact("preference", "timezone", value, actor=person), Applied)
    assert values() == [name]


@pytest.mark.parametrize("value", AS_THEY_ARE)
def test_what_tells_the_time_otherwise_stays_as_it_is(set_fact, person, values, value):
    assert isinstance(set_fact("preference", "timezone", value, actor=person), Applied)
    assert values() == [value]


@pytest.mark.parametrize("value", ["mars", "Mars/Olympus", "sometimes", "somewhere in Europe"])
@pytest.mark.parametrize("key", ["timezone", "tz"])
def test_what_is_none_is_refused(set_fact, person, values, key, value):
    for answer in (set_fact("preference", key, value), set_fact("preference", key, value, actor=person)):
        assert isinstance(answer, Refused) and answer.reason is Refusal.INVALID
        assert "No time zone is called that." in answer.detail
    assert values() == []


@pytest.fixture
def asked(set_fact, person):
    set_fact("preference", "timezone", "Lisbon", actor=person)
    answer = set_fact("preference", "timezone", "Berlin")
    assert isinstance(answer, Queued)
    return answer.proposal_id


def test_so_is_the_persons_own_answer_to_a_question(asked, person, now, values):
    with pytest.raises(NotAmendable, match="No time zone is called that"):
        amend_proposal(proposal_id=asked, value="mars", actor=person, now=now)
    amend_proposal(proposal_id=asked, value="Vienna", actor=person, now=now)
    assert values() == ["Europe/Vienna"]
