"""What somebody who speaks of themselves tells of others: where their parents live."""

import re
from typing import Final

from providers.statements.sentences import Sentence
from providers.statements.words import word_set

# Who seldom lives with the person. Of a client or a boss an agent may speak, and mean the person.
_ELSEWHERE: Final = word_set("""
    parents mum mom mother dad father grandparents grandmother grandfather grandma grandpa brother brothers sister
    sisters aunt aunts uncle uncles cousin cousins niece nieces nephew nephews in-laws mother-in-law father-in-law
    sister-in-law brother-in-law friend friends
""")
_SUBJECTS: Final = word_set("i we you he she they")
_THIRD: Final = word_set("he she they")
_FIRST: Final = word_set("my our")
_BESIDE: Final = word_set("with near beside by at to into from")
_TIES: Final = re.compile(
    r"\b(?:i|we)(?:'m|'re|'ve| am| are| have| had)? (?:\w+ly |also |still |now |been )?(?:liv|mov|rent|stay|settl|resid"
    r"|share|based|grew up|born|home)\w*|\b(?:also|too|nearby|next door|together)\b"
)


def is_of_my_relation(sentence: Sentence, index: int) -> bool:
    """Whether a pronoun before a word stands for a relation: "about my parents, since they live in | Leeds"."""
    texts = sentence.texts
    subject = next((at for at in range(index - 1, -1, -1) if texts[at] in _SUBJECTS), None)
    if subject is None or texts[subject] not in _THIRD or _TIES.search(sentence.folded):
        return False
    return any(
        texts[at] in _FIRST
        and sentence.text(at - 1) not in _BESIDE
        and not _ELSEWHERE.isdisjoint(texts[at + 1 : min(at + 3, subject)])
        for at in range(subject)
    )
