"""What the comparison beside peers rests on: who is asked about what, what is nearest, and the peers' embeddings."""

import json
import urllib.request

import numpy as np
import pytest

from benchmarks import peers
from providers import embedding
from providers.statements import sensitive

TEXTS = [
    "the cat sleeps on a warm stove",
    "rain fell on the harbour all night",
    "she paints old boats in bright colours",
]
TALK = {
    "sample_id": "one",
    "conversation": {
        "session_1": [{"dia_id": "D1:1", "speaker": "Ana", "text": "Look!", "blip_caption": "a boat"}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
    },
    "qa": [],
}


def test_each_person_has_texts_that_stand_together():
    shape = peers.make_shape("two", [*TEXTS, "and a fourth text of six words"], 2, [3, 0])
    assert shape.owners == [0, 0, 1, 1]
    assert [owner for owner, _ in shape.questions] == [1, 0]
    assert shape.questions[1][1] in TEXTS[0]


def test_the_nearest_are_the_persons_own_best_first():
    shape = peers.Shape("two", TEXTS, [0, 0, 1], [(0, "wet weather at the port"), (1, "wet weather at the port")])
    assert peers.exact(shape, embedding.embed(TEXTS)) == [["1", "0"], ["2"]]


def test_recall_is_the_share_of_the_nearest():
    measured = {"milliseconds": [1.0, 3.0], "writes": 7.0, "found": [["1", "9"], ["2"]]}
    assert peers.figures(measured, [["1", "0"], ["2"]])["recall@10"] == pytest.approx(0.75)
    assert peers.figures(measured)["p50 ms"] == pytest.approx(2.0)


def test_no_text_would_be_asked_about_first():
    texts = peers.make_texts(300)  # of so many some would
    assert len(set(texts)) == 300
    assert not any(sensitive(f"{place}: {text}") for place, text in enumerate(texts))


@pytest.mark.parametrize("asked", [TEXTS[0], TEXTS])
def test_the_address_embeds_with_our_model(asked):
    with peers.peer_setup.embeddings() as url:
        body = json.dumps({"input": asked, "model": "local"}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{url}/embeddings", body)) as answer:
            found = [one["embedding"] for one in json.load(answer)["data"]]
    np.testing.assert_allclose(found, embedding.embed([asked] if isinstance(asked, str) else asked), atol=1e-6)


def test_a_turn_is_told_with_its_speaker_and_picture():
    assert peers.turns([peers.Conversation(TALK)]) == [["D1:1", "one", "Ana: Look! [shared an image: a boat]"]]
