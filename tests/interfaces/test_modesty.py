"""The process for large requests embeds on one thread while other workspaces are served (ADR 0012)."""

import pytest
from django.test import Client

from interfaces.shares import Shares
from providers import embedding
from providers.embedding.encoder import is_sequential

pytestmark = pytest.mark.django_db


@pytest.fixture
def write(home, monkeypatch, settings):
    """Writes a memory, and answers whether it was embedded on one thread."""
    shares = Shares(None, rate=1.0)
    monkeypatch.setattr("interfaces.rest.views.shares", lambda: shares)
    api, seen, embed = Client(headers={"Authorization": f"Bearer {home.api_keys['supervisor']}"}), [], embedding.embed

    def noting(texts, **options):
        seen.append(is_sequential.get())
        return embed(texts, **options)

    monkeypatch.setattr(embedding, "embed", noting)

    def post(content, *, in_process_for_large):
        settings.ANSWERS_LARGE_REQUESTS = in_process_for_large
        body = {"user_id": str(home.user_id), "content": content}
        assert api.post("/api/v1/memories", body, content_type="application/json").status_code == 201
        return seen.pop()

    return post


def test_alone_it_takes_all_threads(write):
    assert not write("The parser reads line 1 twice.", in_process_for_large=True)


def test_beside_others_it_takes_one(write, elsewhere):
    others = Client(headers={"Authorization": f"Bearer {elsewhere.api_keys['supervisor']}"})
    others.get("/api/v1/users")
    assert write("The parser reads line 2 twice.", in_process_for_large=True)
    assert not write("The parser reads line 3 twice.", in_process_for_large=False)
