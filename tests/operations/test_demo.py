"""The demo: real proposals in the inbox, made through the same doors as everybody's, once."""

import json

import pytest
from django.core.management import call_command
from django.utils import timezone

from consent.models import Proposal
from conversations.models import Turn
from memories.models import Memory
from providers.embedding import prepare
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Account

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings, tmp_path, capsys):
    prepare()
    (tmp_path / "models").symlink_to(settings.DATA_DIR / "models")
    settings.DATA_DIR = tmp_path
    call_command("load_demo")
    return json.loads(capsys.readouterr().out)


def test_its_login_and_keys_work(demo):
    assert Account.objects.get(username=demo["username"]).check_password(demo["password"])
    assert authenticate_key(demo["api_keys"]["supervisor"], now=timezone.now()).role == "supervisor"


def test_proposals_wait_with_their_evidence(demo):
    with scope.enter(demo["workspace_id"]):
        waiting = Proposal.objects.pending().order_by("field")
        assert [p.field for p in waiting] == ["identity.city", "identity.preferred_name", "identity.pronouns"]
        evidence = Turn.objects.get(id=waiting[0].evidence_turn_id)
    assert "Lisbon" in evidence.content


def test_the_rest_is_there(demo):
    with scope.enter(demo["workspace_id"]):
        assert Memory.objects.count() == 9
        assert Turn.objects.count() == 18
        # Those of which a question leaves something out are indexed again by the worker.
        assert all(turn.withheld for turn in Turn.objects.filter(indexed_at=None))


def test_it_is_loaded_once(demo, capsys):
    call_command("load_demo")
    assert json.loads(capsys.readouterr().out) == demo


def test_a_killed_run_is_taken_up_again(demo, settings, capsys):
    path = settings.DATA_DIR / "demo.json"
    path.write_text(json.dumps(demo | {"is_loaded": False}))
    call_command("load_demo")
    assert json.loads(capsys.readouterr().out) == demo
    with scope.enter(demo["workspace_id"]):
        assert (Memory.objects.count(), Proposal.objects.count(), Turn.objects.count()) == (9, 3, 18)


def test_the_password_is_nobody_else_s_to_read(demo, settings):
    assert (settings.DATA_DIR / "demo.json").stat().st_mode & 0o777 == 0o600
