"""German names of foods in their base form: "Pfirsiche" for "von Pfirsichen", "rohe Eier" for "bei rohen Eiern".

Plurals with other endings are the same in all cases ("Tomaten") and stay unchanged.
"""

import re
from typing import Final

from providers.statements.text.normalise import view

# Endings of plurals without the dative's "n", in lower case without accents.
_DATIVE: Final = re.compile(
    r"(?P<narrow>\w+en )?\b\w*(?:(?:nuss|pfirsich|fisch|pilz|krebs|lachs|hering|frucht|salat|kurbiss|saft|wurst|brot"
    r"|gewurz|gericht|getrank|produkt|tier|karpf|schnaps|kloss)e|eier|krauter|apfel|knodel|krapfen)n"
)


def in_base_form(name: str) -> str:
    """Return the name of a food without the dative's ending, otherwise as written."""
    seen = view(name)
    found = _DATIVE.fullmatch(seen.folded) if name.endswith("n") else None
    if found is None:
        return name
    narrow, bare = found.end("narrow"), name[:-1]
    return bare if narrow < 1 else f"{bare[: narrow - 2]}{bare[narrow - 1 :]}"
