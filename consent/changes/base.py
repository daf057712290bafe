"""The interface of every change that the gate accepts. Its pydantic fields are the form in which proposals store it."""

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


# The writer's reason and evidence are not part of the change: requested twice, it is one proposal.
UNHASHED = frozenset(
    {"reason", "evidence_turn_id", "insight_id", "source_event_id", "source_identity", "thread_id", "session_id",
     "expected_change_id", "replaced_by", "asked_in"}
)  # fmt: skip
KINDS: "dict[str, type[Change]]" = {}
Stored = Sequence[tuple[Memory, MemoryVersion]]


class Change(Proposable, BaseModel):
    """One kind of change: its stored form, and the methods that the gate, the proposals and the pages call.

    `expected_change_id`, when set, must be its memory's last change, else it is refused as stale (If-Match). A subclass
    with a `type` of its own is a kind and registers itself. The methods are in the order in which the gate calls them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    expected_change_id: UUID | None = None

    # Whether it may be written together with changes of the same batch at other addresses.
    is_independent: ClassVar[bool] = False
    # Whether `locate` alone decides who may make it, so that no policy applies.
    needs_no_policy: ClassVar[bool] = False
    # Whether the person may answer with their own value.
    is_amendable: ClassVar[bool] = False
    # Whether it stays valid when the version it was shown for changes.
    ignores_versions: ClassVar[bool] = False
    # Whether proposals name it by a field of the person, not by a memory's key.
    sets_a_field: ClassVar[bool] = False
    # Whether it comes from a source, whose objects mention many people.
    is_source: ClassVar[bool] = False

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        if not cls.model_fields["type"].is_required():
            KINDS[cls.model_fields["type"].default] = cls

    @property
    def origin(self) -> Any:
        """The object with `reason`, `thread_id` and `session_id`: why, and in which conversation, it is requested."""
        return self

    @property
    def is_persons_only(self) -> bool:
        """Whether it applies at once only for the person themselves, whatever the policies say."""
        return False

    @property
    def evidence_turn_id(self) -> UUID | None:
        return None

    @property
    def event_id(self) -> str:
        """The source's own id of the event, which makes sending it twice idempotent."""
        return ""

    @property
    def speaker(self) -> str:
        """The speaker that it names; empty if none."""
        return ""

    @property
    def fact(self) -> FactDraft | None:
        """The field of the person that it sets."""
        return None

    def digest(self) -> str:
        """Return the SHA-256 of what would be changed, hexadecimal."""
        body = self.model_dump(mode="json")
        values = body.get("draft", body)
        hashed = {"type": self.type} | {name: value for name, value in values.items() if name not in UNHASHED}
        return hashlib.sha256(json.dumps(hashed, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    # Before the locks

    def with_canonical_field(self, aliases: Mapping[str, FieldAddress]) -> Self:
        """Return the change with a fact's key in canonical spelling."""
        return self

    def redacted(self) -> tuple[Self, Sequence[Finding]]:
        """Return the change without secrets, and the findings. Raises ValidationError if it is then invalid."""
        reason = redact(self.origin.reason)
        return self.model_copy(update={"reason": reason.text}), reason.findings

    def problem(self) -> str:
        """Return why it cannot be stored at all; empty if it can."""
        return ""

    def prepared_text(self) -> PreparedText | None:
        """Return the chunks of what it would store. Raises ContentTooLong."""
        return None

    def addresses(self) -> "set[Address]":
        """Return the (namespace path, key) pairs that it names, which are locked and read before it is located."""
        return set()

    def memory_ids(self) -> set[UUID]:
        """Return the ids of the memories that it names, which are locked too."""
        return set()

    def locks(self) -> "set[Address]":
        """Return further locks, in the form of addresses."""
        return set()

    def version_numbers(self) -> set[tuple[UUID, int]]:
        """Return the versions to read besides the current ones: (memory, number)."""
        return set()

    def texts(self, stored: Stored) -> Iterator[str]:
        """Yield all texts in which statements are detected, given the stored versions of the memories that it names."""
        return iter(())

    def context_texts(self) -> Iterator[str]:
        """Yield the free texts that say why and where it is requested; no policy applies to them."""
        return iter(())

    @property
    def excisable_draft(self) -> MemoryDraft | SourceDraft | None:
        """The draft out of which sensitive statements are cut (R19); None if it is decided as a whole."""
        return None

    @property
    def short_text(self) -> tuple[str, str] | None:
        """Path and content of a short text, which the person may have rejected or forgotten at another address."""
        return None

    @property
    def repeatable(self) -> tuple[str, str] | None:
        """Path and content of a text that may merge with a memory that says the same there (R38)."""
        return None

    def repeating(self, key: str) -> Self:
        """Return the change with the key of a memory that seems to say the same; checked again under the locks."""
        return self

    def default_categories(self, actor: Actor) -> Collection[str]:
        """Return the categories it may get if no memory is stored at its address."""
        return ()

    def is_repeat_of(self, memory: Memory) -> bool:
        """Whether the memory already stores exactly this."""
        return False

    def is_cached_repeat(self, workspace_id: UUID) -> bool:
        """Whether the cache says so, before the database is queried."""
        return False

    # Under the locks

    def locate(self, snapshot: "BatchSnapshot") -> Target | Refused:
        """Return what it changes, in the entered scope, or a refusal if grants or allowlist forbid that.

        The grant for the place that it names is checked before anything there is looked up.
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
        """Whether a grant lets the actor write at the place that the change names; true if it names none."""
        return True

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        """Return what it changes, without checking permissions."""
        raise NotImplementedError

    def content_after(self, target: Target) -> str | None:
        """Return the content that it would write, which the person may have rejected."""
        return None

    def shared_texts(self, target: Target) -> Iterable[str]:
        """Return the texts that everybody could read in a shared namespace."""
        return ()

    def policy_fields(self, target: Target) -> Iterable[tuple[str, str]]:
        """Return (category, key) of the fields that it sets or removes as such."""
        return ()

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        """Return the sensitive statements that it would add or remove."""
        return ()

    def is_noop(self, target: Target, snapshot: "BatchSnapshot") -> bool:
        """Whether it would change nothing, because the memory already says so."""
        return False

    def replaces_content(self, target: Target) -> bool:
        """Whether it would replace the stored content, or end it earlier."""
        return False

    def disclosed_artifacts(self, target: Target) -> Iterable[Artifact]:
        """Return the artifacts that others could read because of it."""
        return ()

    def ends_existing(self, target: Target) -> bool:
        """Whether it would end the stored memory, now or earlier than planned."""
        return False

    def signal(self) -> dict[str, Any] | None:
        """Return the evidence it is by itself (`consent.models.Signal`); None if a turn or session is the evidence."""
        return None

    def insight_confidence(self) -> float | None:
        """Return the confidence of the insight that it writes, 0..1; None if it writes none."""
        return None

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        """Write it. The addresses are locked, and the target was found."""
        raise NotImplementedError


def from_json(value: Mapping[str, Any]) -> Change:
    """Parse a change as a proposal stores it. Raises pydantic's ValidationError, and KeyError for an unknown type."""
    return KINDS[value["type"]].model_validate(value)
