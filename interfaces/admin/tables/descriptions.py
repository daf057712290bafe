"""A sentence about the rows of each table, and the columns of tables without a page of their own."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ABOUT: dict[str, Promise] = {
    "consent.Decision": _(
        "Every answer to a question: how and when it was given. Answers are only undone, never changed."
    ),
    "consent.FieldAlias": _("Other names of fields, such as “barrio” for identity.city. Change them under Policies."),
    "consent.Notice": _("News for agents about their questions, kept until their webhook or next request collects it."),
    "consent.Policy": _("The rules of the workspace and of people, those in force and those removed."),
    "consent.Proposal": _(
        "What agents, staff or the server want to remember, change or forget, and need approval for. The person "
        "answers, or reviewers where a policy says so."
    ),
    "consent.Signal": _("Evidence for something that is not remembered yet, because one source alone is not enough."),
    "conversations.ChangeLog": _("The latest changes to memories, which each answer reports to agents."),
    "conversations.Checkpoint": _("Saved states of agents that run as a graph (LangGraph), and their size."),
    "conversations.CheckpointWrite": _("Steps that a graph completed after its last checkpoint."),
    "conversations.Session": _("Conversations between people and agents."),
    "conversations.Speaker": _("Names that occur as speakers in a person's conversations."),
    "conversations.Task": _("Tasks that agents work on. These are their own notes, not memories."),
    "conversations.ThreadReader": _("How far each agent has read the changes of a thread."),
    "conversations.ThreadRevision": _("The number of changes in each thread."),
    "conversations.Turn": _("Every message of every conversation, as it was said. Messages are never rewritten."),
    "conversations.WithheldValue": _(
        "What is not quoted from conversations: a question about it waits, or was refused."
    ),
    "intelligence.Budget": _("What work in the background used each day, by person or for the whole workspace."),
    "memories.Artifact": _("Files attached as evidence, or the addresses of files stored elsewhere."),
    "memories.ArtifactLink": _("Which file is evidence for which memory."),
    "memories.AuditSeal": _("Signatures over the history so far: a change of it afterwards would be noticed."),
    "memories.Chunk": _("The pieces of text that are searched, made from memories and messages."),
    "memories.DependencyReview": _(
        "Memories that depend on one that changed or was removed. The person reviews them in the inbox."
    ),
    "memories.Embedding": _("Which pieces of text can be found by meaning, and with which model."),
    "memories.EmbeddingModel": _("The models that turn text into vectors. One is in use at a time."),
    "memories.Fact": _("Values of people's fields, such as the city, and when each was valid."),
    "memories.History": _("Who changed what, and when. Nothing here can be changed or removed."),
    "memories.Memory": _(
        "Everything that is remembered, and what is forgotten or merged, until it is erased. Open a memory to edit, "
        "forget or restore it."
    ),
    "memories.MemoryAccess": _("Recent uses of memories that are not counted yet."),
    "memories.MemoryVersion": _("Every version of each memory. Restoring one makes it current again."),
    "memories.Merge": _("Memories merged because they say the same. Undo a merge on the memory's page."),
    "memories.OperationalEvent": _("What the server did, one row for each operation, without any text."),
    "memories.PairFingerprint": _(
        "Pairs of memories that were compared lately and are not compared again for some days."
    ),
    "memories.Provenance": _("Where each memory comes from: who said it, and in which event."),
    "memories.Relation": _("Links between memories. A memory's page removes them."),
    "memories.SealEntry": _("Which seal covers each row of the history."),
    "memories.SourceName": _("Names by which texts refer to an object of another system, such as an issue."),
    "memories.SourceReference": _("References in texts to objects of other systems, found or not."),
    "operations.JobRun": _("Every run of every job: when, how often it was tried, and what went wrong."),
    "operations.Outbox": _("Mail and webhook messages that wait to be sent, or were sent lately."),
    "operations.Schedule": _("When each job runs. Only the server's operator pauses jobs or runs them early."),
    "operations.Tombstone": _("Erasures of people: who asked, and when it was done. Nothing else is kept of them."),
    "operations.WebhookEndpoint": _(
        "Addresses that are notified of what becomes of their agent's own questions. Change them on an agent's page."
    ),
    "operations.Worker": _("The processes that run jobs, and when each was last seen."),
    "retrieval.LexemeStatistics": _("How often words occur in a person's memories: rare words count more in a search."),
    "retrieval.RetrievalEvent": _(
        "What agents asked and what they received. Open a question to see why each result was found."
    ),
    "workspaces.Account": _("Who can sign in here, and in which role. People decide with their own login."),
    "workspaces.Agent": _("Programs that read and write memories. Open an agent for its keys, grants and webhooks."),
    "workspaces.Allowlist": _("Which categories each role of agents may read."),
    "workspaces.ApiKey": _("What agents sign in with. A key is shown once; rotate it here, or revoke it."),
    "workspaces.Category": _("What memories are filed under."),
    "workspaces.Exclusion": _("People who removed their memories from what an agent may read about everyone."),
    "workspaces.Grant": _("Whose memories each agent may read and write, and up to which sensitivity."),
    "workspaces.Installation": _("What all servers of one database share."),
    "workspaces.Invitation": _("Links with which people make their own login. Each works once, for some days."),
    "workspaces.Membership": _("The role of each login in this workspace, and the person it is."),
    "workspaces.Organization": _("The owners of workspaces."),
    "workspaces.Person": _("The people that memories are about. Open one to see their memories, questions and access."),
    "workspaces.Quota": _("The most that the workspace may use. The server's operator sets it."),
    "workspaces.Usage": _("What the workspace uses: memories and bytes, in parts that are added up every minute."),
    "workspaces.Workspace": _("The workspace itself: its name, and what holds for all agents in it."),
}
# Columns by model; others show their first short fields.
COLUMNS: dict[str, tuple[str, ...]] = {
    "consent.Notice": ("proposal", "kind", "state", "created_at", "taken_at"),
    "conversations.CheckpointWrite": ("thread_id", "person", "agent_id", "checkpoint_id", "task_id"),
    "conversations.Task": ("title", "person", "status", "session", "updated_at"),
    "conversations.ThreadReader": ("thread_id", "person", "reader_id", "rev"),
    "memories.Artifact": ("name", "person", "artifact_type", "content_type", "created_at"),
    "memories.AuditSeal": ("seq", "count", "sealed_at"),
    "memories.DependencyReview": ("source_id", "person", "event", "created_at", "settled_at"),
    "memories.Merge": ("kept", "absorbed", "band", "judge", "cosine", "created_at", "undone_at"),
    "memories.PairFingerprint": ("verdict", "person_id", "checked_at"),
    "memories.Provenance": ("source_identity", "memory", "version", "source_event"),
    "memories.Relation": ("from_memory", "relation_type", "to_memory", "strength", "detected_by"),
    "memories.SealEntry": ("position", "seal", "history"),
    "operations.Tombstone": ("requested_at", "requested_by", "erased_at"),
    "retrieval.LexemeStatistics": ("person", "documents"),
    "workspaces.Usage": ("memories", "storage_bytes"),
}


def about(model: type[Model]) -> Promise:
    """One sentence for staff. Raises KeyError for a table that has none yet."""
    return ABOUT[model._meta.label]


def matching(apps: Iterable[dict[str, Any]], query: str) -> list[dict[str, Any]]:
    """Return Django's list of apps, with a sentence about each table, limited to tables whose name or sentence has the
    words."""
    found = [app | {"models": [each for each in map(_described, app["models"]) if _has(each, query)]} for app in apps]
    return [app for app in found if app["models"]]


def _described(model: dict[str, Any]) -> dict[str, Any]:
    return model | {"about": about(model["model"])}


def _has(model: dict[str, Any], query: str) -> bool:
    text = f"{model['name']} {model['about']}".casefold()
    return all(word in text for word in query.casefold().split())
