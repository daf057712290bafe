"""The outbox survives its sender: killed in the middle, and several at once."""

import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django.utils import timezone
from werkzeug import Response

from consent.proposals.decide import approve_proposal
from operations.delivery.deliver import deliver
from operations.delivery.fan_out import fan_out
from operations.models import Outbox
from operations.models.outbox import OutboxState
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)


def queue(home, ask, person, *values):
    for value in values:
        approve_proposal(proposal_id=ask(value), actor=person, now=timezone.now())
    return fan_out(workspace_id=home.workspace_id, now=timezone.now())


def only(home):
    with scope.enter(home.workspace_id):
        return Outbox.objects.get()


def test_a_sender_that_is_killed_loses_nothing(home, ask, person, endpoint, httpserver):
    arrived, release = threading.Event(), threading.Event()

    def hold(request):
        arrived.set()
        release.wait(20)
        return Response("")

    httpserver.expect_oneshot_request("/hook").respond_with_handler(hold)
    httpserver.expect_request("/hook").respond_with_data("")
    queue(home, ask, person, "Lisbon")

    def send():
        connections.close_all()
        deliver(workspace_id=home.workspace_id, now=timezone.now())

    connection.close()
    sender = multiprocessing.get_context("fork").Process(target=send)
    sender.start()
    assert arrived.wait(20)
    sender.kill()
    sender.join()
    release.set()

    left = only(home)
    assert (left.state, left.attempts) == (OutboxState.WAITING, 1) and left.claimed_until is not None
    assert deliver(workspace_id=home.workspace_id, now=timezone.now()) == 0
    with scope.enter(home.workspace_id):
        Outbox.objects.update(claimed_until=timezone.now())
    assert deliver(workspace_id=home.workspace_id, now=timezone.now()) == 1
    first, second = (request for request, _ in httpserver.log)
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert (only(home).state, only(home).attempts) == (OutboxState.SENT, 2)


def test_one_that_dies_before_its_notices_are_taken_leaves_them(home, ask, person, endpoint, httpserver):
    httpserver.expect_request("/hook").respond_with_data("")
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=timezone.now())
    with pytest.raises(RuntimeError), scope.enter(home.workspace_id):
        Outbox.objects.all().delete()
        raise RuntimeError
    assert fan_out(workspace_id=home.workspace_id, now=timezone.now()) == 1
    assert fan_out(workspace_id=home.workspace_id, now=timezone.now()) == 0


def test_several_at_once_send_each_message_once(home, ask, person, endpoint, httpserver):
    httpserver.expect_request("/hook").respond_with_data("")
    values = [f"City {number}" for number in range(12)]
    queue(home, ask, person, *values)
    barrier = threading.Barrier(4)

    def send(_):
        barrier.wait()
        try:
            while deliver(workspace_id=home.workspace_id, now=timezone.now()):
                pass
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(send, range(4)))
    ids = [request.headers["webhook-id"] for request, _ in httpserver.log]
    assert len(ids) == len(set(ids)) == len(values)


def test_several_at_once_take_each_notice_once(home, ask, person, endpoint):
    for number in range(12):
        approve_proposal(proposal_id=ask(f"City {number}"), actor=person, now=timezone.now())
    barrier = threading.Barrier(4)

    def take(_):
        barrier.wait()
        try:
            return fan_out(workspace_id=home.workspace_id, now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(take, range(4))) == 12
    with scope.enter(home.workspace_id):
        assert Outbox.objects.count() == 12
