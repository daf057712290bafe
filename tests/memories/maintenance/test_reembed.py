"""`manage.py reembed` with two real models: built beside, compared, switched by one row, taken back, dropped."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from memories.embedding_comparison import compare_recall
from memories.embedding_models import active_model
from memories.maintenance.embed_chunks import embed_chunks, embed_missing
from memories.maintenance.reembed import build_embeddings, count_missing, start_building
from memories.models import Embedding, EmbeddingModel
from providers import embedding
from providers.embedding.weights import bundled_minilm
from retrieval.query import memory_query
from retrieval.replay import replay
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db(transaction=True)

NAME, DIMENSIONS = "reembed-test-model", 64
NOTES = [
    "The release is planned for the first Friday of May.",
    "Ana's bicycle has a blue frame and a broken bell.",
    "The quarterly report is due before the board meets.",
    "Lentil soup with cumin is what she cooks on Sundays.",
    "The database moves to another data centre in autumn.",
    "A violin lesson takes place every Wednesday evening.",
]
WORDS = [
    "bicycle", "violin", "soup", "winter", "lawyer", "mountain", "keyboard", "elephant",
    "wedding", "hospital", "copper", "football", "mathematics", "river", "passport", "bread",
    "thunder", "cinema", "garden", "submarine", "honey", "election", "carpet", "volcano",
]  # fmt: skip
# The bundled model's first layer, turned into fewer dimensions: small, but it knows words.
SHRINK = dedent("""
    import sys, torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Dense
    source, target, dimensions = sys.argv[1], sys.argv[2], int(sys.argv[3])
    torch.manual_seed(1)
    whole = SentenceTransformer(source, device="cpu")
    transformer, pooling = whole[0], whole[1]
    transformer.auto_model.encoder.layer = transformer.auto_model.encoder.layer[:1]
    transformer.auto_model.config.num_hidden_layers = 1
    dense = Dense(pooling.get_sentence_embedding_dimension(), dimensions, bias=False,
                  activation_function=torch.nn.Identity())
    torch.nn.init.orthogonal_(dense.linear.weight)
    SentenceTransformer(modules=[transformer, pooling, dense], device="cpu").save(target)
""")


@pytest.fixture(scope="module")
def other_model(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("models") / NAME
    arguments = [str(bundled_minilm()), str(folder), str(DIMENSIONS)]
    subprocess.run([sys.executable, "-c", SHRINK, *arguments], check=True, capture_output=True)
    return folder


@pytest.fixture
def notes(write):
    return [write(content, key=str(number)) for number, content in enumerate(NOTES)]


@pytest.fixture
def command(capsys):
    """`manage.py reembed`: what it says, and its error if there is one."""

    def _command(*arguments):
        try:
            call_command("reembed", *map(str, arguments))
            error = ""
        except CommandError as refused:
            error = str(refused)
        return capsys.readouterr().out, error

    return _command


@pytest.fixture
def best(home, supervisor, now):
    """The best answer's id, and its cosine, which only a search by meaning gives."""

    def _best(query):
        request = QueryRequest(query=query, user_id=home.user_id, explain=True)
        item = memory_query(request, actor=supervisor, now=now).items[0]
        return item.id, item.cosine

    return _best


@pytest.fixture
def vectors(home):
    """How many vectors each model has."""

    def _vectors():
        with scope.enter(home.workspace_id):
            rows = Embedding.objects.all()
            return {model.name: rows.filter(model=model).count() for model in EmbeddingModel.objects.all()}

    return _vectors


def states():
    return dict(EmbeddingModel.objects.values_list("name", "state"))


def indexes(*models):
    """How many of these models have their index."""
    names = [f"embedding_hnsw_{model.pk}" for model in models]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_indexes WHERE indexname = ANY(%s)", [names])
        return cursor.fetchone()[0]


def test_the_new_model_is_built_beside_while_the_old_one_serves(notes, command, best, vectors, other_model):
    old = active_model()
    said, error = command("--model", other_model)
    assert error == ""
    assert f"{len(NOTES)} chunks embedded with {NAME}" in said
    assert vectors() == {old.name: len(NOTES), NAME: len(NOTES)}
    assert states() == {old.name: "active", NAME: "building"}
    assert best("blue bicycle")[0] == notes[1]


def test_a_retrieval_is_replayed_with_the_new_model(home, notes, command, other_model, supervisor, now):
    """003: what would it have found?"""
    request = QueryRequest(query="Who plays the violin on Wednesdays?", user_id=home.user_id)
    asked = memory_query(request, actor=supervisor, now=now)
    command("--model", other_model)
    built = EmbeddingModel.objects.exclude(pk=active_model().pk).get()
    again = replay(asked.event_id, actor=supervisor, now=now, model_name=built.name)
    assert again.now[0].id == again.then[0].id == notes[5]
    assert [place.score for place in again.now] != [place.score for place in again.then]


def test_nothing_is_unsearchable_meanwhile(home, notes, command, best, write, other_model, monkeypatch):
    """Half built, built, switched, with a late write, and taken back: each note is found at every step."""

    def all_found():
        return [best(content)[0] for content in NOTES] == notes

    monkeypatch.setattr("memories.maintenance.embed_chunks.BATCH", 2)
    model = start_building(embedding.prepare(name=str(other_model)))
    embed_missing(workspace_id=home.workspace_id, model=model)
    assert all_found()
    build_embeddings(model)
    assert all_found()
    assert command("--model", other_model, "--switch", "--tolerance", "1")[1] == "" and all_found()
    late = write("The cat sleeps on the piano.", key="cat")
    with scope.enter(home.workspace_id):
        Embedding.objects.filter(chunk__memory_id=late).delete()
    # Without its vector it is still found by its words.
    assert best("cat piano")[0] == late
    assert command("--back")[1] == "" and all_found() and best("cat piano")[0] == late


def test_it_tells_what_both_find(notes, command, other_model):
    said, _ = command("--model", other_model)
    assert f"Recall@10 on {len(NOTES)} chunks: " in said
    assert "1.000" in said


def test_switching_is_one_row_and_every_query_uses_it(notes, command, best, other_model):
    before = best("blue bicycle")
    _, error = command("--model", other_model, "--switch")
    assert (error, active_model().name, active_model().dimensions) == ("", NAME, DIMENSIONS)
    after = best("blue bicycle")
    assert after[0] == before[0] == notes[1]
    assert after[1] != pytest.approx(before[1], abs=1e-6)


def test_after_the_switch_writes_are_embedded_by_the_new_model(notes, command, best, write, vectors, other_model):
    command("--model", other_model, "--switch")
    memory_id = write("The cat sleeps on the piano.", key="cat")
    assert best("sleeping cat")[0] == memory_id
    assert vectors()[NAME] == len(NOTES) + 1


def test_it_can_go_back_and_nothing_is_missing_there(notes, command, best, write, other_model):
    old = active_model()
    command("--model", other_model, "--switch")
    memory_id = write("The cat sleeps on the piano.", key="cat")
    said, error = command("--back")
    assert (error, active_model()) == ("", old)
    assert "1 chunks embedded" in said
    found, cosine = best("sleeping cat")
    assert found == memory_id and cosine is not None


def test_going_back_needs_somewhere_to_go(notes, command):
    assert "no earlier model" in command("--back")[1].lower()


def test_the_old_one_is_dropped_with_its_vectors_and_its_index(notes, command, best, vectors, other_model):
    old = active_model()
    command("--model", other_model, "--switch")
    assert indexes(old, active_model()) == 2
    _, error = command("--drop")
    assert (error, vectors(), states()) == ("", {NAME: len(NOTES)}, {NAME: "active"})
    assert (indexes(old), indexes(active_model())) == (0, 1)
    assert best("blue bicycle")[0] == notes[1]


def test_the_serving_one_is_never_dropped(notes, command, vectors, other_model):
    old = active_model()
    command("--model", other_model)
    assert "Kept beside the serving one" in command("--drop", "--model", old.name)[1]
    assert vectors()[old.name] == len(NOTES)


def test_one_that_was_only_built_can_be_dropped(notes, command, vectors, other_model):
    old = active_model()
    command("--model", other_model)
    assert command("--drop", "--model", other_model)[1] == ""
    assert vectors() == {old.name: len(NOTES)}


def test_the_serving_model_can_not_be_built_again(notes, command, settings):
    assert "serves already" in command("--model", settings.EMBEDDING_MODEL)[1]


def test_a_model_that_is_nowhere_is_refused(notes, command):
    assert "cannot be used" in command("--model", "/nowhere/at/all")[1]


def test_an_interrupted_build_goes_on_where_it_was(home, notes, vectors, other_model, monkeypatch):
    monkeypatch.setattr("memories.maintenance.embed_chunks.BATCH", 2)
    model = start_building(embedding.prepare(name=str(other_model)))
    embed_missing(workspace_id=home.workspace_id, model=model)
    assert (vectors()[NAME], count_missing(model)) == (2, len(NOTES) - 2)
    batches = []
    assert build_embeddings(model, on_progress=batches.append) == len(NOTES) - 2
    assert (batches, count_missing(model)) == ([2, 2], 0)


def test_what_is_written_while_it_is_built_is_built_too(home, notes, write, other_model):
    model = start_building(embedding.prepare(name=str(other_model)))
    late = []

    def write_one(_count):
        late.append(write("The cat sleeps on the piano.", key="cat") if not late else None)

    build_embeddings(model, on_progress=write_one)
    assert count_missing(model) == 0


def test_a_build_ends_though_somebody_writes_on_and_on(home, notes, write, other_model):
    model = start_building(embedding.prepare(name=str(other_model)))
    written = []

    def write_one(_count):
        assert len(written) < 10, "It follows the writers for ever."
        written.append(write("The cat sleeps on the piano.", key=f"cat {len(written)}"))

    assert build_embeddings(model, on_progress=write_one) == len(NOTES) + len(written) - 1


def test_what_is_written_during_the_comparison_does_not_stop_the_switch(
    notes, command, best, write, other_model, monkeypatch
):
    def write_then_compare(*models, sample):
        write("The cat sleeps on the piano.", key="cat")
        return compare_recall(*models, sample=sample)

    monkeypatch.setattr("memories.management.commands.reembed.compare_recall", write_then_compare)
    assert command("--model", other_model, "--switch", "--tolerance", "1")[1] == ""
    assert active_model().name == NAME and best("sleeping cat")[1] is not None
    assert count_missing(active_model()) == 0


def test_the_job_embeds_for_the_serving_model(home, notes, command, vectors, other_model):
    command("--model", other_model, "--switch")
    with scope.enter(home.workspace_id):
        Embedding.objects.filter(model=active_model()).delete()
    assert embed_chunks(workspace_id=home.workspace_id) == len(NOTES)
    assert vectors()[NAME] == len(NOTES)


def test_every_workspace_is_built(elsewhere, notes, other_model, now):
    draft = MemoryDraft(namespace=("memories", str(elsewhere.user_id)), key="note", content="Another workspace's.")
    submit(WriteMemory(draft=draft), actor=system_actor(elsewhere.workspace_id, "test"), now=now)
    model = start_building(embedding.prepare(name=str(other_model)))
    assert build_embeddings(model) == len(NOTES) + 1


def test_a_worse_model_is_not_switched_to(home, command, other_model, write):
    for word in WORDS:
        write(f"{word} {word} {word} {word}", key=word)
    old = active_model()
    model = start_building(embedding.prepare(name=str(other_model)))
    build_embeddings(model)
    with scope.enter(home.workspace_id):
        rows = list(Embedding.objects.filter(model=model).order_by("id"))
        vectors = [row.vector for row in rows]
        for row, vector in zip(rows, vectors[1:] + vectors[:1], strict=True):
            Embedding.objects.filter(id=row.id).update(vector=vector)
    assert "finds less" in command("--model", other_model, "--switch")[1]
    assert active_model() == old
    assert command("--model", other_model, "--switch", "--tolerance", "1")[1] == ""
    assert active_model() == model


def test_without_anything_stored_there_is_nothing_to_compare(home, other_model):
    model = start_building(embedding.prepare(name=str(other_model)))
    assert compare_recall(active_model(), model, sample=10).sample == 0
