"""Card numbers: 13 to 19 digits, together or in groups, that pass Luhn's check (ISO/IEC 7812-1)."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import re2

CARD_MIN_DIGITS: Final = 13
CARD_MAX_DIGITS: Final = 19
_OPTIONS = re2.Options()
_OPTIONS.encoding = re2.Options.Encoding.LATIN1
# A whole run of groups with at least as many digits as a card.
_LONG_RUN: Any = re2.compile(rb"[0-9](?:[ -]?[0-9]){12,}", _OPTIONS)
_DOUBLED = np.array([0, 2, 4, 6, 8, 1, 3, 5, 7, 9])

Digits = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def card_spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the spans of `data` that are card numbers, from left to right."""
    for run in _LONG_RUN.finditer(data):
        start, end = run.span()
        if _is_one_long_number(run.group()):
            continue
        adjoins = _adjoins_before(data, start), _adjoins_after(data, end)
        yield from ((start + first, start + last) for first, last in _in_run(run.group(), adjoins))


def _is_one_long_number(run: bytes) -> bool:
    """For example the versions of a checkpoint's channels."""
    return len(run) > CARD_MAX_DIGITS and run.isdigit()


def _in_run(run: bytes, adjoins: tuple[bool, bool]) -> Iterator[tuple[int, int]]:
    """Yield card numbers in a run of digit groups. All windows are tested at once: a long run costs no more."""
    codes = np.frombuffer(run, dtype=np.uint8)
    is_digit = codes >= 48
    edges = np.flatnonzero(np.diff(is_digit.astype(np.int8), prepend=0, append=0))
    starts, ends = edges[::2], edges[1::2]
    lasts = _longest_cards(codes[is_digit].astype(np.int64) - 48, ends - starts, adjoins)
    after = 0
    for first in np.flatnonzero(lasts):
        if first >= after:
            after = int(lasts[first])
            yield int(starts[first]), int(ends[after - 1])


def _longest_cards(digits: Digits, sizes: Digits, adjoins: tuple[bool, bool]) -> Digits:
    """For each group, the index after the longest card number that starts there; 0 if there is none.

    `adjoins` states whether the first and the last group are part of a word, and so not of a card number.
    """
    places = np.concatenate([[0], np.cumsum(sizes)])
    issued, class_ends = _is_issued(digits)[places[:-1]], _class_ends(sizes)
    odd_sums, even_sums = _luhn_sums(digits)
    lasts = np.zeros(len(sizes), dtype=np.int64)
    for count in range(1, min(CARD_MAX_DIGITS, len(sizes)) + 1):
        first = np.arange(adjoins[0], len(sizes) - count + 1 - adjoins[1])
        last = first + count
        begin, end = places[first], places[last]
        sums = np.where(end % 2 == 0, even_sums[end] - even_sums[begin], odd_sums[end] - odd_sums[begin])
        length = end - begin
        fits = (length >= CARD_MIN_DIGITS) & (length <= CARD_MAX_DIGITS) & (last <= class_ends[first])
        found = fits & issued[first] & (sums % 10 == 0)
        lasts[first[found]] = last[found]
    return lasts


def _is_issued(digits: Digits) -> Flags:
    """Whether a number that starts at this digit can belong to a payment network (2221-2720, 30, 34-39, 4, 50-58,
    6)."""
    second = np.append(digits[1:], 0)
    two, three = (second >= 2) & (second <= 7), (second == 0) | (second >= 4)
    issued: Flags = (
        (digits == 4) | (digits == 6) | (digits == 5) & (second <= 8) | (digits == 3) & three | (digits == 2) & two
    )
    return issued


def _class_ends(sizes: Digits) -> Digits:
    """For each group, the first later group of another size class: groups of 3 or more digits mix, shorter ones do
    not."""
    make = np.where(sizes >= 3, 0, sizes)
    changes = np.append(np.flatnonzero(np.diff(make)) + 1, len(sizes))
    return changes[np.searchsorted(changes, np.arange(len(sizes)), side="right")]


def _luhn_sums(digits: Digits) -> tuple[Digits, Digits]:
    """Running sums with the digits at odd positions doubled according to Luhn, and the same for even positions.

    A card that ends before an even position has its doubled digits at even positions, for its last digit is not
    doubled.
    """
    at_even = np.arange(len(digits)) % 2 == 0
    doubled = _DOUBLED[digits]
    odd, even = np.where(at_even, digits, doubled), np.where(at_even, doubled, digits)
    return np.concatenate([[0], np.cumsum(odd)]), np.concatenate([[0], np.cumsum(even)])


def _adjoins_before(data: bytes, start: int) -> bool:
    """Whether the run continues a word, an amount or the plus sign of a phone number."""
    before = data[max(0, start - 1) : start]
    return before.isalpha() or before in {b"_", b"+", b"."}


def _adjoins_after(data: bytes, end: int) -> bool:
    """Whether the run continues into a word or the decimals of an amount."""
    after = data[end : end + 2]
    return after[:1].isalpha() or after[:1] == b"_" or (after[:1] == b"." and after[1:].isdigit())
