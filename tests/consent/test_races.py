"""Deciding and writing at the same time, with real threads and connections: one outcome, nothing lost."""

import threading
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from consent.changes import WriteMemory
from consent.gate import submit
from consent.models import Decision, Proposal
from consent.proposals.decide import NotPending, approve_proposal, reject_proposal
from memories.drafts import MemoryDraft
from memories.models import Fact, History, Memory, MemoryVersion
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 10
CITIES = ("Lisbon", "Porto", "Braga", "Zagreb", "Madrid", "Vienna", "Prague", "Dublin", "Oslo", "Rome")


def together(*calls):
    """Run the calls at once, each on its own connection; returns their answers or exceptions in order."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            return call()
        except NotPending as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def decide(action, proposal_id, person):
    return lambda: action(proposal_id=proposal_id, actor=person, now=timezone.now())


@pytest.mark.parametrize("rival", [approve_proposal, reject_proposal])
def test_two_decisions_have_one_outcome(home, set_fact, person, rival):
    for number in range(ROUNDS):
        proposal_id = set_fact("identity", "city", f"City {number}").proposal_id
        answers = together(decide(approve_proposal, proposal_id, person), decide(rival, proposal_id, person))
        assert sum(isinstance(answer, NotPending) for answer in answers) == 1
        with scope.enter(home.workspace_id):
            state = Proposal.objects.get(id=proposal_id).state
            verdict = Decision.objects.get(proposal_id=proposal_id).verdict
            held = Fact.objects.active().filter(key="city", value=f"City {number}").exists()
        assert (state, verdict, held) in {("approved", "approve", True), ("rejected", "reject", False)}


def test_a_decision_against_a_direct_change_has_one_order(home, set_fact, person):
    for number in range(ROUNDS):
        proposal_id = set_fact("identity", "city", f"Asked {number}").proposal_id
        direct = lambda n=number: set_fact("identity", "city", f"Said {n}", actor=person)  # noqa: E731
        together(decide(approve_proposal, proposal_id, person), direct)
        with scope.enter(home.workspace_id):
            state = Proposal.objects.get(id=proposal_id).state
            assert Fact.objects.active().get(key="city").value == f"Said {number}"
            changes = History.objects.filter(decision_id__isnull=False, event__in=["ADD", "UPDATE"])
            assert (state == "approved") == changes.filter(
                decision_id__in=Decision.objects.filter(proposal_id=proposal_id).values("id")
            ).exists()
        assert state in {"approved", "stale"}


def test_upserts_of_one_key_keep_every_version(home, write):
    together(*[lambda n=n: write(f"Text {n}", key="same") for n in range(8)])
    with scope.enter(home.workspace_id):
        memory = Memory.objects.get(key="same")
        said = list(MemoryVersion.objects.filter(memory=memory).order_by("number").values_list("number", "content"))
        head = Memory.objects.select_related("current").get(id=memory.id).current.content
        events = list(History.objects.filter(memory_id=memory.id).order_by("id").values_list("event", flat=True))
    assert (memory.version, [number for number, _ in said]) == (8, list(range(1, 9)))
    assert {content for _, content in said} == {f"Text {n}" for n in range(8)} and head == said[-1][1]
    assert events == ["ADD"] + ["UPDATE"] * 7


@pytest.mark.parametrize("verbs", [("approve", "approve"), ("approve", "reject"), ("reject", "reject")])
def test_two_agents_ask_for_one_sentence_at_once_and_two_answers_have_one_outcome(
    home, supervisor, stylist, person, verbs
):
    def ask(actor, city):
        namespace = ("memories", str(home.user_id))
        draft = MemoryDraft(namespace=namespace, key=str(uuid4()), content=f"Ana lives in {city}.")
        return lambda: submit(WriteMemory(draft=draft, may_repeat=True), actor=actor, now=timezone.now())

    actions = {"approve": approve_proposal, "reject": reject_proposal}
    for city in CITIES:
        asked = [one.proposal_id for one in together(ask(supervisor, city), ask(stylist, city))]
        answers = together(*[decide(actions[verb], one, person) for verb, one in zip(verbs, asked, strict=True)])
        assert len(set(asked)) == 2 and sum(isinstance(answer, NotPending) for answer in answers) == 1
        with scope.enter(home.workspace_id):
            states = set(Proposal.objects.filter(id__in=asked).values_list("state", flat=True))
            stored = Memory.objects.filter(current__content=f"Ana lives in {city}.").count()
        assert (states, stored) in [({"approved"}, 1), ({"rejected"}, 0)]
