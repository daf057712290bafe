"""An optional reranker orders the best answers anew, within a time budget."""

import json
import time

import pytest
from werkzeug import Response

pytestmark = pytest.mark.django_db
TEA, COFFEE = "Ana drinks green tea.", "Ana drinks black coffee."


@pytest.fixture(params=["cohere", "tei"])
def reranker(request, httpserver, settings):
    """Prefers what says "coffee"; keeps what it was asked."""
    settings.RERANK_URL, settings.RERANK_FORMAT = httpserver.url_for("/rerank"), request.param
    settings.RERANK_MODEL, settings.RERANK_SECONDS = "tiny", 5.0
    asked = []

    def answer(got):
        body = got.get_json()
        asked.append(body)
        name = "relevance_score" if request.param == "cohere" else "score"
        texts = body["documents"] if request.param == "cohere" else body["texts"]
        rows = [{"index": n, name: 0.9 if "coffee" in text else 0.1} for n, text in enumerate(texts)]
        return Response(
            json.dumps({"results": rows[::-1]} if request.param == "cohere" else rows[::-1]),
            mimetype="application/json",
        )

    httpserver.expect_request("/rerank", method="POST").respond_with_handler(answer)
    return asked


@pytest.fixture
def drinks(remember):
    remember(TEA)
    remember(COFFEE)


def test_it_orders_the_best_answers(reranker, drinks, ask):
    found = ask("Who drinks green tea?", explain=True)
    assert [item.content for item in found.items] == [COFFEE, TEA]
    assert [one["explanation"]["reranked"] for one in found.data()] == [0.9, 0.1]
    assert reranker[0]["query"] == "Who drinks green tea?"


def test_it_may_bring_up_what_would_not_have_been_answered(reranker, drinks, texts):
    assert texts("Who drinks green tea?", top_k=1) == [COFFEE]


def test_scores_stay_what_they_mean(reranker, drinks, ask, settings):
    again = {item.content: item.score for item in ask("Who drinks green tea?").items}
    settings.RERANK_URL = ""
    assert {item.content: item.score for item in ask("Who drinks green tea?").items} == pytest.approx(again)


def test_it_is_off_by_default(httpserver, drinks, ask):
    assert ask("Who drinks green tea?").items[0].content == TEA and not httpserver.log


@pytest.mark.parametrize(
    "answer",
    [
        Response("busy", status=503),
        Response("no json"),
        Response('{"results": [{"index": 0, "relevance_score": 1}]}', mimetype="application/json"),
        Response('{"results": "none"}', mimetype="application/json"),
        Response(
            '{"results": [{"index": 0, "relevance_score": NaN}, {"index": 1, "relevance_score": 1}]}',
            mimetype="application/json",
        ),
    ],
)
def test_whatever_it_does_the_order_stays(httpserver, settings, drinks, texts, answer):
    settings.RERANK_URL, settings.RERANK_SECONDS = httpserver.url_for("/rerank"), 5.0
    httpserver.expect_request("/rerank").respond_with_response(answer)
    assert texts("Who drinks green tea?") == [TEA, COFFEE]


def test_a_question_waits_no_longer_than_the_budget(httpserver, settings, drinks, ask):
    settings.RERANK_URL, settings.RERANK_SECONDS = httpserver.url_for("/rerank"), 0.05

    def slow(_got):
        time.sleep(0.5)
        return Response("[]", mimetype="application/json")

    httpserver.expect_request("/rerank").respond_with_handler(slow)
    found = ask("Who drinks green tea?", explain=True)
    assert found.items[0].content == TEA and "reranked" not in found.data()[0]["explanation"]
