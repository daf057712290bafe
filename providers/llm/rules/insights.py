"""Insights by rules (001 §3): only what can be counted."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from providers.llm.tasks import Insight, Insights, Observed

LEAST = 3
MOST = 3
IMPORTANCE = 2
# How sure three messages make, how much surer each further one, and how sure counting can be at all: nine reach 0.8.
LEAST_SURE, SURER, SUREST = 0.5, 0.05, 0.9


class _Pattern(NamedTuple):
    """What a message looks like that counts, what several of them show, and the tone that they ask for."""

    looks_like: re.Pattern[str]
    shows: str
    tags: tuple[str, ...]
    tone: str = ""


_PATTERNS = (
    _Pattern(
        re.compile(
            r"^(?:no|nope|wrong|incorrect)\b[,.!—-]|\bthat(?:'s| is) (?:wrong|incorrect)|"
            r"\bthat(?:'s| is) not (?:right|true|correct|what)|"
            r"^actually,|\bi (?:meant|did ?n[o']t (?:mean|say|ask))\b|\byou misunderstood\b",
            re.IGNORECASE,
        ),
        "User corrected what was said",
        ("corrections", "style"),
    ),
    _Pattern(
        re.compile(r"\b(?:shorter|too long|(?:more )?(?:brief|concise)(?:ly)?|tl;?dr|in a nutshell)\b", re.IGNORECASE),
        "User asked for shorter answers",
        ("brevity", "style"),
        tone="brief",
    ),
    _Pattern(
        re.compile(r"\b(?:more detail|in (?:more )?detail|elaborate|step by step|in depth)\b", re.IGNORECASE),
        "User asked for more detail",
        ("detail", "style"),
        tone="detailed",
    ),
    _Pattern(
        re.compile(r"\b(?:give|show|need|want)\b[^.?!]{0,30}\bexamples?\b|\bfor example\?", re.IGNORECASE),
        "User asked for examples",
        ("examples", "style"),
    ),
    _Pattern(
        re.compile(r"\b(?:sources?\?|cite|citations?|references?\?|where did you (?:get|find))", re.IGNORECASE),
        "User asked for sources",
        ("sources", "trust"),
    ),
    _Pattern(
        re.compile(r"\b(?:i'?m (?:so |really |very )?(?:confused|lost|stuck)|i do ?n[o']t (?:get|understand))\b", re.I),
        "User said that something was not clear",
        ("clarity",),
    ),
    _Pattern(
        re.compile(r"\b(?:thanks|thank you|much appreciated|that helps|perfect)\b", re.IGNORECASE),
        "User thanked for help",
        ("trust",),
    ),
    _Pattern(
        re.compile(r"\b(?:are you sure|double[- ]check|is that (?:really )?true)\b", re.IGNORECASE),
        "User asked whether an answer was certain",
        ("trust",),
    ),
)


def gain_insights(payload: Observed) -> Insights:
    """What at least three of the person's messages have in common, with the count; the most frequent three."""
    said = [line.text for line in payload.lines if line.is_person]
    counted = [(sum(bool(one.looks_like.search(text)) for text in said), one) for one in _PATTERNS]
    frequent = sorted((pair for pair in counted if pair[0] >= LEAST), key=lambda pair: -pair[0])[:MOST]
    tones = {pattern.tone for _, pattern in frequent if pattern.tone}
    tone = tones.pop() if len(tones) == 1 else ""
    return Insights(insights=tuple(_insight(pattern, count, said, tone) for count, pattern in frequent))


def _insight(pattern: _Pattern, count: int, said: Sequence[str], tone: str) -> Insight:
    """`tone` is the one that all messages together ask for."""
    return Insight(
        summary=f"{pattern.shows} in {count} of the last {len(said)} messages.",
        tags=pattern.tags,
        importance=IMPORTANCE,
        confidence=min(SUREST, LEAST_SURE + SURER * (count - LEAST)),
        tone=tone if pattern.tone == tone else "",
    )
