"""Distinguishes the person's own turns from others': "I" means the person only in their own turns."""

from collections.abc import Collection, Iterable
from uuid import UUID

from conversations.models import Speaker, Turn
from conversations.models.turn import TurnRole
from providers.statements import InvalidKey, is_known, resolve_alias

# Labels for the person's side of a conversation that are not names; names of roles are none either (R34).
ROLE_NAMES = frozenset({"", "me", "customer", "client", "you"})


def own_text(turn: Turn, names: Collection[str]) -> str | None:
    """Return the person's words in a turn, without a leading "Name: "; None if another person speaks.

    `names` are the person's own, in lower case, from `names_of`. A leading "City: " is not a speaker.
    """
    speaker = turn.speaker.casefold().strip()
    if turn.role != TurnRole.USER:
        return None
    if speaker in ROLE_NAMES or speaker in names:
        return turn.spoken
    return turn.content if turn.spoken_from and _is_field(turn.speaker) else None


def names_of(person_name: str, speakers: Iterable[Speaker]) -> frozenset[str]:
    """Return the names under which a person speaks: their own, names that an import mapped to them, and their first or
    full name if no other speaker shares it.
    """
    rows = list(speakers)
    mapped = {row.name.casefold() for row in rows if row.is_self}
    own = person_name.casefold().strip()
    sharing = {row.name.casefold() for row in rows if _shares_first_name(row.name.casefold(), own)}
    return frozenset({own} | mapped | (sharing if len(sharing - {own}) == 1 and own not in sharing else set()))


def speakers_by_person(person_ids: Collection[UUID]) -> dict[UUID, list[Speaker]]:
    """Return all speakers in these people's conversations. Runs in the entered scope."""
    found: dict[UUID, list[Speaker]] = {person_id: [] for person_id in person_ids}
    for row in Speaker.objects.filter(person_id__in=person_ids):
        found[row.person_id].append(row)
    return found


def _shares_first_name(speaker: str, own: str) -> bool:
    """Whether one is only the first name of the other."""
    short, long = sorted((speaker.split(), own.split()), key=len)
    return len(short) == 1 and long[:1] == short


def _is_field(label: str) -> bool:
    """Whether a label names a field of a profile, as in "Allergies: pollen"."""
    try:
        return is_known(resolve_alias("identity", label))
    except InvalidKey:
        return False
