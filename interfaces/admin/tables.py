"""What one row of each table is, in a sentence, and the columns worth a look where a table has no page of its own."""

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ABOUT: dict[str, Promise] = {
    "consent.Decision": _(
        "Every answer to a question: how and when it was given. Answers are only undone, never changed."
    ),
    "consent.FieldAlias": _("Other names of fields, such as “barrio” for identity.city. Change them under Policies."),
    "consent.Notice": _("What agents are told of their questions, until their webhook or their next request took it."),
    "consent.Policy": _("The rules of the workspace and of people. Change them under Policies."),
    "consent.Proposal": _(
        "What agents may not store without a yes. People answer, or reviewers where a policy says so."
    ),
    "consent.Signal": _("Evidence for something that is not remembered yet, because one source alone is not enough."),
    "conversations.ChangeLog": _("The latest changes of memories, as agents are told of them in each answer."),
    "conversations.Checkpoint": _("Where agents that run as a graph left off, and how much room that takes."),
    "conversations.CheckpointWrite": _("Steps of a graph that were done after its last checkpoint."),
    "conversations.Session": _("Conversations between people and agents."),
    "conversations.Speaker": _("Names that occur as speakers in a person's conversations."),
    "conversations.Task": _("Work that agents have in hand. It is their notebook, not a memory."),
    "conversations.ThreadReader": _("How far each agent has read the changes of a thread."),
    "conversations.ThreadRevision": _("How many changes each thread has seen."),
    "conversations.Turn": _("Every message of every conversation, as it was said. Messages are never rewritten."),
    "conversations.WithheldValue": _(
        "What is not quoted from conversations: a question about it waits, or was refused."
    ),
    "intelligence.Budget": _("What work in the background used each day, by person or for the whole workspace."),
    "memories.Artifact": _("Files that prove a memory, or addresses of files that are stored elsewhere."),
    "memories.ArtifactLink": _("Which file proves which memory."),
    "memories.AuditSeal": _("Signatures over the history so far: a change of it afterwards would be noticed."),
    "memories.Chunk": _("The pieces of text that are searched, made from memories and messages."),
    "memories.DependencyReview": _(
        "Memories that rest on one that changed or went. The person settles them in the inbox."
    ),
    "memories.Embedding": _("Which pieces of text are found by their meaning, and by which model."),
    "memories.EmbeddingModel": _("The models that turn text into vectors. One is in use at a time."),
    "memories.Fact": _("Values of single fields of people, such as the city, and when each held."),
    "memories.History": _("Who changed what, and when. Nothing here can be changed or removed."),
    "memories.Memory": _("All that is remembered. Open a memory to edit, forget or restore it."),
    "memories.MemoryAccess": _("Memories that were shown lately and are not counted yet."),
    "memories.MemoryVersion": _("What each memory said at each time. Restoring a version makes it current again."),
    "memories.Merge": _("Two memories that say the same, of which one stands for both. A memory's page undoes it."),
    "memories.OperationalEvent": _("What the server did, one row for each operation, without any text."),
    "memories.PairFingerprint": _(
        "Pairs of memories that were compared lately and are not compared again for some days."
    ),
    "memories.Provenance": _("Who said something and by which event it came, for each memory."),
    "memories.Relation": _("Links between memories. A memory's page removes them."),
    "memories.SealEntry": _("Under which seal each row of the history lies."),
    "memories.SourceName": _("Names by which texts refer to an object of another system, such as an issue."),
    "memories.SourceReference": _("References in texts to objects of other systems, found or not."),
    "operations.JobRun": _("Every run of every job: when, how often it was tried, and what went wrong."),
    "operations.Outbox": _("Mail and webhook messages that wait to be sent, or were sent lately."),
    "operations.Schedule": _("When each job runs. Only the server's operator pauses jobs or runs them early."),
    "operations.Tombstone": _("Erasures of people: who asked, and when it was done. Nothing else is kept of them."),
    "operations.WebhookEndpoint": _(
        "Where agents are told what became of their questions. Change them on an agent's page."
    ),
    "operations.Worker": _("The processes that run jobs, and when each was last seen."),
    "retrieval.LexemeStatistics": _("How often words occur in a person's memories: rare words count more in a search."),
    "retrieval.RetrievalEvent": _("What agents asked and what they got. “Explain” shows why."),
    "workspaces.Account": _("Who may sign in here, and as what. The login of a person decides for them."),
    "workspaces.Agent": _("Programs that read and write memories. Open an agent for its keys, grants and webhooks."),
    "workspaces.Allowlist": _("Which categories each role of agents may read. Change them under Categories."),
    "workspaces.ApiKey": _("What agents sign in with. A key is shown once; rotate it here, or revoke it."),
    "workspaces.Category": _("What memories are filed under. Change them under Categories."),
    "workspaces.Exclusion": _("People who took themselves out of what an agent may read about everyone."),
    "workspaces.Grant": _("Whose memories each agent may read and write, and up to which sensitivity."),
    "workspaces.Installation": _("What all servers of one database share."),
    "workspaces.Invitation": _("Links by mail with which people make their own login. Each works once, for some days."),
    "workspaces.Membership": _("The role of each login in this workspace, and the person it is."),
    "workspaces.Organization": _("Who the workspaces belong to."),
    "workspaces.Person": _("Whom memories are about. Open a person for their memories, questions and access."),
    "workspaces.Quota": _("What the workspace may use at most."),
    "workspaces.Usage": _("What the workspace uses: memories and bytes, in parts that are added up every minute."),
    "workspaces.Workspace": _("The workspace itself: its name, and what holds for all agents in it."),
}
# By model; others show their first short fields.
COLUMNS: dict[str, tuple[str, ...]] = {
    "consent.Notice": ("proposal", "kind", "state", "created_at", "taken_at"),
    "conversations.CheckpointWrite": ("thread_id", "person", "agent_id", "checkpoint_id", "task_id"),
    "conversations.Task": ("title", "person", "status", "session", "updated_at"),
    "conversations.ThreadReader": ("thread_id", "person", "reader_id", "rev"),
    "conversations.WithheldValue": ("key", "value", "person", "is_waiting", "agent_id"),
    "memories.Artifact": ("name", "person", "artifact_type", "content_type", "created_at"),
    "memories.AuditSeal": ("seq", "count", "sealed_at"),
    "memories.DependencyReview": ("source_id", "person", "event", "created_at", "settled_at"),
    "memories.Merge": ("kept", "absorbed", "band", "judge", "cosine", "created_at", "undone_at"),
    "memories.PairFingerprint": ("verdict", "person_id", "checked_at"),
    "memories.Provenance": ("source_identity", "memory", "version", "source_event"),
    "memories.Relation": ("from_memory", "relation_type", "to_memory", "strength", "detected_by"),
    "memories.SealEntry": ("position", "seal", "history"),
    "operations.Outbox": ("kind", "channel", "state", "person_id", "endpoint", "created_at"),
    "operations.Tombstone": ("requested_at", "requested_by", "erased_at"),
    "operations.WebhookEndpoint": ("url", "agent", "created_at", "disabled_at", "disabled_because"),
    "retrieval.LexemeStatistics": ("person", "documents"),
    "workspaces.Usage": ("memories", "storage_bytes"),
}


def about(model: type[Model]) -> Promise:
    """One sentence for staff. Raises KeyError for a table that has none yet."""
    return ABOUT[model._meta.label]
