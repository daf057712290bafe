"""The demo: real proposals in the inbox, made through the same doors as everybody's, once."""

import json
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.utils import timezone

from consent.models import Proposal
from conversations.models import Session, Turn
from interfaces.pages.conversations.derived_memories import derived_from
from memories.drafts import item_of
from memories.models import Fact, Memory, MemoryVersion, Provenance, Relation
from operations.importing import load_demo
from providers.embedding import prepare
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Account, Agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings, tmp_path, capsys):
    prepare()
    (tmp_path / "models").symlink_to(settings.DATA_DIR / "models")
    settings.DATA_DIR = tmp_path
    call_command("load_demo")
    return json.loads(capsys.readouterr().out)


def counts(demo):
    with scope.enter(demo["workspace_id"]):
        return [model.objects.count() for model in (Memory, MemoryVersion, Relation, Turn, Proposal, RetrievalEvent)]


def test_ana_signs_in_and_her_assistants_keys_work(demo):
    assert demo["username"] == "ana"
    assert Account.objects.get(username="ana").check_password(demo["password"])
    actor = authenticate_key(demo["api_keys"]["supervisor"], now=timezone.now())
    with scope.enter(demo["workspace_id"]):
        assert Agent.objects.get(id=actor.id).display_name == "Kitchen helper"


def test_somebody_else_may_be_called_ana_already(settings, tmp_path, capsys):
    settings.DATA_DIR = tmp_path
    Account.objects.create_user("ana")
    with patch("operations.management.commands.load_demo.load_demo"):
        call_command("load_demo")

    assert json.loads(capsys.readouterr().out)["username"].startswith("ana-")


def test_several_questions_wait_two_of_them_about_one_field(demo):
    with scope.enter(demo["workspace_id"]):
        waiting = Proposal.objects.pending().order_by("field")
        fields = [p.field for p in waiting]
        cities = {p.new_value: p for p in waiting if p.field == "identity.city"}
        evidence = Turn.objects.get(id=cities["Lisbon"].evidence_turn_id)
    assert fields == ["identity.city", "identity.city", "identity.language", "identity.pronouns"]
    assert cities.keys() == {"Lisbon", "Évora"} and "Lisbon" in evidence.content


def test_ana_has_decided_before(demo):
    with scope.enter(demo["workspace_id"]):
        states = dict(Proposal.objects.exclude(decided_at=None).values_list("field", "state"))
    assert states["identity.preferred_name"] == "approved" and states["identity.religion"] == "rejected"


def test_it_is_spread_over_weeks_with_links_versions_and_questions_of_assistants(demo):
    with scope.enter(demo["workspace_id"]):
        days = {at.date() for at in Memory.objects.values_list("created_at", flat=True)}
        assistants = {turn.speaker for turn in Turn.objects.filter(role="assistant")}
        assert len(days) > 10 and (max(days) - min(days)).days > 35
        assert len(assistants) == 5 and "Kitchen helper" in assistants
        assert Relation.objects.count() >= 15 and RetrievalEvent.objects.count() >= 5
        assert Memory.objects.filter(version=2).count() == 2


def test_what_came_of_a_conversation_is_linked_to_the_message_that_says_it(demo):
    with scope.enter(demo["workspace_id"]):
        trip = Turn.objects.get(content__contains="I'd like to take her to Évora")
        plan = Memory.objects.get(key="rita-birthday")
        made = set(Memory.objects.filter(derived_from(trip, is_whole=True)).values_list("id", flat=True))
        unlinked = Memory.objects.exclude(key__startswith="fact:").exclude(
            id__in=Provenance.objects.filter(source_event__startswith="turn:").values("memory_id")
        )
        assert plan.id in made and not unlinked.exists()


def test_the_server_adds_no_summary_of_its_own_dated_today(demo, settings):
    """A closed conversation of so many messages becomes a memory of the day on which the server reads it."""
    with scope.enter(demo["workspace_id"]):
        assert all(one.turn_count < settings.EPISODE_CLOSING_TURNS for one in Session.objects.all())


def test_ana_s_brother_is_known_since_she_named_him_and_as_the_server_would_file_him(demo):
    with scope.enter(demo["workspace_id"]):
        brother = Fact.objects.get(key="family")
        assert brother.item == item_of(brother.value)
        assert (timezone.now() - brother.memory.created_at).days > 30


def test_nothing_of_it_has_expired_or_lies_in_the_future(demo):
    now = timezone.now()
    with scope.enter(demo["workspace_id"]):
        assert not Memory.objects.filter(expires_at__isnull=False).exists()
        assert min(Proposal.objects.pending().values_list("expires_at", flat=True)) > now + timedelta(days=3)
        assert Memory.objects.latest("created_at").created_at < now
        assert not any("{" in turn.content for turn in Turn.objects.all())


def test_a_linked_memory_may_wait_for_consent(request, monkeypatch, tmp_path):
    """The gate learns: what it lets pass today it may ask about tomorrow, and the server starts all the same."""
    story = tmp_path / "story.yaml"
    written = load_demo.STORY.read_text(encoding="utf-8")
    story.write_text(written.replace("Ana travels by train and takes", "Ana has diabetes and takes"), encoding="utf-8")
    monkeypatch.setattr(load_demo, "STORY", story)
    demo = request.getfixturevalue("demo")
    with scope.enter(demo["workspace_id"]):
        assert Proposal.objects.filter(field__contains="window-seat").exists()
        assert not Memory.objects.filter(key="window-seat").exists()


def test_it_is_loaded_once(demo, capsys):
    call_command("load_demo")
    assert json.loads(capsys.readouterr().out) == demo


def test_a_killed_run_is_taken_up_again(demo, settings, capsys):
    before = counts(demo)
    path = settings.DATA_DIR / "demo.json"
    path.write_text(json.dumps(demo | {"is_loaded": False}))
    call_command("load_demo")
    assert json.loads(capsys.readouterr().out) == demo
    assert counts(demo) == before


def test_the_password_is_nobody_else_s_to_read(demo, settings):
    assert (settings.DATA_DIR / "demo.json").stat().st_mode & 0o777 == 0o600


def test_what_was_written_in_a_conversation_names_its_message(demo):
    with scope.enter(demo["workspace_id"]):
        told = Provenance.objects.filter(source_event__startswith="turn:").values("memory_id")
        names = set(Memory.objects.filter(id__in=told).values_list("key", flat=True))
    assert {"market", "chickpeas", "marathon", "lemon-cake", "evora-walk"} <= names
