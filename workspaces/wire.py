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
    """What a connection has prepared: the names by text and types of values, those used last at the end.

    What is `new` was sent in this round trip: of one that fails, nobody knows how far it came.
    """

    def __init__(self) -> None:
        self.names: OrderedDict[Key, bytes] = OrderedDict()
        self.new: dict[Key, bytes] = {}
        self._times: Counter[Key] = Counter()
        self._numbers = count()

    def send(self, pgconn: PGconn, one: _Bound, *, threshold: int | None) -> int:
        """Queue a statement, prepared where it came `threshold` times before, and answer as how many commands; the last
        of them answers its rows.
        """
        key, commands = (one.text, one.types), 1
        if key in self.names:
            self.names.move_to_end(key)
        elif key not in self.new:
            if threshold is None or not one.is_recurring or self._times[key] < threshold:
                self._times[key] += one.is_recurring
                pgconn.send_query_params(one.text, one.values, one.types, one.formats)
                return commands
            self.new[key] = f"wire_{next(self._numbers)}".encode()
            pgconn.send_prepare(self.new[key], one.text, one.types)
            commands = 2
        pgconn.send_query_prepared(self.names.get(key) or self.new[key], one.values, one.formats)
        return commands

    def send_forgotten(self, pgconn: PGconn) -> None:
        """Queue that the server forgets what is too much."""
        while len(self.names) > MOST_PREPARED:
            pgconn.send_close_prepared(self.names.popitem(last=False)[1])
        if len(self._times) > MOST_PREPARED:
            self._times.clear()


def exchange(
    driver: Connection[Any],
    statements: Sequence[Sent],
    *,
    asked: slice = slice(None),
    meanwhile: Callable[[], object] | None = None,
) -> list[Rows]:
    """The rows of each of the `asked`, none for one that answers none. Outside a transaction, all are one.

    `meanwhile` is called while PostgreSQL works. Raises what the driver's cursors raise, and what `meanwhile` raises;
    the connection stays in its pipeline if it is lost.
    """
    pgconn, transformer = driver.pgconn, Transformer(driver)
    kept = vars(driver)
    prepared: _Prepared = kept.get("prepared_statements") or kept.setdefault("prepared_statements", _Prepared())
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
        prepared.names |= {} if failed else prepared.new
        prepared.new.clear()
    if failed:
        raise error_from_result(failed[0], encoding=transformer.encoding)
    answers = [results[end - 1] for end in ends[asked]]
    return [_rows(transformer, answer) if answer.nfields else [] for answer in answers]


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


def _rows(transformer: Converter, answer: PGresult) -> Rows:
    transformer.set_pgresult(answer)
    return transformer.load_rows(0, answer.ntuples, tuple)
