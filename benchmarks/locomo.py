"""Retrieval quality on LoCoMo (Maharana et al., 2024), through the REST API, without an LLM.

    python benchmarks/locomo.py --data locomo.json [--form speaker|content] [--conversations 1] [--calibration] [--keep]
                                [--url http://localhost:8000 --key mem_...]

Each dialogue turn is posted as a turn with its session's date, either with its speaker as a field or with "Name: " at
its head; each question of the categories 1 to 4 asks for the 20 best turns. `--calibration` also asks each question
about another conversation, and those of category 5, to see what the scores separate. Without --url a server is started
on an empty database and stopped again.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from results import FOLDER, Table, keep
from scoring import COLUMNS, Answered, area_under_curve, by_category, table
from service import client, machine

CATEGORIES = {1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop"}
ADVERSARIAL = 5
TURN_ID = re.compile(r"D:?(\d+):?\s*:\s*(\d+)")
TURNS_PER_CALL = 100
INDEXING_SECONDS = 600


class Conversation:
    """One sample of the data set, and the person it is stored about."""

    def __init__(self, sample: dict[str, Any]) -> None:
        self.name = sample["sample_id"]
        self._talk = sample["conversation"]
        self._questions = sample["qa"]
        self.person_id = ""

    def sessions(self) -> Iterator[tuple[str, datetime, list[dict[str, Any]]]]:
        """Name, date and turns of each session."""
        names = [name for name in self._talk if re.fullmatch(r"session_\d+", name)]
        for name in sorted(names, key=lambda each: int(each.split("_")[1])):
            said = self._talk[f"{name}_date_time"].strip()
            yield name, datetime.strptime(f"{said} +0000", "%I:%M %p on %d %B, %Y %z"), self._talk[name]

    def turn_ids(self) -> set[str]:
        return {turn["dia_id"] for _, _, turns in self.sessions() for turn in turns}

    def questions(self) -> list[tuple[str, str, set[str]]]:
        """Category, text and evidence of what can be scored."""
        known = self.turn_ids()
        asked = []
        for one in self._questions:
            gold = {f"D{int(a)}:{int(b)}" for a, b in TURN_ID.findall(" ".join(one.get("evidence") or []))} & known
            if one["category"] in CATEGORIES and gold:
                asked.append((CATEGORIES[one["category"]], one["question"], gold))
        return asked

    def adversarial(self) -> list[str]:
        return [one["question"] for one in self._questions if one["category"] == ADVERSARIAL]

    @property
    def skipped(self) -> int:
        return len(self._questions) - len(self.questions())


def post(api: httpx.Client, path: str, body: dict[str, Any]) -> Any:
    answer = api.post(path, json=body)
    answer.raise_for_status()
    return answer.json()


def store(api: httpx.Client, talk: Conversation, form: str) -> None:
    """Post a conversation and wait until all of it is found by meaning."""
    talk.person_id = post(api, "/users", {"name": talk.name})["id"]
    sessions = []
    for name, date, turns in talk.sessions():
        session = post(api, "/sessions", {"user_id": talk.person_id, "external_id": name})["id"]
        bodies = [turn_body(turn, date, form) for turn in turns]
        for start in range(0, len(bodies), TURNS_PER_CALL):
            post(api, f"/sessions/{session}/turns", {"turns": bodies[start : start + TURNS_PER_CALL]})
        sessions.append(session)
    for session in sessions:
        wait_for_index(api, session)


def turn_body(turn: dict[str, Any], date: datetime, form: str) -> dict[str, Any]:
    caption = f" [shared an image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    text = turn["text"] + caption
    told = {"content": f"{turn['speaker']}: {text}"}
    if form == "speaker":
        told = {"content": text, "speaker": turn["speaker"]}
    return {"role": "user", "occurred_at": date.isoformat(), "external_id": turn["dia_id"]} | told


def wait_for_index(api: httpx.Client, session: str) -> None:
    began = time.monotonic()
    while time.monotonic() - began < INDEXING_SECONDS:
        answer = api.get(f"/sessions/{session}").raise_for_status().json()
        if answer["indexed_turns"] == answer["turns"]:
            return
        time.sleep(0.2)
    sys.exit("The turns were not indexed in time.")


def ask(api: httpx.Client, talk: Conversation, question: str, **fields: Any) -> list[dict[str, Any]]:
    body = {"user_id": talk.person_id, "query": question, "kinds": ["turn"], "return": "full", "top_k": 20} | fields
    return post(api, "/memory/query", body)


def top_score(found: list[dict[str, Any]]) -> float:
    return found[0]["score"] if found else 0.0


def measure(api: httpx.Client, talks: list[Conversation]) -> tuple[list[Answered], list[float]]:
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


def calibrate(api: httpx.Client, talks: list[Conversation], tops: list[float]) -> dict[str, float]:
    """R10: of pairs of a question and a turn of another conversation 95 % must stay below 0.7."""
    foreign_tops, below = [], []
    for talk, other in zip(talks, talks[1:] + talks[:1], strict=True):
        turns = len(other.turn_ids())
        for _, question, _ in talk.questions():
            found = ask(api, other, question, top_k=32)
            foreign_tops.append(top_score(found))
            below.append(1 - sum(item["score"] >= 0.7 for item in found) / turns)
    against = "AUC of the top scores: answerable against"
    print(f"pairs of a question and another conversation's turn below 0.7: {100 * np.mean(below):.2f} %")
    print(f"{against} another conversation's {area_under_curve(tops, foreign_tops):.3f}")
    unanswerable = [top_score(ask(api, talk, question)) for talk in talks for question in talk.adversarial()]
    print(f"{against} category 5 {area_under_curve(tops, unanswerable):.3f}")
    return {
        "others' turns below 0.7": float(100 * np.mean(below)),
        "AUC another conversation": area_under_curve(tops, foreign_tops),
        "AUC category 5": area_under_curve(tops, unanswerable),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="LoCoMo's JSON file.")
    parser.add_argument("--form", choices=["speaker", "content"], default="speaker")
    parser.add_argument("--conversations", type=int, help="Only the first so many.")
    parser.add_argument("--calibration", action="store_true")
    parser.add_argument("--keep", action="store_true", help=f"Write the table and a plot to {FOLDER}.")
    parser.add_argument("--url")
    parser.add_argument("--key")
    options = parser.parse_args()
    if options.data is None or not options.data.exists():
        print("skipped: no LoCoMo data here; name its JSON file with --data")
        return
    talks = [Conversation(sample) for sample in json.loads(options.data.read_text())][: options.conversations]
    print(machine())
    with client(options.url, options.key) as api:
        began = time.perf_counter()
        for talk in talks:
            store(api, talk, options.form)
        turns = sum(len(talk.turn_ids()) for talk in talks)
        print(f"stored and indexed {turns} turns in {time.perf_counter() - began:.0f} s")
        answered, tops = measure(api, talks)
        print(f"turns posted with: {options.form}; questions skipped: {sum(talk.skipped for talk in talks)}\n")
        print(table(answered))
        figures = calibrate(api, talks, tops) if options.calibration else {}
        if options.keep:
            kept = Table("LoCoMo over REST, percent", (*COLUMNS, *figures))
            for name, means in by_category(answered).items():
                kept.add(name, **dict(zip(COLUMNS, means, strict=True)), **(figures if name == "all" else {}))
            command = f"python benchmarks/locomo.py --data locomo.json --form {options.form} --calibration --keep"
            keep(f"locomo-{options.form}", kept, plotted="R@10", command=command)


if __name__ == "__main__":
    main()
