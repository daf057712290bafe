"""Mail at a real local server: digests, reminders and codes, without a value in them."""

import re
from datetime import timedelta

import pytest
from django.conf import settings as conf
from django.test import Client
from django.utils import timezone, translation

from consent.models import AcknowledgementCode, Policy, Proposal
from consent.proposals.decide import reject_proposal
from consent.proposals.relay import code_of, formatted_code, issue_code
from operations import jobs
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Agent, Grant, Membership

pytestmark = pytest.mark.django_db
VALUES = ("Lisbon", "She said so", "city")


def digest():
    queued = jobs.JOBS["send_digests"](None)
    jobs.JOBS["send_messages"](None)
    return queued


def remind():
    marked = jobs.JOBS["remind_people"](None)
    jobs.JOBS["send_messages"](None)
    return marked


def age(home, left):
    """Let that much time be left, by the database's clock."""
    with scope.enter(home.workspace_id):
        Proposal.objects.update(expires_at=timezone.now() + left)


def test_a_digest_reaches_a_mail_server(ask, address, mailbox):
    ask("Lisbon")
    ask("she/her", key="pronouns")
    assert digest() == 1
    (envelope,) = mailbox.envelopes
    text = mailbox.texts[0]
    assert (envelope.rcpt_tos, envelope.mail_from) == ([address], conf.DEFAULT_FROM_EMAIL)
    assert "Subject: 2 requests are waiting for you" in text and conf.PUBLIC_URL in text


def test_it_says_no_value_no_field_and_no_reason(ask, address, mailbox):
    ask("Lisbon")
    digest()
    assert not any(value in mailbox.texts[0] for value in VALUES)


def test_once_a_day_and_only_about_what_is_new(ask, membership, mailbox):
    ask("Lisbon")
    assert (digest(), digest()) == (1, 0)
    Membership.objects.update(last_digest_at=membership.created_at + timedelta(days=0))
    with scope.enter(membership.workspace_id):
        Proposal.objects.update(created_at=membership.created_at - timedelta(days=1))
    assert digest() == 0 and len(mailbox.texts) == 1


def test_no_mail_where_nothing_waits_or_nobody_has_an_address(home, ask, mailbox, membership, person, now):
    assert digest() == 0
    reject_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    assert digest() == 0
    ask("Faro")
    membership.account.email = ""
    membership.account.save()
    assert digest() == 0 and mailbox.texts == []


def test_what_was_answered_meanwhile_is_not_mailed(ask, address, mailbox, person, now):
    proposal_id = ask("Lisbon")
    assert jobs.JOBS["send_digests"](None) == 1
    reject_proposal(proposal_id=proposal_id, actor=person, now=now)
    jobs.JOBS["send_messages"](None)
    assert mailbox.texts == []


def test_who_does_not_want_it_gets_none(ask, membership, mailbox):
    membership.choose_mail(digest=False, reminders=False, weekly=False)
    ask("Lisbon")
    assert digest() == 0
    age(membership, timedelta(hours=2))
    remind()
    assert mailbox.texts == []


def test_a_reminder_at_half_time_and_one_on_the_last_day(home, ask, address, mailbox):
    ask("Lisbon")
    assert remind() == 0
    age(home, timedelta(days=3.5, minutes=1))
    assert remind() == 0
    age(home, timedelta(days=3.5))
    assert (remind(), remind()) == (1, 0)
    age(home, timedelta(days=1))
    assert (remind(), remind()) == (1, 0)
    half, last = mailbox.texts
    assert "half of the time" in half and "expires within a day" in last
    assert not any(value in half + last for value in VALUES)


def test_several_questions_are_one_reminder(home, ask, address, mailbox):
    ask("Lisbon")
    ask("she/her", key="pronouns")
    age(home, timedelta(hours=5))
    assert remind() == 2 and len(mailbox.texts) == 1


def test_a_mail_server_that_is_down_gets_it_later_under_the_same_id(ask, address, mailbox, messages, hurry):
    ask("Lisbon")
    mailbox.closed = True
    digest()
    assert (messages()[0].state, messages()[0].error) == ("waiting", "SMTPDataError")
    mailbox.closed = False
    hurry()
    jobs.JOBS["send_messages"](None)
    assert messages()[0].state == "sent" and messages()[0].message_id in mailbox.texts[0]


def test_a_code_is_sent_to_the_person(home, ask, address, mailbox, supervisor, now):
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_category="identity", fact_key="city", outcome="consent", allows_chat=True)
        Grant.objects.create(agent_id=supervisor.id, person_id=home.user_id, relays_consent=True)
    relay = authenticate_key(home.api_keys["supervisor"], now=now)
    issue_code(proposal_id=ask("Lisbon"), actor=relay, now=now)
    jobs.JOBS["send_messages"](None)
    with scope.enter(home.workspace_id):
        code = formatted_code(code_of(AcknowledgementCode.objects.get()))
    assert f"yes {code}" in mailbox.texts[0] and not any(value in mailbox.texts[0] for value in VALUES)


@pytest.fixture
def weekly(membership):
    """Ana wants the weekly mail; the answer is how many are queued now, and they are sent."""
    membership.choose_mail(digest=False, reminders=False, weekly=True)

    def _weekly():
        queued = jobs.JOBS["send_weekly"](None)
        jobs.JOBS["send_messages"](None)
        return queued

    return _weekly


def test_a_week_is_told_in_counts_alone(home, ask, note, weekly, mailbox, supervisor):
    ask("Lisbon")
    note("The release is on Friday.")
    note("The release is on Monday.")
    note("Tomatoes need sun.", key="tomatoes")
    with scope.enter(home.workspace_id):
        Agent.objects.filter(id=supervisor.id).update(display_name="Kitchen helper")
        for question in ("Which city?", "Which plants?"):
            RetrievalEvent.objects.create(
                person_id=home.user_id, scope="x", query=question, agent_id=supervisor.id, created_at=timezone.now()
            )
    assert weekly() == 1
    text = mailbox.texts[0]
    assert "- 1 request is waiting for you." in text and "- 2 new memories." in text and "- 1 memory changed." in text
    assert "read 2 times:" in text and "Kitchen helper: 2" in text
    assert not any(value in text for value in (*VALUES, "release", "Tomatoes", "Which"))


def test_it_comes_once_a_week(note, weekly, mailbox, membership):
    note()
    assert (weekly(), weekly()) == (1, 0)
    Membership.objects.filter(id=membership.id).update(last_weekly_at=timezone.now() - timedelta(days=7, minutes=1))
    assert weekly() == 1 and len(mailbox.texts) == 2


def test_a_week_without_anything_is_told_by_no_mail(weekly, mailbox):
    assert weekly() == 0 and mailbox.texts == []


def test_nobody_gets_it_unasked(home, address, note, mailbox):
    note()
    assert jobs.JOBS["send_weekly"](None) == 0


def test_its_link_stops_the_weekly_mail_too(note, weekly, mailbox, membership):
    note()
    weekly()
    Client().post(stop_path(mailbox.texts[0]))
    membership.refresh_from_db()
    assert not membership.wants_weekly


def stop_path(text):
    flat = text.replace("=\n", "").replace("=\r\n", "")
    return re.search(r"(/mail/stop/[\w:.-]+)", flat)[1]


def test_its_link_stops_it_by_a_click_that_is_meant(ask, membership, mailbox):
    ask("Lisbon")
    digest()
    path = stop_path(mailbox.texts[0])
    client = Client(enforce_csrf_checks=True)
    assert client.get(path).status_code == 200
    membership.refresh_from_db()
    assert membership.wants_digest
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    membership.refresh_from_db()
    assert not membership.wants_digest and not membership.wants_reminders


def test_its_headers_let_a_mail_program_do_so(ask, address, mailbox):
    ask("Lisbon")
    digest()
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in mailbox.texts[0]
    assert "Auto-Submitted: auto-generated" in mailbox.texts[0]


@pytest.mark.parametrize("token", ["x", "a:b:c", "ImFiYyI:1:x"])
def test_a_forged_link_stops_nothing(membership, token):
    assert Client().post(f"/mail/stop/{token}").status_code == 404
    membership.refresh_from_db()
    assert membership.wants_digest


def test_mail_is_in_the_language_of_the_account(ask, mailbox, membership, monkeypatch):
    spoken = []
    monkeypatch.setattr(
        translation._trans, "ngettext", lambda one, _many, _count: spoken.append(translation.get_language()) or one
    )
    membership.account.choose_language("fr")
    ask("Lisbon")

    digest()

    assert set(spoken) == {"fr"} and len(mailbox.texts) == 1
    assert translation.get_language() == "en"


def test_times_are_by_the_person_s_clock(ask, membership, mailbox):
    ask("Lisbon")
    membership.account.note_browser_time_zone("Asia/Tokyo")
    digest()
    assert " JST" in mailbox.texts[0]
