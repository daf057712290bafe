"""A person's data as a file for staff: the same as the person's own, and their history says who took it."""

import json
import re

import pytest

from memories.models import History
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(home):
    return f"/admin/workspaces/person/{home.user_id}/export/"


@pytest.fixture
def exports(in_home):
    def _exports():
        with in_home():
            return list(History.objects.filter(event="EXPORT"))

    return _exports


def told(response):
    return json.loads(b"".join(response.streaming_content))


def test_it_is_what_the_person_gets(owner, note, path):
    note("Ana's plan.")
    mine = told(owner.get("/my-data/export.json"))
    theirs = told(owner.post(path))

    assert mine["memories"] == theirs["memories"] and mine["turns"] == theirs["turns"]
    assert theirs["memories"][0]["versions"][0]["content"] == "Ana's plan."


def test_it_is_a_file_that_no_cache_keeps(owner, home, path):
    response = owner.post(path)

    assert 'attachment; filename="ana-' in response.headers["Content-Disposition"]
    assert "no-store" in response.headers["Cache-Control"]


def test_history_names_who_took_it(owner, home, note, path, exports):
    note()
    owner.post(path)
    (row,) = exports()

    assert (row.actor_kind, row.person_id, row.memory_id) == ("staff", home.user_id, None)
    assert row.meta["rows"] >= 1
    page = owner.get("/admin/memories/history/", {"event__exact": "EXPORT"}).content.decode()
    told = re.search(r"field-actor_label[^>]*>(.*?)</td>", page, re.DOTALL)
    assert told and "owner" in told[1]


def test_the_person_reads_it_in_their_timeline(owner, path):
    owner.post(path)

    assert "exported everything about you" in owner.get("/timeline").content.decode()


def test_the_chain_still_holds_after_it(owner, note, path, home, now, verified):
    note()
    owner.post(path)

    assert verified()


def test_looking_takes_nothing(owner, path, exports):
    assert owner.get(path).status_code == 302
    assert exports() == []


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_reviewers_and_viewers_take_none(login, path, exports, role):
    client = login(role)

    assert client.post(path).status_code == 403
    assert "Download as JSON" not in client.get(path.replace("export", "change")).content.decode()
    assert exports() == []


def test_nobody_else_takes_any(outsider, colleague, client, path, exports):
    assert outsider.post(path).status_code == 404
    assert colleague.post(path, follow=True).status_code == 403
    assert client.post(path).status_code == 302
    assert exports() == []
