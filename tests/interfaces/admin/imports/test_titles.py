"""Imported conversations keep their titles, which say no more than their messages may."""

import json

import pytest

from conversations.models import Session
from tests.interfaces.rest.conftest import by_key

pytestmark = pytest.mark.django_db


def claude(title, *texts, name="k-1"):
    said = [{"uuid": f"{name}-{number}", "sender": "human", "text": text} for number, text in enumerate(texts)]
    return {"uuid": name, "name": title, "chat_messages": said}


@pytest.fixture
def bring(upload, work, told):
    """Import conversations of Claude's, or of another source."""

    def _bring(*talks, source="claude"):
        upload(text=json.dumps(talks), name="conversations.json", source=source)
        work()
        told(**{"import": "1"})
        work()

    return _bring


@pytest.fixture
def session(in_home):
    def _session():
        with in_home():
            return Session.objects.get()

    return _session


@pytest.fixture
def turn(in_home, session):
    """The id of its first message that is there."""

    def _turn():
        row = session()
        with in_home():
            return row.turns.not_deleted().order_by("position").first().id

    return _turn


def test_the_title_is_shown_to_the_person_and_staff_and_exported(bring, owner, home, session, turn):
    bring(claude("Figs & sun", "They do not ripen."))

    assert "<bdi>Figs &amp; sun</bdi></a>" in owner.get("/conversations").content.decode()
    page = owner.get(f"/conversations/{turn()}").content.decode()
    assert "<h1><bdi>Figs &amp; sun</bdi></h1>" in page and "They do not ripen." in page
    assert "Figs &amp; sun" in owner.get("/admin/conversations/session/?q=sun").content.decode()
    assert "Figs &amp; sun" in owner.get(f"/admin/conversations/session/{session().id}/change/").content.decode()
    assert "Figs &amp; sun" in owner.get(f"/admin/workspaces/person/{home.user_id}/").content.decode()
    assert "Figs &amp; sun" in owner.get("/my-data/export.html").content.decode()


def test_chatgpt_s_title_comes_over_with_one_line_and_a_bound(bring, session):
    message = {"id": "m", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["Hi."]}}
    talk = {
        "id": "c",
        "title": "  Risotto\nfor two " + "x" * 300,
        "mapping": {"m": {"children": [], "message": message}},
    }
    bring(talk, source="chatgpt")

    assert session().title.startswith("Risotto for two xxx") and len(session().title) == 200


@pytest.mark.parametrize("title", ["I live in Lisbon", "Ana has diabetes", "Coping with my HIV", 7, None])
def test_a_title_that_states_what_needs_consent_is_left_out(bring, owner, session, title):
    bring(claude(title, "They do not ripen."))

    assert session().title == ""
    assert "“They do not ripen.”" in owner.get("/conversations").content.decode()


def test_secrets_are_cut_out_of_a_title(bring, session):
    bring(claude("Deploy with sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD", "Hi."))
    assert "abcdefghij" not in session().title and "Deploy with" in session().title


@pytest.mark.parametrize("whole", [True, False])
def test_with_what_was_said_the_title_goes_and_does_not_come_back(bring, owner, session, turn, whole):
    talk = claude("Figs", "They do not ripen.", "Why?")
    bring(talk)
    path = f"/conversations/{turn()}/delete"
    owner.post(f"{path}-all" if whole else path)
    assert session().title == ""

    bring(talk)
    assert session().title == "" and session().erased_turns == (2 if whole else 1)


def test_one_that_was_imported_before_titles_were_kept_gets_its_title(bring, session):
    bring(claude("", "They do not ripen."))
    bring(claude("Figs", "They do not ripen."))
    assert session().title == "Figs"


def test_an_agent_is_told_no_title(bring, home):
    bring(claude("Figs", "They do not ripen."))
    told = by_key(home, "supervisor").get(f"/users/{home.user_id}/export").getvalue().decode()
    assert "claude/k-1" in told and "Figs" not in told


def test_the_person_s_export_has_the_title(bring, owner):
    bring(claude("Figs", "They do not ripen."))
    assert json.loads(owner.get("/my-data/export.json").getvalue())["sessions"][0]["title"] == "Figs"
