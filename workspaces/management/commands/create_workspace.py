import dataclasses
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from workspaces.actions.create_workspace import create_workspace


class Command(BaseCommand):
    help = "Create a workspace with an owner, one agent per role and an API key for each."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--username", help="Login of the owner; default: made from the name.")
        parser.add_argument("--json", action="store_true", help="Print one JSON object instead of text.")

    def handle(self, *args: Any, **options: Any) -> None:
        made = create_workspace(name=options["name"], username=options["username"])
        facts = dataclasses.asdict(made)
        if options["json"]:
            self.stdout.write(json.dumps(facts, default=str))
            return
        keys = facts.pop("api_keys")
        for label, value in [*facts.items(), *((f"key of {role}", key) for role, key in keys.items())]:
            self.stdout.write(f"{label:>20}  {value}")
        self.stdout.write(self.style.WARNING("The password and keys are shown this once."))
