"""A proposed change as it is carried out when somebody answers it otherwise than by the person's plain yes."""

from pydantic import ValidationError

from consent.changes import Change, JoinStatement, SetFact, WriteMemory, from_json
from consent.detection.bidi import validate
from consent.proposals.errors import NotAmendable
from memories.drafts import item_of

AMENDABLE = (SetFact, WriteMemory, JoinStatement)


def amended(change: Change, value: str) -> Change:
    """The change with the person's own value; nothing else that the agent wrote is kept. Raises NotAmendable."""
    match change:
        case SetFact(draft=fact):
            item = item_of(value) if fact.item else ""
            part = {"value": value, "item": item, "confidence": 1.0, "reason": ""}
            body: dict[str, object] = {"draft": fact.model_dump(mode="json") | part}
        case WriteMemory(draft=draft):
            own = {"content": value, "title": "", "summary": "", "metadata": {}, "reason": ""}
            body = {"draft": draft.model_dump(mode="json") | own}
        case JoinStatement():
            body = {"statement": value, "reason": ""}
        case _:
            raise NotAmendable("This change has no value of its own: approve or refuse it as it is.")
    if not value.strip():
        raise NotAmendable("The value is empty. To keep nothing, refuse the change.")
    try:
        made = from_json(change.model_dump(mode="json") | body)
    except ValidationError as error:
        raise NotAmendable(error.errors()[0]["msg"]) from error
    if problem := validate(made):
        raise NotAmendable(problem)
    return made


def assured(change: Change) -> Change:
    """The change as approved by somebody else than the person: sure enough to take a standing value's place (R15)."""
    if not isinstance(change, SetFact):
        return change
    return change.model_copy(update={"draft": change.draft.model_copy(update={"confidence": 1.0})})
