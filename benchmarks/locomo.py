"""Retrieval quality on LoCoMo (Maharana et al., 2024), through the REST API, without an LLM.

    python benchmarks/locomo.py --data locomo.json [--form speaker|content] [--conversations 1] [--calibration]
                                [--select] [--approve] [--corrections errors.json ...] [--keep]
                                [--url http://localhost:8000 --key mem_...]

Each dialogue turn is posted as a turn with its session's date, either with its speaker as a field or with "Name: " at
its head; each question of the categories 1 to 4 asks for the 20 best turns. `--calibration` also asks each question
about another conversation, and those of category 5, to see what the scores separate. `--approve`
asks once more when whatever the turns raised as a question to the person has been approved. `--corrections` are JSON
files, each a list of objects with the `question` as it stands in the data and its `correct_evidence`, ids of turns as
in the data; these count as the evidence of that question. Without --url a server is started on an empty database and
stopped again.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from results import FOLDER, Table, keep
from scoring import COLUMNS, by_category, table
from service import machine, own_client, requests_to
from talks import Question, approve, calibrate, measure, save_tokens, store

CATEGORIES = {1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop"}
ADVERSARIAL = 5
Evidence = Mapping[str, Sequence[str]]
TURN_ID = re.compile(r"D:?(\d+):?\s*:\s*(\d+)")


class Conversation:
    """One sample of the data set, and the person it is stored about."""

    def __init__(
        self, sample: dict[str, Any], *, form: str = "speaker", corrected: Evidence = MappingProxyType({})
    ) -> None:
        self.name = sample["sample_id"]
        self._talk = sample["conversation"]
        self._questions = sample["qa"]
        self._form = form
        self._corrected = corrected
        self.person_id = ""
        self.session_ids: list[str] = []

    def sessions(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        for name, date, turns in self.dated_sessions():
            yield name, [turn_body(turn, date, self._form) for turn in turns]

    def dated_sessions(self) -> Iterator[tuple[str, datetime, list[dict[str, Any]]]]:
        """Name, date and turns of each session."""
        names = [name for name in self._talk if re.fullmatch(r"session_\d+", name)]
        for name in sorted(names, key=lambda each: int(each.split("_")[1])):
            said = self._talk[f"{name}_date_time"].strip()
            yield name, datetime.strptime(f"{said} +0000", "%I:%M %p on %d %B, %Y %z"), self._talk[name]

    def turn_ids(self) -> set[str]:
        return {turn["dia_id"] for _, _, turns in self.dated_sessions() for turn in turns}

    def questions(self) -> list[Question]:
        """Those that can be scored."""
        known = self.turn_ids()
        asked = []
        for one in self._questions:
            evidence = self._corrected.get(one["question"], one.get("evidence") or [])
            gold = {f"D{int(a)}:{int(b)}" for a, b in TURN_ID.findall(" ".join(evidence))} & known
            if one["category"] in CATEGORIES and gold:
                asked.append(Question(CATEGORIES[one["category"]], one["question"], gold))
        return asked

    def unanswerable(self) -> list[str]:
        return [one["question"] for one in self._questions if one["category"] == ADVERSARIAL]

    @property
    def skipped(self) -> int:
        return len(self._questions) - len(self.questions())


def turn_body(turn: dict[str, Any], date: datetime, form: str) -> dict[str, Any]:
    caption = f" [shared an image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    text = turn["text"] + caption
    told = {"content": f"{turn['speaker']}: {text}"}
    if form == "speaker":
        told = {"content": text, "speaker": turn["speaker"]}
    return {"role": "user", "occurred_at": date.isoformat(), "external_id": turn["dia_id"]} | told


def corrections(files: Sequence[Path]) -> Evidence:
    """The evidence of each corrected question."""
    rows = [row for file in files for row in json.loads(file.read_text())]
    return {row["question"]: row["correct_evidence"] for row in rows}


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="LoCoMo's JSON file.")
    parser.add_argument("--form", choices=["speaker", "content"], default="speaker")
    parser.add_argument("--conversations", type=int, help="Only the first so many.")
    parser.add_argument("--calibration", action="store_true")
    parser.add_argument("--select", action="store_true", help='Also what `select: "relevant"` keeps and saves.')
    parser.add_argument(
        "--approve", action="store_true", help="Also what is found once the person has said yes to all."
    )
    parser.add_argument("--corrections", type=Path, nargs="+", default=[], help="Corrected evidence, as JSON.")
    parser.add_argument("--keep", action="store_true", help=f"Write the table and a plot to {FOLDER}.")
    parser.add_argument("--url")
    parser.add_argument("--key")
    options = parser.parse_args()
    if options.approve and options.url:
        parser.error("--approve decides in the database of a server of its own, not at --url")
    return options


def main() -> None:
    options = parsed()
    if options.data is None or not options.data.exists():
        print("skipped: no LoCoMo data here; name its JSON file with --data")
        return
    samples = json.loads(options.data.read_text())[: options.conversations]
    corrected = corrections(options.corrections)
    talks = [Conversation(sample, form=options.form, corrected=corrected) for sample in samples]
    print(machine())
    with requests_to(options.url, options.key) if options.url else own_client(Path(os.environ["DATA_DIR"])) as api:
        began = time.perf_counter()
        for talk in talks:
            store(api, talk)
        turns = sum(len(talk.turn_ids()) for talk in talks)
        print(f"stored and indexed {turns} turns in {time.perf_counter() - began:.0f} s")
        answered, tops = measure(api, talks)
        print(f"turns posted with: {options.form}; questions skipped: {sum(talk.skipped for talk in talks)}\n")
        print(table(answered))
        figures = calibrate(api, talks, tops) if options.calibration else {}
        if options.select:
            figures |= save_tokens(api, talks)
        if options.approve:
            approve(api, talks)
            print(f"\nAll approved:\n{table(measure(api, talks)[0])}")
        if options.keep:
            kept = Table("LoCoMo over REST, percent", (*COLUMNS, *figures))
            for name, means in by_category(answered).items():
                kept.add(name, **dict(zip(COLUMNS, means, strict=True)), **(figures if name == "all" else {}))
            command = f"python benchmarks/locomo.py --data locomo.json --form {options.form} --calibration --keep"
            keep(f"locomo-{options.form}", kept, plotted="R@10", command=command)


if __name__ == "__main__":
    main()
