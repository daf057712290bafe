"""After a test that commits, the database is as Django itself would have left it."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.test import TransactionTestCase

from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from operations.models import Schedule
from operations.schedules import SCHEDULES, synchronise
from tests.emptied_tables import all_tables_anew, deleted_few_rows
from workspaces.actions.create_workspace import create_workspace

pytestmark = pytest.mark.django_db(transaction=True)
TIMES_AND_KEYS = ("id", "next_run", "next_run_at", "content_type_id")


def rows_of_all_tables():
    """Without what differs by when it was made."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(
                f"SELECT (to_jsonb(t) - %s::text[])::text FROM {model._meta.db_table} t", [[*TIMES_AND_KEYS]]
            )
            found[model._meta.db_table] = sorted(cursor.fetchall())
    return found


def bytes_of(table):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size(%s::regclass)", [table])
        return cursor.fetchone()[0]


@pytest.fixture
def fill(home, supervisor, now):
    """Rows of a workspace, a memory with its vector, and a schedule that somebody changed."""

    def _fill():
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="boat", content="The boat is blue.")
        submit(WriteMemory(draft=draft), actor=supervisor, now=now)
        Schedule.objects.filter(job="measure").update(every_seconds=7, next_run_at=now + timedelta(days=9))
        Schedule.objects.filter(job="embed_chunks").delete()

    return _fill


def deleted_after(write):
    """Whether what `write` commits is deleted row by row. Autovacuum may count a table meanwhile, at most a few times:
    then all tables are made anew, as after any test."""
    for _ in range(5):
        write()
        if deleted_few_rows():
            return True
        all_tables_anew(AnyTest())
    return False


class AnyTest:
    """What Django's own asks of a test."""

    available_apps = None
    serialized_rollback = False
    _databases_names = TransactionTestCase._databases_names
    databases = TransactionTestCase.databases


def test_it_is_as_django_would_have_left_it(fill):
    fill()
    all_tables_anew(AnyTest())
    expected = rows_of_all_tables()
    assert len(expected["operations_schedule"]) == len(SCHEDULES)

    assert deleted_after(lambda: create_workspace(name="Home"))
    synchronise()
    assert rows_of_all_tables() == expected


def test_no_deleted_vector_is_left_in_its_index(fill):
    fill()
    assert bytes_of("memories_embedding")
    assert deleted_few_rows()
    assert not bytes_of("memories_embedding")


def test_what_many_rows_or_statistics_leave_is_taken_away_by_django(fill):
    all_tables_anew(AnyTest())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE operations_schedule")
    assert not deleted_few_rows()
