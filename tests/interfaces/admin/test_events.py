"""001 §14 in the admin: operations without content, and their counts by day, node and operation."""

import pytest

pytestmark = pytest.mark.django_db
PAGE = "/admin/memories/operationalevent/"


def counts(client):
    """The counts above the list: (where, what, how it ended) → how often."""
    (table,) = client.get(PAGE).context["dashboard"]["tables"]
    return {row[1:4]: row[4] for row in table.rows}


def test_operations_are_counted_by_day_node_and_operation(owner, note):
    note()
    note("Another note.", key="other")
    assert counts(owner)["While somebody waited", "Created", "Done"] == 2


def test_each_is_listed_with_where_and_what(owner, note):
    memory_id = note()
    page = owner.get(PAGE, {"op__exact": "create"}).content.decode()
    assert str(memory_id) in page and "While somebody waited" in page


def test_no_content_stands_there(owner, note):
    note("The surprise is a violin.")
    assert "violin" not in owner.get(PAGE).content.decode()


def test_an_empty_workspace_says_so(owner):
    assert "No events yet." in owner.get(PAGE).content.decode()


def test_another_workspace_s_are_not_counted(owner, outsider, note):
    note()
    assert counts(outsider) == {}


def test_whoever_is_no_staff_is_sent_away(colleague):
    assert colleague.get(PAGE).status_code in (302, 403)
