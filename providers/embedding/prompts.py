"""The texts that a model expects before a query, and before a stored passage."""

import re
from typing import NamedTuple

from django.conf import settings


class Prompts(NamedTuple):
    """Prefixes of each query and each passage; empty for models that need none."""

    query: str = ""
    passage: str = ""


NONE = Prompts()
SEARCHING = "Represent this sentence for searching relevant passages: "
# By the model's name, according to its authors; the first match counts.
KNOWN = (
    (re.compile(r"e5-.*instruct", re.IGNORECASE), Prompts("Instruct: Find what answers the question.\nQuery: ")),
    (re.compile(r"(?:^|[/-])e5-", re.IGNORECASE), Prompts("query: ", "passage: ")),
    (re.compile(r"bge-(?:small|base|large)-en|mxbai-embed-large|arctic-embed-\w+$", re.IGNORECASE), Prompts(SEARCHING)),
    (re.compile(r"nomic-embed-text", re.IGNORECASE), Prompts("search_query: ", "search_document: ")),
)


def prompts_of(name: str, own: Prompts = NONE) -> Prompts:
    """Return the prompts of the settings, of the model's own files, or those known for its name, in this order."""
    known = own if any(own) else next((prompts for pattern, prompts in KNOWN if pattern.search(name)), own)
    query, passage = settings.EMBEDDING_QUERY_PROMPT, settings.EMBEDDING_PASSAGE_PROMPT
    return Prompts(known.query if query is None else query, known.passage if passage is None else passage)
