from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from memories.maintenance.record_setup import record_row
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Account


class Command(BaseCommand):
    help = (
        "Remove the second step of a login whose owner lost phone, passkeys and recovery codes: the password is enough "
        "until they set up another. Only on the server, for it also keeps owners of a workspace out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("login", help="The name to sign in with.")

    def handle(self, *args: Any, **options: Any) -> None:
        account = Account.objects.filter(username=options["login"]).first()
        if account is None:
            raise CommandError("There is no such login.")
        removed, _ = Authenticator.objects.filter(user=account).delete()
        if not removed:
            raise CommandError(f"{account.username} signs in without a second step.")
        now = timezone.now()
        for membership in account.memberships.all():
            with scope.enter(membership.workspace_id):
                actor = system_actor(membership.workspace_id, "remove_second_step")
                record_row(row=membership, done="changed", actor=actor, now=now, changed=["second_step"])
        self.stdout.write(f"Removed. {account.username} signs in by password alone until they set up a second step.")
