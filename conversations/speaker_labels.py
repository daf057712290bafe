"""The speaker named in a message itself ("Ana: see you on Monday"), and the searchable label of a turn."""

import re
from datetime import UTC, datetime

from conversations.models.turn import TurnRole

_LABEL = re.compile(r"(?P<name>[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2}):[ \t]+(?=\S)")
MAX_CHARACTERS = 60
# Words before a colon that are not names.
_EVERYDAY = """
note notes warning question answer update updates summary todo ps re fw fwd subject important reminder tip hint
example error edit title date time day step option part chapter section location place source result status user
human assistant system tool bot ai admin hi hello hey thanks yes no ok okay sure however also first second third
allergies allergy allergie allergien allergene alergia alergias intolerances intolerance intolerancias intolerancia
unverträglichkeiten unverträglichkeit diet diets diät ernährung dieta régime restrictions restricciones
finally conclusion background context problem solution reason goal plan idea fact facts pros cons the a an my our
remember remind recall memorize memorise save store keep record forget memory memo confession secret correction
merken merke merk erinnere erinnerung speichern speichere geheimnis recuerda recuerde recordar guarda secreto souviens
retiens rappel mémorise
your his her their its this that these those what when where who why how and but or so if for from to cc bcc
"""
NOT_NAMES = frozenset(_EVERYDAY.split())
# A speaker called like one of these is no name but that role (R34).
ROLES_BY_NAME = {
    "user": TurnRole.USER,
    "human": TurnRole.USER,
    "assistant": TurnRole.ASSISTANT,
    "ai": TurnRole.ASSISTANT,
    "bot": TurnRole.ASSISTANT,
    "system": TurnRole.SYSTEM,
    "tool": TurnRole.TOOL,
}


def effective_role(role: TurnRole | None, speaker: str) -> tuple[TurnRole, str]:
    """The role of a message and the name of its speaker, which is empty where it names a role (R34).

    A given `role` wins; without one the speaker's counts, and who is called by a name is the person's side.
    """
    named = ROLES_BY_NAME.get(speaker.strip().casefold())
    return role or named or TurnRole.USER, "" if named else speaker


def leading_speaker(content: str, speaker: str = "") -> tuple[str, int]:
    """The speaker, and where in the content the message begins after a leading "Name: "; ("", 0) without one.

    A given `speaker` wins. A name in the content is one to three capitalised words before a colon, neither all capitals
    nor everyday words.
    """
    if speaker:
        said = re.match(re.escape(speaker) + r":[ \t]+(?=\S)", content)
        return speaker, said.end() if said else 0
    found = _LABEL.match(content)
    if found is None or len(found["name"]) > MAX_CHARACTERS:
        return "", 0
    is_name = all(_name_like(word) for word in found["name"].split(" "))
    return (found["name"], found.end()) if is_name else ("", 0)


def search_label(speaker: str, occurred_at: datetime) -> str:
    """`Ana 8 May 2023 Monday`: speaker and date in the words of a question."""
    said = occurred_at.astimezone(UTC)
    return f"{speaker} {said.day} {said:%B %Y %A}".strip()


def _name_like(word: str) -> bool:
    shouted = len(word) > 1 and word.isupper()
    return len(word) > 1 and word[0].isupper() and not shouted and word.rstrip(".").lower() not in NOT_NAMES
