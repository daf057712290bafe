"""A memory is found by its title and its summary as well, and shown as before (003)."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from consent.changes import IngestSource
from consent.gate import submit
from memories import dto
from memories.maintenance.embed_chunks import embed_chunks
from memories.models import Chunk
from memories.sources.drafts import SourceDraft
from tests.memories.source_examples import ticket
from workspaces import scope

pytestmark = pytest.mark.django_db
NOTE = "Departs from gate B at 9:40."


@pytest.mark.parametrize("part", ["title", "summary"])
def test_words_of_title_and_summary_find_a_memory(remember, ask, part):
    remember("The committee meets on Fridays.")
    flight = remember(NOTE, **{part: "Zeppelin excursion with breakfast"})
    found = ask("When is the zeppelin excursion?").items[0]
    assert (found.id, found.content) == (flight, NOTE)


def test_the_meaning_of_a_summary_finds_a_memory(remember, ask):
    for number in range(20):
        remember(f"Invoice {number} was paid in time.")
    pet = remember("See the attached sheet.", summary="The puppy was vaccinated by the veterinarian.")
    assert ask("dog doctor appointment").items[0].id == pet


def test_a_source_object_is_found_by_its_summary(home, supervisor, now, ask):
    draft = SourceDraft(
        namespace=("memories", str(home.user_id)), source="linear", source_id="ENG-1", category="activity",
        title="Uploads fail", summary="Regression since the zirconium release.", payload=ticket(),
    )  # fmt: skip
    made = submit(IngestSource(draft=draft), actor=supervisor, now=now)
    assert ask("zirconium").items[0].id == made.memory_id


def test_headings_are_searched_but_not_shown(home, supervisor, now, remember):
    memory = remember(NOTE, title="Zeppelin excursion")
    with scope.enter(home.workspace_id):
        shown = dto.detail(memory_id=memory, actor=supervisor, now=now)
    assert [chunk.text for chunk in shown.chunks] == [NOTE]


def test_what_the_content_says_already_is_not_indexed_twice(home, remember):
    memory = remember("Zeppelin excursion\n\nDeparts at 9:40.", title="Zeppelin excursion")
    with scope.enter(home.workspace_id):
        assert Chunk.objects.filter(memory_id=memory).count() == 1


def test_a_new_title_replaces_the_old_one(remember, ask):
    remember(NOTE, key="flight", title="Zeppelin excursion")
    flight = remember(NOTE, key="flight", title="Balloon excursion")
    assert ask("balloon", threshold=0.7).items[0].id == flight
    assert not any(item.signals["words"] for item in ask("zeppelin").items)


def test_an_existing_database_is_brought_forward(home, remember, ask):
    memory = remember(NOTE, title="Zeppelin excursion", summary="A trip by airship.")
    migration = import_module("memories.migrations.0003_search_headings")
    with scope.enter(home.workspace_id):
        before = list(Chunk.objects.filter(is_heading=True).values_list("text", "chunk_hash", "chunk_index"))
    with connection.schema_editor() as editor:
        migration.drop_headings(apps, editor)
    assert not any(item.signals["words"] for item in ask("zeppelin").items)
    with connection.schema_editor() as editor:
        # The column came later, filled for what was there.
        editor.execute("ALTER TABLE memories_chunk ALTER language SET DEFAULT 'en'")
        migration.add_headings(apps, editor)
    embed_chunks(workspace_id=home.workspace_id)
    with scope.enter(home.workspace_id):
        headings = Chunk.objects.filter(memory_id=memory, is_heading=True)
        assert list(headings.values_list("text", "chunk_hash", "chunk_index")) == before
        assert headings.filter(embeddings__isnull=False).exists()
    assert ask("zeppelin").items[0].id == memory
