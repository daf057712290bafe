"""What one sentence states of a sensitive field: by labels, by rules, and by what stands in it wherever that is."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final, Protocol

from providers.statements.evidence.values import mentions
from providers.statements.fields.aliases import DIET_KEYS, WIDER_KEYS, category_of
from providers.statements.fields.statement import About, Statement
from providers.statements.foreign.slots import OTHERS
from providers.statements.gate.broad_needs import broad_needs, is_about_someone_else
from providers.statements.gate.labels import Labelled, labelled_values
from providers.statements.gate.statistical_reader import RULE_DOUBT, doubt_of
from providers.statements.needs.excluded_foods import sorted_out
from providers.statements.rules import GATE_RULES, NEED_RULES
from providers.statements.rules.rule import Rule, RulesByWord, candidates, rules_by_word
from providers.statements.special.couples import couples
from providers.statements.special.errands import errands
from providers.statements.special.everyday import UNDOUBTED
from providers.statements.special.id_numbers import numbers
from providers.statements.special.indirect import indirect_mentions
from providers.statements.special.medicine_reactions import as_allergy
from providers.statements.special.mentions import everyday_mentions, foreign_needs, life_mentions, special_mentions
from providers.statements.special.passwords import secrets
from providers.statements.special.safety import safety_mentions
from providers.statements.subjects.left_context import Context, Reader
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.third_parties import is_pronoun_of_relation
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span, is_code
from providers.statements.text.words import PERSON_NOUNS, SELF

CONFIDENCE: Final = 0.8
IMPORTANCE: Final = 0.8
LONGEST_BEHIND: Final = 120  # characters of a sentence behind a label: of many labels each reads so many
LABEL: Final = "label."
TOLD: Final = "mention.told."  # how a need is told in words that no rule knows: what stands there is no value
WORDS_OF_A_CLAUSE: Final = 3
_NEEDS_MENTIONED: Final = frozenset({"mention.diet", "mention.avoided_foods"})
_BETWEEN_CLAUSES: Final = re.compile(
    r"\s*[,;:\u2013\u2014]\s*(?:(?:and|but|und|aber|y|pero|et|mais)\s+)?"
    r"|\s+(?:and|but|because|und|aber|weil|denn|y|pero|porque|et|mais|car|parce que)\s+"
)
PERSON_WORDS: Final = frozenset({*PERSON_NOUNS, *SELF, "my", "me", "our"})
_BY_WORD: Final = rules_by_word(GATE_RULES)
_NEEDS_BY_WORD: Final = rules_by_word(NEED_RULES)


class Doubted(Protocol):
    """Whether what a list or a rule found in a sentence does not count."""

    def __call__(self, sentence: Sentence, value: Span, /, *, key: str, below: float) -> bool: ...


def undoubted(_sentence: Sentence, _value: Span, *, key: str, below: float) -> bool:
    return False


def in_sentence(sentence: Sentence, names: frozenset[str], doubted: Doubted) -> Iterator[Statement]:
    """The sentence's statements but what is `doubted`, which no number and no label is.

    A value behind a label is cut out with its label only.
    """
    labelled: set[tuple[str, int]] = set()
    found: set[str] = set()
    for label in labelled_values(sentence.view, sentence.start, sentence.end):
        key = WIDER_KEYS.get(label.address.key, label.address.key)
        found.add(key)
        labelled.add((key, label.value.start))
        behind = _sentence_behind(label, key, sentence, names)
        if behind is None or sentence.view.folded[label.value.start : label.value.end] not in PERSON_WORDS:
            yield statement_of(sentence, key, value=behind or label.value, cut=label.entry, pattern=f"{LABEL}{key}")
    ownership = Ownership(sentence, names)
    places: set[str] = set()
    for statement in _by_every_rule(sentence, names, doubted, labelled):
        found.add(statement.key)
        if statement.key == "city":
            places.add(statement.value)
        yield statement
    whole = Span(sentence.start, sentence.end)
    listed = (*mentions(ownership), *special_mentions(ownership))
    believed = (each for each in listed if not doubted(sentence, each.value, key=each.key, below=doubt_of(each.key)))
    passing = (
        each
        for each in everyday_mentions(sentence)
        if each.key in UNDOUBTED or not doubted(sentence, each.value, key=each.key, below=RULE_DOUBT)
    )
    plain = (
        *numbers(ownership),
        *secrets(sentence),
        *indirect_mentions(sentence),
        *life_mentions(ownership),
        *errands(ownership),
        *couples(ownership),
        *safety_mentions(ownership),
    )
    for each in (*believed, *plain, *passing):
        mention = as_allergy(each, sentence, names)
        is_place = mention.key == "language" and _text_of(sentence, mention.value) in places  # "lives in Beja"
        if mention.key not in found and not is_place:
            yield statement_of(sentence, mention.key, value=mention.value, cut=whole, pattern=f"mention.{mention.key}")


def left_to_read(sentence: Sentence, found: Collection[Statement]) -> list[Sentence]:
    """What the rules leave to a reader: all of the sentence where they found nothing, or a need in words that they do
    not know; where they found a need, the clauses beside it, for a reader takes many a need for an illness or a faith.
    """
    if all(one.pattern in _NEEDS_MENTIONED for one in found):
        return [sentence]
    if any(one.key not in DIET_KEYS for one in found):
        return []
    needs = {view(one.value).folded for one in found}
    return [one for one in _clauses(sentence) if not any(need in one.folded for need in needs)]


def _clauses(sentence: Sentence) -> Iterator[Sentence]:
    """Its clauses of some words: parts between marks and conjunctions."""
    whole, start = (sentence.start, sentence.end), sentence.start
    between = _BETWEEN_CLAUSES.finditer(sentence.view.folded, *whole)
    for begins, ends in [*(found.span() for found in between), (sentence.end, sentence.end)]:
        clause = Sentence(sentence.view, start, begins, whole=sentence.whole or whole)
        if len(clause.texts) >= WORDS_OF_A_CLAUSE:
            yield clause
        start = ends


def needs_in(sentence: Sentence, names: frozenset[str], known: Iterable[Statement]) -> Iterator[Statement]:
    """What it tells of an allergy or a diet by rules of needs or in words that no rule knows, which few policies ask
    about, and which is not `known`. It stops no reader from looking for more."""
    keys, whole = {one.key for one in known}, Span(sentence.start, sentence.end)
    by_rules = [one for one in _by_every_rule(sentence, names, undoubted, (), _NEEDS_BY_WORD) if one.key not in keys]
    yield from by_rules
    keys.update(one.key for one in by_rules)
    ownership = Ownership(sentence, names)
    foreign = ((mention, f"mention.{mention.key}") for mention in foreign_needs(ownership))
    told = ((mention, f"{TOLD}{mention.key}") for mention in broad_needs(ownership))
    for mention, pattern in (*foreign, *told):
        if mention.key not in keys and not is_about_someone_else(sentence, *mention.value):
            keys.add(mention.key)
            yield statement_of(sentence, mention.key, value=mention.value, cut=whole, pattern=pattern)


def _sentence_behind(label: Labelled, key: str, sentence: Sentence, names: frozenset[str]) -> Span | None:
    """What stands behind a label where it tells of the field as a sentence: "city: Ana lives in Rome".

    All of it is the value then: its first word is no city. It counts as new even where the city is known, for that word
    may be another one; but in "city: The user lives in Rome" only the rules tell a value.
    """
    if sentence.view.folded[label.value.end : label.value.end + 1] not in {" ", "'"}:
        return None
    behind = Sentence(sentence.view, label.value.start, min(sentence.end, label.value.start + LONGEST_BEHIND))
    statements = _by_every_rule(behind, names, undoubted, ())
    tells = any(WIDER_KEYS.get(one.key, one.key) == key for one in statements)
    return Span(behind.start, behind.end) if tells else None


def _by_every_rule(
    sentence: Sentence,
    names: frozenset[str],
    doubted: Doubted,
    labelled: Collection[tuple[str, int]],
    rules: RulesByWord = _BY_WORD,
) -> Iterator[Statement]:
    reader, ownership = Reader(sentence, names, any_name=not names), Ownership(sentence, names)
    whole = Span(sentence.start, sentence.end)
    for rule in candidates(rules, sentence.vocabulary):
        for value, context in _by_rule(rule, reader, ownership, labelled):
            if rule.is_foreign or not doubted(sentence, value, key=rule.key, below=RULE_DOUBT):
                yield statement_of(sentence, rule.key, value=value, cut=whole, pattern=rule.name, context=context)


def _by_rule(
    rule: Rule, reader: Reader, ownership: Ownership, labelled: Collection[tuple[str, int]]
) -> Iterator[tuple[Span, Context]]:
    """The rule's values with their contexts, without those behind a label. The costliest question comes last."""
    sentence, seen = ownership.sentence, ownership.sentence.view
    for match in rule.pattern.finditer(sentence.folded):
        first, last = match.span("value") if "value" in rule.pattern.groupindex else (match.end(), len(sentence.folded))
        value = rule.slot(seen, sentence.start + first, sentence.start + last)
        if not value or (rule.key, value.start) in labelled or is_code(seen, value.end):
            continue
        if rule.after and not rule.after.match(seen.folded, value.end, sentence.end):
            continue
        if "third" in rule.pattern.groupindex and match["third"] and _is_of_another(sentence, match.start()):
            continue
        context = _context(rule, reader, sentence.start + match.start())
        if not _concerns_the_person(context, rule):
            continue
        if rule.key in DIET_KEYS and is_about_someone_else(sentence, sentence.start + match.start(), value.end):
            continue
        if rule.is_foreign or not _is_of_another_person(rule, ownership, sentence.index_at(value.start)):
            yield value, context


def _is_of_another(sentence: Sentence, start: int) -> bool:
    """Whether the words before a verb of another language name somebody else ("mi hermana | vive en")."""
    return bool(OTHERS.intersection(re.findall(r"\w+", sentence.folded[max(0, start - 40) : start])[-3:]))


def _is_of_another_person(rule: Rule, ownership: Ownership, index: int) -> bool:
    """Whether the words around a value speak of another; "her friends | call her Bea" does not."""
    if rule.kind == "me":
        return ownership.is_wish_of_relation(index)
    is_relations = rule.key == "city" and is_pronoun_of_relation(ownership.sentence, index)
    return is_relations or ownership.is_about_another(index)


def _context(rule: Rule, reader: Reader, start: int) -> Context:
    if rule.kind in {"free", "me"}:
        return Context("none", -1)
    return reader.before_verb(start) if rule.kind == "verb" else reader.before_attribute(start)


def _concerns_the_person(context: Context, rule: Rule) -> bool:
    if context.subject == "other" or context.asked:
        return False
    if rule.needs_copula and not context.be and context.subject != "none":
        return False
    return rule.allows_modal or not (context.hypothetical or context.past)


def _text_of(sentence: Sentence, value: Span) -> str:
    return sentence.view.plain[value.start : value.end]


def statement_of(
    sentence: Sentence, key: str, *, value: Span, cut: Span, pattern: str, context: Context | None = None
) -> Statement:
    seen = sentence.view
    about: About = "speaker" if context and context.subject == "self" else "user"
    is_all = (cut.start, cut.end) == (sentence.start, sentence.end)
    start, end = seen.original_span(*(sentence.whole if is_all and sentence.whole else (cut.start, cut.end)))
    text = _text_of(sentence, value)
    negated = context is not None and context.negated
    key = sorted_out(key, text)[0]
    return Statement(category_of(key), key, text, CONFIDENCE, IMPORTANCE, start, end, negated, about, pattern)
