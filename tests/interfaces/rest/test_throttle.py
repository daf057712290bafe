"""The throttle's shared counter: a limit holds over all processes, though each leases ahead."""

import pytest

from interfaces.models import ThrottleWindow
from interfaces.rest.authentication import Principal
from interfaces.rest.throttling import InvalidRate, PrincipalThrottle, parse_rate
from workspaces import scope
from workspaces.actions.issue_key import issue_key
from workspaces.models import Agent


class Request:
    """What the throttle looks at."""

    def __init__(self, principal: object) -> None:
        self.user = principal


@pytest.fixture
def process(supervisor, settings):
    """A server process: its own leases, the same table."""
    settings.THROTTLE_RATE = "100/day"

    def start():
        throttle = type("Process", (PrincipalThrottle,), {"leases": {}})()
        return lambda: throttle.allow_request(Request(Principal(supervisor)), None)

    return start


def test_two_processes_together_allow_no_more_than_the_limit(process):
    first, second = process(), process()
    allowed = sum(one() for _ in range(150) for one in (first, second))
    assert allowed == 100


def test_each_key_of_an_agent_has_a_limit_of_its_own(api, home, settings):
    settings.THROTTLE_RATE = "2/day"
    with scope.enter(home.workspace_id):
        second = issue_key(agent=Agent.objects.get(role="supervisor"))
    assert [api.get("/users").status_code for _ in range(3)] == [200, 200, 429]
    api.headers = {"Authorization": f"Bearer {second}"}
    assert api.get("/users").status_code == 200


def test_a_lease_costs_one_statement_for_many_requests(process, django_assert_num_queries):
    take = process()
    with django_assert_num_queries(1):
        assert all(take() for _ in range(5))
    with django_assert_num_queries(1):
        assert take()


def test_a_lease_takes_what_is_left_and_no_more(db):
    leased = [ThrottleWindow.lease("key:1", slot=7, size=4, limit=10) for _ in range(4)]
    assert leased == [4, 4, 2, 0]


def test_a_new_window_begins_anew(db):
    ThrottleWindow.lease("key:1", slot=7, size=10, limit=10)
    assert ThrottleWindow.lease("key:1", slot=8, size=4, limit=10) == 4
    assert ThrottleWindow.objects.count() == 1


@pytest.mark.parametrize(("rate", "parsed"), [("6000/minute", (6000, 60)), ("1/second", (1, 1)), ("5/day", (5, 86400))])
def test_a_rate_is_requests_and_seconds(rate, parsed):
    assert parse_rate(rate) == parsed


@pytest.mark.parametrize("rate", ["", "6000", "6000/min", "-1/day", "many/day", "1.5/hour"])
def test_what_is_no_rate_says_so(rate):
    with pytest.raises(InvalidRate, match="no rate"):
        parse_rate(rate)
