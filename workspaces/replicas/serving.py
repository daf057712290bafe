"""Which database the statements of this thread go to."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, Error, connections

from workspaces.replicas.replica import Replica
from workspaces.replicas.watch import watch

T = TypeVar("T")
logger = logging.getLogger(__name__)

_primary: ContextVar[Any] = ContextVar("primary", default=None)
_own = threading.local()


def read(work: Callable[[], T], *, after: int | None, again_on: tuple[type[Exception], ...] = ()) -> T:
    """What `work` answers, from a replica where one is fit, else from the primary.

    `after` is the position of the caller's last write (`last_write`), which a replica must have passed; None keeps to
    the primary. Whatever a replica fails at is done again on the primary, and so is what raises `again_on`, such as
    what it does not know yet: `work` writes nothing but within `on_primary`, as its last step. Call it outside any
    transaction.
    """
    if not settings.READ_DATABASES or after is None or _primary.get() is not None:
        return work()
    replica = watch().choose(after)
    if replica is None or connections[DEFAULT_DB_ALIAS].in_atomic_block:  # a test's own transaction
        return work()
    try:
        with _reading_from(replica):
            return work()
    except (Error, ImproperlyConfigured) as error:
        logger.warning("A replica failed; the primary answers: %s", type(error).__name__)
        return work()
    except again_on:
        return work()


@contextmanager
def on_primary() -> Iterator[None]:
    """Statements of the block go to the primary, also within `read`."""
    primary = _primary.get()
    if primary is None:
        yield
        return
    with _default(primary):
        yield


@contextmanager
def _reading_from(replica: Replica) -> Iterator[None]:
    token = _primary.set(connections[DEFAULT_DB_ALIAS])
    try:
        with _default(_connection_to(replica)):
            yield
    finally:
        _primary.reset(token)


@contextmanager
def _default(chosen: Any) -> Iterator[None]:
    """All of Django, and `round_trip`, take this connection of the thread's for the default one."""
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = chosen
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual


def _connection_to(replica: Replica) -> Any:
    """The thread's own, opened again where it is old or broken."""
    kept = vars(_own).setdefault("connections", {})
    if replica not in kept:
        kept[replica] = replica.new_connection()
    found = kept[replica]
    found.close_if_unusable_or_obsolete()
    found.ensure_connection()
    replica.opened(found.connection)
    return found
