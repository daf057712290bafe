"""What one key may cost: values in a body, and processor time."""

import json

import pytest

from interfaces.rest.throttling import ProcessorThrottle
from memories.limits import CHECKPOINT_ELEMENTS

pytestmark = pytest.mark.django_db


def save(api, ana, body):
    path, kind = f"/api/v1/users/{ana}/checkpoints/t", "application/vnd.checkpoint+json"
    return api.client.put(path, body, content_type=kind, headers=api.headers)


def test_a_state_of_empty_lists_is_refused_before_it_is_read(api, ana):
    refused = save(api, ana, b'{"checkpoint": {"all": [' + b",".join([b"[]"] * CHECKPOINT_ELEMENTS) + b"]}}")

    assert (refused.status_code, refused.json()["type"]) == (413, "/problems/body-too-large")


def test_commas_and_brackets_in_texts_do_not_count(api, ana):
    state = {"checkpoint": {"text": '[[],{"a\\"],' * CHECKPOINT_ELEMENTS}}

    assert save(api, ana, json.dumps(state)).status_code == 201


def test_a_key_that_used_up_its_processor_time_waits(api, agent, settings, monkeypatch):
    monkeypatch.setattr(ProcessorThrottle, "spent", {})
    settings.PROCESSOR_RATE = "0/day"

    assert api.get("/users").status_code == 200
    refused = api.get("/users")
    assert (refused.status_code, refused.json()["type"]) == (429, "/problems/throttled")
    assert int(refused.headers["Retry-After"]) > 0
    assert agent("planner").get("/users").status_code == 200
