"""What is told in words around it, in several wordings, and look-alikes that tell nothing."""

import pytest

from providers.statements import SPECIAL_KEYS, sensitive
from tests.providers.statements.labelled import rows

ROWS = rows("said_indirectly.tsv")
KEYS = SPECIAL_KEYS | {"gender"}


@pytest.mark.parametrize(("key", "text"), ROWS)
def test_it_is_found_by_rules_that_no_reader_doubts(key, text):
    by_rules = {one.key for one in sensitive(text) if not one.pattern.endswith("reader")} & KEYS
    assert by_rules == set() if key == "-" else key in by_rules
