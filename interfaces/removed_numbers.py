"""Numbers that the person removed from a text before saving it: pages and the admin mask them in the request."""

import re

NUMBER = re.compile(r"\d(?:(?:[\d\s.-]|[,'’](?=\d))*\d)?")
LEAST_DIGITS = 3
MASK = "•••"


def without_numbers(requested: str, *, beside: str) -> str:
    """Return the requested text, with a mask for each longer number that the saved text does not have: a removed code
    must not appear in any list."""
    kept = {_digits(found) for found in NUMBER.findall(beside)}

    def masked(found: re.Match[str]) -> str:
        digits = _digits(found.group())
        return found.group() if len(digits) < LEAST_DIGITS or digits in kept else MASK

    return NUMBER.sub(masked, requested)


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)
