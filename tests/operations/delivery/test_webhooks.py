"""Webhooks: signed as Standard Webhooks has it, tried again with pauses, given up in the end."""

import json

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
from werkzeug import Response

from consent.models import Notice
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from operations import jobs
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import PAUSES
from workspaces import scope
from workspaces.models import Agent, Grant

pytestmark = pytest.mark.django_db


@pytest.fixture
def approve(ask, person, now):
    return lambda value="Lisbon": approve_proposal(proposal_id=ask(value), actor=person, now=now)


def send():
    return jobs.JOBS["send_messages"](None)


def received(httpserver):
    return [request for request, _ in httpserver.log]


def test_its_signature_verifies_and_that_of_another_body_does_not(approve, endpoint, httpserver):
    httpserver.expect_request("/hook", method="POST").respond_with_data("thanks")
    approve()
    assert send() == 1
    (request,) = received(httpserver)
    verifier = Webhook(endpoint.secret)
    assert verifier.verify(request.data, dict(request.headers))["type"] == "proposal.decided"
    with pytest.raises(WebhookVerificationError):
        verifier.verify(request.data + b" ", dict(request.headers))
    with pytest.raises(WebhookVerificationError):
        Webhook("whsec_" + "A" * 44).verify(request.data, dict(request.headers))


def test_it_says_what_became_of_which_proposal_and_no_value(approve, home, endpoint, httpserver):
    httpserver.expect_request("/hook").respond_with_data("")
    approve("Lisbon")
    send()
    (request,) = received(httpserver)
    data = json.loads(request.data)["data"]
    assert (data["state"], data["field"], data["user_id"]) == ("approved", "identity.city", str(home.user_id))
    assert data["proposal_url"].endswith(f"/api/v1/proposals/{data['proposal_id']}")
    assert data["review_url"].endswith(f"/proposals/{data['proposal_id']}") and "/api/" not in data["review_url"]
    assert b"Lisbon" not in request.data and b"She said" not in request.data


def test_what_becomes_of_another_agents_proposal_is_not_told(home, approve, endpoint, httpserver):
    httpserver.expect_request("/hook").respond_with_data("")
    with scope.enter(home.workspace_id):
        other = Agent.objects.exclude(id=endpoint.agent_id).first()
        WebhookEndpoint.objects.filter(id=endpoint.id).update(agent=other)
    approve()
    assert send() == 0 and not received(httpserver)


def test_every_end_of_a_proposal_is_told(ask, endpoint, httpserver, person, now):
    httpserver.expect_request("/hook").respond_with_data("")
    decided = {"actor": person, "now": now}
    reject_proposal(proposal_id=ask("Rome"), **decided)
    amend_proposal(proposal_id=ask("Paris"), value="Faro", **decided)
    approved = ask("Lagos")
    approve_proposal(proposal_id=approved, **decided)
    withdraw_decision(proposal_id=approved, **decided)
    ask("Evora")
    ask("Braga")
    send()
    told = [(body["type"], body["data"]["state"]) for body in (json.loads(r.data) for r in received(httpserver))]
    assert told == [
        ("proposal.decided", "rejected"),
        ("proposal.decided", "amended"),
        ("proposal.decided", "approved"),
        ("proposal.decided", "withdrawn"),
        ("proposal.closed", "superseded"),
    ]


def test_only_the_agent_that_asked_hears(approve, home, endpoint, httpserver):
    with scope.enter(home.workspace_id):
        other = Agent.objects.exclude(id=endpoint.agent_id).first()
        WebhookEndpoint.objects.update(agent=other)
    approve()
    assert send() == 0 and received(httpserver) == []


def test_nor_one_whose_grant_was_taken_back(approve, home, endpoint, httpserver, now):
    approve()
    with scope.enter(home.workspace_id):
        Grant.objects.update(revoked_at=now)
    assert send() == 0 and received(httpserver) == []


def test_what_fails_is_tried_again_later_under_the_same_id(approve, endpoint, httpserver, messages, hurry):
    httpserver.expect_oneshot_request("/hook").respond_with_data("secret detail", status=503)
    httpserver.expect_request("/hook").respond_with_data("")
    approve()
    assert send() == 1
    (waiting,) = messages()
    assert (waiting.state, waiting.attempts, waiting.error) == ("waiting", 1, "HTTP 503")
    assert send() == 0
    hurry()
    assert send() == 1
    first, second = received(httpserver)
    assert first.headers["webhook-id"] == second.headers["webhook-id"] == messages()[0].message_id
    assert messages()[0].state == "sent"


def test_the_pauses_grow_and_then_it_is_a_dead_letter(approve, endpoint, httpserver, messages, hurry):
    httpserver.expect_request("/hook").respond_with_data("", status=500)
    approve()
    for _ in range(len(PAUSES) + 1):
        send()
        hurry()
    (dead,) = messages()
    assert (dead.state, dead.attempts, dead.error) == ("dead", len(PAUSES) + 1, "HTTP 500")
    assert list(PAUSES) == sorted(PAUSES) and send() == 0


def test_a_receiver_that_is_gone_is_asked_no_more(approve, home, endpoint, httpserver, messages):
    httpserver.expect_request("/hook").respond_with_data("", status=410)
    approve()
    send()
    assert messages()[0].state == "dead"
    with scope.enter(home.workspace_id):
        assert WebhookEndpoint.objects.get().disabled_because == "HTTP 410"
    approve("Faro")
    assert send() == 0


def test_a_redirect_is_not_followed(approve, endpoint, httpserver, messages):
    httpserver.expect_request("/hook").respond_with_response(Response(status=302, headers={"Location": "/inside"}))
    approve()
    send()
    assert messages()[0].error == "HTTP 302" and len(received(httpserver)) == 1


def test_a_private_address_is_not_reached(approve, endpoint, httpserver, settings, messages):
    settings.WEBHOOK_ALLOW_PRIVATE = False
    approve()
    send()
    assert (messages()[0].error, received(httpserver)) == ("UnsafeAddress", [])


def test_one_notice_is_one_message_however_often_the_job_runs(approve, endpoint, httpserver, messages):
    httpserver.expect_request("/hook").respond_with_data("")
    approve()
    for _ in range(3):
        send()
    assert len(messages()) == len(received(httpserver)) == 1


def test_sent_messages_are_dropped_after_a_while(approve, endpoint, httpserver, home, now, settings, messages):
    httpserver.expect_request("/hook").respond_with_data("")
    approve()
    send()
    assert jobs.JOBS["prune_outbox"](None) == 0
    settings.OUTBOX_DAYS = -1
    assert jobs.JOBS["prune_outbox"](None) == 2 and messages() == []
    with scope.enter(home.workspace_id):
        assert not Notice.objects.exists()


def test_waiting_ones_are_not(approve, endpoint, httpserver, home, settings, messages):
    httpserver.expect_request("/hook").respond_with_data("", status=500)
    approve()
    send()
    settings.OUTBOX_DAYS = -1
    jobs.JOBS["prune_outbox"](None)
    assert len(messages()) == 1
    with scope.enter(home.workspace_id):
        assert Outbox.objects.get().state == "waiting"
