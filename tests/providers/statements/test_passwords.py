"""A password or a code is of one field: of a home where it opens one or its network, else of an account."""

import pytest

from providers.statements import sensitive


@pytest.mark.parametrize(
    "text",
    [
        "Our wifi password is sunflower42",
        "The password for the router is sunflower42x",
        "The home network password is sunflower42",
        "wifi pwd: sunf42",
        "Unser WLAN-Passwort ist sonne4711",
        "Le mot de passe du wifi est soleil42",
        "La contraseña del wifi es girasol77",
        "The wifi password for the film club is sunflower42",
        "The alarm by the back entrance is switched off with 4711",
        "The safe in the old wardrobe opens 24/7 with 4711",
    ],
)
def test_what_opens_a_home_is_of_the_home(text):
    assert [one.key for one in sensitive(text)] == ["home_access"]


@pytest.mark.parametrize("text", ["The network password is sunflower42", "Her laptop unlocks with 4711"])
def test_another_is_of_an_account(text):
    assert [one.key for one in sensitive(text)] == ["account_numbers"]


def test_both_in_one_sentence_are_two():
    found = sensitive("The wifi password is sunflower42, and my mail password is x8jkjk9")
    assert {one.key for one in found} == {"account_numbers", "home_access"}


def test_an_amount_is_no_code():
    assert sensitive("The main gate is 4711 requests") == []
