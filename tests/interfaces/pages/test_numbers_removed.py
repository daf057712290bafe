"""A number that the person took out before saving stands in no list of decisions."""

import pytest

from interfaces.removed_numbers import without_numbers

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "kept", "told"),
    [
        ("The door code is 4471#.", "The door opens with a code.", "The door code is •••#."),
        ("Ana earns 58,000 euros.", "Ana earns 58,000 euros a year.", "Ana earns 58,000 euros."),
        ("Her card is 4111 1111 1111 1111.", "She has a card.", "Her card is •••."),
        ("Ana's salary is 52,000 euros a year.", "Ana has a salary.", "Ana's salary is ••• euros a year."),
        ("She pays 1'250 a month.", "She pays rent.", "She pays ••• a month."),
        ("Ana earns 58,000 euros.", "Ana earns 58000 euros.", "Ana earns 58,000 euros."),
        ("Ana has 2 dogs.", "Ana has dogs.", "Ana has 2 dogs."),
    ],
)
def test_only_a_longer_number_that_is_gone_is_masked(asked, kept, told):
    assert without_numbers(asked, beside=kept) == told


def test_earlier_decisions_mask_it(owner, notes):
    notes("The door code of Ana's building is 4471#.")
    (card,) = owner.get("/inbox").context["cards"]
    form = {"shown_hash": card.proposal.shown_hash, "value": "The door of Ana's building opens with a code."}
    owner.post(f"/proposals/{card.proposal.id}/amend", form)
    page = owner.get("/decisions").content.decode()
    assert "Asked for:" in page and "4471" not in page
