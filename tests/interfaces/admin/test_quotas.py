"""What the workspace may use at most, and what it uses."""

import pytest

from workspaces.models import Quota

pytestmark = pytest.mark.django_db
LIST = "/admin/workspaces/quota/"


def test_without_a_limit_it_says_so_and_what_is_in_use(owner):
    page = owner.get(LIST).content.decode()

    assert "There is no limit" in page and "In use now: 0 memories" in page
    assert "What was forgotten counts until it is erased." in page


def test_limits_and_use_are_told_with_their_units(owner, in_home, note):
    note()
    with in_home():
        Quota.objects.create(memories=1_000, storage_bytes=5 * 1024**2)

    assert "1,000 memories, 5.0\xa0MB of storage" in owner.get(LIST).content.decode()
    assert "In use now: 1 memory" in owner.get("/admin/workspaces/usage/").content.decode()
