"""What a search's filter and a listing's conditions select, as `InMemoryStore` understands them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langgraph.store.base import MatchCondition

ORDERED: dict[str, Callable[[float, float], bool]] = {
    "$gt": lambda value, bound: value > bound,
    "$gte": lambda value, bound: value >= bound,
    "$lt": lambda value, bound: value < bound,
    "$lte": lambda value, bound: value <= bound,
}


def matches(value: Mapping[str, Any], condition: Mapping[str, Any] | None) -> bool:
    """Whether a stored value satisfies a filter. Raises ValueError for an operator that is none."""
    return all(_is_like(value.get(name), wanted) for name, wanted in (condition or {}).items())


def _is_like(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        if any(name.startswith("$") for name in wanted):
            return all(_compares(found, operator, bound) for operator, bound in wanted.items())
        return isinstance(found, dict) and all(_is_like(found.get(name), one) for name, one in wanted.items())
    if isinstance(wanted, list | tuple):
        same_length = isinstance(found, list | tuple) and len(found) == len(wanted)
        return same_length and all(_is_like(one, other) for one, other in zip(found, wanted, strict=True))
    return bool(found == wanted)


def _compares(found: Any, operator: str, bound: Any) -> bool:
    if operator in ("$eq", "$ne"):
        return bool((found == bound) == (operator == "$eq"))
    if operator not in ORDERED:
        raise ValueError(f"{operator} is none of $eq, $ne, {', '.join(ORDERED)}.")
    try:
        return ORDERED[operator](float(found), float(bound))
    except (TypeError, ValueError):
        return False


def fits(namespace: Sequence[str], condition: MatchCondition) -> bool:
    """Whether a namespace begins or ends as the condition asks; `*` stands for any one part."""
    wanted = condition.path
    if len(namespace) < len(wanted):
        return False
    parts = namespace[: len(wanted)] if condition.match_type == "prefix" else namespace[len(namespace) - len(wanted) :]
    return all(one in ("*", part) for one, part in zip(wanted, parts, strict=True))
