"""What a row of History commits to (architecture, rule 4)."""

import pytest

from memories.hashes import commitment, digest_of
from memories.models import MemoryVersion


def digest(**fields):
    return digest_of(MemoryVersion(**{"workspace_id": None, "content": "Friday.", "content_hash": "h"} | fields))


@pytest.mark.parametrize(
    "changed",
    [{"content": "Monday."}, {"title": "t"}, {"summary": "s"}, {"metadata": {"a": 1}}, {"payload": {"a": 1}}],
    ids=lambda changed: next(iter(changed)),
)
def test_everything_that_a_version_says_counts(changed):
    assert digest(**changed) != digest()


def test_the_order_of_keys_does_not():
    assert digest(metadata={"a": 1, "b": [2, {"c": 3, "d": 4}]}) == digest(
        metadata={"b": [2, {"d": 4, "c": 3}], "a": 1}
    )


@pytest.mark.parametrize(
    ("written", "read"), [(1e16, 10**16), (1e300, 10**300), (-0.0, 0.0), (2.0, 2), (1.5e-7, 0.00000015)]
)
def test_a_number_s_spelling_does_not_either(written, read):
    assert digest(metadata={"a": written}) == digest(metadata={"a": read})


@pytest.mark.parametrize(("one", "other"), [(1, 2), (1, "1"), (1, True), (0, None), (0.1, 0.2), (0, False), ("", None)])
def test_but_its_value_and_its_type_do(one, other):
    assert digest(metadata={"a": one}) != digest(metadata={"a": other})


def test_without_the_salt_a_commitment_can_not_be_guessed():
    assert commitment(b"salt", "digest") != commitment(b"other", "digest")
