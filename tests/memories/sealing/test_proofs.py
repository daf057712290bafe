"""Inclusion proofs: what a receipt can show without the database."""

from dataclasses import replace

import pytest

from memories.sealing.proofs import inclusion_proof
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def proofs(home, rows):
    def _proofs():
        ids = rows()
        with scope.enter(home.workspace_id):
            return [inclusion_proof(history_id) for history_id in ids]

    return _proofs


def test_it_is_pending_until_the_row_is_sealed(write, seal, proofs):
    write()
    assert proofs() == [None]
    seal()
    assert proofs()[0].holds


def test_every_row_of_every_seal_has_one_that_holds(write, seal, proofs):
    for texts in (["One.", "Two.", "Three."], ["Four."], ["Five.", "Six.", "Seven.", "Eight."]):
        for text in texts:
            write(text)
        seal()
    assert [proof.holds for proof in proofs()] == [True] * 8


def test_it_does_not_hold_for_anything_else(write, seal, proofs):
    write("One.")
    write("Two.")
    seal()
    proof = proofs()[0]
    assert not replace(proof, leaf_hash="0" * 64).holds
    assert not replace(proof, index=2).holds
    assert not replace(proof, path=proof.path[:-1]).holds
    assert not replace(proof, head=replace(proof.head, root="0" * 64)).holds
    assert not replace(proof, head=replace(proof.head, signature="00" * 64)).holds


def test_another_workspace_s_rows_have_none_here(elsewhere, write, seal, rows):
    write()
    seal()
    (history_id,) = rows()
    with scope.enter(elsewhere.workspace_id):
        assert inclusion_proof(history_id) is None
