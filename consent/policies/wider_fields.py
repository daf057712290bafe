"""Wider fields that a value states too, and the rule that covers them.

An address names a city. A spoken language is a language.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from consent.changes import Change
from consent.detection.statements import ECHO
from consent.detection.texts import texts_of_origin
from consent.detection.values import normalized_pair
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.rules import subject_of
from consent.snapshot import BatchSnapshot
from consent.target import Target
from providers.statements import WIDER_KEYS, Statement, normalize_value

# The patterns of what may tell more than a value of the field: words that no rule knows, or that are said again.
READER: Final = ".reader"
# Between the values of a list: "Catalan and Dutch".
BETWEEN: Final = re.compile(r"\s*[,;/&]\s*(?:(?:and|und|y|e|et)\s+)?|\s+(?:and|und|y|e|et)\s+", re.IGNORECASE)
MOST_PARTS: Final = 12


def without_wider_fields(
    statements: Iterable[Statement], change: Change, target: Target, snapshot: BatchSnapshot
) -> Sequence[Statement]:
    """The statements but those of the wider field that a fact's value makes, which fall under the rule for its own
    field. What stands beside the value counts, and so does every statement where a rule for the wider field does.
    """
    found, fact = list(statements), change.fact
    wider = WIDER_KEYS.get(fact.key) if fact else None
    if fact is None or wider is None or not any(one.key == wider for one in found):
        return found
    fields = [(one.category, one.key) for one in found if one.key == wider]
    if _is_ruled((fact.category, fact.key), fields[0], target, snapshot):
        return found
    beside = {normalized_pair(one) for one in snapshot.new_statements(texts_of_origin(fact), fact.person_id)}
    open_to_more = ECHO if _is_list(fact.value, wider, snapshot) else (READER, ECHO)
    return [
        one for one in found if one.key != wider or one.pattern.endswith(open_to_more) or normalized_pair(one) in beside
    ]


def _is_list(value: str, key: str, snapshot: BatchSnapshot) -> bool:
    """Whether each part of a value is one of the field and says nothing else."""
    parts = [normalize_value(part) for part in BETWEEN.split(value, MOST_PARTS)]
    stated = ([normalized_pair(one) for one in snapshot.detected[f"{key}: {part}"]] for part in parts)
    return all(found == [(key, part)] for found, part in zip(stated, parts, strict=True))


def _is_ruled(own: tuple[str, str], wider: tuple[str, str], target: Target, snapshot: BatchSnapshot) -> bool:
    """Whether a rule for the wider field holds beside the one for the fact's own: the workspace's that asks does not
    hold where the person rules their own field."""
    ruling, above = (
        policies.ruling(subject_of(target, *field), actor=snapshot.actor, rules=snapshot.rules)
        for field in (own, wider)
    )
    if above is None:
        return False
    is_the_persons = ruling is not None and ruling.person_id is not None
    return above.outcome == Outcome.NEVER or above.person_id is not None or not is_the_persons
