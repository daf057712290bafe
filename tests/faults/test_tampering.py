"""Somebody with every right in the database changes, deletes or moves something of a sealed history: it is found each
time, and put right again the history holds."""

import json
import random
from collections import Counter
from collections.abc import Callable

import psycopg
import pytest
from django.db import connection

from tests.memories.sealing.conftest import (  # noqa: F401 -- fixtures
    forget,
    log_file,
    rows,
    seal,
    seal_dir,
    verify,
    write,
)

pytestmark = pytest.mark.django_db(transaction=True)
# Of each table the columns that the chain vouches for.
SEALED = {
    "memories_history": (
        "memory_id", "person_id", "namespace_path", "category", "sensitivity_rank", "event", "old_version_id",
        "new_version_id", "actor_kind", "actor_id", "actor_label", "key_id", "decision_id", "change_id", "meta",
        "commitment", "created_at",
    ),
    "memories_auditseal": ("seq", "previous_root", "root", "count", "sealed_at", "signature"),
    "memories_sealentry": ("leaf_hash", "history_id", "seal_id"),
    "memories_memoryversion": ("content", "title", "summary", "metadata"),
    "memories_historysalt": ("salt",),
}  # fmt: skip
# What another value of a column is, by its type; none is the value that was there.
OTHER = {
    "uuid": "CASE WHEN {0} IS NULL THEN gen_random_uuid() ELSE overlay({0}::text PLACING "
    "CASE right({0}::text, 1) WHEN '0' THEN '1' ELSE '0' END FROM 36)::uuid END",
    "text": "coalesce({0}, '') || 'x'",
    "character varying": "CASE WHEN {0} ~ '^.' THEN overlay({0} PLACING "
    "CASE left({0}, 1) WHEN '0' THEN '1' ELSE '0' END "
    "FROM 1 FOR 1) ELSE 'x' END",
    "smallint": "{0} + 1",
    "integer": "{0} + 1",
    "bigint": "{0} + 1",
    "jsonb": "coalesce({0}, '{{}}') || '{{\"x\": 1}}'",
    "timestamp with time zone": "{0} + interval '1 microsecond'",
    "bytea": "set_byte({0}, 0, 255 - get_byte({0}, 0))",
}
# Constraints know every event, and no seal comes twice.
OF_COLUMN = {"event": "CASE {0} WHEN 'ADD' THEN 'UPDATE' ELSE 'ADD' END", "seq": "{0} + 100"}
TYPES_SQL = "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s"


@pytest.fixture
def database():
    """A connection of the superuser's, with all triggers off."""
    settings = connection.settings_dict
    user = "postgres" if settings["EMBEDDED"] else settings["USER"]
    with psycopg.connect(
        host=settings["HOST"], port=settings["PORT"], dbname=settings["NAME"], user=user, autocommit=True
    ) as rival:
        rival.execute("SET session_replication_role = replica")
        yield rival


@pytest.fixture
def tamper(database, write, forget, seal, verify, log_file) -> Callable[[int], str]:  # noqa: F811
    """Tamper so many times, each in another way; the figure."""
    for number in range(12):
        write(f"Text {number}", key=str(number), title=f"Title {number}")
        if number % 4 == 3:
            seal()
    forget(write("To be forgotten", key="forgotten"))
    write("Another text", key="1")
    seal()
    assert verify().holds
    chance = random.Random(21)
    types = {table: dict(database.execute(TYPES_SQL, [table]).fetchall()) for table in SEALED}

    def change() -> tuple[str, Callable[[], object]]:
        """Change a column of some row; what was done, and how to undo it."""
        table = chance.choice(list(SEALED))
        column = chance.choice(SEALED[table])
        place, old = chance.choice(database.execute(f"SELECT ctid::text, {column}::text FROM {table}").fetchall())
        kind = types[table][column]
        key = database.execute(f"SELECT id FROM {table} WHERE ctid = %s::tid", [place]).fetchone()[0]
        other = OF_COLUMN.get(column, OTHER[kind]).format(column)
        database.execute(f"UPDATE {table} SET {column} = {other} WHERE id = %s", [key])
        undo = f"UPDATE {table} SET {column} = %s::{kind} WHERE id = %s"
        return f"{table}.{column}", lambda: database.execute(undo, [old, key])

    def delete() -> tuple[str, Callable[[], object]]:
        table = chance.choice(["memories_history", "memories_auditseal", "memories_sealentry"])
        key, row = chance.choice(database.execute(f"SELECT id, to_jsonb(t)::text FROM {table} t").fetchall())
        database.execute(f"DELETE FROM {table} WHERE id = %s", [key])
        columns = ", ".join(types[table])
        undo = f"INSERT INTO {table} ({columns}) SELECT {columns} FROM jsonb_populate_record(null::{table}, %s::jsonb)"
        return f"a row of {table}", lambda: database.execute(undo, [row])

    def change_log() -> tuple[str, Callable[[], object]]:
        """One value in one line of the log outside the database, or a whole line."""
        before = log_file.read_text()
        lines = before.splitlines()
        number = chance.randrange(len(lines))
        values = json.loads(lines[number])
        name = chance.choice([name for name in values if name != "public_key"])
        values[name] = values[name] + 1 if isinstance(values[name], int) else f"x{values[name][1:]}"
        lines[number] = json.dumps(values, sort_keys=True)
        if chance.random() < 0.2:
            del lines[number]
        log_file.write_text("".join(f"{line}\n" for line in lines))
        return "the log", lambda: log_file.write_text(before)

    def run(count: int) -> str:
        done: Counter[str] = Counter()
        for _ in range(count):
            what, undo = chance.choice([change, change, change, delete, change_log])()
            assert not verify().holds, f"{what} was changed unnoticed"
            undo()
            done[what] += 1
        assert verify().holds
        return f"{count} tamperings in {len(done)} places, each found"

    return run


def test_each_is_found(tamper, figure):
    figure(tamper(60))


@pytest.mark.prove
def test_two_thousand_are_found(tamper, figure):
    figure(tamper(2_000))
