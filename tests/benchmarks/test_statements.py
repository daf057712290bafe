"""`benchmarks/statements.py` says what it takes, and what is not there."""

import sys

import pytest

from benchmarks import statements


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [(["--help"], 0, "usage:"), (["nowhere.tsv"], 2, "there is no nowhere.tsv in "), (["--runs"], 2, "unrecognized")],
)
def test_wrong_arguments_are_told(monkeypatch, capsys, arguments, code, said):
    monkeypatch.setattr(sys, "argv", ["statements.py", *arguments])
    with pytest.raises(SystemExit) as ended:
        statements.main()
    assert ended.value.code == code and said in "".join(capsys.readouterr())
