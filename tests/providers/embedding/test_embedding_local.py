"""The bundled MiniLM as int8 ONNX: meaning, long texts, batches, threads, forks, and what a process need not load."""

import multiprocessing
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from providers import embedding
from providers.embedding import DimensionMismatch, ModelNotPrepared

PROJECT = Path(__file__).resolve().parents[3]
GARDEN = "The garden behind the house has roses, a pear tree and a bench where the neighbours sit in the evening. "
OTHERS = [
    "The train to Porto leaves at nine from platform four.",
    "He repaired the bicycle's chain and oiled it.",
    "Our sprint review moved to Thursday.",
    "The soup needs more salt and a bay leaf.",
]

pytestmark = pytest.mark.usefixtures("local_model")


def ranking(query: str, texts: list[str]) -> list[int]:
    return np.argsort(-embedding.embed(texts) @ embedding.embed_query(query)).tolist()


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("What food does the user like?", "User is vegetarian."),
        ("Which animals live with her?", "She adopted two kittens last spring."),
        ("When does he travel?", "His flight to Oslo is on the fourth of May."),
    ],
)
def test_an_answer_is_found_by_its_meaning(query, answer):
    assert ranking(query, [*OTHERS, answer])[0] == len(OTHERS)


def test_a_fact_that_stands_only_at_token_390_is_found(local_model):
    """R9: the model reads 256 tokens, the text is read whole all the same."""
    words = (GARDEN * 20).split()
    filler = " ".join(words[: next(n for n in range(len(words)) if embedding.count_tokens(" ".join(words[:n])) == 390)])
    other_end = f"{filler} The museum opens at ten on Mondays."
    fact = f"{filler} She is allergic to penicillin."
    assert embedding.count_tokens(filler) == 390 > local_model.max_tokens
    assert ranking("Which medicine must she not take?", [*OTHERS, other_end, fact])[0] == len(OTHERS) + 1


def test_a_text_within_the_limit_is_one_window_and_one_token_more_makes_two(local_model):
    room = local_model.max_tokens - 2
    words = ["apple"] * room
    fits, too_long = embedding.embed([" ".join(words), " ".join([*words, "moon"])])
    assert embedding.count_tokens(" ".join(words)) == room
    assert 0.9 < fits @ too_long < 0.9999


def test_company_in_a_batch_does_not_change_a_vector():
    texts = ["ok", *OTHERS, GARDEN, GARDEN * 8, "ok then", "Ω" * 40, ""] * 5
    together = embedding.embed(texts)
    alone = np.vstack([embedding.embed([text]) for text in texts])
    assert (together * alone).sum(axis=1).min() >= 0.9999


def test_a_hundred_thousand_characters():
    text = (GARDEN * 1000)[:100_000]
    assert embedding.embed([text])[0] @ embedding.embed([GARDEN])[0] > 0.8


def test_threads_get_what_one_caller_gets():
    texts = [f"{name} likes {thing}" for name in ("Ana", "Bo", "Cleo") for thing in ("tea", "chess", "rain", "jazz")]
    expected = embedding.embed(texts)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _round: embedding.embed(texts), range(16)))
    assert all(np.allclose(answer, expected, atol=1e-5) for answer in answers)


def embed_in_child(text: str) -> list[float]:
    return embedding.embed([text] * 40)[0].tolist()


def test_a_forked_child_loads_its_own_model():
    here = embedding.embed(["a worker forked off"] * 40)[0]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        vectors = pool.map_async(embed_in_child, ["a worker forked off"] * 4).get(timeout=60)
    assert np.allclose(vectors, here, atol=1e-5)


def test_a_serving_process_loads_neither_torch_nor_transformers(settings):
    code = dedent("""
        import sys
        from pathlib import Path
        import providers.llm.conversation
        from providers import embedding, llm
        llm.load()
        for n in range(100):
            embedding.embed_query(f"query number {n}")
        heavy = {"torch", "transformers", "sentence_transformers", "onnx", "openai"} & set(sys.modules)
        # Not getrusage: its maximum counts what the parent held when it forked.
        peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
        print(sorted(heavy), int(peak.split()[1]) // 1024)
    """)
    command = [sys.executable, "-c", code]
    environment = {"DJANGO_SETTINGS_MODULE": "memory_project.settings", "DATA_DIR": str(settings.DATA_DIR)}
    answer = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=True)
    modules, megabytes = answer.stdout.rsplit(maxsplit=1)
    assert modules == "[]"
    assert int(megabytes) < 350


def test_dimensions_other_than_the_model_s_are_refused(settings):
    settings.EMBEDDING_DIMENSIONS = 512
    with pytest.raises(DimensionMismatch, match="384 dimensions where 512"):
        embedding.current_model()


def test_a_version_that_was_never_prepared_here_is_refused(local_model):
    with pytest.raises(ModelNotPrepared):
        embedding.embed(["text"], model=replace(local_model, version="another"))
