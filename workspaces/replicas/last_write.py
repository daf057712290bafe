"""How far the log of the database was after a caller's last write, kept with their key or account.

Written when the write is committed, before it is answered, and read when the caller is authenticated, both on the
primary: every host knows it.
"""

from uuid import UUID

from django.conf import settings
from django.db import connection

from workspaces import scope
from workspaces.actors import Actor
from workspaces.replicas.serving import on_primary

# Of two writers at the same moment the later one asks anew under the row's lock: it never goes back.
POSITION = "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint"
OF_KEY = f"""
UPDATE workspaces_apikey SET last_write_position = {POSITION}
WHERE workspace_id = %s AND id = %s
"""  # noqa: S608 -- a constant
OF_ACCOUNT = f"""
UPDATE workspaces_account SET last_write_position = {POSITION} WHERE id = %s
"""  # noqa: S608 -- a constant


def note_write(actor: Actor) -> None:
    """By a key; those of a login are noted with its account. Outside any scope, after the commit."""
    if settings.READ_DATABASES and actor.key_id is not None:
        with on_primary():
            scope.pipelined_read(actor.workspace_id, [(OF_KEY, (actor.workspace_id, actor.key_id))])


def note_account(account_id: UUID) -> None:
    """After the commit."""
    if settings.READ_DATABASES:
        with connection.cursor() as cursor:
            cursor.execute(OF_ACCOUNT, [account_id])
