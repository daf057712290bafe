"""Retrieval quality on BEAM (Tavakoli et al., "Beyond a million tokens"), through the REST API, without an LLM.

    python benchmarks/beam.py --data FOLDER [--chats 1] [--roles-as-speakers] [--calibration] [--select]
                              [--approve] [--keep]

FOLDER holds `N.chat.json` and `N.q.json`: long conversations of a person with an assistant, and questions with the ids
of the messages that hold their evidence; questions without any are left out. Each message is posted as a turn with its
role and its batch's date, one session a batch; `--roles-as-speakers` sends the role as `speaker` too. Each question
asks for the 20 best turns. The same run says what the same stored vectors find alone ("dense only"). `--approve`
asks once more when whatever the messages raised as a question to the person has been approved. A server is started on
an empty database and stopped again.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import dense_only  # sets Django up, on a data folder of its own
from results import FOLDER, Table, keep
from scoring import COLUMNS, Answered, by_category, table
from service import machine, own_client
from talks import Question, approve, calibrate, measure, save_tokens, store

GENERATOR_MARK = re.compile(r"\s*->->.*\Z", re.DOTALL)


class Chat:
    """One conversation of the data set, and the person that it is stored about."""

    def __init__(self, file: Path, *, roles_as_speakers: bool) -> None:
        self.name = file.name.removesuffix(".chat.json")
        self._batches = json.loads(file.read_text())
        self._questions = json.loads(file.with_name(f"{self.name}.q.json").read_text())
        self._roles_as_speakers = roles_as_speakers
        self.person_id = ""
        self.session_ids: list[str] = []

    def sessions(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        date = ""
        for batch in self._batches:
            bodies = []
            for message in (message for group in batch["turns"] for message in group):
                date = message.get("time_anchor") or date
                bodies.append(self._turn(message, date))
            yield f"batch {batch['batch_number']}", bodies

    def _turn(self, message: dict[str, Any], date: str) -> dict[str, Any]:
        role = message["role"]
        said = datetime.strptime(date, "%B-%d-%Y").replace(tzinfo=UTC)
        return {
            "role": role,
            "content": GENERATOR_MARK.sub("", message["content"]),
            "occurred_at": said.isoformat(),
            "external_id": str(message["id"]),
        } | ({"speaker": role} if self._roles_as_speakers else {})

    def turn_ids(self) -> set[str]:
        return {turn["external_id"] for _, turns in self.sessions() for turn in turns}

    def questions(self) -> list[Question]:
        every = [(category, one) for category, questions in self._questions.items() for one in questions]
        asked = [Question(category, one["question"], set(_ids(one.get("source_chat_ids")))) for category, one in every]
        return [question for question in asked if question.evidence]

    def unanswerable(self) -> list[str]:
        return [one["question"] for one in self._questions.get("abstention", [])]


def _ids(evidence: Any) -> Iterator[str]:
    """Of an id, or of lists and mappings of them."""
    if isinstance(evidence, dict | list):
        for one in evidence.values() if isinstance(evidence, dict) else evidence:
            yield from _ids(one)
    elif evidence is not None:
        yield str(evidence)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="The folder of BEAM's files.")
    parser.add_argument("--chats", type=int, help="Only the first so many.")
    parser.add_argument("--roles-as-speakers", action="store_true")
    parser.add_argument("--calibration", action="store_true")
    parser.add_argument("--select", action="store_true", help='Also what `select: "relevant"` keeps and saves.')
    parser.add_argument(
        "--approve", action="store_true", help="Also what is found once the person has said yes to all."
    )
    parser.add_argument("--keep", action="store_true", help=f"Write the table and a plot to {FOLDER}.")
    options = parser.parse_args()
    files = sorted(options.data.glob("*.chat.json")) if options.data else []
    if not files:
        print("skipped: no BEAM data here; name its folder with --data")
        return
    chats = [Chat(file, roles_as_speakers=options.roles_as_speakers) for file in files][: options.chats]
    print(machine())
    with own_client(Path(os.environ["DATA_DIR"])) as api:
        began = time.perf_counter()
        for chat in chats:
            store(api, chat)
        print(f"stored and indexed {len(chats)} chats in {time.perf_counter() - began:.0f} s")
        answered, tops = measure(api, chats)
        alone = [
            Answered(one.category, dense_only.nearest(chat.person_id, one.text), one.evidence)
            for chat in chats
            for one in chat.questions()
        ]
        print(f"\nThis server:\n{table(answered)}\n\nDense only:\n{table(alone)}\n")
        if options.calibration:
            calibrate(api, chats, tops)
        if options.select:
            save_tokens(api, chats)
        if options.approve:
            approve(api, chats)
            print(f"\nAll approved:\n{table(measure(api, chats)[0])}")
    if options.keep:
        _keep(answered, alone, roles_as_speakers=options.roles_as_speakers)


def _keep(answered: list[Answered], alone: list[Answered], *, roles_as_speakers: bool) -> None:
    kept = Table("BEAM over REST, percent", COLUMNS)
    for name, means in by_category(answered).items():
        kept.add(name, **dict(zip(COLUMNS, means, strict=True)))
    kept.add("all, dense only", **dict(zip(COLUMNS, by_category(alone)["all"], strict=True)))
    option = " --roles-as-speakers" if roles_as_speakers else ""
    name = "beam-roles-as-speakers" if roles_as_speakers else "beam"
    keep(name, kept, plotted="R@10", command=f"python benchmarks/beam.py --data FOLDER{option} --keep")


if __name__ == "__main__":
    main()
