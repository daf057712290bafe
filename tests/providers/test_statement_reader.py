"""Long texts are read by a process of its own, with the same result."""

import os
import signal

import pytest

from providers import statement_reader
from providers.statement_reader import LONG_CHARACTERS, sensitive_of, take_processor_time
from providers.statements import sensitive

LONG = "Nothing to see here. " * (LONG_CHARACTERS // 20) + "I live in Lisbon."


@pytest.fixture(autouse=True)
def own_reader(monkeypatch):
    reader = statement_reader._Reader()
    monkeypatch.setattr(statement_reader, "_reader", reader)
    yield reader
    if reader._process is not None:
        reader._process.stdin.close()
        reader._process.wait(10)
        reader._process.stdout.close()


def test_long_and_short_texts_are_read_alike():
    texts = [LONG, "Call me Robbie.", LONG + " They speak German."]

    assert sensitive_of(texts) == [sensitive(text) for text in texts]


def test_what_it_took_is_told_once():
    take_processor_time()
    sensitive_of([LONG])

    assert take_processor_time() > 0
    assert take_processor_time() == 0


def test_a_dead_process_is_replaced(own_reader):
    sensitive_of([LONG])
    os.kill(own_reader._process.pid, signal.SIGKILL)
    own_reader._process.wait(10)

    assert sensitive_of([LONG]) == [sensitive(LONG)]
