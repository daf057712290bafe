"""What somebody else is said to have told of the person is the person's, and cut out with who told it."""

import pytest

from providers.statements import sensitive
from tests.providers.statements.labelled import rows

ROWS = rows("reported.tsv")


@pytest.mark.parametrize("text", [text for whose, text in ROWS if whose == "person"])
def test_it_is_found_and_covers_the_whole_sentence(text):
    found = sensitive(text)

    assert found
    assert all(one.start == 0 for one in found)


@pytest.mark.parametrize("text", [text for whose, text in ROWS if whose == "-"])
def test_what_is_told_of_others_or_of_nothing_special_is_not(text):
    assert sensitive(text) == []
