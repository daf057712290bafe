from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from pydantic import ValidationError

from retrieval.answers import Item
from retrieval.authorization import UnknownPerson
from retrieval.context.rendering import printable
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces.actors import system_actor
from workspaces.models import Workspace

BAR = 40  # characters of a relevance of 1


class Command(BaseCommand):
    help = "Ask a question about a person and draw which signals put each result where it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("question")
        parser.add_argument("--user", type=UUID, required=True, help="The person's id.")
        parser.add_argument("--workspace", type=UUID, help="Its id; may be left out when there is only one.")
        parser.add_argument("--top-k", type=int, default=5)

    def handle(self, *args: Any, **options: Any) -> None:
        workspace_id = options["workspace"] or Workspace.objects.only_id()
        actor = system_actor(workspace_id, "explain_query")
        request = _request(query=options["question"], user_id=options["user"], top_k=options["top_k"], explain=True)
        try:
            answer = memory_query(request, actor=actor, now=timezone.now())
        except UnknownPerson as unknown:
            raise CommandError("There is no such person in that workspace.") from unknown
        for place, item in enumerate(answer.items, start=1):
            self.stdout.write(f"\n{place}. {item.score:.2f}  {printable(item.text)[:100]}")
            self.stdout.write("\n".join(_bars(item)))
        withheld = ", ".join(f"{count} {reason}" for reason, count in answer.withheld.items())
        self.stdout.write(f"\nwithheld: {withheld or 'nothing'}")


def _request(**values: Any) -> QueryRequest:
    """Build the request. Raises CommandError, which says what is wrong with each value."""
    try:
        return QueryRequest.model_validate(values)
    except ValidationError as error:
        wrong = [
            f"{'.'.join(map(str, one['loc']))}: {one['msg'].removeprefix('Value error, ')}" for one in error.errors()
        ]
        raise CommandError("; ".join(wrong)) from error


def _bars(item: Item) -> list[str]:
    """Return one line for each signal that adds or subtracts something, the greatest first."""
    shares = sorted(item.signals.items(), key=lambda pair: -abs(pair[1]))
    return [
        f"   {name:>11} {share:+.3f} {('+' if share > 0 else '-') * max(1, round(abs(share) * BAR))}"
        for name, share in shares
        if abs(share) >= 0.0005
    ]
