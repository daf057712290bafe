"""Deciding in the inbox, by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect

from memories.models import Fact

pytestmark = pytest.mark.django_db(transaction=True)


def cities(in_home):
    with in_home():
        return list(Fact.objects.active().filter(key="city").values_list("value", flat=True))


def test_approving_by_mouse(window, ask, in_home):
    ask("Lisbon")
    window.goto("/")

    window.get_by_role("button", name="Approve").click()

    expect(window.get_by_text("It is remembered, marked as confirmed by you.")).to_be_visible()
    assert cities(in_home) == ["Lisbon"]
