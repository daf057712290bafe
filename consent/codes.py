"""Short codes by which a person answers one proposal in a chat.

The person gets the code from the server, on a page or by mail, never from the agent: so an agent that can show a turn
with it has it from the person.
"""

import hmac
import re

from django.utils.crypto import salted_hmac

from consent.models import AcknowledgementCode
from consent.models.decision import Verdict

# Letters and digits that nobody takes for one another: 30^6 codes, of which five may be tried.
ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
LENGTH = 6
ANSWERS = {"YES": Verdict.APPROVE, "NO": Verdict.REJECT}


def code_of(row: AcknowledgementCode) -> str:
    """The code in capitals, e.g. K7QF2M; it follows from SECRET_KEY and is stored nowhere."""
    digest = salted_hmac("consent.code", f"{row.id}:{row.shown_hash}", algorithm="sha256").digest()
    number = int.from_bytes(digest)
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(LENGTH))


def spelt(code: str) -> str:
    """As it is shown: K7Q-F2M."""
    return f"{code[:3]}-{code[3:]}"


def said_in(message: str) -> tuple[Verdict, str] | None:
    """The answer and the code of a message that is nothing but "yes K7Q-F2M" or "no K7Q-F2M"; else None."""
    words = re.sub(r"[^A-Z0-9]+", " ", message.upper()).split()
    if not words or words[0] not in ANSWERS:
        words = words[::-1] if len(words) == 2 else words
    if len(words) < 2 or words[0] not in ANSWERS:
        return None
    code = "".join(words[1:])
    return (ANSWERS[words[0]], code) if len(code) == LENGTH else None


def is_code(row: AcknowledgementCode, guess: str) -> bool:
    return hmac.compare_digest(code_of(row).encode(), guess.encode())
