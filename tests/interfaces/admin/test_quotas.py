"""What the workspace may use at most, and what it uses."""

import pytest

pytestmark = pytest.mark.django_db
LIST = "/admin/workspaces/quota/"


def test_without_a_limit_it_says_so_and_what_is_in_use(owner):
    page = owner.get(LIST).content.decode()

    assert "There is no limit" in page and "In use now: 0 memories" in page
