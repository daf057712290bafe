"""Vectors are kept for a while by the digests of their texts."""

import numpy as np

from providers.embedding import vector_cache
from providers.embedding.vector_cache import VectorCache


def test_a_known_text_gives_its_own_vector():
    known = VectorCache()
    known.add(["one", "two"], np.eye(2, dtype=np.float32))
    assert {text: vector.tolist() for text, vector in known.get(["two", "three"]).items()} == {"two": [0, 1]}


def test_the_oldest_make_room(monkeypatch):
    monkeypatch.setattr(vector_cache, "MAX_CACHED", 2)
    known = VectorCache()
    known.add(["one", "two"], np.zeros((2, 3), np.float32))
    known.add(["three"], np.zeros((1, 3), np.float32))
    assert set(known.get(["one", "two", "three"])) == {"two", "three"}


def test_no_words_are_kept():
    known = VectorCache()
    known.add(["Ana takes eight pills."], np.zeros((1, 3), np.float32))
    assert all(isinstance(key, bytes) and b"pills" not in key for key in known._vectors)
