"""Another agent reads nothing sensitive of what a person says of themselves, whatever languages stand around it."""

import pytest

from operations import jobs

MESSAGES = [
    "I like trains.",
    "Ho il cancro.",
    "Ich mag Kaffee.",
    "Wo ich wohne? Kaiserstraße 9, Mainz.",
    "J'aime la mer.",
    "Mon mot de passe est tournesol7.",
    "Ik stem op de PVV.",
    "Voto al PP y voy a misa.",
    "Votei no PS.",
    "Votar es un derecho. Voto por la pizza.",
    "I have asthma. Ich habe Krebs. Tengo diabetes. The ferry is late.",
]


@pytest.fixture
def told(api, other, ana, home):
    """What another agent reads of a conversation after the job."""
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    said = {"turns": [{"role": "user", "content": one} for one in MESSAGES]}
    assert api.post(f"/sessions/{session}/turns", said).status_code == 201
    for job in ("index_turns", "extract_facts"):
        jobs.JOBS[job](home.workspace_id)
    return [one["content"] for one in other.get(f"/sessions/{session}/turns").json()["results"]]


def test_it_reads_the_rest(told):
    assert told == [
        "I like trains.",
        "[withheld]",
        "Ich mag Kaffee.",
        "Wo ich wohne? [withheld]",
        "J'aime la mer.",
        "Mon mot de passe est [redacted: password]",
        "[withheld]",
        "[withheld]",
        "[withheld]",
        "Votar es un derecho. Voto por la pizza.",
        "[withheld] [withheld] [withheld] The ferry is late.",
    ]
