from collections.abc import Iterable

from workspaces import scope

# unnest gives the names in their order, and a lock is taken as each comes.
LOCK = "SELECT count(pg_advisory_xact_lock(hashtextextended(name, 0))) FROM unnest(%s::text[]) AS name"


def lock_addresses(addresses: Iterable[tuple[str, str]]) -> None:
    """Hold the (namespace path, key) pairs from the next statement until the transaction ends, so that concurrent
    upserts of a key queue up.

    An advisory lock, because the first write of a key has no row to lock; sorted, so that two batches cannot deadlock.
    """
    workspace_id = scope.current_workspace_id()
    names = sorted({f"{workspace_id}/{path}\x1f{key}" for path, key in addresses})
    scope.send_later((LOCK, (names,)))
