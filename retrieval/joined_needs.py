"""Where more needs answer a question than it may have results, the values of one field are one result: whoever cooks
must know of all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from uuid import UUID

from retrieval.answers import Item
from retrieval.items import LoadOptions, load_items
from retrieval.ranking import Ranked
from retrieval.selection import Calibration, Selected

Joined = Mapping[UUID, Sequence[Ranked]]


def to_join(ranked: Sequence[Ranked], fields: Mapping[UUID, str], size: int) -> Joined:
    """By the memory with the best value of a field the others of it; empty where the first `size` results have all.
    `fields` are those of the chunks of facts that tell of a need."""
    visible = [one for one in ranked if one.text.may_see and not one.text.is_the_question]
    needs = [one for one in visible if one.text.id in fields]
    first = list(dict.fromkeys(one.text.memory_id or one.text.id for one in visible))[:size]
    if all(one.text.memory_id in first for one in needs):
        return {}
    groups: dict[str, list[Ranked]] = {}
    for one in needs:
        groups.setdefault(fields[one.text.id], []).append(one)
    return {best.text.memory_id: others for best, *others in groups.values() if others and best.text.memory_id}


def without_joined(ranked: Sequence[Ranked], joined: Joined) -> list[Ranked]:
    """What is left to be a result of its own."""
    gone = {one.text.memory_id for others in joined.values() for one in others}
    return [one for one in ranked if one.text.memory_id is None or one.text.memory_id not in gone]


def load_joined(
    selected: Sequence[Selected], joined: Joined, calibration: Calibration, options: LoadOptions
) -> list[Item]:
    """The items in their order, each with the values that are joined to it; the round trips of `load_items`."""
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
        _with_values(loaded[one.id], [loaded[other.id] for other in others[one.id] if other.id in loaded])
        for one in selected
        if one.id in loaded
    ]


def _with_values(item: Item, others: Sequence[Item]) -> Item:
    """The result with the values of all: "allergies: peanuts, shellfish"."""
    if not others:
        return item
    values = (other.content.partition(": ")[2] for other in others)
    return replace(item, content=", ".join([item.content, *values]), joined=(item, *others))
