"""Who cannot bear a medicine has an allergy, which is kept at once; who takes one, or is ill, is asked about."""

import pytest

from providers.statements import DIET_KEYS, is_list_of_things, sensitive
from tests.providers.statements.labelled import rows

ROWS = rows("allergies.tsv")
KEPT = [text for verdict, text in ROWS if verdict == "kept"]


@pytest.mark.parametrize("text", KEPT)
def test_an_allergy_is_none_of_the_health_conditions(text):
    assert sensitive(text) == []


@pytest.mark.parametrize("text", KEPT)
def test_it_is_found_where_the_line_that_keeps_allergies_is_out(settings, text):
    settings.DEFAULT_POLICY_WITHOUT = ["diet_and_allergies"]
    assert {one.key for one in sensitive(text)} & DIET_KEYS


@pytest.mark.parametrize("text", [text for verdict, text in ROWS if verdict == "waits"])
def test_what_is_taken_and_what_somebody_suffers_from_is_found(text):
    assert "health_conditions" in {one.key for one in sensitive(text)}


@pytest.mark.parametrize("text", ["penicillin", "Prozac", "bee stings", "nuts, eggs and penicillin"])
def test_things_in_a_list(text):
    assert is_list_of_things(text)


@pytest.mark.parametrize(
    "text", ["takes Prozac", "Ana lives in Lisbon", "is gay", "nuts; Ana has HIV", "nuts and has HIV"]
)
def test_a_sentence_is_no_list(text):
    assert not is_list_of_things(text)
