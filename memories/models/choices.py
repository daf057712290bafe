"""The closed vocabularies of a memory, with the seed each comes from."""

from django.db import models


class MemoryType(models.TextChoices):
    """003's three, 001 §3 and §12, 004's source objects."""

    WORKING = "working", "Working"
    EPISODIC = "episodic", "Episode"
    SEMANTIC = "semantic", "Semantic"
    INSIGHT = "insight", "Insight"
    PROCEDURAL = "procedural", "Procedure"
    SOURCE_OBJECT = "source_object", "Source object"


class ValidationStatus(models.TextChoices):
    """003; only a person verifies or rejects (R17)."""

    UNVERIFIED = "unverified", "Unverified"
    VERIFIED = "verified", "Verified"
    REJECTED = "rejected", "Rejected"


class Trust(models.TextChoices):
    """Where a memory comes from."""

    PERSON = "person", "Said or confirmed by the person"
    AGENT = "agent", "Written by an agent"
    SOURCE = "source", "Read from a source"
    DERIVED = "derived", "Derived by the server"


# From the lowest up: nothing made of several is trusted more than its lowest source.
TRUST_ORDER = (Trust.DERIVED, Trust.SOURCE, Trust.AGENT, Trust.PERSON)


class LifecycleState(models.TextChoices):
    """001 §7; what was merged into another (001 §4) is kept behind it."""

    ACTIVE = "active", "Active"
    SOFT_DELETED = "soft_deleted", "Forgotten"
    SUPERSEDED = "superseded", "Merged into another"


class Staleness(models.TextChoices):
    """What became of the memories that one rests on, since it was written."""

    FRESH = "", "Up to date"
    CHANGED = "changed", "Rests on what has changed"
    GONE = "gone", "Rests on what is gone"


class MergeBand(models.TextChoices):
    """How two memories that say the same became one (001 §4, §13)."""

    AUTO = "auto", "The same text"
    UPDATE = "update", "The fuller text of the two"
    RECREATE = "recreate", "A new text for both"


class Event(models.TextChoices):
    """001 §8, with the two that consent and purging add."""

    ADD = "ADD", "Added"
    UPDATE = "UPDATE", "Changed"
    DELETE = "DELETE", "Forgotten"
    MERGE = "MERGE", "Merged"
    LINK = "LINK", "Linked"
    TTL = "TTL", "Expired"
    RESTORE = "RESTORE", "Restored"
    CONSENT = "CONSENT", "Decided"
    PURGE = "PURGE", "Erased"


class Source(models.TextChoices):
    """004's systems that source objects are read from."""

    GITHUB = "github", "GitHub"
    LINEAR = "linear", "Linear"
    NOTION = "notion", "Notion"
    SLACK = "slack", "Slack"
    DISCORD = "discord", "Discord"
    MANUAL = "manual", "By hand"


class SourceType(models.TextChoices):
    """004's kinds of source objects; each has its payload schema and renderer."""

    PULL_REQUEST = "pull_request", "Pull request"
    ISSUE = "issue", "Issue"
    MESSAGE = "message", "Message"
    DOC_PAGE = "doc_page", "Page"
    TICKET = "ticket", "Ticket"
    CUSTOM = "custom", "Other"


class RelationType(models.TextChoices):
    """001 §2's one, 004's five, and what derived memories rest on."""

    RELATED_TO = "related_to", "Related to"
    MENTIONS = "mentions", "Mentions"
    LINKS_TO = "links_to", "Links to"
    BLOCKS = "blocks", "Blocks"
    DUPLICATES = "duplicates", "Duplicates"
    CLOSES = "closes", "Closes"
    DEPENDS_ON = "depends_on", "Depends on"
    DERIVED_FROM = "derived_from", "Derived from"
    SUPERSEDES = "supersedes", "Supersedes"


class DetectedBy(models.TextChoices):
    """004's three ways to an edge, and 001 §2's."""

    REGEX = "regex", "A reference in the text"
    LLM = "llm", "A language model"
    MANUAL = "manual", "Whoever wrote it"
    SIMILARITY = "similarity", "Similar meaning"


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
