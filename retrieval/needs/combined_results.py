"""Combines needs into fewer results if more of them answer a question than fit: a cook must know all of them.

The values of one field share a result; needs that still do not fit go into the last need's result that does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from uuid import UUID

from providers.statements import NEED_KEYS
from retrieval.answers import Item
from retrieval.items import LoadOptions, load_items
from retrieval.ranking import Ranked
from retrieval.selection import Calibration, Limits, Selected
from workspaces.sensitivity import rank

Combined = Mapping[UUID, Sequence[Ranked]]


def needs_to_combine(ranked: Sequence[Ranked], fields: Mapping[UUID, str], limits: Limits) -> Combined:
    """Return, by the memory of a need, the needs to combine into its result; empty if all fit. `fields` has the field
    of each chunk that states a need, empty for a sentence."""
    visible = [one for one in ranked if one.text.may_see and not one.text.is_the_question]
    places = list(dict.fromkeys(one.text.memory_id or one.text.id for one in visible))
    needs: dict[UUID, Ranked] = {}
    for one in visible:
        if one.text.memory_id and one.text.id in fields:
            needs.setdefault(one.text.memory_id, one)
    size = min([limits.size, *(limits.category_limits.get(one.text.category, limits.size) for one in needs.values())])
    if needs.keys() <= {*places[:size]}:
        return {}
    of_field: dict[object, list[UUID]] = {}
    for id_, one in needs.items():
        of_field.setdefault(fields[one.text.id] or id_, []).append(id_)
    results = _fitted({ids[0]: ids for ids in of_field.values()}, needs, places, size)
    return {first: [needs[id_] for id_ in others] for first, *others in results if others}


def _fitted(
    results: Mapping[UUID, Sequence[UUID]], needs: Mapping[UUID, Ranked], places: Sequence[UUID], size: int
) -> list[Sequence[UUID]]:
    """Return the memories of each result, the best first; those that do not fit are added to the last that does."""
    remaining = [id_ for id_ in places if id_ in results or id_ not in needs]
    fitting = {*remaining[:size]}
    first = [ids for id_, ids in results.items() if id_ in fitting]
    rest = [ids for id_, ids in results.items() if id_ not in fitting]
    return [*first[:-1], [*chain(*first[-1:], *rest)]] if first else rest


def without_combined(ranked: Sequence[Ranked], combined: Combined) -> list[Ranked]:
    """Return the texts that are not combined into another result."""
    combined_ids = {one.text.memory_id for others in combined.values() for one in others}
    return [one for one in ranked if one.text.memory_id is None or one.text.memory_id not in combined_ids]


def load_combined(
    selected: Sequence[Selected], combined: Combined, calibration: Calibration, options: LoadOptions
) -> list[Item]:
    """Return the items in order, each with the needs combined into it; the round trips of `load_items`."""
    others = {
        one.id: [
            Selected(other.text.memory_id, False, other, calibration.score(other))
            for other in combined.get(one.id, ())
            if other.text.memory_id
        ]
        for one in selected
    }
    found = load_items([*selected, *chain.from_iterable(others.values())], options)
    loaded = {item.id: item for item in found}
    return [
        _with_others(loaded[one.id], [loaded[other.id] for other in others[one.id] if other.id in loaded])
        for one in selected
        if one.id in loaded
    ]


def _with_others(item: Item, others: Sequence[Item]) -> Item:
    """Return the result with the contents of all: "allergies: peanuts, shellfish; diet: vegetarian; Ana avoids
    coriander"."""
    if not others:
        return item
    parts = (item, *others)
    values: dict[str, list[str]] = {}
    for part in parts:
        field, is_field, value = part.content.partition(": ") if part.kind == "fact" else ("", "", "")
        values.setdefault(f"{field}: " if is_field else "", []).append(value if is_field else part.content)
    sentences = [text.strip().removesuffix(".") for text in values.pop("", [])]
    dangerous_first = sorted(values.items(), key=lambda pair: _danger(pair[0]))
    statements = [*(field + ", ".join(each) for field, each in dangerous_first), *sentences]
    strictest = max((part.sensitivity for part in parts), key=rank)
    return replace(item, content="; ".join(statements), summary="", sensitivity=strictest, joined=parts)


def _danger(field: str) -> int:
    """Return the rank of a field, the most dangerous first; others last."""
    key = field.removesuffix(": ")
    return NEED_KEYS.index(key) if key in NEED_KEYS else len(NEED_KEYS)
