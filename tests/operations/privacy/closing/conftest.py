"""Two workspaces that were told the same, one of which is closed."""

from datetime import timedelta

import pytest

from consent.models import FieldAlias
from operations.jobs.maintenance import seal_history
from operations.privacy.close_workspace import request_closing
from tests.interfaces.conftest import in_home  # noqa: F401 -- fixtures
from tests.interfaces.rest.conftest import by_key
from tests.operations.privacy.erasure.conftest import api, as_superuser, folders  # noqa: F401
from tests.operations.privacy.erasure.test_every_table import HIS, Teller, keep
from workspaces import scope
from workspaces.models import Agent, Grant, Membership, Quota, Workspace


@pytest.fixture
def owner_of_home(home):
    return Membership.objects.get(workspace_id=home.workspace_id).as_staff()


@pytest.fixture
def close(owner_of_home, now):
    def _close(confirmation="Home", *, actor=owner_of_home, days=30):
        return request_closing(confirmation=confirmation, actor=actor, now=now, days=days)

    return _close


@pytest.fixture
def over(close, home, now):
    """Closed so long ago that it is to be erased."""

    def _over():
        closed = close()
        long_ago = now - timedelta(days=31)
        Workspace.objects.filter(id=closed.id).update(closed_at=long_ago, erase_at=now - timedelta(days=1))
        return Workspace.objects.get(id=closed.id)

    return _over


@pytest.fixture
def told(home, elsewhere, api, supervisor, person, now):  # noqa: F811
    """A row in every table at home, and much of the same elsewhere."""
    Teller(api, str(home.user_id), "Quetzalcoatlus").tell()
    keep(home, supervisor, person, now)
    Teller(by_key(elsewhere, "supervisor"), str(elsewhere.user_id), HIS).tell()
    with scope.enter(home.workspace_id):
        agent = Agent.objects.get(role="supervisor")
        Grant.objects.create(agent=agent, namespace_path="shared/team")
        FieldAlias.objects.get_or_create(spelling="homebase", category="identity", key="city")
        Quota.objects.create(memories=1_000)
    note = {"namespace": ["shared", "team"], "key": "plan", "content": "The Quetzalcoatlus project ships in May."}
    assert api.post("/memories", note).status_code == 201
    seal_history(None)
