"""How many of the product's functions and files one request enters: a new memory, a query, an approval.

    python scripts/trace_hops.py [--list memory|query|approval]

Each request goes through the whole stack on a throw-away database, once to warm up and then traced by
`sys.setprofile`. A function counts once, comprehensions and lambdas do not count. The goals are for the path through
the layers; what `providers` (leaf libraries: embedding, redaction, statements) does inside is counted apart. `--list`
prints what was entered.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import django

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (
    "consent", "conversations", "intelligence", "interfaces", "memories", "memory_project", "operations", "providers",
    "retrieval", "workspaces",
)  # fmt: skip
GOALS = {"memory": (90, 30), "query": (80, 22), "approval": (60, 22)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", choices=GOALS, help="print each function that this request enters")
    options = parser.parse_args()
    for name, entered in traced_requests().items():
        path = {code for code in entered if not place(code).startswith("providers/")}
        functions, files = GOALS[name]
        print(
            f"{name:10} {len(path):4} functions (goal {functions}) in {files_of(path):3} files (goal {files}); "
            f"with providers {len(entered)} in {files_of(entered)}"
        )
        if options.list == name:
            print("\n".join(f"    {place(code)}" for code in sorted(entered, key=place)))


def files_of(entered: set[CodeType]) -> int:
    return len({code.co_filename for code in entered})


def place(code: CodeType) -> str:
    return f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_firstlineno} {code.co_qualname}"


def entered_by(request: Callable[[], Any]) -> set[CodeType]:
    """The product's functions that run while `request` is answered, in this thread."""
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    sys.setprofile(note)
    try:
        request()
    finally:
        sys.setprofile(None)
    return {code for code in entered if is_product(code)}


def is_product(code: CodeType) -> bool:
    path = Path(code.co_filename)
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PACKAGES and "<" not in code.co_name


def traced_requests() -> dict[str, set[CodeType]]:
    """What each of the three requests enters, on a database of its own that is gone afterwards."""
    set_up_django()
    from django.db import connection  # noqa: PLC0415 -- after set-up
    from django.test.utils import setup_test_environment  # noqa: PLC0415

    setup_test_environment()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        return Requests().trace()
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def set_up_django() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
    if "DATA_DIR" not in os.environ:
        os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="memory-trace-")
        Path(os.environ["DATA_DIR"]).chmod(0o755)  # the database may run as another account
    django.setup()


class Requests:
    """The three requests, by a supervisor's key and the person's login."""

    def __init__(self) -> None:
        from django.test import Client  # noqa: PLC0415

        from workspaces.actions.create_workspace import create_workspace  # noqa: PLC0415
        from workspaces.models import Account  # noqa: PLC0415

        home = create_workspace(name="Home", username="owner", person_name="Ana")
        self.person_id = str(home.user_id)
        self.agent = Client(headers={"authorization": f"Bearer {home.api_keys['supervisor']}"})
        self.person = Client()
        self.person.force_login(Account.objects.get(username="owner"))

    def trace(self) -> dict[str, set[CodeType]]:
        notes = iter(["The user likes mushroom risotto.", "The user plays chess on Sundays."])
        cities = [self.question(field) for field in ("city", "pronouns")]
        requests: dict[str, Callable[[], Any]] = {
            "memory": lambda: self.post(self.agent, "memories", user_id=self.person_id, content=next(notes)),
            "query": lambda: self.post(self.agent, "memory/query", user_id=self.person_id, query="What do they eat?"),
            "approval": lambda: self.post(self.person, f"proposals/{cities.pop()}/approve"),
        }
        return {name: self._second(request) for name, request in requests.items()}

    def _second(self, request: Callable[[], Any]) -> set[CodeType]:
        request()
        return entered_by(request)

    def question(self, field: str) -> str:
        """A proposal that waits for the person."""
        path = f"/api/v1/users/{self.person_id}/facts/identity/{field}"
        value = {"city": "Lisbon", "pronouns": "she/her"}[field]
        answer = self.agent.put(path, {"value": value}, content_type="application/json")
        assert answer.status_code == 202, answer.content
        return str(answer.json()["proposal_id"])

    def post(self, client: Any, path: str, **body: object) -> None:
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert answer.status_code < 300, answer.content


if __name__ == "__main__":
    main()
