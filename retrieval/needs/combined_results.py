"""Combines needs into fewer results where more of them answer a question than it may have: whoever cooks must know all.

First the values of one field, then what still has no room stands in the last result that has.
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

Joined = Mapping[UUID, Sequence[Ranked]]


def to_join(ranked: Sequence[Ranked], fields: Mapping[UUID, str], limits: Limits) -> Joined:
    """By a memory that tells a need the others that stand in its result; empty where all have room in the first ones.
    `fields` are those of the chunks that tell of a need, empty where a sentence tells it."""
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
    results = _in_room({ids[0]: ids for ids in of_field.values()}, needs, places, size)
    return {first: [needs[id_] for id_ in others] for first, *others in results if others}


def _in_room(
    results: Mapping[UUID, Sequence[UUID]], needs: Mapping[UUID, Ranked], places: Sequence[UUID], size: int
) -> list[Sequence[UUID]]:
    """The memories of each result, the best first; those of results without room in the last that has."""
    left = [id_ for id_ in places if id_ in results or id_ not in needs]
    room = {*left[:size]}
    first = [ids for id_, ids in results.items() if id_ in room]
    rest = [ids for id_, ids in results.items() if id_ not in room]
    return [*first[:-1], [*chain(*first[-1:], *rest)]] if first else rest


def without_joined(ranked: Sequence[Ranked], joined: Joined) -> list[Ranked]:
    """What is left to be a result of its own."""
    gone = {one.text.memory_id for others in joined.values() for one in others}
    return [one for one in ranked if one.text.memory_id is None or one.text.memory_id not in gone]


def load_joined(
    selected: Sequence[Selected], joined: Joined, calibration: Calibration, options: LoadOptions
) -> list[Item]:
    """The items in their order, each with what is joined to it; the round trips of `load_items`."""
    others = {
        one.id: [
            Selected(other.text.memory_id, False, other, calibration.score(other))
            for other in joined.get(one.id, ())
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
    """The result with what all tell: "allergies: peanuts, shellfish; diet: vegetarian; Ana avoids coriander"."""
    if not others:
        return item
    parts = (item, *others)
    values: dict[str, list[str]] = {}
    for part in parts:
        field, is_field, value = part.content.partition(": ") if part.kind == "fact" else ("", "", "")
        values.setdefault(f"{field}: " if is_field else "", []).append(value if is_field else part.content)
    sentences = [text.strip().removesuffix(".") for text in values.pop("", [])]
    dangerous_first = sorted(values.items(), key=lambda pair: _danger(pair[0]))
    told = [*(field + ", ".join(each) for field, each in dangerous_first), *sentences]
    strictest = max((part.sensitivity for part in parts), key=rank)
    return replace(item, content="; ".join(told), summary="", sensitivity=strictest, joined=parts)


def _danger(field: str) -> int:
    """The place of a field, the most dangerous first; others last."""
    key = field.removesuffix(": ")
    return NEED_KEYS.index(key) if key in NEED_KEYS else len(NEED_KEYS)
