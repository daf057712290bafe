"""The closed vocabularies of a memory, with the seed each comes from."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MemoryType(models.TextChoices):
    """What kind of memory it is; `source_object` is a source's own."""

    WORKING = "working", _("Working")
    EPISODIC = "episodic", _("Episode")
    SEMANTIC = "semantic", _("Semantic")
    INSIGHT = "insight", _("Insight")
    PROCEDURAL = "procedural", _("Procedure")
    SOURCE_OBJECT = "source_object", _("Source object")


class ValidationStatus(models.TextChoices):
    """003; only a person verifies or rejects (R17)."""

    UNVERIFIED = "unverified", _("Unverified")
    VERIFIED = "verified", _("Verified")
    REJECTED = "rejected", _("Rejected")


class Trust(models.TextChoices):
    """Where a memory comes from."""

    PERSON = "person", _("Said or confirmed by the person")
    AGENT = "agent", _("Written by an agent")
    SOURCE = "source", _("Imported from a source")
    DERIVED = "derived", _("Inferred automatically")


# From the lowest up: a combination has the trust of its lowest source.
TRUST_ORDER = (Trust.DERIVED, Trust.SOURCE, Trust.AGENT, Trust.PERSON)


class LifecycleState(models.TextChoices):
    """001 §7; a memory merged into another (001 §4) is superseded by it."""

    ACTIVE = "active", _("Active")
    SOFT_DELETED = "soft_deleted", _("Forgotten")
    SUPERSEDED = "superseded", _("Merged into another")


class Staleness(models.TextChoices):
    """Whether a memory's sources, or its own statement, have changed since it was written."""

    FRESH = "", _("Up to date")
    CHANGED = "changed", _("Depends on a changed memory")
    GONE = "gone", _("Depends on a removed memory")
    OUTDATED = "outdated", _("The person has said otherwise since")


class MergeBand(models.TextChoices):
    """How two memories that say the same were merged (001 §4, §13)."""

    AUTO = "auto", _("The same text")
    UPDATE = "update", _("The longer text")
    RECREATE = "recreate", _("A new text")


class Event(models.TextChoices):
    """Events of 001 §8, and those of consent, purging, export and configuration."""

    ADD = "ADD", _("Added")
    UPDATE = "UPDATE", _("Changed")
    DELETE = "DELETE", _("Forgotten")
    MERGE = "MERGE", _("Merged")
    LINK = "LINK", _("Linked")
    TTL = "TTL", _("Expired")
    RESTORE = "RESTORE", _("Restored")
    CONSENT = "CONSENT", _("Decided")
    PURGE = "PURGE", _("Erased")
    EXPORT = "EXPORT", _("Exported")
    ACCESS = "ACCESS", _("Access changed")
    RULE = "RULE", _("Rules changed")
    PERSON = "PERSON", _("Person changed")


class Source(models.TextChoices):
    """004's systems that source objects are read from."""

    GITHUB = "github", _("GitHub")
    LINEAR = "linear", _("Linear")
    NOTION = "notion", _("Notion")
    SLACK = "slack", _("Slack")
    DISCORD = "discord", _("Discord")
    MANUAL = "manual", _("By hand")


class SourceType(models.TextChoices):
    """004's kinds of source objects; each has its payload schema and renderer."""

    PULL_REQUEST = "pull_request", _("Pull request")
    ISSUE = "issue", _("Issue")
    MESSAGE = "message", _("Message")
    DOC_PAGE = "doc_page", _("Page")
    TICKET = "ticket", _("Ticket")
    CUSTOM = "custom", _("Other")


class RelationType(models.TextChoices):
    """001 §2's one, 004's five, and what derived memories depend on."""

    RELATED_TO = "related_to", _("Related to")
    MENTIONS = "mentions", _("Mentions")
    LINKS_TO = "links_to", _("Links to")
    BLOCKS = "blocks", _("Blocks")
    DUPLICATES = "duplicates", _("Duplicates")
    CLOSES = "closes", _("Closes")
    DEPENDS_ON = "depends_on", _("Depends on")
    DERIVED_FROM = "derived_from", _("Derived from")
    SUPERSEDES = "supersedes", _("Supersedes")


class DetectedBy(models.TextChoices):
    """004's three ways to an edge, and 001 §2's."""

    REGEX = "regex", _("A reference in the text")
    LLM = "llm", _("A language model")
    MANUAL = "manual", _("Set by its writer")
    SIMILARITY = "similarity", _("Similar meaning")


# R3: what a memory is filed under when its writer names no category, and how 002's fact categories map for allowlists.
DEFAULT_CATEGORY = {
    MemoryType.WORKING: "recent_activity",
    MemoryType.EPISODIC: "event",
    MemoryType.SEMANTIC: "general",
    MemoryType.INSIGHT: "relationship_dynamic",
    MemoryType.PROCEDURAL: "procedural",
    MemoryType.SOURCE_OBJECT: "history",
}
FACT_ALLOWLIST_CATEGORY = {
    "identity": "profile",
    "constraint": "profile",
    "instruction": "profile",
    "preference": "preferences",
}
DEFAULT_IMPORTANCE = {MemoryType.INSIGHT: 0.4}
FACT_IMPORTANCE = 0.8
