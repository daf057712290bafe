"""Finds sensitive statements for the consent gate: a miss costs more than a needless question."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import attrgetter
from typing import Final, NamedTuple

from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.keys import sensitive_keys
from providers.statements.fields.statement import Mention, Statement
from providers.statements.gate.broad_contacts import tells_only_a_phone_number
from providers.statements.gate.deobfuscation import is_chance, readings
from providers.statements.gate.false_positives import (
    is_at_work,
    is_of_a_couple,
    is_of_a_pet,
    is_of_a_practice,
    is_of_offal,
    is_of_others,
    is_phone_number,
    names_no_pronoun,
)
from providers.statements.gate.layouts import layouts
from providers.statements.gate.sentence import (
    LABEL,
    Doubted,
    in_sentence,
    left_to_read,
    needs_in,
    statement_of,
    undoubted,
)
from providers.statements.gate.statistical_reader import doubts, read_special
from providers.statements.gate.street_addresses import with_addresses
from providers.statements.special.medicine_reactions import as_allergy
from providers.statements.special.patterns import is_of_two_sexes
from providers.statements.subjects.ownership import Ownership
from providers.statements.subjects.reported_clauses import clauses, is_quoted
from providers.statements.subjects.roles import with_roles_as_user
from providers.statements.subjects.templates import is_blank
from providers.statements.subjects.temporary_stays import is_stay
from providers.statements.text.evidence_words import HOME
from providers.statements.text.normalise import UUID, View, view
from providers.statements.text.sentences import Sentence, sentences, wrapped_sentences
from providers.statements.text.slots import Span

_SAYS: Final = re.compile(r"[a-z0-9]|[^\x00-\x7f]")  # letters, digits and flags: marks and blanks alone tell nothing
MOST_STATEMENTS: Final = 2_000  # of one text: reading each takes time, and no text about a person has so many
MOST_READ: Final = 500  # sentences of one text for the statistical reader: each may cost an embedding
MOST_DOUBTED: Final = 50  # values of one text that the statistical reader may doubt: each may cost two embeddings

# Of things with such names ("The client lives in /opt") a name, a place or a language says little.
_OF_ROLES: Final = SPECIAL_KEYS | {"gender", "home_address", "pronouns"}

_Place = tuple[int, int, str]


class _ByReader(NamedTuple):
    """What the statistical reader tells of a text, and what it doubts, which is not found in another spelling."""

    told: list[Statement]
    doubted: list[Statement]


def sensitive(text: str, *, keys: Collection[str] | None = None, known_names: Collection[str] = ()) -> list[Statement]:
    """Statements that set, change or deny a sensitive field of the person, in order of their place.

    `keys` are the fields; without any, those of `sensitive_keys`.
    `known_names` are the person's names: with them "Bob lives in Rome" concerns the person only when Bob is one
    of them; without them any name may be the person's. Offsets cover the sentence, or the label and value of a
    labelled value; of what is said in another spelling or encoding, the line. A text that states more
    than `MOST_STATEMENTS` is read no further.
    """
    return sensitive_of_each([text], keys=keys, known_names=known_names)[0]


def sensitive_of_each(
    texts: Sequence[str], *, keys: Collection[str] | None = None, known_names: Collection[str] = ()
) -> list[list[Statement]]:
    """What `sensitive` finds in each text; the statistical reader reads what all of them leave open at once."""
    keys = sensitive_keys() if keys is None else keys
    names, views = _names_in(known_names), [view(text) for text in texts]
    by_role = [(at, other) for at, seen in enumerate(views) if (other := with_roles_as_user(seen))]
    left_open: list[list[Sentence]] = [[] for _ in (*views, *by_role)]
    to_read = (*(sentences(seen) for seen in views), *(_reworded(other, views[at]) for at, other in by_role))
    doubted = [_Doubts(MOST_DOUBTED) for _ in to_read]
    by_rules = (_by_rules(*given, names) for given in zip(to_read, left_open, doubted, strict=True))
    plain = [_distinct(found, keys) for found in by_rules]
    mentions = iter(read_special([sentence for left in left_open for sentence in left]))
    read = [list(zip(left, islice(mentions, len(left)), strict=True)) for left in left_open]
    of_readers = [list(_by_reader(pairs, names)) for pairs in read]
    for (at, _), found, told in zip(by_role, plain[len(views) :], of_readers[len(views) :], strict=True):
        of_readers[at] += _of_roles((*found.values(), *told), texts[at], keys)
    return [
        with_addresses(_completed(seen, names, keys, found, _ByReader(told, asked.passed)), text, keys)
        for text, seen, found, told, asked in zip(texts, views, plain, of_readers, doubted, strict=False)
    ]


def _names_in(known: Iterable[str]) -> frozenset[str]:
    """The words of names in small letters, and what German makes of them: "Anas Steuernummer"."""
    words = frozenset(word for full in known for word in view(full).folded.split())
    return words | {f"{word}s" for word in words if word[-1:].isalpha() and not word.endswith("s")}


def _reworded(other: View, seen: View) -> Iterator[Sentence]:
    """The sentences that are not the same, at the same place, in the text as it is `seen`."""
    known = {(seen.offsets[one.start], one.folded) for one in sentences(seen)}
    return (one for one in sentences(other) if (other.offsets[one.start], one.folded) not in known)


def _of_roles(found: Iterable[Statement], text: str, keys: Collection[str]) -> Iterator[Statement]:
    """What is told of somebody named by a role, in the text's own words."""
    found = [*found]
    for one, placed in zip(found, with_addresses(found, text, keys), strict=True):
        if placed.key in _OF_ROLES:
            yield one if one.value in text else replace(one, value=text[one.start : one.end])


def _completed(
    seen: View,
    names: frozenset[str],
    keys: Collection[str],
    found: dict[_Place, Statement],
    by_reader: _ByReader,
) -> list[Statement]:
    """With what stands over several lines, what is disguised, and what was read where no rule tells the value."""
    if len(found) <= MOST_STATEMENTS:
        found |= _distinct(_wrapped(seen, names, [*found.values(), *by_reader.told]), keys)
    if len(found) <= MOST_STATEMENTS:
        found = _distinct(_disguised(seen.original, names, [*found.values(), *by_reader.doubted]), keys, known=found)
    if len(found) <= MOST_STATEMENTS:
        found = _distinct(by_reader.told, keys, known=found)
    return sorted(found.values(), key=lambda statement: (statement.start, statement.end, statement.key))


def _distinct(
    found: Iterable[Statement], keys: Collection[str], known: Mapping[_Place, Statement] | None = None
) -> dict[_Place, Statement]:
    """What is found of the fields, one at each place, `known` ones first, and no more than are read.

    A statement takes the place of a mention. A label has a place of its own: "city: Lisbon though she lives in Porto".
    """
    at: dict[_Place, Statement] = dict(known or {})
    for statement in found:
        is_label = statement.pattern.startswith(LABEL)
        place = (statement.start, statement.end, statement.pattern if is_label else statement.key)
        is_known = known is not None and place in at and (statement.is_mention or not at[place].is_mention)
        if statement.key in keys and not is_known:
            at[place] = statement
            if len(at) > MOST_STATEMENTS:
                break
    return at


_PLAIN_WORD = re.compile(rf"{UUID}|[^\W_]+")


def words_of(text: str) -> frozenset[str]:
    """The words of a text in small letters, as a reader sees them; an id is one word."""
    return frozenset(_PLAIN_WORD.findall(view(text).folded))


def names_somebody(statement: Statement, text: str) -> bool:
    """Whether its sentence in the text names or points to a person, besides the words of its value."""
    seen = view(text[statement.start : statement.end])
    value = view(statement.value).folded
    return any(
        Ownership(one, frozenset()).refers_to_person(
            excluded={at for at, word in enumerate(one.texts) if word in value.split()}
        )
        for one in sentences(seen)
    )


def _disguised(text: str, names: frozenset[str], plain: list[Statement]) -> Iterator[Statement]:
    """What a line states in another spelling, encoding or layout and does not state plainly; it is cut out whole."""
    known = _Known(plain, _key_and_value)
    for reading in (*readings(text), *layouts(text)):
        if is_blank(text, reading.start):
            continue
        for s in _found(view(reading.text), names):
            if not is_chance(s, reading.text) and not known.tells(s, reading.start, reading.end):
                yield replace(s, start=reading.start, end=reading.end, pattern=f"disguised.{s.pattern}")


def _key_and_value(statement: Statement) -> Hashable:
    return statement.key, statement.value.casefold()


def _found(seen: View, names: frozenset[str]) -> Iterator[Statement]:
    """What the sentences state, by the rules alone."""
    found = list(_by_rules(sentences(seen), [], undoubted, names))
    yield from found
    yield from _wrapped(seen, names, found)


def _by_rules(
    some: Iterable[Sentence], left_open: list[Sentence], doubted: Doubted, names: frozenset[str]
) -> Iterator[Statement]:
    """What the sentences state; the first of what they leave to a reader is added to `left_open`."""
    for sentence in some:
        if _SAYS.search(sentence.folded) is None:
            continue
        for each in (sentence, *clauses(sentence, names)):
            found = [one for one in in_sentence(each, names, doubted) if not is_quoted(each.folded, one)]
            left_open.extend(left_to_read(each, found)[: MOST_READ - len(left_open)])
            yield from found
            yield from needs_in(each, names, found)


def _by_reader(read: Iterable[tuple[Sentence, Mention | None]], names: frozenset[str]) -> Iterator[Statement]:
    for sentence, mention in read:
        if mention and not (is_of_others(mention.key, sentence, names) or _tells_nothing(mention.key, sentence, names)):
            key = as_allergy(mention, sentence, names).key
            pattern = "mention.sure.reader" if mention.is_sure else "mention.reader"
            yield statement_of(sentence, key, value=mention.value, cut=mention.value, pattern=pattern)


def _tells_nothing(key: str, sentence: Sentence, names: frozenset[str]) -> bool:
    """Whether the reader takes a stay for a home or a prison, a place of work for a home, a practice or a pet for
    the person, a couple of two sexes for another, or a phone number for one of a paper or an account."""
    if key == "language":
        return _is_of_a_relation(sentence, names)
    if key == "pronouns":
        return names_no_pronoun(sentence.folded)
    if key == "sexual_orientation":
        return is_of_two_sexes(sentence.folded) or is_of_a_couple(sentence)
    if key in {"government_ids", "account_numbers"}:
        return is_phone_number(sentence) or tells_only_a_phone_number(sentence)
    if key == "health_conditions":
        return any(is_none(sentence.folded) for is_none in (is_of_a_practice, is_of_a_pet, is_of_offal))
    is_elsewhere = is_stay(sentence.folded) or (key == "city" and is_at_work(sentence.folded))
    return key in {"city", "criminal_record"} and sentence.vocabulary.isdisjoint(HOME) and is_elsewhere


def _is_of_a_relation(sentence: Sentence, names: frozenset[str]) -> bool:
    """Who speaks a language is the subject: "User's tutor only answers in German"."""
    return Ownership(sentence, names).follows_relation(len(sentence.texts))


def _wrapped(seen: View, names: frozenset[str], known: Iterable[Statement]) -> Iterator[Statement]:
    """What sentences over several lines state, unless it is `known` of one of the lines."""
    of_lines = _Known(known, attrgetter("key"))
    for sentence in wrapped_sentences(seen):
        for statement in in_sentence(sentence, names, undoubted):
            if not of_lines.tells(statement, statement.start, statement.end):
                yield statement


class _Known:
    """What is found already, by what `same` answers of it. A mention tells less: it makes no statement needless."""

    def __init__(self, found: Iterable[Statement], same: Callable[[Statement], Hashable]) -> None:
        self._same = same
        self._starts: defaultdict[tuple[Hashable, bool], list[int]] = defaultdict(list)
        for statement in sorted(found, key=attrgetter("start")):
            for is_mention in {statement.is_mention, True}:
                self._starts[same(statement), is_mention].append(statement.start)

    def tells(self, statement: Statement, start: int, end: int) -> bool:
        """Whether as much as the statement begins in the stretch."""
        return _any_between(self._starts[self._same(statement), statement.is_mention], start, end)


def _any_between(places: list[int], start: int, end: int) -> bool:
    """Whether one of the ascending places lies in the stretch."""
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


class _Doubts:
    """Whether the statistical reader doubts what a list or a rule found; so many times for a text, then never.

    `passed` is what it doubted, as mentions.
    """

    def __init__(self, most: int) -> None:
        self._left = most
        self.passed: list[Statement] = []

    def __call__(self, sentence: Sentence, value: Span, *, key: str, below: float) -> bool:
        self._left -= 1
        if self._left < 0 or not doubts(sentence, value, key=key, below=below):
            return False
        whole = Span(sentence.start, sentence.end)
        self.passed.append(statement_of(sentence, key, value=value, cut=whole, pattern="mention.doubted"))
        return True
