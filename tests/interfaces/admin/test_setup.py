"""Categories, allowlists and policies in the admin."""

import pytest

from consent.models import Policy
from operations.models import Schedule
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Allowlist, Category

pytestmark = pytest.mark.django_db


def test_an_allowlist_is_ticked_together_and_rules_at_once(owner, home, in_home, now):
    with in_home():
        row = Allowlist.objects.get(role="planner")

    owner.post(
        f"/admin/workspaces/allowlist/{row.id}/change/", {"role": "planner", "categories": ["tasks", "projects"]}
    )

    assert authenticate_key(home.api_keys["planner"], now=now).categories == ("tasks", "projects")


def test_a_category_that_does_not_exist_cannot_be_ticked(owner, in_home):
    with in_home():
        row = Allowlist.objects.get(role="planner")

    owner.post(f"/admin/workspaces/allowlist/{row.id}/change/", {"role": "planner", "categories": ["nonsense"]})

    with in_home():
        assert Allowlist.objects.get(role="planner").categories == row.categories


def test_a_category_is_changed_on_the_page_of_categories_alone(owner, in_home):
    with in_home():
        row = Category.objects.first()

    for path in ("add/", f"{row.id}/change/", f"{row.id}/delete/"):
        form = {"name": "garden", "context": "rag", "rag_length": "3", "post": "yes"}
        assert owner.post(f"/admin/workspaces/category/{path}", form).status_code == 403
    with in_home():
        assert Category.objects.filter(id=row.id, name=row.name).exists()


def test_a_persons_own_policy_is_theirs_alone(owner, act, home, in_home):
    with in_home():
        row = Policy.objects.create(person_id=home.user_id, fact_key="city", outcome="never")

    assert owner.post(f"/admin/consent/policy/{row.id}/change/", {"outcome": "apply"}).status_code == 403
    act("consent/policy", "revoke", row.id)
    with in_home():
        row.refresh_from_db()
    assert (row.outcome, row.revoked_at) == ("never", None)


def test_a_policy_of_the_workspace_is_revoked(act, in_home):
    with in_home():
        row = Policy.objects.create(fact_key="diet", outcome="consent")

    act("consent/policy", "revoke", row.id)

    with in_home():
        row.refresh_from_db()
    assert row.revoked_at is not None


def test_only_superusers_pause_the_servers_jobs(owner, superuser, one_of_each):
    row = Schedule.objects.get(job="try")
    form = {
        "every_seconds": "60",
        "spread_seconds": "0",
        "next_run_at_0": "2030-01-01",
        "next_run_at_1": "00:00",
        "is_paused": "on",
    }

    assert owner.post(f"/admin/operations/schedule/{row.id}/change/", form).status_code == 403
    superuser.post(f"/admin/operations/schedule/{row.id}/change/", form)

    row.refresh_from_db()
    assert row.is_paused
