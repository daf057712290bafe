from django.urls import path, re_path

from interfaces.rest import (
    audit,
    events,
    facts,
    grants,
    quotas,
    relations,
    reviews,
    sources,
    store,
    tasks,
    users,
    webhooks,
)
from interfaces.rest.artifacts import views as artifacts
from interfaces.rest.checkpoints import views as checkpoints
from interfaces.rest.consent import policies, preferences
from interfaces.rest.consent import views as proposals
from interfaces.rest.conversations import threads
from interfaces.rest.conversations import views as conversations
from interfaces.rest.memories import merges, summaries, timelines, verification
from interfaces.rest.memories import views as memories
from interfaces.rest.retrieval import views as retrieval
from interfaces.rest.unknown_path import UnknownPath, loosened

app_name = "rest"

FACT = "users/<uuid:user_id>/facts/<str:category>/<str:key>"
THREAD = "users/<uuid:user_id>/checkpoints/<path:thread_id>"

urlpatterns = [
    # The most frequent first: Django tries one pattern after another.
    path("memory/query", retrieval.MemoryQueries.as_view(), name="query"),
    path("context", retrieval.Contexts.as_view(), name="context"),
    path("users/<uuid:user_id>/checkpoints", checkpoints.Threads.as_view(), name="checkpoint_threads"),
    path(f"{THREAD}/history", checkpoints.CheckpointHistory.as_view(), name="checkpoint_history"),
    path(f"{THREAD}/writes", checkpoints.CheckpointWrites.as_view(), name="checkpoint_writes"),
    path(f"{THREAD}/copy", checkpoints.CopyCheckpoints.as_view(), name="copy_checkpoints"),
    path(f"{THREAD}/prune", checkpoints.PruneCheckpoints.as_view(), name="prune_checkpoints"),
    path(THREAD, checkpoints.OneCheckpoint.as_view(), name="checkpoint"),
    path("users", users.Users.as_view(), name="users"),
    path("users/<uuid:user_id>", users.OneUser.as_view(), name="user"),
    path("users/<uuid:user_id>/export", users.PersonExport.as_view(), name="export"),
    path("users/<uuid:user_id>/erase", users.Erase.as_view(), name="erase"),
    path("users/<uuid:user_id>/facts", facts.Facts.as_view(), name="facts"),
    path(FACT, facts.OneFact.as_view(), name="fact"),
    path(f"{FACT}/history", facts.FactHistory.as_view(), name="fact_history"),
    path(f"{FACT}/restore", facts.RestoreFact.as_view(), name="restore_fact"),
    path("audit", audit.AuditTrail.as_view(), name="audit"),
    path("memories", memories.Memories.as_view(), name="memories"),
    path("memories/batch", memories.MemoryBatch.as_view(), name="batch"),
    path("memories/summaries", summaries.Summaries.as_view(), name="summaries"),
    path("memories/<uuid:memory_id>/detail", summaries.Detail.as_view(), name="detail"),
    path("memories/<uuid:memory_id>", memories.OneMemory.as_view(), name="memory"),
    path("memories/<uuid:memory_id>/restore", memories.RestoreOne.as_view(), name="restore"),
    path("memories/<uuid:memory_id>/verify", verification.Verify.as_view(), name="verify"),
    path("memories/<uuid:memory_id>/reject", verification.Reject.as_view(), name="reject_memory"),
    path("memories/<uuid:memory_id>/reject/undo", verification.UndoRejection.as_view(), name="undo_rejection"),
    path("memories/<uuid:memory_id>/merges", merges.Merges.as_view(), name="merges"),
    path("memories/<uuid:memory_id>/merges/undo", merges.Undo.as_view(), name="undo_merge"),
    path("memories/<uuid:memory_id>/history", timelines.MemoryHistory.as_view(), name="history"),
    path("memory/<uuid:memory_id>/history", timelines.SeedMemoryHistory.as_view()),
    path("memories/<uuid:memory_id>/versions", timelines.Versions.as_view(), name="versions"),
    path("memories/<uuid:memory_id>/diff", timelines.VersionDiff.as_view(), name="diff"),
    path("memories/<uuid:memory_id>/relations", relations.MemoryRelations.as_view(), name="memory_relations"),
    path("memories/<uuid:memory_id>/graph", relations.MemoryGraph.as_view(), name="graph"),
    path("relations", relations.Relations.as_view(), name="relations"),
    path("relations/<uuid:relation_id>", relations.OneRelation.as_view(), name="relation"),
    path("sources/<str:source>/objects", sources.SourceObjects.as_view(), name="source_objects"),
    path(
        "memories/<uuid:memory_id>/artifacts/<uuid:artifact_id>",
        artifacts.Evidence.as_view(),
        name="memory_artifact",
    ),
    path("artifacts", artifacts.Artifacts.as_view(), name="artifacts"),
    path("artifacts/<uuid:artifact_id>", artifacts.OneArtifact.as_view(), name="artifact"),
    path("artifacts/<uuid:artifact_id>/content", artifacts.ArtifactContent.as_view(), name="artifact_content"),
    path("events", events.Events.as_view(), name="events"),
    path("events/counts", events.Counts.as_view(), name="event_counts"),
    path("memories/<uuid:memory_id>/reads", retrieval.MemoryReads.as_view(), name="reads"),
    path("retrieval-events", retrieval.Retrievals.as_view(), name="retrievals"),
    path("retrieval-events/recalls", retrieval.Recalls.as_view(), name="recalls"),
    path("retrieval-events/<uuid:event_id>", retrieval.OneRetrieval.as_view(), name="retrieval"),
    path("retrieval-events/<uuid:event_id>/replay", retrieval.Replays.as_view(), name="replay"),
    path("sessions", conversations.Sessions.as_view(), name="sessions"),
    path("sessions/<uuid:session_id>", conversations.OneSession.as_view(), name="session"),
    path("sessions/<uuid:session_id>/close", conversations.CloseSession.as_view(), name="close_session"),
    path("sessions/<uuid:session_id>/turns", conversations.Turns.as_view(), name="turns"),
    path("sessions/<uuid:session_id>/exchange", conversations.Exchanges.as_view(), name="exchange"),
    path("sessions/<uuid:session_id>/window", conversations.RecentTurns.as_view(), name="window"),
    path("store/items", store.Items.as_view(), name="store_items"),
    path("store/items/search", store.ItemSearch.as_view(), name="store_search"),
    path("store/namespaces", store.NamespaceList.as_view(), name="store_namespaces"),
    path("store/keys", store.KeyList.as_view(), name="store_keys"),
    path("tasks", tasks.Tasks.as_view(), name="tasks"),
    path("tasks/<uuid:task_id>", tasks.OneTask.as_view(), name="task"),
    path("consent/policies", policies.Policies.as_view(), name="policies"),
    path("consent/policies/dry-run", policies.DryRunPolicies.as_view(), name="dry_run_policies"),
    path("consent/signals", policies.Signals.as_view(), name="signals"),
    path("proposals", proposals.Proposals.as_view(), name="proposals"),
    path("proposals/counts", proposals.ProposalCounts.as_view(), name="proposal_counts"),
    path("proposals/bulk", proposals.Bulk.as_view(), name="decide_many"),
    path("proposals/<uuid:proposal_id>", proposals.OneProposal.as_view(), name="proposal"),
    path("proposals/<uuid:proposal_id>/approve", proposals.Approve.as_view(), name="approve"),
    path("proposals/<uuid:proposal_id>/acknowledge", proposals.Acknowledge.as_view(), name="acknowledge"),
    path("proposals/<uuid:proposal_id>/receipt", proposals.ReceiptFile.as_view(), name="receipt"),
    path("proposals/<uuid:proposal_id>/amend", proposals.Amend.as_view(), name="amend"),
    path("proposals/<uuid:proposal_id>/reject", proposals.Reject.as_view(), name="reject"),
    path("proposals/<uuid:proposal_id>/withdraw", proposals.Withdraw.as_view(), name="withdraw"),
    path("proposals/<uuid:proposal_id>/ask-again", proposals.AskAgain.as_view(), name="ask_again"),
    path("consent/mail", preferences.Mail.as_view(), name="mail_choices"),
    path("webhooks", webhooks.Webhooks.as_view(), name="webhooks"),
    path("webhooks/<uuid:webhook_id>", webhooks.OneWebhook.as_view(), name="webhook"),
    path("consent/preferences", preferences.Preferences.as_view(), name="preferences"),
    path("consent/preferences/<uuid:preference_id>", preferences.OnePreference.as_view(), name="preference"),
    path("reviews", reviews.Reviews.as_view(), name="reviews"),
    path("reviews/<uuid:review_id>/settle", reviews.SettleReview.as_view(), name="settle_review"),
    path("threads/<path:thread_id>/changes", threads.Changes.as_view(), name="changes"),
    path("quota", quotas.OneQuota.as_view(), name="quota"),
    path("grants", grants.Grants.as_view(), name="grants"),
    path("grants/<uuid:grant_id>", grants.OneGrant.as_view(), name="grant"),
]
urlpatterns.append(re_path("", UnknownPath.as_view(known=loosened(urlpatterns))))
