"""Conversations with questions whose evidence is known: stored and asked about through the REST API."""

import sys
import time
from collections.abc import Iterator, Sequence, Set
from typing import Any, NamedTuple, Protocol

import httpx
import numpy as np
import project  # noqa: F401 -- sets Django up
from approving import approve_all
from scoring import Answered, area_under_curve

from providers.embedding import count_tokens

TURNS_PER_CALL = 50
INDEXING_SECONDS = 1_800


class Question(NamedTuple):
    """A question and the `external_id`s of the turns that answer it."""

    category: str
    text: str
    evidence: Set[str]


class Talk(Protocol):
    """One conversation of a data set, and the person that it is stored about."""

    name: str
    person_id: str
    session_ids: list[str]

    def sessions(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Name of each session, and its turns as they are posted."""

    def turn_ids(self) -> set[str]: ...

    def questions(self) -> list[Question]: ...

    def unanswerable(self) -> list[str]:
        """Questions that the conversation has no answer to."""


def post(api: httpx.Client, path: str, body: dict[str, Any]) -> Any:
    answer = api.post(path, json=body)
    answer.raise_for_status()
    return answer.json()


def store(api: httpx.Client, talk: Talk) -> None:
    """Post a conversation and wait until all of it is found by meaning."""
    talk.person_id = post(api, "/users", {"name": talk.name})["id"]
    for name, bodies in talk.sessions():
        session = post(api, "/sessions", {"user_id": talk.person_id, "external_id": name})["id"]
        for start in range(0, len(bodies), TURNS_PER_CALL):
            post(api, f"/sessions/{session}/turns", {"turns": bodies[start : start + TURNS_PER_CALL]})
        talk.session_ids.append(session)
    wait_for_index(api, talk)


def approve(api: httpx.Client, talks: Sequence[Talk]) -> None:
    """Say yes to whatever was asked about these people, as they themselves, and wait for what comes back."""
    answered = [approve_all(talk.person_id) for talk in talks]
    for talk in talks:
        wait_for_index(api, talk)
    print(f"\n{sum(answered)} questions approved")


def wait_for_index(api: httpx.Client, talk: Talk) -> None:
    began = time.monotonic()
    waiting = list(talk.session_ids)
    while waiting and time.monotonic() - began < INDEXING_SECONDS:
        answer = api.get(f"/sessions/{waiting[0]}").raise_for_status().json()
        if answer["indexed_turns"] == answer["turns"]:
            waiting.pop(0)
        else:
            time.sleep(0.2)
    if waiting:
        sys.exit("The turns were not indexed in time.")


def ask(api: httpx.Client, talk: Talk, question: str, **fields: Any) -> list[dict[str, Any]]:
    body = {"user_id": talk.person_id, "query": question, "kinds": ["turn"], "return": "full", "top_k": 20} | fields
    return post(api, "/memory/query", body)


def top_score(found: Sequence[dict[str, Any]]) -> float:
    return found[0]["score"] if found else 0.0


def measure(api: httpx.Client, talks: Sequence[Talk]) -> tuple[list[Answered], list[float]]:
    """What each question found, and the score of its first result."""
    answered, tops = [], []
    for talk in talks:
        of_talk = []
        for category, question, gold in talk.questions():
            found = ask(api, talk, question)
            of_talk.append(Answered(category, [item["external_id"] for item in found], gold))
            tops.append(top_score(found))
        print(f"{talk.name}: R@10 {100 * np.mean([one.figures()[1] for one in of_talk]):.1f}", flush=True)
        answered += of_talk
    return answered, tops


def calibrate(api: httpx.Client, talks: Sequence[Talk], tops: Sequence[float]) -> dict[str, float]:
    """R10: of pairs of a question and a turn of another conversation 95 % must stay below 0.7."""
    foreign_tops, below = [], []
    for talk, other in zip(talks, [*talks[1:], *talks[:1]], strict=True):
        turns = len(other.turn_ids())
        for question in talk.questions():
            found = ask(api, other, question.text, top_k=32)
            foreign_tops.append(top_score(found))
            below.append(1 - sum(item["score"] >= 0.7 for item in found) / turns)
    unanswerable = [top_score(ask(api, talk, question)) for talk in talks for question in talk.unanswerable()]
    figures = {
        "others' turns below 0.7": float(100 * np.mean(below)),
        "AUC another conversation": area_under_curve(tops, foreign_tops),
        "AUC unanswerable": area_under_curve(tops, unanswerable),
    }
    against = "AUC of the top scores: answerable against"
    print(f"pairs of a question and another conversation's turn below 0.7: {100 * np.mean(below):.2f} %")
    print(f"{against} another conversation's {figures['AUC another conversation']:.3f}")
    print(f"{against} unanswerable ones {figures['AUC unanswerable']:.3f}")
    return figures


def save_tokens(api: httpx.Client, talks: Sequence[Talk], *, top_k: int = 10) -> dict[str, float]:
    """What `select: "relevant"` keeps of the recall of the `top_k` best, and the share of their tokens sent."""
    recalls, tokens, items = np.zeros(2), np.zeros(2), np.zeros(2)
    for talk in talks:
        for question in talk.questions():
            for way, select in enumerate(("top", "relevant")):
                found = ask(api, talk, question.text, top_k=top_k, select=select)
                recalls[way] += len({one["external_id"] for one in found} & question.evidence) / len(question.evidence)
                tokens[way] += sum(count_tokens(one["content"]) for one in found)
                items[way] += len(found)
    figures = {
        f"relevant: of recall@{top_k}": float(100 * recalls[1] / recalls[0]),
        "relevant: of the tokens": float(100 * tokens[1] / tokens[0]),
        "relevant: of the items": float(100 * items[1] / items[0]),
    }
    print(", ".join(f"{name} {value:.1f} %" for name, value in figures.items()))
    return figures
