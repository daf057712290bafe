"""Categories, allowlists and policies in the admin."""

import pytest

from consent.models import Policy
from operations.models import Schedule
from workspaces.models import Allowlist, Category

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("model", "name"), [(Category, "category"), (Allowlist, "allowlist")])
def test_categories_and_their_readers_are_changed_on_the_page_of_categories_alone(owner, in_home, model, name):
    table = f"/admin/workspaces/{name}/"
    with in_home():
        row = model.objects.first()

    for path in ("add/", f"{row.id}/change/", f"{row.id}/delete/"):
        form = {"name": "garden", "context": "rag", "rag_length": "3", "role": "garden", "post": "yes"}
        assert owner.post(f"{table}{path}", form).status_code == 403
    with in_home():
        assert str(model.objects.get(id=row.id)) == str(row)
    assert 'href="/admin/categories/">Change them' in owner.get(table).content.decode()


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


def test_a_rule_is_told_in_words_and_changed_in_the_editor(owner, in_home):
    with in_home():
        row = Policy.objects.create(fact_key="diet", outcome="consent")
    page = owner.get(f"/admin/consent/policy/{row.id}/change/").content.decode()

    assert "Field “diet”: Ask the person" in page and "It waits until the person agrees." in page
    assert f"/admin/policies/rule/{row.id}/" in page
    assert "Field “diet”: Ask the person" in owner.get("/admin/consent/policy/").content.decode()
    assert owner.get("/admin/consent/policy/add/").status_code == 403
