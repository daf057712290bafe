"""What the tests of the gate's detector may ask for."""

import pytest

from providers.statements.gate import detector


@pytest.fixture
def rules_alone(monkeypatch):
    """Without the statistical reader, whose own limits are in test_statistical_reader."""
    monkeypatch.setattr(detector, "read_special", lambda sentences: [None] * len(sentences))
    monkeypatch.setattr(detector, "doubts", lambda *_value, **_below: False)
