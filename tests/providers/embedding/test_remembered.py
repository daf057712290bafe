"""Vectors are kept for a while by the digests of their texts."""

import numpy as np

from providers.embedding import remembered
from providers.embedding.remembered import RememberedVectors


def test_a_known_text_gives_its_own_vector():
    known = RememberedVectors()
    known.add(["one", "two"], np.eye(2, dtype=np.float32))
    assert {text: vector.tolist() for text, vector in known.of(["two", "three"]).items()} == {"two": [0, 1]}


def test_the_oldest_make_room(monkeypatch):
    monkeypatch.setattr(remembered, "MOST_REMEMBERED", 2)
    known = RememberedVectors()
    known.add(["one", "two"], np.zeros((2, 3), np.float32))
    known.add(["three"], np.zeros((1, 3), np.float32))
    assert set(known.of(["one", "two", "three"])) == {"two", "three"}


def test_no_words_are_kept():
    known = RememberedVectors()
    known.add(["Ana takes eight pills."], np.zeros((1, 3), np.float32))
    assert all(isinstance(key, bytes) and b"pills" not in key for key in known._vectors)
