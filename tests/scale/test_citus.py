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

# Each hot call, and how many of its statements Citus sent to one shard and to several.
HOT = """
import json, sys, django
django.setup()
import psycopg
from tests.interfaces.rest.conftest import by_key, by_login
from workspaces.actions.create_workspace import create_workspace
made = create_workspace(name="Hot", username="hot", person_name="Ana")
api, owner, ana = by_key(made, "supervisor"), by_login("hot"), str(made.user_id)
root = psycopg.connect(f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=memory", autocommit=True)
COUNTED = (
    "SELECT query_execution_single_shard, query_execution_multi_shard FROM citus_stat_counters "
    "WHERE name = current_database()"
)
session = api.post("/sessions", {"user_id": ana}).json()["id"]
ask = {"user_id": ana, "query": "What is the boat called?"}
turn = {"turns": [{"role": "user", "content": "I sail."}]}
calls = {
    "write": lambda: api.post("/memories", {"user_id": ana, "content": "The boat is called Aurora."}),
    "query": lambda: api.post("/memory/query", ask),
    "context": lambda: api.post("/context", ask),
    "list": lambda: api.get("/memories", {"user_id": ana}),
    "facts": lambda: api.get(f"/users/{ana}/facts"),
    "fact": lambda: api.put(f"/users/{ana}/facts/preference/colour", {"value": "blue"}),
    "turns": lambda: api.post(f"/sessions/{session}/turns", turn),
    "window": lambda: api.get(f"/sessions/{session}/window"),
    "question": lambda: api.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}),
    "inbox": lambda: owner.client.get("/inbox"),
    "answer": lambda: owner.post(f"/proposals/{owner.get('/proposals').json()['results'][0]['id']}/approve"),
}
told = {}
for name, call in calls.items():
    before = root.execute(COUNTED).fetchone()
    status = call().status_code
    after = root.execute(COUNTED).fetchone()
    told[name] = [status, *(late - early for early, late in zip(before, after))]
print(json.dumps(told))
"""
USE = """
import json, django
django.setup()
from operations.jobs import JOBS
from tests.interfaces.rest.conftest import by_key, by_login
from workspaces.actions.create_workspace import create_workspace
made = create_workspace(name="Used", username="used", person_name="Ana")
api, owner, ana = by_key(made, "supervisor"), by_login("used"), str(made.user_id)
told = {}

def note(name, answer):
    told[name] = answer.status_code
    return answer

def asked(value):
    answer = api.put(f"/users/{ana}/facts/identity/city", {"value": value})
    return f"/proposals/{answer.json()['proposal_id']}"

def write(text):
    return f"/memories/{api.post('/memories', {'user_id': ana, 'content': text}).json()['memory_id']}"

approved = asked("Faro")
note("approve", owner.post(f"{approved}/approve"))
note("withdraw", owner.post(f"{approved}/withdraw"))
note("amend", owner.post(f"{asked('Lagos')}/amend", {"value": "Tavira"}))
note("refuse", owner.post(f"{asked('Porto')}/reject"))
told["city"] = api.get(f"/users/{ana}/facts/identity/city").json()["value"]
boat, bees, tide = write("The boat is called Aurora."), write("Bees live in the garden."), write("The tide is low.")
note("correct", api.patch(boat, {"content": "The boat is called Borealis."}))
ask = {"user_id": ana, "query": "What is the boat called?"}
told["found"] = api.post("/memory/query", ask).json()[0]["content"]
ends = {"from_id": boat[10:], "to_id": tide[10:], "relation_type": "related_to"}
note("relate", api.post("/relations", ends))
for part in ("versions", "history", "graph"):
    note(part, api.get(f"{boat}/{part}"))
note("wrong", owner.post(f"{bees}/reject", {"reason": "They moved."}))
keyed = {"user_id": ana, "content": "Gulls sleep on the roof."}
first, second = (api.post("/memories", keyed, **{"Idempotency-Key": "gulls"}) for _ in range(2))
note("keyed", first)
note("keyed again", second)
assert first.json() == second.json()
note("forget", api.delete(boat))
note("forgotten", api.get(boat))
note("restore", owner.post(f"{boat}/restore"))
notes = [{"user_id": ana, "content": f"Harbour {number} is quiet."} for number in range(5)]
note("batch", api.post("/memories/batch", {"items": notes}))
session = f"/sessions/{api.post('/sessions', {'user_id': ana}).json()['id']}"
turns = [{"role": "user", "content": f"I sail to island {number} on Sundays."} for number in range(6)]
note("turns", api.post(f"{session}/turns", {"turns": turns}))
note("window", api.get(f"{session}/window"))
note("exchange", api.post(f"{session}/exchange", {"content": "Where do I sail?"}))
note("close", api.post(f"{session}/close"))
note("state", api.put(f"/users/{ana}/checkpoints/t", {"checkpoint": {"step": 1}}))
note("state again", api.get(f"/users/{ana}/checkpoints/t"))
note("export", owner.get(f"/users/{ana}/export"))
for job in JOBS:
    JOBS[job](None)
for page in ("/", "/inbox", "/decisions", "/memories", boat, "/map", "/timeline", "/activity", "/my-data"):
    told[f"page {page.replace(boat, 'of a memory')}"] = owner.client.get(page).status_code
for table in ("account", "membership", "person", "invitation", "agent", "apikey"):
    told[f"list of {table}"] = owner.client.get(f"/admin/workspaces/{table}/").status_code
told["person's page"] = owner.client.get(f"/admin/workspaces/person/{ana}/").status_code
told["home"] = str(made.workspace_id)
print(json.dumps(told))
"""
HOLDS = ("tests/interfaces/rest", "tests/interfaces/surface/test_isolation.py")
OF_ONE_NODE = {
    # It makes a trigger of its own by several commands at once, which Citus does not pass on.
    "tests/interfaces/rest/test_idempotency.py::test_so_it_is_where_the_disk_is_too_full_to_give_the_key_back",
    # How many statements: of many rows there is one more.
    "tests/interfaces/rest/test_batch.py::test_a_hundred_take_as_many_queries_as_ten",
}
SHARD = (
    "SELECT shardid, nodeport FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('{table}', '{id}')"
)


def check_walls(citus):
    """Row-level security and triggers on every shard."""
    show_shards = "SET citus.override_table_visibility TO off"
    found = [row for port in citus.ports[1:] for row in citus.execute(port, show_shards, SHARDS)]
    tenants = [row for row in found if row[0].rpartition("_")[0] in DISTRIBUTED]
    assert len(tenants) == 4 * len(DISTRIBUTED)
    assert [name for name, *walls, _ in tenants if walls != [True, True, True]] == []
    assert all(count > 0 for name, *_, count in tenants if name.startswith("memories_memory_"))


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


@pytest.fixture(scope="module")
def used(citus):
    return json.loads(citus.says("-c", USE).splitlines()[-1])


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
        check_walls(citus)

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

    def test_hot_statements_go_to_one_shard_each(self, citus):
        told = json.loads(citus.says("-c", HOT, str(citus.ports[0])).splitlines()[-1])
        assert {name: status for name, (status, *_) in told.items() if status >= 300} == {}
        assert all(to_one for _, to_one, _ in told.values())
        assert {name: to_several for name, (_, _, to_several) in told.items() if to_several} == {}

    def test_answers_corrections_conversations_jobs_and_pages_work(self, used):
        assert (used["city"], used["found"], used["forgotten"]) == ("Tavira", "The boat is called Borealis.", 404)
        statuses = {name: told for name, told in used.items() if isinstance(told, int) and name != "forgotten"}
        assert len(statuses) == 38
        assert {name: status for name, status in statuses.items() if status >= 300} == {}

    @pytest.mark.prove
    def test_what_holds_of_rest_and_of_isolation_holds_on_it(self, citus, figure):
        """The same tests, with the cluster below them, but for what is about one PostgreSQL."""
        citus.add_database("test_memory")
        citus.distribute("test_memory")
        apart = [f"--deselect={name}" for name in OF_ONE_NODE]
        told = citus.says("-m", "pytest", "-q", "--reuse-db", "-p", "no:cacheprovider", *HOLDS, *apart)
        figure(told.splitlines()[-1])

    def test_a_workspace_moves_to_another_node_with_its_history_and_seals(self, citus, used):
        coordinator, *workers = citus.ports
        [[shard, port]] = citus.execute(coordinator, SHARD.format(table="memories_memory", id=used["home"]))
        [other] = set(workers) - {port}
        move = "SELECT citus_move_shard_placement({}, '127.0.0.1', {}, '127.0.0.1', {}, 'block_writes')"
        before = citus.says("manage.py", "verify_history")
        citus.execute(coordinator, move.format(shard, port, other))
        [[_, now]] = citus.execute(coordinator, SHARD.format(table="consent_receipt", id=used["home"]))
        assert now == other
        after = citus.says("manage.py", "verify_history")
        assert after == before
        assert f"({used['home']}) holds: 1 seals" in after
        citus.execute(coordinator, "CALL citus_cleanup_orphaned_resources()")
        check_walls(citus)
