"""An embedding endpoint that takes connections and never answers."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)
QUESTIONS = 4
ONE_QUESTION_SECONDS = 11  # two tries of five seconds and the pause between them


def test_questions_wait_for_it_beside_one_another(serve):
    with socket.create_server(("127.0.0.1", 0), backlog=128) as stalled:
        address = f"http://127.0.0.1:{stalled.getsockname()[1]}/v1"
        remote = {"EMBEDDING_BASE_URL": address, "EMBEDDING_MODEL": "stalled", "EMBEDDING_DIMENSIONS": "16"}
        with serve(**remote, WEB_PROCESSES="1") as post, ThreadPoolExecutor(QUESTIONS) as askers:
            patience = processes.PATIENCE_SECONDS
            assert post("/memories", "Kept all the same", timeout=patience)[0] == 201
            began = time.monotonic()
            answers = list(askers.map(lambda n: post("/memory/query", f"{n}?", timeout=patience), range(QUESTIONS)))
            took = time.monotonic() - began
    assert [(status, body["type"]) for status, body in answers] == [
        (503, "/problems/embedding-unavailable")
    ] * QUESTIONS
    assert took < 2 * ONE_QUESTION_SECONDS
