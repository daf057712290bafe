"""How long the server works on each page for a person of whom 100,000 memories are kept.

    [DATA_DIR=/where/the/database/is] python benchmarks/pages.py [--size 100000] [--looks 5]

Fills a workspace with copies of a memory (with their history, without vectors), with a tenth as many questions of an
assistant, decided questions and conversations of ten messages, and with as many open questions as may wait, then opens
each page through Django's whole stack, without network. Prints the median of wall time and processor time and the
number of statements; on a busy machine only the processor's time and the database's mean much.
"""

import argparse
import re
import time
from dataclasses import dataclass
from statistics import median
from typing import Any

import plans
import project  # noqa: F401 -- sets Django up
import write
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import setup_test_environment
from django.utils import timezone
from service import machine

from consent.changes import SetFact
from consent.gate import submit
from memories.drafts import FactDraft
from memories.models import Memory
from memories.models.fact import FactCategory
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Account, Membership

TABLES = [table for table in plans.COPIED if table != "memories_embedding"]
QUESTIONS = """
INSERT INTO retrieval_retrievalevent (id, workspace_id, person_id, scope, query, purpose, agent_id, actor_label,
    filters, policy, returned_memory_ids, returned_artifact_ids, results, withheld, timings, embedding_model,
    created_at)
SELECT md5('q' || n)::uuid, %(workspace)s, %(person)s, '', 'Question ' || n, '', NULL, 'agent:planner', '{}', '{}',
    ARRAY[%(memory)s]::uuid[], '{}', '[]', '{}', '{}', '', now() - n * interval '1 minute'
FROM generate_series(1, %(count)s) AS n ON CONFLICT DO NOTHING"""

SESSIONS = """
INSERT INTO conversations_session (id, workspace_id, person_id, external_id, thread_id, created_at, turn_count,
    summarised_turns)
SELECT md5('s' || n)::uuid, %(workspace)s, %(person)s, '', '', now() - n * interval '1 minute', 10, 0
FROM generate_series(1, %(count)s) AS n ON CONFLICT DO NOTHING"""
# One open proposal, copied as one that was refused.
DECIDED = {
    "id": "md5('d' || n)::uuid",
    "state": "'rejected'",
    "created_at": "now() - (n + 60) * interval '1 minute'",
    "decided_at": "now() - n * interval '1 minute'",
}
# Copies are all of one moment; a person's memories are not.
SPREAD = """
UPDATE {table} SET {column} = now() - (('x' || substr(md5(id::text), 1, 6))::bit(24)::int) * interval '1 second'"""


@dataclass
class Look:
    """One page once: seconds on the clock, of the processor and in the database, and its statements."""

    wall: float
    processor: float
    database: float
    statements: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--looks", type=int, default=5)
    options = parser.parse_args()
    setup_test_environment()
    call_command("migrate", verbosity=0)
    target = write.find_or_make(seed=options.size)
    addresses = addresses_of(*filled(target, options.size))
    client = Client()
    client.force_login(Account.objects.get(id=Membership.objects.get(workspace_id=target.workspace_id).account_id))
    print(f"{machine()}\n\n| page | ms | processor ms | database ms | statements |\n|---|---|---|---|---|")
    for name, address in addresses.items():
        looks = [look(client, address) for _ in range(options.looks + 1)][1:]
        times = [median(getattr(one, kind) for one in looks) * 1000 for kind in ("wall", "processor", "database")]
        print(f"| {name} | {' | '.join(f'{time:.0f}' for time in times)} | {looks[0].statements} |", flush=True)


def filled(target: write.Target, size: int) -> tuple[Memory, RetrievalEvent]:
    """A memory and an answer to look at, once the workspace is full."""
    with scope.enter(target.workspace_id):
        is_full = Memory.objects.count() >= size
    if not is_full:
        write.through_the_gate(target, [0])
        plans.grow(target, size, TABLES)
        spread(target)
    ask(target)
    with scope.enter(target.workspace_id):
        memory = Memory.objects.get(key=write.key_of(0))
        values = {"workspace": target.workspace_id, "person": target.person_id, "memory": memory.id}
        with connection.cursor() as cursor:
            for statement in (QUESTIONS, SESSIONS, decided_copies()):
                cursor.execute(statement, values | {"count": size // 10})
        answer = RetrievalEvent.objects.order_by("-created_at").first()
        assert answer
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return memory, answer


def addresses_of(memory: Memory, answer: RetrievalEvent) -> dict[str, str]:
    """Every page of a person, and the main ones of the admin."""
    return {
        "inbox": "/",
        "decisions": "/decisions",
        "decisions by how they ended": "/decisions?state=rejected",
        "memories": "/memories",
        "memories of a category": f"/memories?category={memory.category}",
        "memories by certainty": "/memories?certainty=middle",
        "memories by words": "/memories?q=note",
        "memories forgotten": "/memories?state=forgotten",
        "a memory": f"/memories/{memory.id}",
        "timeline": "/timeline",
        "timeline by words": "/timeline?q=note",
        "timeline by event": "/timeline?event=DELETE",
        "timeline by who": "/timeline?who=staff",
        "activity": "/activity",
        "activity by words": "/activity?q=question+77",
        "an answer": f"/activity/{answer.id}",
        "my data": "/my-data",
        "access": "/my-data/access",
        "admin": "/admin/",
        "admin, memories": "/admin/memories/memory/",
        "admin, memories by words": "/admin/memories/memory/?q=note",
        "admin, history": "/admin/memories/history/",
        "admin, proposals": "/admin/consent/proposal/",
        "admin, questions": "/admin/retrieval/retrievalevent/",
        "admin, operational events": "/admin/memories/operationalevent/",
    }


def ask(target: write.Target) -> None:
    """As many sensitive facts as may wait for a yes."""
    actor, now = authenticate_key(target.key, now=timezone.now()), timezone.now()
    for number in range(settings.PENDING_PROPOSALS):
        value = f"Language {number}"
        draft = FactDraft(
            person_id=target.person_id,
            category=FactCategory.IDENTITY,
            key="languages_spoken",
            item=value.casefold(),
            value=value,
        )
        submit(SetFact(draft=draft), actor=actor, now=now)


def decided_copies() -> str:
    with connection.cursor() as cursor:
        cursor.execute(plans.COLUMNS, ["consent_proposal"])
        columns = [name for (name,) in cursor.fetchall()]
    given = [DECIDED.get(column, column) for column in columns]
    return (
        f"INSERT INTO consent_proposal ({', '.join(columns)}) SELECT {', '.join(given)} "
        "FROM (SELECT * FROM consent_proposal WHERE state = 'pending' LIMIT 1) AS original, "
        "generate_series(1, %(count)s) AS n ON CONFLICT DO NOTHING"
    )


def spread(target: write.Target) -> None:
    """Put the copies into the last half year; History lets nobody change its rows, so its guard stands aside."""
    with scope.enter(target.workspace_id), connection.cursor() as cursor:
        for table, column in (("memories_memory", "updated_at"), ("memories_history", "created_at")):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            cursor.execute(SPREAD.format(table=table, column=column))
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def look(client: Client, address: str) -> Look:
    spent: list[float] = []

    def timed(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            if re.match(r"\s*(SELECT|WITH)", sql) and " FROM " in sql:
                spent.append(time.perf_counter() - start)

    start, processor = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(timed):
        response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return Look(time.perf_counter() - start, time.process_time() - processor, sum(spent), len(spent))


if __name__ == "__main__":
    main()
