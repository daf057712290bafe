"""The list of the person's conversations."""

import re
from datetime import timedelta

import pytest

from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft

pytestmark = pytest.mark.django_db


def test_each_stands_there_with_its_first_message_and_its_assistants_and_leads_to_its_page(owner, say):
    first, *_others = say("I planted tomatoes.", "They are red.")
    page = owner.get("/conversations").content.decode()
    assert ">“I planted tomatoes.”</a>" in page and "They are red" not in page
    assert f'href="/conversations/{first}"' in page and "2 messages" in page and "upervisor" in page
    assert 'href="/conversations"' in owner.get("/my-data").content.decode()
    assert 'href="/conversations"' in owner.get(f"/conversations/{first}").content.decode()


def test_the_navigation_says_that_they_are_part_of_my_data(owner, say):
    for path in ("/conversations", f"/conversations/{say('I planted tomatoes.')[0]}"):
        assert '<a href="/my-data" aria-current="true">' in owner.get(path).content.decode(), path


def test_its_page_is_called_by_its_first_words(owner, say):
    turns = say("I planted tomatoes.", *[f"Message {number}." for number in range(30)])
    for turn in (turns[0], turns[-1]):
        assert "<h1>“I planted tomatoes.”</h1>" in owner.get(f"/conversations/{turn}").content.decode()


def test_one_whose_first_message_was_deleted_is_called_by_the_person_s_own_words_and_tells_what_is_gone(owner, say):
    first, second, third = say("I planted tomatoes.", "They are red.", "And sweet.")
    for turn in (first, third):
        owner.post(f"/conversations/{turn}/delete")
    page = owner.get(f"/conversations/{second}").content.decode()
    assert "<h1>“They are red.”</h1>" in page and page.count("A message was deleted here.") == 2
    assert page.index("A message was deleted here.") < page.index("They are red.</p>")
    assert ">“They are red.”</a>" in owner.get("/conversations").content.decode()


def test_there_are_pages_of_them(owner, say):
    for number in range(21):
        say(f"Message {number}.")
    page = owner.get("/conversations")
    assert len(page.context["conversations"]) == 20 and page.context["page"].older


def test_they_stand_in_the_order_of_the_days_that_are_shown(owner, home, supervisor, now):
    for days in (300, 2, 500):
        session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
        draft = TurnDraft(role="user", content=f"{days} days ago", occurred_at=now - timedelta(days=days))
        append_turns(session_id=session.id, drafts=[draft], actor=supervisor, now=now, is_recorded=True)
    listed = owner.get("/conversations").context["conversations"]
    assert [one.text for one in listed] == ["2 days ago", "300 days ago", "500 days ago"]


def test_without_one_it_says_so(owner):
    page = owner.get("/conversations").content.decode()
    assert "No conversations yet" in page.partition("<main")[2] and 'href="/my-data/access"' in page
    assert 'href="/conversations"' not in owner.get("/my-data").content.decode()


def test_nobody_sees_anothers(colleague, outsider, say):
    say("I planted tomatoes.")
    for client in (colleague, outsider):
        assert "tomatoes" not in client.get("/conversations").content.decode()


@pytest.mark.parametrize("count", [1, 5])
def test_the_list_takes_as_many_queries_for_five_as_for_one(owner, say, table_reads, count):
    for number in range(count):
        say(f"Message {number}.")
    assert table_reads(lambda: owner.get("/conversations")) == 9


@pytest.mark.parametrize(("speaker", "told"), [("Ana", "You"), ("ana ", "You"), ("", "You"), ("Rui", "Rui")])
def test_the_person_s_own_messages_are_theirs_under_whichever_name(owner, home, supervisor, now, speaker, told):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    drafts = [TurnDraft(role="user", speaker=speaker, content="I planted tomatoes.")]
    ((turn, _),) = append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)

    assert f"<cite>{told}, " in owner.get(f"/conversations/{turn.id}").content.decode()
    [hit] = [hit for group in owner.get("/search", {"q": "tomatoes"}).context["groups"] for hit in group.hits]
    assert str(hit.note) == told
    assert f"{told}</" in owner.get("/my-data/export.html").content.decode()


def test_all_her_messages_look_like_hers_and_no_other_does(owner, home, supervisor, now):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    said = [("user", "I planted tomatoes."), ("assistant", "Which ones?"), ("user", "Red ones."), ("user", "And figs.")]
    drafts = [TurnDraft(role=role, content=content) for role, content in said]
    first, answer, *_others = append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)

    page = owner.get(f"/conversations/{first[0].id}").content.decode()
    assert re.findall(r'<blockquote class="([^"]*)"', page) == ["own", "", "own", "own"]
    page = owner.get(f"/conversations/{answer[0].id}").content.decode()
    assert re.findall(r'<blockquote class="([^"]*)"', page) == ["own", " opened", "own", "own"]
