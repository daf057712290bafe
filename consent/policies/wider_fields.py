"""Wider fields that a field's value states too, and the rule that covers them.

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

# Patterns of statements that may say more than the field's value: found by the language model, or repeated.
READER: Final = ".reader"
# Between the values of a list: "Catalan and Dutch".
BETWEEN: Final = re.compile(r"\s*[,;/&]\s*(?:(?:and|und|y|e|et)\s+)?|\s+(?:and|und|y|e|et)\s+", re.IGNORECASE)
MOST_PARTS: Final = 12


def without_wider_fields(
    statements: Iterable[Statement], change: Change, target: Target, snapshot: BatchSnapshot
) -> Sequence[Statement]:
    """Return the statements without those of the wider field that a fact's value makes, which the rule for its own
    field covers. Statements besides the value stay, and all stay if a rule for the wider field applies.
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
    """Whether each part of a value is a value of the field and states nothing else."""
    parts = [normalize_value(part) for part in BETWEEN.split(value, MOST_PARTS)]
    stated = ([normalized_pair(one) for one in snapshot.detected[f"{key}: {part}"]] for part in parts)
    return all(found == [(key, part)] for found, part in zip(stated, parts, strict=True))


def _is_ruled(own: tuple[str, str], wider: tuple[str, str], target: Target, snapshot: BatchSnapshot) -> bool:
    """Whether a rule for the wider field applies besides that for the fact's own field. A rule of the workspace that
    asks does not, if the person has a rule for the fact's field."""
    ruling, above = (
        policies.ruling(subject_of(target, *field), actor=snapshot.actor, rules=snapshot.rules)
        for field in (own, wider)
    )
    if above is None:
        return False
    is_personal_rule = ruling is not None and ruling.person_id is not None
    return above.outcome == Outcome.NEVER or above.person_id is not None or not is_personal_rule
