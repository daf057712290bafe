"""Whose words a turn holds: "I" is the person a conversation is about only where they speak themselves."""

from collections.abc import Collection, Iterable
from uuid import UUID

from conversations.models import Speaker, Turn
from conversations.models.turn import TurnRole
from providers.statements import InvalidKey, is_known, resolve_alias

# How clients call the person's side of a conversation without meaning a name.
ROLE_NAMES = frozenset({"", "user", "human", "me", "customer", "client", "you"})


def own_text(turn: Turn, names: Collection[str]) -> str | None:
    """What the person says in a turn, without a leading "Name: "; None where somebody else speaks.

    `names` are the person's own, in lower case, as `names_of` answers them. A leading "City: " is no speaker.
    """
    speaker = turn.speaker.casefold().strip()
    if turn.role != TurnRole.USER:
        return None
    if speaker in ROLE_NAMES or speaker in names:
        return turn.spoken
    return turn.content if turn.spoken_from and _is_field(turn.speaker) else None


def names_of(person_name: str, speakers: Iterable[Speaker]) -> frozenset[str]:
    """The names under which a person speaks: their own, names that an import has mapped to them, and the first or the
    full name where nobody else in their conversations has the same.
    """
    rows = list(speakers)
    mapped = {row.name.casefold() for row in rows if row.is_self}
    own = person_name.casefold().strip()
    kin = {row.name.casefold() for row in rows if _shares_first_name(row.name.casefold(), own)}
    return frozenset({own} | mapped | (kin if len(kin - {own}) == 1 and own not in kin else set()))


def speakers_by_person(person_ids: Collection[UUID]) -> dict[UUID, list[Speaker]]:
    """Everybody who speaks in these people's conversations; in the entered scope."""
    found: dict[UUID, list[Speaker]] = {person_id: [] for person_id in person_ids}
    for row in Speaker.objects.filter(person_id__in=person_ids):
        found[row.person_id].append(row)
    return found


def _shares_first_name(speaker: str, own: str) -> bool:
    """One of both is only the first name of the other."""
    short, long = sorted((speaker.split(), own.split()), key=len)
    return len(short) == 1 and long[:1] == short


def _is_field(label: str) -> bool:
    """Whether a label is what a field of a profile is called, as in "Allergies: pollen"."""
    try:
        return is_known(resolve_alias("identity", label))
    except InvalidKey:
        return False
