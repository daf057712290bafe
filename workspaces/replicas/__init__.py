"""Reading from streaming replicas of the database, where READ_DATABASE_URLS names some (docs/scale.md, ADR 0022).

`read` runs work whose statements go to a replica, `on_primary` what must not, `note_write` keeps how far a replica must
be before its writer may read there. Without replicas all of it does nothing.
"""

from workspaces.replicas.last_write import note_account, note_write
from workspaces.replicas.serving import on_primary, read

__all__ = ["note_account", "note_write", "on_primary", "read"]
