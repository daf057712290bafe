"""The product on a Citus cluster of a coordinator and two workers. CITUS_BIN names the programs of a build:

CITUS_BIN=/path/to/pgsql/bin python -m pytest tests/scale/test_citus.py
"""

import json
import os
from pathlib import Path

import pytest
from django.db import connection

from memory_project.citus.tables import DISTRIBUTED, LOCAL, REFERENCE
from tests.scale.cluster import cluster

SHARDS = """
SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity,
    EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid),
    (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
FROM pg_class c WHERE c.relkind = 'r' AND c.relname ~ '^[a-z]+_[a-z]+_[0-9]{6}$'
"""
SMOKE = """
import json, sys, django
django.setup()
from django.db import connection
from tests.interfaces.rest.conftest import by_key
from workspaces.actions.create_workspace import create_workspace
made = {name: create_workspace(name=name, username=name, person_name="Ana") for name in ("Home", "Elsewhere")}
home, elsewhere = made.values()
api, outsider, ana = by_key(home, "supervisor"), by_key(elsewhere, "supervisor"), str(home.user_id)
ask = {"user_id": ana, "query": "What is the boat called?"}
told = {}
told["write"] = api.post("/memories", {"user_id": ana, "content": "The boat is called Aurora."}).status_code
told["again"] = api.post("/memories", {"user_id": ana, "content": "Bees live in the garden."}).status_code
answer = api.post("/memory/query", ask)
told["query"] = [item["content"] for item in answer.json()]
told["context"] = "Aurora" in json.dumps(api.post("/context", ask).json())
told["listed"] = len(api.get("/memories", {"user_id": ana}).json()["results"])
told["asked"] = api.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}).status_code
told["foreign"] = outsider.post("/memory/query", ask).status_code
told["empty"] = outsider.post("/memory/query", ask | {"user_id": str(elsewhere.user_id)}).json()
told["home"] = str(home.workspace_id)
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def citus():
    programs = os.environ.get("CITUS_BIN", "")
    if not programs:
        pytest.skip("CITUS_BIN names no build of PostgreSQL with Citus (docs/scale.md).")
    with cluster(Path(programs)) as found:
        yield found


@pytest.fixture(scope="module")
def told(citus):
    return json.loads(citus.says("-c", SMOKE).splitlines()[-1])


class TestDeclaredTables:
    """Every table has one place, and what Citus needs to put it there."""

    @pytest.fixture
    def rows(self, db):
        def ask(sql):
            with connection.cursor() as cursor:
                cursor.execute(sql)
                return cursor.fetchall()

        return ask

    def test_each_table_of_the_catalogue_is_listed_once(self, rows):
        found = rows("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
        assert sorted([*DISTRIBUTED, *REFERENCE, *LOCAL]) == sorted(name for (name,) in found)

    def test_distributed_are_those_with_forced_row_level_security(self, rows):
        found = rows("SELECT relname FROM pg_class WHERE relforcerowsecurity AND relkind = 'r'")
        assert sorted(DISTRIBUTED) == sorted(name for (name,) in found)

    def test_every_unique_key_of_a_distributed_table_has_the_workspace(self, rows):
        found = rows(
            "SELECT indrelid::regclass::text, indexrelid::regclass::text FROM pg_index WHERE indisunique "
            "AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = indrelid AND a.attname = 'workspace_id' "
            "AND a.attnum = ANY(indkey::smallint[]))"
        )
        assert [index for table, index in found if table in DISTRIBUTED] == []

    def test_keys_between_distributed_tables_have_the_workspace_and_lead_to_no_local_one(self, rows):
        found = rows(
            "SELECT conrelid::regclass::text, confrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint "
            "WHERE contype = 'f'"
        )
        ours = [(target, text) for table, target, text in found if table in DISTRIBUTED]
        assert [target for target, _ in ours if target in LOCAL] == []
        assert [text for target, text in ours if target in DISTRIBUTED and "(workspace_id, " not in text] == []


class TestCluster:
    def test_every_table_lies_where_it_is_declared(self, citus):
        placed = dict(citus.execute(citus.ports[0], "SELECT table_name::text, citus_table_type FROM citus_tables"))
        assert {name for name, kind in placed.items() if kind == "distributed"} == set(DISTRIBUTED)
        assert {name for name, kind in placed.items() if kind == "reference"} == set(REFERENCE)
        [[colocations]] = citus.execute(
            citus.ports[0],
            "SELECT count(DISTINCT colocation_id) FROM citus_tables WHERE citus_table_type = 'distributed'",
        )
        assert colocations == 1

    def test_row_level_security_and_triggers_hold_on_the_shards(self, citus):
        for port in citus.ports[1:]:
            shards = citus.execute(port, "SET citus.override_table_visibility TO off", SHARDS)
            tenants = [row for row in shards if row[0].rpartition("_")[0] in DISTRIBUTED]
            assert len(tenants) == 2 * len(DISTRIBUTED)
            assert [name for name, *walls, _ in tenants if walls != [True, True, True]] == []
            assert all(count > 0 for name, *_, count in tenants if name.startswith("memories_memory_"))

    def test_a_memory_is_written_asked_for_and_listed(self, told):
        assert (told["write"], told["again"], told["listed"]) == (201, 201, 2)
        assert told["query"][0] == "The boat is called Aurora." and told["context"]

    def test_what_needs_consent_waits(self, told):
        assert told["asked"] == 202

    def test_another_workspace_finds_nothing(self, told):
        assert (told["foreign"], told["empty"]) == (404, [])

    def test_without_a_scope_no_node_shows_a_row(self, citus, told):
        """Asked as the application's role: of the coordinator, and of each worker."""
        for port in citus.ports:
            assert citus.execute(port, "SELECT count(*) FROM memories_memory", user="memory") == [(0,)]

    def test_a_scope_reaches_the_shards(self, citus, told):
        scope = f"SET LOCAL app.workspace_id TO '{told['home']}'"
        counted = f"SELECT count(*) FROM memories_memory WHERE workspace_id = '{told['home']}'"
        assert citus.execute(citus.ports[0], "BEGIN", scope, counted, user="memory") == [(2,)]
        other = "SELECT count(*) FROM memories_memory"
        assert citus.execute(citus.ports[0], "BEGIN", scope, other, user="memory") == [(2,)]
