"""What every test may ask for: two workspaces that know nothing of one another, and who acts in them."""

import gc
from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest
from django.test import TransactionTestCase
from django.utils import timezone
from hypothesis import settings as hypothesis_settings
from pytest_django import Settings

from interfaces.rest.throttling import PrincipalThrottle
from tests.emptied_tables import empty_tables
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import NewWorkspace, create_workspace
from workspaces.actors import Actor
from workspaces.models import Membership

# A busy machine makes an example slow, and no property is about time.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")
TransactionTestCase._fixture_teardown = empty_tables


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Half a second of key stretching per account is for attackers, not for tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def own_seals(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Seals and the log of erasures of a developer's own server stay theirs."""
    settings.SEAL_DIR = tmp_path_factory.getbasetemp() / "seals"


@pytest.fixture(autouse=True)
def static_files_on_demand(settings: Settings) -> None:
    """Every client builds the middleware anew, which reads all static files first: a fifth of the time of a test."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def fresh_throttle() -> None:
    """No test pays for the requests of another."""
    PrincipalThrottle.leases.clear()


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def home(db: None) -> NewWorkspace:
    """A workspace with its owner, who is also a person remembered, and one agent and key per role."""
    return create_workspace(name="Home", username="owner", person_name="Ana")


@pytest.fixture
def elsewhere(db: None) -> NewWorkspace:
    """Another tenant: the stranger's."""
    return create_workspace(name="Elsewhere", username="stranger", person_name="Zoe")


@pytest.fixture
def supervisor(home: NewWorkspace, now: datetime) -> Actor:
    return authenticate_key(home.api_keys["supervisor"], now=now)


@pytest.fixture
def planner(home: NewWorkspace, now: datetime) -> Actor:
    return authenticate_key(home.api_keys["planner"], now=now)


@pytest.fixture
def person(home: NewWorkspace) -> Actor:
    """The person remembered, as a page's visitor."""
    return Membership.objects.get(workspace_id=home.workspace_id).as_person()


@pytest.fixture
def stranger(elsewhere: NewWorkspace) -> Actor:
    return Membership.objects.get(workspace_id=elsewhere.workspace_id).as_person()


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Tell what a run measured; it is printed at the end."""
    return partial(record_property, "figure")


def pytest_collection_finish() -> None:
    """What is loaded by now stays: to have it looked through for garbage takes a tenth of the tests' time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    told = [
        f"{report.nodeid}\n    {value}"
        for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
        for name, value in report.user_properties
        if name == "figure" and report.when == "call"
    ]
    if told:
        terminalreporter.section("figures")
        terminalreporter.write_line("\n".join(told))
