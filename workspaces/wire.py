"""One round trip by libpq's pipeline itself: all statements leave together, and wake the server once.

The driver's own cursors send each statement of a pipeline apart, which takes longer (ADR 0008). The driver still
converts values, and waits.
"""

import re
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, count
from typing import Any, NamedTuple

from psycopg import Connection, generators
from psycopg.abc import PQGen
from psycopg.abc import Transformer as Converter
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

Rows = list[tuple[Any, ...]]
Values = Sequence[Any] | Mapping[str, Any]
Key = tuple[bytes, tuple[int, ...]]
MOST_PREPARED = 100  # statements of a connection
MARKS = re.compile(r"%(?:\((\w+)\)s|s|%)")


class Sent(NamedTuple):
    """A statement with its values; if it is not recurring, it is planned for them however often it comes."""

    text: str
    values: Values
    is_recurring: bool = True


class _Bound(NamedTuple):
    """A statement as libpq takes it."""

    text: bytes
    types: tuple[int, ...]
    values: Sequence[Any]
    formats: Sequence[int]
    is_recurring: bool


class _Prepared:
    """What a connection has prepared: the names by text and types of values."""

    def __init__(self) -> None:
        self._names: OrderedDict[Key, bytes] = OrderedDict()
        self._new: dict[Key, bytes] = {}
        self._times: Counter[Key] = Counter()
        self._numbers = count()

    def send(self, pgconn: PGconn, one: _Bound, *, threshold: int | None) -> int:
        """Queue a statement, prepared where it came `threshold` times before, and answer as how many commands."""
        key = (one.text, one.types)
        if (name := self._names.get(key) or self._new.get(key)) is not None:
            pgconn.send_query_prepared(name, one.values, one.formats)
            return 1
        if threshold is None or not one.is_recurring or self._times[key] < threshold:
            self._times[key] += 1
            pgconn.send_query_params(one.text, one.values, one.types, one.formats)
            return 1
        name = self._new[key] = f"wire_{next(self._numbers)}".encode()
        pgconn.send_prepare(name, one.text, one.types)
        pgconn.send_query_prepared(name, one.values, one.formats)
        return 2

    def send_forgotten(self, pgconn: PGconn) -> None:
        """Queue that the server forgets the oldest of what is too much."""
        while len(self._names) > MOST_PREPARED:
            pgconn.send_close_prepared(self._names.popitem(last=False)[1])

    def settle(self, *, is_sent: bool) -> None:
        """Remember what was just prepared; of what failed, nobody knows how far it came."""
        if is_sent:
            self._names |= self._new
        self._new.clear()
        if len(self._times) > MOST_PREPARED:
            self._times.clear()


def exchange(
    driver: Connection[Any], statements: Sequence[Sent], *, meanwhile: Callable[[], object] | None = None
) -> list[Rows]:
    """The rows of each statement, none for one that answers none. Outside a transaction, all are one.

    `meanwhile` is called while PostgreSQL works. Raises what the driver's cursors raise, and what `meanwhile` raises;
    the connection stays in its pipeline if it is lost.
    """
    pgconn, transformer = driver.pgconn, Transformer(driver)
    prepared: _Prepared = vars(driver).setdefault("prepared_statements", _Prepared())
    bound = [_bound(transformer, *one) for one in statements]  # what cannot be converted raises before it is sent
    pgconn.enter_pipeline_mode()
    ends = list(accumulate(prepared.send(pgconn, one, threshold=driver.prepare_threshold) for one in bound))
    prepared.send_forgotten(pgconn)
    pgconn.pipeline_sync()
    driver.wait(generators.send(pgconn))
    try:
        if meanwhile is not None:
            meanwhile()
    finally:
        results = driver.wait(_results(pgconn))
        pgconn.exit_pipeline_mode()
        failed = [one for one in results if one.status == ExecStatus.FATAL_ERROR]
        prepared.settle(is_sent=not failed)
    if failed:
        raise error_from_result(failed[0], encoding=transformer.encoding)
    return [_rows(transformer, results[end - 1]) for end in ends]


def _bound(transformer: Converter, text: str, values: Values, is_recurring: bool) -> _Bound:
    numbered, names = _numbered(text)
    ordered = [values[name] for name in names] if isinstance(values, Mapping) else values
    given = transformer.dump_sequence(ordered, [PyFormat.AUTO] * len(ordered))
    return _Bound(numbered, transformer.types or (), given, transformer.formats or (), is_recurring)


@lru_cache(maxsize=512)
def _numbered(text: str) -> tuple[bytes, Sequence[str]]:
    """With `$1`, `$2` and so on in place of `%s` or of each `%(name)s`; and the names."""
    places, numbers = defaultdict[str, int](count(1).__next__), count(1)

    def number(mark: re.Match[str]) -> str:
        if mark[0] == "%%":
            return "%"
        return f"${places[mark[1]] if mark[1] else next(numbers)}"

    return MARKS.sub(number, text).encode(), tuple(places)


def _results(pgconn: PGconn) -> PQGen[list[PGresult]]:
    """What came of each command until the pipeline's end."""
    found: list[PGresult] = []
    while results := (yield from generators.fetch_many(pgconn)):
        if results[0].status == ExecStatus.PIPELINE_SYNC:
            break
        found += results
    return found


def _rows(transformer: Converter, result: PGresult) -> Rows:
    if not result.nfields:
        return []
    transformer.set_pgresult(result)
    return transformer.load_rows(0, result.ntuples, tuple)
