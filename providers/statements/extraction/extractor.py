"""Finds what a message or a note states about a person: a wrong fact costs more than a missed one."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from re import Match
from typing import Final

from providers.statements.extraction.assertions import Voice, context_of, holds
from providers.statements.extraction.coordination import with_verbs
from providers.statements.extraction.mood import Mood, earnest
from providers.statements.fields.aliases import DIET_KEYS
from providers.statements.fields.importance import address_of, importance_of
from providers.statements.fields.statement import About, Statement
from providers.statements.gate.labels import Labelled, noted_values
from providers.statements.needs.excluded_foods import sorted_out
from providers.statements.needs.word_order import in_plain_order
from providers.statements.rules import FACT_RULES
from providers.statements.rules.rule import Rule, RulesByWord, candidates, rules_by_word
from providers.statements.subjects.left_context import Context, Reader
from providers.statements.text.normalise import view
from providers.statements.text.phrases import starts_clause
from providers.statements.text.sentences import Sentence, sentences
from providers.statements.text.slots import Span
from providers.statements.withholding.forget_requests import said

MANY_LIMIT: Final = 8
NOTE_CONFIDENCE: Final = 0.9
ADDRESSED_CONFIDENCE: Final = 0.6  # what an agent tells the person about them
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
# Who parts or dies, is not remembered as somebody's family unasked.
_OF_FAMILY: Final = "family"
# "I'm allergic to shellfish, when I was ten ..." still is.
_ALLERGIES: Final = "allergies"
_PARTING = re.compile(
    r"\b(?:divorc\w+|separat\w+|(?:split|splitting|break|breaking|broke|broken)(?:-| )up|died|dies|dying|dead|death|"
    r"passed (?:away|on)|widow\w*|funeral|buried|killed|lost (?:my|a|an|our)|left me|late (?:wife|husband|partner|son|"
    r"daughter|brother|sister)|estranged|custody)\b"
)
_BY_WORD = rules_by_word(FACT_RULES)
_NEEDS_BY_WORD = rules_by_word(rule for rule in FACT_RULES if rule.key in DIET_KEYS)
_WORDS_OF: Final = re.compile(r"\w+")
FOUND_KEYS: Final = frozenset(rule.key for rule in FACT_RULES if "{" not in rule.key)


# `city = row["city"]`, `cities = ["Rome"]`, `self.name = name`; but not `pronouns = they/them`.
_CODE = re.compile(r"\s*(?:[\w.]+\s*=\s*(?:[\w.]+[\[(.]|[\[{(])|(?:self|this)\.)")


def capitalised(text: str) -> str:
    """The words of a text that begin with a capital: for `speaker`, where any may be the name of whoever is meant."""
    return " ".join(word for word in _WORDS_OF.findall(text) if word[0].isupper())


def find(text: str, *, speaker: str | None = None, role: str = "user") -> list[Statement]:
    """What a text states about the person, in order of place.

    With role "user" the person speaks and "I" is them; with any other role an agent speaks or notes: "I" is the
    agent, and "you", "the user" and a missing subject are the person. `speaker` is the person's name, so that
    "Ana lives in Porto" is about Ana. What is denied comes with `negated`, what concerns a relative with
    `about="third_party"`; `is_fact` tells both from facts. Questions, quotations, wishes, stories and passing
    states are left out, and of the person's words what they ask to forget.
    """
    voice = Voice(by_person=role == "user", names=frozenset(view(speaker or "").folded.split()))
    found: dict[tuple[str, str, bool], Statement] = {}
    told = with_verbs(said(text) if voice.by_person else text)
    for sentence in earnest(view(told.text)):
        for one in (*_in_sentence(sentence, voice), *_needs_in_order(sentence, voice)):
            statement = replace(one, start=told.original(one.start), end=told.original(one.end))
            found.setdefault((statement.key, statement.value.casefold(), statement.negated), statement)
        voice = voice.after(sentence)
    return sorted(found.values(), key=lambda statement: statement.start)


def _in_sentence(sentence: Sentence, voice: Voice) -> Iterator[Statement]:
    """What one sentence states. Each stretch is read once; what concerns others comes last. A line of code states
    nothing.
    """
    if _CODE.match(sentence.view.folded, sentence.start, sentence.end):
        return
    noted = [(note.value, _note(sentence, note)) for note in noted_values(sentence.view, sentence.start, sentence.end)]
    yield from _read_once([*noted, *_by_rules(_BY_WORD, sentence, voice)])


def _needs_in_order(sentence: Sentence, voice: Voice) -> Iterator[Statement]:
    """The needs that rules find once the sentence has its plain order; each is quoted as the whole sentence."""
    said = sentence.view.plain[sentence.start : sentence.end]
    told = in_plain_order(said)
    if told == said:
        return
    start, end = sentence.original_span
    for ordered in sentences(view(with_verbs(told).text)):
        for one in _read_once(_by_rules(_NEEDS_BY_WORD, ordered, voice)):
            yield replace(one, start=start, end=end)


def _by_rules(rules: RulesByWord, sentence: Sentence, voice: Voice) -> list[tuple[Span, Statement]]:
    reader, mood = Reader(sentence, voice.names), Mood(sentence)
    read = [found for rule in candidates(rules, sentence.vocabulary) for found in _by_rule(rule, reader, mood, voice)]
    return sorted(read, key=lambda found: found[1].about == "third_party")


def _read_once(found: Iterable[tuple[Span, Statement]]) -> Iterator[Statement]:
    taken: list[Span] = []
    for span, statement in found:
        if not any(span.start < other.end and other.start < span.end for other in taken):
            taken.append(span)
            yield statement


def _by_rule(rule: Rule, reader: Reader, mood: Mood, voice: Voice) -> Iterator[tuple[Span, Statement]]:
    sentence = reader.sentence
    if rule.key == _OF_FAMILY and _PARTING.search(sentence.folded):
        return
    for match in rule.pattern.finditer(sentence.folded):
        spans = _values(rule, sentence, match)
        if not spans or not mood.is_meant(match.start(), request=rule.is_request, is_lasting=rule.key == _ALLERGIES):
            continue
        if rule.key not in _LASTING and mood.is_passing(spans[-1].end - sentence.start):
            continue
        context = context_of(rule, reader, match)
        about = voice.about(rule, context, sentence)
        if about and holds(rule, context, match, by_person=voice.by_person):
            for span in spans:
                yield (
                    _read(sentence, match, span),
                    _statement(rule, sentence, match, span=span, context=context, about=about),
                )


def _values(rule: Rule, sentence: Sentence, match: Match[str]) -> list[Span]:
    """The values that stand behind a match, or in it; none when what must follow does not."""
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
    return spans if spans and _is_followed(rule, sentence, spans[-1].end) else []


def _is_followed(rule: Rule, sentence: Sentence, end: int) -> bool:
    return rule.after is None or rule.after.match(sentence.view.folded, end, sentence.end) is not None


def _read(sentence: Sentence, match: Match[str], span: Span) -> Span:
    """What a match has read: the value, and the relative or pet whose name it is."""
    if "who" not in match.re.groupindex:
        return span
    return Span(sentence.start + match.start("who"), span.end)


def _note(sentence: Sentence, note: Labelled) -> Statement:
    key, value = sorted_out(note.address.key, sentence.view.plain[note.value.start : note.value.end])
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
    key, value = sorted_out(key, rule.template.format(**{"who": ""} | groups | {"value": text}))
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
