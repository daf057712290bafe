"""Explains an answer in words: the signals of each result, and the time of each stage.

Read from a receipt (`RetrievalEvent`); docs/retrieval.md explains the signals and what a score means.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from memories.embedding_models import ENGLISH_MODEL
from memories.limits import TOP_K_BULLETS, TOP_K_DEFAULT
from memories.models import EmbeddingModel
from providers.language import detect_language
from retrieval.context.request import DEFAULT_BUDGET_TOKENS
from retrieval.recording import FALLBACK, SEARCH, Because
from retrieval.selection import SEPARATING_SCORE
from retrieval.sql import compose, fetch

SIGNALS: dict[str, Promise] = {
    "meaning": _("Similar meaning"),
    "words": _("Same words"),
    "field": _("Field named in the question"),
    "need": _("Must not be overlooked"),
    "speaker": _("Speaker named in the question"),
    "other_speaker": _("Said by somebody else"),
    "contested": _("Somebody else's words fit better"),
    "other_side": _("Said by the assistant"),
    "instruction": _("An instruction"),
    "preference": _("A preference"),
    "number": _("Has a number, as asked"),
    "acknowledgement": _("Begins with agreement or thanks"),
    "substance": _("Detailed"),
    "time": _("Matches the time asked about"),
    "importance": _("Important"),
    "confidence": _("Reliable"),
    "trust": _("Trusted source"),
    "recency": _("Recent"),
    "question": _("Is itself a question"),
    "insight": _("A conclusion, not a statement"),
    "related": _("Linked to other results"),
    "stale": _("Depends on something changed or forgotten"),
}
# A message is found by the words of adjacent messages too.
WORDS_AROUND = _("Same words in what was said around it")
WORDS_ANYWHERE = _("Same words in it or in what was said around it")
OTHER = "other"
# Smaller signals are combined.
LEAST_PERCENT = 3
# Signals that find a text; the others only change its rank.
WAYS = ("meaning", "words", "field", "need", "related")
# For a result that none of these finds: among few texts, the search returns those too.
NEAREST = _("Little in common, but nothing nearer")
STAGES: dict[str, Promise] = {
    "lookup": _("Checking access"),
    "known": _("Reading the profile"),
    "embedding": _("Understanding the question"),
    "words": _("Searching by words"),
    SEARCH: _("Searching by meaning"),
    FALLBACK: _("Searching again, among what is visible"),
    "ranking": _("Ranking"),
    "loading": _("Loading the texts"),
}
WITHHELD: dict[str, Promise] = {
    "merged": _("merged into another"),
    "deleted": _("forgotten"),
    "rejected": _("marked as wrong"),
    "stale": _("outdated"),
    "expired": _("expired"),
    "category": _("in subjects that are closed to it"),
    "sensitivity": _("more private than it asked for or may see"),
    "working": _("from the notes of another conversation"),
    "procedural": _("from how-tos, which were not requested"),
    "unverified": _("not confirmed"),
    "rag_length": _("more of a subject than it shows"),
}
BECAUSE: dict[str, Promise] = {
    Because.PROFILE: _("Part of the profile"),
    Because.ALWAYS_SHOWN: _("Its subject is always included"),
    Because.CHANGED: _("New or changed since the last time"),
    Because.RECENT_MESSAGE: _("One of the last messages"),
    Because.LINKED: _("Linked to another result"),
}
# Kinds that are a reason by themselves.
BY_KIND = {"fact": Because.PROFILE, "turn": Because.RECENT_MESSAGE}
LIKELY, MAYBE, WEAK = _("Fits well"), _("May fit"), _("Weak match")
# From here on three in ten of the first eight results hold the answer, below one in twelve (docs/retrieval.md).
LIKELY_SCORE = 0.85
MOST_SHARED_WORDS, MOST_WORD_CHARACTERS = 4, 24
SHARED_WORDS = """
WITH asked AS MATERIALIZED (
    SELECT place, word, tsvector_to_array(text_vector({language}, word)) AS forms
    FROM unnest({words}::text[]) WITH ORDINALITY AS asked (word, place)),
given AS MATERIALIZED (
    SELECT place, tsvector_to_array(text_vector({language}, text)) AS forms
    FROM unnest({texts}::text[]) WITH ORDINALITY AS given (text, place))
SELECT array(SELECT word FROM asked WHERE asked.forms && given.forms ORDER BY place) FROM given ORDER BY place
"""
CONTENT_WORDS = """
SELECT array(SELECT word FROM unnest({words}::text[]) WITH ORDINALITY AS asked (word, place)
WHERE text_vector({language}, word) <> ''::tsvector ORDER BY place)
"""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Reason:
    """One signal for a result: its share of all such signals in percent, and where that begins on a bar."""

    key: str
    name: Promise | str
    percent: int
    start: int

    @property
    def share(self) -> float:
        """The share as 0..1."""
        return self.percent / 100


@dataclass(frozen=True, slots=True)
class Reasons:
    """The signals for a result, the strongest first, with percents that add up to 100; and those against it."""

    speaking_for: Sequence[Reason]
    against: Sequence[Promise | str]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of an answer: how long it took, and where it begins and ends on a bar of 100."""

    key: str
    name: Promise | str
    milliseconds: float
    start: int
    percent: int


def reasons_of(
    signals: Mapping[str, float], words: Sequence[str] | None = None, *, is_message: bool = False
) -> Reasons:
    """Return the shares of one result's relevance; small ones combined, the smallest left out.

    `words` are those that the result shares with its question, None if unknown: those of a deleted message may have
    been in adjacent messages.
    """
    positive = {name: share for name, share in sorted(signals.items(), key=lambda pair: -pair[1]) if share > 0}
    percents = dict(zip(positive, _adding_up(list(positive.values())), strict=True))
    shown = {name: percent for name, percent in percents.items() if percent >= LEAST_PERCENT}
    if rest := sum(percents.values()) - sum(shown.values()):
        shown[OTHER] = rest
    starts = accumulate(shown.values(), initial=0)
    bars = zip(shown.items(), starts, strict=False)
    labels = {"words": WORDS_ANYWHERE} if is_message and words is None else {}
    against = [_signal(name) for name, share in sorted(signals.items(), key=lambda pair: pair[1]) if share < 0]
    named = {name: labels.get(name) or _signal(name, words) for name in shown}
    return Reasons([Reason(name, named[name], percent, start) for (name, percent), start in bars], against)


def shared_words(question: str, texts: Sequence[str]) -> list[Sequence[str]]:
    """Return for each text the question's words that it contains in some form, in the question's order; one query."""
    words = {word.lower(): word for word in reversed(_WORD.findall(question))}
    parts = {"language": detect_language(question), "words": [*reversed(words.values())], "texts": list(texts)}
    return [found[:MOST_SHARED_WORDS] for (found,) in fetch(compose(SHARED_WORDS, **parts))] if texts else []


def content_words(question: str) -> Sequence[str]:
    """Return the question's words without stop words ("what", "for"), or all if none is left; one query."""
    words = _WORD.findall(question)
    ((found,),) = fetch(compose(CONTENT_WORDS, language=detect_language(question), words=words))
    return found or words


def stages_of(timings: Mapping[str, float]) -> list[Stage]:
    """Return the stages in the order of processing, which receipts do not store."""
    order = [*STAGES, *timings]
    taken = sorted(timings.items(), key=lambda pair: order.index(pair[0]))
    percents = _adding_up([milliseconds for _name, milliseconds in taken])
    bars = zip(taken, accumulate(percents, initial=0), percents, strict=False)
    return [
        Stage(name.replace(" ", "-"), STAGES.get(name, name), milliseconds, start, percent)
        for (name, milliseconds), start, percent in bars
    ]


def because_of(result: Mapping[str, object]) -> str:
    """Return why a context shows one result regardless of the question, a `Because`; empty for results of the search
    and those linked to them."""
    known = result.get("because")
    if known is None and result.get("score") is None:
        known = BY_KIND.get(str(result.get("kind")), Because.ALWAYS_SHOWN)
    return "" if known == Because.LINKED else str(known or "")


def always_shown(results: Iterable[Mapping[str, object]]) -> dict[UUID, str]:
    """Return the results that a context shows regardless of the question, by id, with the reason."""
    return {UUID(str(one["id"])): because for one in results if (because := because_of(one))}


def found_by(result: Mapping[str, object]) -> Sequence[Promise]:
    """Return how one result was found; empty for what a context always shows, or if the receipt has no signals."""
    if because_of(result):
        return ()
    kept = result.get("signals")
    signals = kept if isinstance(kept, Mapping) else {}
    ways = [SIGNALS[way] for way in WAYS if signals.get(way, 0) > 0]
    if result.get("because") == Because.LINKED:
        ways.append(BECAUSE[Because.LINKED])
    return ways or ([NEAREST] if signals else [])


def ways_of(results: Iterable[Mapping[str, object]]) -> list[tuple[Promise, int]]:
    """Return how many results were found in each way; one may be found in several."""
    counts = Counter(way for result in results for way in found_by(result))
    in_order = [*(SIGNALS[way] for way in WAYS), BECAUSE[Because.LINKED], NEAREST]
    return [(way, counts[way]) for way in in_order if counts[way]]


def room_of(withheld: Mapping[str, int], filters: Mapping[str, Any]) -> tuple[int, int | None]:
    """Return how many results did not fit into an answer, and its token budget."""
    asked = filters.get("context")
    tokens = filters.get("budget_tokens") if asked is None else asked.get("budget_tokens", DEFAULT_BUDGET_TOKENS)
    return withheld.get("budget", 0), tokens


def joined_into(results: Sequence[object], filters: Mapping[str, Any]) -> int:
    """Return the number of results of an answer in which several memories were joined into one; else 0."""
    of_form = TOP_K_BULLETS if filters.get("return") == "bullets" else TOP_K_DEFAULT
    size: int = filters.get("top_k") or of_form
    return size if "context" not in filters and len(results) > size else 0


def withheld_in_words(
    withheld: Mapping[str, int], labels: Mapping[str, Promise] = WITHHELD
) -> list[tuple[Promise | str, int]]:
    """Return why results were left out, and how many for each reason, without the budget (`room_of`)."""
    return [(labels.get(name, name), count) for name, count in withheld.items() if name != "budget"]


def is_searched(timings: Mapping[str, float]) -> bool:
    """Whether there was a question to search for: a context may have none."""
    return SEARCH in timings


def fit_of(score: float | None, *, is_calibrated: bool) -> Promise | str:
    """Return a score in words; empty if the model is not calibrated, or nothing was searched."""
    if score is None or not is_calibrated:
        return ""
    return LIKELY if score >= LIKELY_SCORE else MAYBE if score >= SEPARATING_SCORE else WEAK


def is_calibrated(model: str) -> bool:
    """Whether the scores of a model, as a receipt names it, are calibrated; one query at most."""
    name = model.rpartition(" (")[0]
    # The map from relevance to score was measured for this model, and is for others once it is fitted.
    return name.endswith(ENGLISH_MODEL) or EmbeddingModel.objects.filter(name=name, calibration__isnull=False).exists()


def _signal(name: str, words: Sequence[str] | None = None) -> Promise | str:
    if name == "words" and words is not None:
        shown = ", ".join(Truncator(word).chars(MOST_WORD_CHARACTERS) for word in words)
        return f"{SIGNALS[name]} ({shown})" if words else WORDS_AROUND
    return _("Other") if name == OTHER else SIGNALS.get(name, name.replace("_", " "))


def _adding_up(shares: Sequence[float]) -> list[int]:
    """Return shares as whole percents that add up to 100, by the largest remainders."""
    total = sum(shares)
    if total <= 0:
        return [0] * len(shares)
    exact = [100 * share / total for share in shares]
    percents = [int(share) for share in exact]
    by_remainder = sorted(range(len(exact)), key=lambda place: percents[place] - exact[place])
    for place in by_remainder[: 100 - sum(percents)]:
        percents[place] += 1
    return percents
