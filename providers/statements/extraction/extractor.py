"""Extracts facts about a person from a message or a note: a wrong fact costs more than a missed one."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from re import Match
from typing import Final

from providers.statements.extraction.assertions import Voice, context_of, is_asserted
from providers.statements.extraction.coordination import with_repeated_verbs
from providers.statements.extraction.mood import Mood, asserted_sentences
from providers.statements.fields.aliases import DIET_KEYS
from providers.statements.fields.importance import address_of, importance_of
from providers.statements.fields.statement import About, Statement
from providers.statements.gate.labels import Labelled, noted_values
from providers.statements.needs.excluded_foods import canonical_need
from providers.statements.needs.german_datives import in_base_form
from providers.statements.needs.word_order import in_plain_order
from providers.statements.rules import FACT_RULES
from providers.statements.rules.rule import Rule, RulesByWord, candidates, rules_by_word
from providers.statements.subjects.left_context import Context, Reader
from providers.statements.text.normalise import view
from providers.statements.text.phrases import starts_clause
from providers.statements.text.sentences import Sentence, sentences
from providers.statements.text.slots import Span
from providers.statements.withholding.forget_requests import without_forget_requests

MANY_LIMIT: Final = 8
NOTE_CONFIDENCE: Final = 0.9
ADDRESSED_CONFIDENCE: Final = 0.6  # of facts that an agent tells the person about themselves
_LASTING = {
    "birthday",
    "age",
    "goals",
    "standing_instructions",
    "preferred_name",
    "allergies",
    "pets",
    "family",
    "hometown",
}
_THINGS = {
    "dish": "food",
    "meal": "food",
    "cuisine": "food",
    "colour": "color",
    "film": "movie",
    "novel": "book",
    "series": "show",
}
# Separated and deceased people are not stored as family without consent.
_FAMILY: Final = "family"
# "I'm allergic to shellfish, when I was ten ..." still holds.
_ALLERGIES: Final = "allergies"
_SEPARATION = re.compile(
    r"\b(?:divorc\w+|separat\w+|(?:split|splitting|break|breaking|broke|broken)(?:-| )up|died|dies|dying|dead|death|"
    r"passed (?:away|on)|widow\w*|funeral|buried|killed|lost (?:my|a|an|our)|left me|late (?:wife|husband|partner|son|"
    r"daughter|brother|sister)|estranged|custody)\b"
)
_BY_WORD = rules_by_word(FACT_RULES)
_NEEDS_BY_WORD = rules_by_word(rule for rule in FACT_RULES if rule.key in DIET_KEYS)
_WORD: Final = re.compile(r"\w+")
FOUND_KEYS: Final = frozenset(rule.key for rule in FACT_RULES if "{" not in rule.key)


# `city = row["city"]`, `cities = ["Rome"]`, `self.name = name`; but not `pronouns = they/them`.
_CODE = re.compile(r"\s*(?:[\w.]+\s*=\s*(?:[\w.]+[\[(.]|[\[{(])|(?:self|this)\.)")


def capitalised(text: str) -> str:
    """Return the capitalised words of a text, as `speaker` for `find` where any of them may be the person's name."""
    return " ".join(word for word in _WORD.findall(text) if word[0].isupper())


def find(text: str, *, speaker: str | None = None, role: str = "user") -> list[Statement]:
    """Return the facts that a text states about the person, in order of position.

    With role "user" the person speaks and "I" is them; with any other role an agent speaks or notes: "I" is the agent,
    and "you", "the user" and a missing subject are the person. `speaker` is the person's name, so that "Ana lives in
    Porto" is about Ana. Negated statements have `negated`, those about a relative `about="third_party"`; `is_fact`
    excludes both. Questions, quotations, wishes, stories and temporary states are left out, and so is what the person
    asks to forget.
    """
    voice = Voice(by_person=role == "user", names=frozenset(view(speaker or "").folded.split()))
    found: dict[tuple[str, str, bool], Statement] = {}
    prepared = with_repeated_verbs(without_forget_requests(text) if voice.by_person else text)
    for sentence in asserted_sentences(view(prepared.text)):
        for one in (*_statements_in(sentence, voice), *_reordered_needs(sentence, voice)):
            statement = replace(one, start=prepared.original(one.start), end=prepared.original(one.end))
            found.setdefault((statement.key, statement.value.casefold(), statement.negated), statement)
        voice = voice.after(sentence)
    return sorted(found.values(), key=lambda statement: statement.start)


def _statements_in(sentence: Sentence, voice: Voice) -> Iterator[Statement]:
    """Yield the statements of one sentence. Each span is used once; statements about others come last. A line of code
    states nothing."""
    if _CODE.match(sentence.view.folded, sentence.start, sentence.end):
        return
    noted = [(note.value, _note(sentence, note)) for note in noted_values(sentence.view, sentence.start, sentence.end)]
    yield from _without_overlaps([*noted, *_by_rules(_BY_WORD, sentence, voice)])


def _reordered_needs(sentence: Sentence, voice: Voice) -> Iterator[Statement]:
    """Yield the needs that rules find after the sentence is put into plain word order; their span is the whole
    sentence."""
    original = sentence.view.plain[sentence.start : sentence.end]
    reordered = in_plain_order(original)
    if reordered == original:
        return
    start, end = sentence.original_span
    for ordered in sentences(view(with_repeated_verbs(reordered).text)):
        for one in _without_overlaps(_by_rules(_NEEDS_BY_WORD, ordered, voice)):
            yield replace(one, start=start, end=end)


def _by_rules(rules: RulesByWord, sentence: Sentence, voice: Voice) -> list[tuple[Span, Statement]]:
    reader, mood = Reader(sentence, voice.names), Mood(sentence)
    matches = [
        found for rule in candidates(rules, sentence.vocabulary) for found in _rule_matches(rule, reader, mood, voice)
    ]
    return sorted(matches, key=lambda found: found[1].about == "third_party")


def _without_overlaps(found: Iterable[tuple[Span, Statement]]) -> Iterator[Statement]:
    used: list[Span] = []
    for span, statement in found:
        if not any(span.start < other.end and other.start < span.end for other in used):
            used.append(span)
            yield statement


def _rule_matches(rule: Rule, reader: Reader, mood: Mood, voice: Voice) -> Iterator[tuple[Span, Statement]]:
    sentence = reader.sentence
    if rule.key == _FAMILY and _SEPARATION.search(sentence.folded):
        return
    for match in rule.pattern.finditer(sentence.folded):
        spans = _values(rule, sentence, match)
        if not spans or not mood.is_asserted(
            match.start(), is_request=rule.is_request, is_lasting=rule.key == _ALLERGIES
        ):
            continue
        if rule.key not in _LASTING and mood.is_temporary(spans[-1].end - sentence.start):
            continue
        context = context_of(rule, reader, match)
        about = voice.about(rule, context, sentence)
        if about and is_asserted(rule, context, match, by_person=voice.by_person):
            for span in spans:
                yield (
                    _used_span(sentence, match, span),
                    _statement(rule, sentence, match, span=span, context=context, about=about),
                )


def _values(rule: Rule, sentence: Sentence, match: Match[str]) -> list[Span]:
    """Return the values after or inside a match; empty if the required following words are missing."""
    first, last = match.span("value") if "value" in rule.pattern.groupindex else (match.end(), len(sentence.folded))
    position, end = sentence.start + first, sentence.start + last
    if "begin" in rule.pattern.groupindex:
        position = sentence.start + match.start("begin")
    spans: list[Span] = []
    while span := rule.slot(sentence.view, position, end):
        spans.append(span)
        separator = rule.separator.match(sentence.view.folded, span.end, end)
        if (
            not (rule.is_list and separator)
            or len(spans) == MANY_LIMIT
            or starts_clause(sentence.view, separator.end())
        ):
            break
        position = separator.end()
    while spans and not _is_followed(rule, sentence, spans[-1].end):
        spans.pop()  # the last value begins another clause: "no red meat, and prawns bring me out in hives"
    return spans


def _is_followed(rule: Rule, sentence: Sentence, end: int) -> bool:
    return rule.after is None or rule.after.match(sentence.view.folded, end, sentence.end) is not None


def _used_span(sentence: Sentence, match: Match[str], span: Span) -> Span:
    """Return the span that a match uses up: the value, and the relative or pet that it names."""
    if "who" not in match.re.groupindex:
        return span
    return Span(sentence.start + match.start("who"), span.end)


def _note(sentence: Sentence, note: Labelled) -> Statement:
    key, value = canonical_need(note.address.key, sentence.view.plain[note.value.start : note.value.end])
    start, end = sentence.original_span
    return Statement(
        *address_of(key),
        value=value,
        confidence=NOTE_CONFIDENCE,
        importance=importance_of(key),
        start=start,
        end=end,
        negated=False,
        about="user",
        pattern=f"note.{key}",
    )


def _statement(
    rule: Rule, sentence: Sentence, match: Match[str], *, span: Span, context: Context, about: About
) -> Statement:
    groups = {name: text for name, text in match.groupdict().items() if text}
    thing = groups.get("thing", "")
    key = rule.key.format(thing=_THINGS.get(thing, thing).replace(" ", "_"))
    start, end = sentence.original_span
    text = sentence.view.plain[span.start : span.end]
    if rule.is_noun:
        text = text[:1].upper() + text[1:]
    elif rule.key in DIET_KEYS:
        text = in_base_form(text)
    key, value = canonical_need(key, rule.template.format(**{"who": ""} | groups | {"value": text}))
    return Statement(
        *address_of(key),
        value=value,
        confidence=min(rule.confidence, ADDRESSED_CONFIDENCE) if context.subject == "you" else rule.confidence,
        importance=importance_of(key),
        start=start,
        end=end,
        negated=context.negated,
        about=about,
        pattern=rule.name,
    )
