"""What is told of a person whose name is known, by first names, genitives and the like, and look-alikes."""

import pytest

from providers.statements import sensitive
from tests.providers.statements.labelled import rows

ROWS = rows("known_name.tsv")


@pytest.mark.parametrize(("key", "text"), ROWS)
def test_it_is_found_of_her_alone(key, text):
    found = {one.key for one in sensitive(text, known_names=("Ana",))}
    assert found == set() if key == "-" else key in found


def test_where_no_name_is_known_any_may_be_the_persons():
    assert [one.key for one in sensitive("Maria's wife fetches the keys.")] == ["sexual_orientation"]
