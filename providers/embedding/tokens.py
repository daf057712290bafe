"""Counting by the embedding model's own tokens."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path

from tokenizers import Encoding, Tokenizer

from providers.embedding.files import encodable, load_tokenizer
from providers.embedding.local import tokenizer_file


def count_tokens(text: str) -> int:
    """Return the tokens of the whole text, without special ones. For a remote model MiniLM's tokenizer is used."""
    return len(tokenize(text).ids)


def count_tokens_of_each(texts: Sequence[str]) -> list[int]:
    """Return the tokens of each of several texts, separated by line breaks and counted in one pass."""
    starts = [start for start, _ in tokenize("\n".join(texts)).offsets]
    ends = accumulate((len(text) + 1 for text in texts), initial=0)
    return [after - before for before, after in pairwise(bisect_left(starts, end) for end in ends)]


def tokenize(text: str) -> Encoding:
    """Return ids, word ids, and offsets in characters of `text`."""
    return _tokenizer(tokenizer_file()).encode(encodable(text), add_special_tokens=False)


@lru_cache(maxsize=4)
def _tokenizer(file: Path) -> Tokenizer:
    return load_tokenizer(file)
