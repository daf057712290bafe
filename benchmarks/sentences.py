"""Notes such as agents keep, made up from a seed: the same number always gives the same note.

Each has 10 to 60 words in one to three sentences, no two are alike, and none states a sensitive field of a person, so
that all of them apply at once.
"""

import random

MOST_WORDS = 60

WHO = (
    "The supplier", "The customer", "The design team", "Our reviewer", "The night shift", "The landlord",
    "The data team", "The caterer", "The auditor", "The print shop", "The support desk", "The workshop",
    "The courier", "The library", "The training group", "The accountant",
)  # fmt: skip
DID = (
    "asked for a shorter summary of", "approved the second draft of", "wants to move", "sent new figures for",
    "found a mistake in", "postponed", "agreed to test", "prefers a written answer about", "cancelled",
    "will review", "sent an invoice for", "could not open", "repeated the measurements for", "closed",
    "ordered spare parts for", "rewrote the first page of",
)  # fmt: skip
WHAT = (
    "the quarterly report", "the harbour project", "the kitchen renovation", "the search index", "the greenhouse order",
    "the onboarding guide", "the delivery contract", "the film archive", "the winter timetable", "the camera mounts",
    "the seed catalogue", "the ticket queue", "the bicycle trip", "the museum exhibition", "the backup routine",
    "the bread recipe", "the weather station", "the translation of the manual",
)  # fmt: skip
WHEN = (
    "before the end of the month", "on Tuesday morning", "after the holidays", "within two weeks", "next spring",
    "as soon as the parts arrive", "during the weekly call", "when the budget is settled",
    "on the first Friday in June", "right after the release",
)  # fmt: skip
WHY = (
    "because the earlier version left out the costs of transport", "since the old numbers came from another database",
    "because two of the five tests failed under load", "as the room is booked until noon on that day",
    "because the shop changed its opening hours again", "since nobody could reproduce the error on a second machine",
    "as the paper has to be ordered three weeks ahead", "because the new version needs less memory and starts faster",
)  # fmt: skip
MORE = (
    "A short list of open questions is kept beside the plan, and the answers are added as they come in.",
    "The next step is a trial with ten boxes, then a decision about the larger order.",
    "Photographs of both variants are in the shared folder under the same number.",
    "If the result holds, the old procedure is dropped and the guide is shortened by a page.",
    "Nothing else changes for the other groups until the figures have been compared once more.",
    "The cheaper variant took forty minutes longer, which is acceptable outside of the season.",
)


def note(seed: int, number: int) -> str:
    """The note with this number, from 0."""
    chosen = random.Random(f"{seed}/{number}")
    first = f"{chosen.choice(WHO)} {chosen.choice(DID)} {chosen.choice(WHAT)} {chosen.choice(WHEN)}"
    sentences = [f"{first}{', ' + chosen.choice(WHY) if chosen.random() < 0.6 else ''}, see item {number + 1}."]
    sentences += chosen.sample(MORE, chosen.randrange(3))
    text = " ".join(sentences)
    return text if len(text.split()) <= MOST_WORDS else " ".join(sentences[:-1])
