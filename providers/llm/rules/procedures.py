"""Steps by rules (001 §12): numbered lines, written as commands."""

import re

from providers.llm.tasks import Procedure, Workflow

MAX_STEPS = 20
STEP_CHARACTERS = 280
TITLE_CHARACTERS = 200
_STEP = re.compile(r"^\s*(?:step\s+)?\d{1,2}\s*[.):-]\s+(?P<step>\S.*)$", re.IGNORECASE | re.MULTILINE)
_LEAD = re.compile(
    r"^(?:(?:first|then|next|finally|lastly|after that|now|and|please)\b,?\s+)*"
    r"(?:(?:you|we|i)(?:'ll)? (?:(?:should|must|need to|have to|can|will|always|just)\s+)*)?",
    re.IGNORECASE,
)
_NO_COMMAND = re.compile(
    r"^(?:i|you|we|he|she|it|they|there|this|that|the|a|an|my|your|our|his|her|their|is|are|was|were|why|what|who|how|"
    r"when|where|\d)\b|^\W",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\b(?:how (?:to|we|i)|(?:steps|procedure|process|workflow|recipe|checklist|instructions?) (?:for|to|of)|to)\s+"
    r"(?P<subject>[^:.!?\n]{3,120})",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[a-z]{4,}")


def write_procedure(payload: Workflow) -> Procedure:
    """Return the numbered steps of the text if there are at least two and each is a command; otherwise none."""
    found = [_command(match["step"]) for match in _STEP.finditer(payload.text)]
    if not 2 <= len(found) <= MAX_STEPS or not all(map(_is_command, found)):
        return Procedure(title="", steps=(), tags=())
    title = _title(payload)
    return Procedure(title=title, steps=tuple(found), tags=tuple(_WORDS.findall(title.lower())[:3]))


def _command(text: str) -> str:
    plain = re.sub(r"[*_`]{1,2}", "", " ".join(_LEAD.sub("", text.strip()).split()))
    return (plain[:1].upper() + plain[1:]).rstrip(" .;,") + "."


def _is_command(step: str) -> bool:
    return 4 <= len(step) <= STEP_CHARACTERS and not _NO_COMMAND.match(step)


def _title(payload: Workflow) -> str:
    """Return the purpose stated before the steps, or that of the request."""
    first = _STEP.search(payload.text)
    head = payload.text[: first.start()].strip() if first else ""
    for text in (head, payload.request):
        if named := _SUBJECT.search(text):
            subject = " ".join(named["subject"].split()).rstrip(" ,;")
            return (subject[:1].upper() + subject[1:])[:TITLE_CHARACTERS]
    lines = [line.strip(" :#*") for line in head.splitlines() if line.strip()]
    return (lines[-1] if lines else "Procedure")[:TITLE_CHARACTERS]
