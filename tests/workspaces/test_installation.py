"""Hosts of one database must share a SECRET_KEY."""

import pytest
from django.core.management.base import CommandError

from memory_project.supervisor.prepare import check_secret_key
from memory_project.supervisor.progress import Progress
from workspaces.models import ForeignSecretKey, Installation

pytestmark = pytest.mark.django_db


def test_the_first_host_names_the_key_and_the_same_key_is_welcome(settings):
    Installation.claim_secret_key()
    Installation.claim_secret_key()
    assert settings.SECRET_KEY not in Installation.objects.get().secret_key_fingerprint


def test_another_key_is_refused_with_what_to_do(settings):
    Installation.claim_secret_key()
    settings.SECRET_KEY = "another"
    with pytest.raises(ForeignSecretKey, match="SECRET_KEY_FALLBACKS"):
        Installation.claim_secret_key()


def test_a_rotation_names_the_earlier_key(settings):
    Installation.claim_secret_key()
    earlier, settings.SECRET_KEY = settings.SECRET_KEY, "rotated"
    settings.SECRET_KEY_FALLBACKS = [earlier]
    Installation.claim_secret_key()
    settings.SECRET_KEY_FALLBACKS = []
    Installation.claim_secret_key()
    settings.SECRET_KEY = earlier
    with pytest.raises(ForeignSecretKey):
        Installation.claim_secret_key()


@pytest.mark.parametrize("embedded", [True, False])
def test_a_lost_key_stops_one_of_several_hosts_and_warns_the_only_one(settings, monkeypatch, embedded):
    Installation.claim_secret_key()
    settings.SECRET_KEY = "another"
    monkeypatch.setitem(settings.DATABASES["default"], "EMBEDDED", embedded)
    lines: list[str] = []
    if embedded:
        check_secret_key(Progress(lines.append))
        check_secret_key(Progress(lines.append))
        assert len(lines) == 1 and "have ended" in lines[0]
    else:
        with pytest.raises(CommandError, match="another SECRET_KEY"):
            check_secret_key(Progress(lines.append))
