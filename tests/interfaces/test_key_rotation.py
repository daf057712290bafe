"""SECRET_KEY is replaced while people and programs are at work: with the earlier key named, nobody notices."""

import pytest

from tests.interfaces.rest.conftest import by_key, by_login


@pytest.fixture
def rotate(settings):
    def _rotate(*, is_named=True):
        earlier, settings.SECRET_KEY = settings.SECRET_KEY, "rotated"
        settings.SECRET_KEY_FALLBACKS = [earlier] if is_named else []

    return _rotate


@pytest.mark.parametrize(("is_named", "status"), [(True, 200), (False, 302)])
def test_whoever_is_signed_in_stays_so(home, rotate, is_named, status):
    owner = by_login("owner").client
    assert owner.get("/memories").status_code == 200
    rotate(is_named=is_named)
    assert owner.get("/memories").status_code == status


@pytest.mark.parametrize(("is_named", "status"), [(True, 201), (False, 409)])
def test_a_repeat_gets_its_answer(home, rotate, is_named, status):
    agent = by_key(home, "supervisor")
    body = {"user_id": str(home.user_id), "content": "Ana sails."}
    first = agent.post("/memories", body, Idempotency_Key="once")
    rotate(is_named=is_named)
    again = agent.post("/memories", body, Idempotency_Key="once")
    assert again.status_code == status
    assert not is_named or again.json() == first.json()
    assert agent.get("/memories").status_code == 200, "keys of agents are hashes and need no other key"
