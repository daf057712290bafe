"""Insights by rules (001 §3): only what can be counted."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from providers.llm.tasks import Insight, Insights, Observed

MIN_MESSAGES = 3
MAX_INSIGHTS = 3
IMPORTANCE = 2
# Confidence of three messages, the increment for each further one, and the maximum for counting: nine reach 0.8.
MIN_CONFIDENCE, CONFIDENCE_STEP, MAX_CONFIDENCE = 0.5, 0.05, 0.9


class _Pattern(NamedTuple):
    """The pattern of a counted message, what several of them show, and the tone that they imply."""

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
    """Return what at least three of the person's messages have in common, with the count; the three most frequent."""
    messages = [line.text for line in payload.lines if line.is_person]
    counted = [(sum(bool(one.looks_like.search(text)) for text in messages), one) for one in _PATTERNS]
    frequent = sorted((pair for pair in counted if pair[0] >= MIN_MESSAGES), key=lambda pair: -pair[0])[:MAX_INSIGHTS]
    tones = {pattern.tone for _, pattern in frequent if pattern.tone}
    tone = tones.pop() if len(tones) == 1 else ""
    return Insights(insights=tuple(_insight(pattern, count, messages, tone) for count, pattern in frequent))


def _insight(pattern: _Pattern, count: int, messages: Sequence[str], tone: str) -> Insight:
    """`tone` is the one that all messages together imply."""
    return Insight(
        summary=f"{pattern.shows} in {count} of the last {len(messages)} messages.",
        tags=pattern.tags,
        importance=IMPORTANCE,
        confidence=min(MAX_CONFIDENCE, MIN_CONFIDENCE + CONFIDENCE_STEP * (count - MIN_MESSAGES)),
        tone=tone if pattern.tone == tone else "",
    )
