"""Commands that are told no workspace take the only one there is."""

import pytest

from workspaces.models import Workspace
from workspaces.models.organization import NotTheOnly


def test_the_only_one_is_taken(home):
    assert Workspace.objects.only_id() == home.workspace_id


def test_of_two_one_has_to_be_named(home, elsewhere):
    with pytest.raises(NotTheOnly, match=r"--workspace ID: there is more than one\."):
        Workspace.objects.only_id()


@pytest.mark.django_db
def test_where_there_is_none_yet_that_is_said():
    with pytest.raises(NotTheOnly, match=r"there is none yet\."):
        Workspace.objects.only_id()
