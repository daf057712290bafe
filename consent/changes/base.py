"""What every change that may be asked of the gate can do; its fields are the form in which proposals store it."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from consent.changes.proposable import Proposable
from consent.outcomes import Refused
from consent.target import NO_GRANT, NO_PERSON, NO_SUCH_SESSION, Target, check_permission
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Artifact, Memory, MemoryVersion
from memories.preparation import PreparedText
from memories.sources.drafts import SourceDraft
from providers.redaction import Finding, redact
from providers.statements import Address as FieldAddress
from providers.statements import Statement
from workspaces.actors import Actor

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot
    from consent.stored import Address


# The writer's reason and evidence are no part of what is changed: asked for twice, it is one proposal.
UNHASHED = frozenset(
    {"reason", "evidence_turn_id", "insight_id", "source_event_id", "source_identity", "thread_id", "session_id",
     "expected_change_id", "replaced_by", "asked_in"}
)  # fmt: skip
KINDS: "dict[str, type[Change]]" = {}
Stored = Sequence[tuple[Memory, MemoryVersion]]


class Change(Proposable, BaseModel):
    """One kind of change: a stored form and all that the gate, the proposals and the pages ask of it.

    `expected_change_id`, when set, must be its memory's last change, else it is refused as stale (If-Match). A subclass
    with a `type` of its own is a kind and registers itself. The methods stand in the order of the gate.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    expected_change_id: UUID | None = None

    # Whether it may be written together with other changes of a batch that touch other addresses.
    is_independent: ClassVar[bool] = False
    # Whether `locate` alone decides whose word it is, so that no policy is asked.
    needs_no_policy: ClassVar[bool] = False
    # Whether the person may answer with a value of their own.
    is_amendable: ClassVar[bool] = False
    # Whether it stays as it was shown while what it is about changes.
    ignores_versions: ClassVar[bool] = False
    # Whether it is named by a field of a person, not by a memory's key.
    sets_a_field: ClassVar[bool] = False
    # Whether it comes from a source, whose objects speak of many people.
    is_source: ClassVar[bool] = False

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        if not cls.model_fields["type"].is_required():
            KINDS[cls.model_fields["type"].default] = cls

    @property
    def origin(self) -> Any:
        """What says why and in which conversation it is asked for: `reason`, `thread_id`, `session_id`."""
        return self

    @property
    def is_the_persons(self) -> bool:
        """Whether only the person themselves applies it at once, whatever the policies say."""
        return False

    @property
    def evidence_turn_id(self) -> UUID | None:
        return None

    @property
    def event_id(self) -> str:
        """The source's own id of the event, by which sending it twice changes nothing."""
        return ""

    @property
    def speaker(self) -> str:
        """Who said it, where it tells."""
        return ""

    @property
    def fact(self) -> FactDraft | None:
        """The field of the person that it sets."""
        return None

    def digest(self) -> str:
        """SHA-256 of what would be changed, hexadecimal."""
        body = self.model_dump(mode="json")
        values = body.get("draft", body)
        hashed = {"type": self.type} | {name: value for name, value in values.items() if name not in UNHASHED}
        return hashlib.sha256(json.dumps(hashed, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    # Before the locks

    def filed(self, aliases: Mapping[str, FieldAddress]) -> Self:
        """Itself with a fact's key as the server spells it."""
        return self

    def redacted(self) -> tuple[Self, Sequence[Finding]]:
        """Itself without secrets, and what was found; raises pydantic's ValidationError where it does not fit then."""
        reason = redact(self.origin.reason)
        return self.model_copy(update={"reason": reason.text}), reason.findings

    def problem(self) -> str:
        """Why it cannot be stored at all."""
        return ""

    def prepared_text(self) -> PreparedText | None:
        """The chunks of what it would store. Raises ContentTooLong."""
        return None

    def addresses(self) -> "set[Address]":
        """The (namespace path, key) pairs that it names, to be locked and read before it is located."""
        return set()

    def memory_ids(self) -> set[UUID]:
        """The memories that it names by their ids, to be locked too."""
        return set()

    def locks(self) -> "set[Address]":
        """What else is to be locked, in the form of an address."""
        return set()

    def version_numbers(self) -> set[tuple[UUID, int]]:
        """Versions that are to be read beside the current ones: (memory, number)."""
        return set()

    def texts(self, stored: Stored) -> Iterator[str]:
        """All that may be read for statements to decide about it, given the versions of the memories that it names."""
        return iter(())

    def asides(self) -> Iterator[str]:
        """Free texts that say why and where it is asked for, and that no policy is asked about."""
        return iter(())

    @property
    def cuttable(self) -> MemoryDraft | SourceDraft | None:
        """The draft out of which sensitive statements are cut (R19); None where all is decided as a whole."""
        return None

    @property
    def said(self) -> tuple[str, str] | None:
        """The path and the words of a short text that the person may have called wrong, or forgotten, elsewhere."""
        return None

    @property
    def repeatable(self) -> tuple[str, str] | None:
        """The path and the words of what may merge with a memory that says the same there (R38)."""
        return None

    def repeating(self, key: str) -> Self:
        """Itself with the key of what seems to say the same; looked at again under the locks."""
        return self

    def usual_categories(self, actor: Actor) -> Collection[str]:
        """Where it may be filed if nothing stands at its address."""
        return ()

    def is_repeat_of(self, memory: Memory) -> bool:
        """Whether the very same is stored already."""
        return False

    def is_cached_repeat(self, workspace_id: UUID) -> bool:
        """The same by the cache, before the database is asked."""
        return False

    # Under the locks

    def locate(self, snapshot: "BatchSnapshot") -> Target | Refused:
        """What it is about, in the entered scope, where grants and allowlist let the actor change it.

        Whether a grant covers the place that it names is told before anything there is looked up.
        """
        if not self.is_granted(snapshot.actor, snapshot.now):
            return NO_GRANT
        target = self.find(snapshot)
        if isinstance(target, Refused):
            return target
        if target.person_id is not None and not snapshot.has_person(target.person_id):
            return NO_PERSON
        session_id = self.origin.session_id
        if session_id is not None and not snapshot.has_session(session_id, target.person_id):
            return NO_SUCH_SESSION
        return check_permission(target, snapshot.actor, snapshot.now) or target

    def is_granted(self, actor: Actor, now: datetime) -> bool:
        """Whether a grant lets the actor write at the place that the change names itself; so if it names none."""
        return True

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        """What it is about, whoever asks."""
        raise NotImplementedError

    def restated(self, target: Target) -> str | None:
        """The content that it would write, which the person may have said is wrong."""
        return None

    def disclosed(self, target: Target) -> Iterable[str]:
        """What everybody would read in a shared namespace."""
        return ()

    def policy_fields(self, target: Target) -> Iterable[tuple[str, str]]:
        """Category and key of the fields that it sets or takes away as such."""
        return ()

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        """The sensitive statements that it would make or unmake."""
        return ()

    def is_known_so(self, target: Target, snapshot: "BatchSnapshot") -> bool:
        """Whether what it says holds already: nothing would change."""
        return False

    def unsays(self, target: Target) -> bool:
        """Whether what stands there would be replaced, or end earlier."""
        return False

    def files(self, target: Target) -> Iterable[Artifact]:
        """Those that others would read by it."""
        return ()

    def ends(self, target: Target) -> bool:
        """Whether nothing would be left of what stands there, now or earlier than it would be."""
        return False

    def signal(self) -> dict[str, Any] | None:
        """What kind of evidence it is by itself (`consent.models.Signal`); None where a turn or session tells."""
        return None

    def insight_confidence(self) -> float | None:
        """How sure an insight that it writes is, 0..1; None where it writes none."""
        return None

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        """Carry it out. The addresses are locked, and the target was found."""
        raise NotImplementedError


def from_json(value: Mapping[str, Any]) -> Change:
    """A change as a proposal stores it. Raises pydantic's ValidationError, and KeyError for an unknown type."""
    return KINDS[value["type"]].model_validate(value)
