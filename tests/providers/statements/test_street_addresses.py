"""A street address is no city, and is held all the same."""

import pytest

from providers.statements import sensitive


@pytest.mark.parametrize(
    "text",
    [
        "Ana lives at Rua das Flores 12.",
        "Ana's address is Rua das Flores 12.",
        "Ana lives at 12 Main Street.",
        "I live at 12 Main Street, Lisbon.",
        "Ana lives in Park Lane.",
        "Ana wohnt in der Lindenstraße 5.",
        "Ana vive en la Calle Mayor 3.",
        "Ana habite 12 rue de Rivoli.",
        "User lives at 10115 Berlin, Lindenstr. 5.",
        "Ana lives at Flores 12.",
        "home_address: Ana lives at Rua das Flores 12.",
    ],
)
def test_an_address_is_one(text):
    assert {statement.key for statement in sensitive(text)} == {"home_address"}


@pytest.mark.parametrize(
    "text",
    [
        "Ana lives in Lisbon.",
        "Ana lives in Lisbon 3 days a week.",
        "Ana moved to Porto 2019.",
        "Ana lives in Street, Somerset.",
        "Ana lives in Largo, Florida.",
        "Ana lives in Braunschweig.",
        "city: Lisbon",
    ],
)
def test_a_city_stays_one(text):
    assert {statement.key for statement in sensitive(text)} == {"city"}


def test_where_addresses_are_not_asked_for_nothing_is_lost():
    assert [one.key for one in sensitive("Ana lives at Rua das Flores 12.", keys=["city"])] == ["city"]


@pytest.mark.parametrize(
    "text",
    [
        "Ana lives at 15 Acacia Road, and the guest is asleep.",
        "The guest is asleep. Ana lives at 15 Acacia Road.",
        "The guest lives at 15 Acacia Road.",
    ],
)
def test_it_is_found_once_where_somebody_is_named_by_a_role(text):
    assert [one.key for one in sensitive(text)] == ["home_address"]
