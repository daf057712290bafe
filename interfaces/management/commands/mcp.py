"""`manage.py mcp`: the memory server for one agent, over standard input and output."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.servers.basehttp import get_internal_wsgi_application
from django.utils import timezone

from interfaces.mcp.api import Api, caller_with_key
from interfaces.mcp.server import memory_server
from workspaces.actions.authenticate_key import InvalidKey, authenticate_key

KEY = "MEMORY_KEY"
EARLIER_KEY = "MEMORY_API_KEY"  # its name in 0.2
PERSON = "MEMORY_USER_ID"


class Command(BaseCommand):
    help = "Speak MCP over standard input and output, for a host that starts its servers itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--user-id", default=os.environ.get(PERSON, ""), help=f"Whose memory it is about ({PERSON})."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        key = os.environ.get(KEY) or os.environ.get(EARLIER_KEY, "")
        try:
            authenticate_key(key, now=timezone.now())
        except InvalidKey as error:
            raise CommandError(f"Put an agent's API key into {KEY}: there is none, or it is not valid.") from error
        owner = caller_with_key(key, public_url=settings.PUBLIC_URL, user_id=options["user_id"])
        memory_server(Api(get_internal_wsgi_application(), ThreadPoolExecutor(1), owner)).run("stdio")
