"""Idioms that name a food but are not about food: "Me importa un pimiento", "C'est la fin des haricots"."""

import re
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parents[2] / "data" / "food_idioms.txt"


def is_idiom(folded: str) -> bool:
    """Whether a lower-case sentence without accents contains an idiom."""
    return _idioms().search(folded) is not None


@cache
def _idioms() -> re.Pattern[str]:
    lines = (line for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    return re.compile(rf"(?<![\w'])(?:{'|'.join(lines)})\b")
