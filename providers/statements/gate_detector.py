"""Finds sensitive statements for the consent gate: a miss costs more than a needless question."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Final

from providers.statements.aliases import SENSITIVE_KEYS
from providers.statements.context import Context, Reader
from providers.statements.gate_rules import GATE_RULES
from providers.statements.labels import labelled_values
from providers.statements.normalise import View, view
from providers.statements.rules import Rule
from providers.statements.sentences import Sentence, sentences, wrapped_sentences
from providers.statements.slots import Span
from providers.statements.statement import About, Statement

CONFIDENCE: Final = 0.8
IMPORTANCE: Final = 0.8
_FAMILY = {"home_address": "city", "languages_spoken": "language"}

_BY_WORD: defaultdict[str, list[Rule]] = defaultdict(list)
for _rule in GATE_RULES:
    for _word in _rule.on:
        _BY_WORD[_word].append(_rule)


def sensitive(
    text: str, *, keys: Collection[str] = SENSITIVE_KEYS, known_names: Collection[str] = ()
) -> list[Statement]:
    """Statements that set, change or deny a sensitive field of the person, in order of their place.

    `known_names` are the person's names: with them "Bob lives in Rome" concerns the person only when Bob is one of them; without
    them any name may be the person's. Offsets cover the sentence, or the label and value of a labelled value.
    """
    seen = view(text)
    names = frozenset(word for full in known_names for word in view(full).folded.split())
    found = {(s.start, s.end, s.key): s for s in _found(seen, names) if s.key in keys}
    return sorted(found.values(), key=lambda statement: (statement.start, statement.end, statement.key))


def _found(seen: View, names: frozenset[str]) -> Iterator[Statement]:
    taken: list[tuple[int, int]] = []
    for sentence in sentences(seen):
        for statement in _in_sentence(sentence, names):
            taken.append((statement.start, statement.end))
            yield statement
    for sentence in wrapped_sentences(seen):
        start, end = seen.original_span(sentence.start, sentence.end)
        if not any(start < other_end and other_start < end for other_start, other_end in taken):
            yield from _in_sentence(sentence, names)


def _in_sentence(sentence: Sentence, names: frozenset[str]) -> Iterator[Statement]:
    for label in labelled_values(sentence.view, sentence.start, sentence.end):
        yield _statement(sentence, label.address.key, label.span, label.start, label.span.end, f"label.{label.address.key}")
    candidates = {rule.name: rule for word in sentence.vocabulary if word in _BY_WORD for rule in _BY_WORD[word]}
    reader = Reader(sentence, names)
    for rule in candidates.values():
        yield from _by_rule(rule, sentence, reader)


def _by_rule(rule: Rule, sentence: Sentence, reader: Reader) -> Iterator[Statement]:
    for match in rule.pattern.finditer(sentence.folded):
        groups = match.re.groupindex
        first, last = match.span("value") if "value" in groups else (match.end(), len(sentence.folded))
        span = rule.slot(sentence.view, sentence.start + first, sentence.start + last)
        if not span:
            continue
        context = _context(rule, reader, sentence.start + match.start())
        if context and _concerns_the_person(context, rule):
            yield _statement(
                sentence, rule.key, span, sentence.start, sentence.end, rule.name, context=context
            )


def _context(rule: Rule, reader: Reader, start: int) -> Context | None:
    if rule.kind == "free":
        return Context("none", -1)
    return reader.before_verb(start) if rule.kind == "verb" else reader.before_attribute(start)


def _concerns_the_person(context: Context, rule: Rule) -> bool:
    if context.subject == "other" or context.asked:
        return False
    if rule.needs_be and not context.be and context.subject != "none":
        return False
    return rule.anyhow or not (context.unreal or context.past)


def _statement(
    sentence: Sentence, key: str, value: Span, start: int, end: int, pattern: str, *, context: Context | None = None
) -> Statement:
    seen = sentence.view
    about: About = "speaker" if context and context.subject == "self" else "user"
    first, last = seen.original_span(start, end)
    return Statement(
        category="identity", key=_FAMILY.get(key, key), value=seen.plain[value.start : value.end], confidence=CONFIDENCE,
        importance=IMPORTANCE, start=first, end=last, negated=bool(context and context.negated), about=about, pattern=pattern,
    )  # fmt: skip
