"""Numbers that the person took out of a text before they saved it: pages and the admin mask them in what was asked."""

import re

NUMBER = re.compile(r"\d(?:(?:[\d\s.-]|[,'’](?=\d))*\d)?")
LEAST_DIGITS = 3
MASK = "•••"


def without_numbers(asked: str, *, beside: str) -> str:
    """What was asked for, with a mask for each longer number that the text saved in its place does not have: a code
    that was taken out stands in no list."""
    kept = {_digits(found) for found in NUMBER.findall(beside)}

    def masked(found: re.Match[str]) -> str:
        digits = _digits(found.group())
        return found.group() if len(digits) < LEAST_DIGITS or digits in kept else MASK

    return NUMBER.sub(masked, asked)


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)
