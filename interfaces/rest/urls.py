from django.urls import path, re_path

from interfaces.rest.endpoints import (
    batches,
    checkpoint_threads,
    checkpoints,
    facts,
    grants,
    memories,
    proposals,
    queries,
    sessions,
    store,
    tasks,
    threads,
    timelines,
    turns,
    users,
    verification,
)
from interfaces.rest.errors import UnknownPath

app_name = "rest"

FACT = "users/<uuid:user_id>/facts/<str:category>/<str:key>"
THREAD = "users/<uuid:user_id>/checkpoints/<path:thread_id>"

urlpatterns = [
    path("users", users.Users.as_view(), name="users"),
    path("users/<uuid:user_id>", users.OneUser.as_view(), name="user"),
    path("users/<uuid:user_id>/facts", facts.Facts.as_view(), name="facts"),
    path(FACT, facts.OneFact.as_view(), name="fact"),
    path(f"{FACT}/history", facts.FactHistory.as_view(), name="fact_history"),
    path(f"{FACT}/restore", facts.RestoreFact.as_view(), name="restore_fact"),
    path(f"{THREAD}/history", checkpoint_threads.CheckpointHistory.as_view(), name="checkpoint_history"),
    path(f"{THREAD}/writes", checkpoint_threads.CheckpointWrites.as_view(), name="checkpoint_writes"),
    path(f"{THREAD}/copy", checkpoint_threads.CopyCheckpoints.as_view(), name="copy_checkpoints"),
    path(f"{THREAD}/prune", checkpoint_threads.PruneCheckpoints.as_view(), name="prune_checkpoints"),
    path(THREAD, checkpoints.OneCheckpoint.as_view(), name="checkpoint"),
    path("memories", memories.Memories.as_view(), name="memories"),
    path("memories/batch", batches.MemoryBatch.as_view(), name="batch"),
    path("memories/<uuid:memory_id>", memories.OneMemory.as_view(), name="memory"),
    path("memories/<uuid:memory_id>/restore", memories.RestoreOne.as_view(), name="restore"),
    path("memories/<uuid:memory_id>/verify", verification.Verify.as_view(), name="verify"),
    path("memories/<uuid:memory_id>/history", timelines.MemoryHistory.as_view(), name="history"),
    path("memory/<uuid:memory_id>/history", timelines.SeedMemoryHistory.as_view()),
    path("memories/<uuid:memory_id>/versions", timelines.Versions.as_view(), name="versions"),
    path("memories/<uuid:memory_id>/diff", timelines.VersionDiff.as_view(), name="diff"),
    path("memory/query", queries.MemoryQueries.as_view(), name="query"),
    path("sessions", sessions.Sessions.as_view(), name="sessions"),
    path("sessions/<uuid:session_id>", sessions.OneSession.as_view(), name="session"),
    path("sessions/<uuid:session_id>/turns", turns.Turns.as_view(), name="turns"),
    path("sessions/<uuid:session_id>/window", turns.RecentTurns.as_view(), name="window"),
    path("store/items", store.Items.as_view(), name="store_items"),
    path("store/items/search", store.ItemSearch.as_view(), name="store_search"),
    path("store/namespaces", store.NamespaceList.as_view(), name="store_namespaces"),
    path("store/keys", store.KeyList.as_view(), name="store_keys"),
    path("tasks", tasks.Tasks.as_view(), name="tasks"),
    path("tasks/<uuid:task_id>", tasks.OneTask.as_view(), name="task"),
    path("proposals", proposals.Proposals.as_view(), name="proposals"),
    path("proposals/<uuid:proposal_id>", proposals.OneProposal.as_view(), name="proposal"),
    path("proposals/<uuid:proposal_id>/approve", proposals.Approve.as_view(), name="approve"),
    path("proposals/<uuid:proposal_id>/reject", proposals.Reject.as_view(), name="reject"),
    path("threads/<path:thread_id>/changes", threads.Changes.as_view(), name="changes"),
    path("grants", grants.Grants.as_view(), name="grants"),
    path("grants/<uuid:grant_id>", grants.OneGrant.as_view(), name="grant"),
    re_path("", UnknownPath.as_view()),
]
