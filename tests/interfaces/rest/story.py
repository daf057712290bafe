"""One call of every operation, in an order that makes sense: Ana, her kitchen helper, the owner of the workspace, and
a superuser of the installation.

The API's documentation shows these calls with the answers that they got. `{name}` in a path or body is what an earlier
step kept under `keeps`.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Step:
    """`operation` is the operationId; `keeps` names ids of the answer by a dotted path.

    `named` tells calls of one operation with one outcome apart.
    """

    operation: str
    call: str
    body: Any = None
    by: str = "agent"
    keeps: dict[str, str] = field(default_factory=dict)
    named: str = ""
    headers: dict[str, str] = field(default_factory=dict)


def agent(operation: str, call: str, body: Any = None, **options: Any) -> Step:
    return Step(operation, call, body, **options)


def person(operation: str, call: str, body: Any = None, **options: Any) -> Step:
    return Step(operation, call, body, by="person", **options)


DINNER = {"user_id": "{ana}", "external_id": "chat-7", "thread_id": "dinner"}
CITY = {"value": "Porto", "reason": "She told me so.", "confidence": 0.9}
STATE = {"v": 1, "channel_values": {"dish": "risotto", "guests": 4}}
POLICIES = {
    "policies": [
        {"category": "food", "outcome": "apply"},
        {"fact_category": "identity", "fact_key": "pronouns", "outcome": "consent", "allows_chat": True},
    ]
}

STORY = [
    # People
    agent("list_users", "GET /users"),
    person("add_user", "POST /users", {"name": "Ben", "external_id": "crm-42"}, keeps={"ben": "id"}),
    person("add_user", "POST /users", {"name": "Ben", "external_id": "crm-42"}),
    agent("get_user", "GET /users/{ana}"),
    # Memories
    agent(
        "upsert_memory",
        "POST /memories",
        {
            "user_id": "{ana}",
            "content": "Likes mushroom risotto.",
            "category": "preferences",
            "thread_id": "dinner",
            "importance": 0.7,
            "tags": ["dinner"],
        },
        keeps={"risotto": "memory_id"},
        named="a-memory",
    ),
    agent(
        "upsert_memory",
        "POST /memories",
        {"user_id": "{ana}", "key": "oven", "content": "The oven has a timer."},
        named="with-a-key-of-your-own",
    ),
    agent(
        "upsert_memory",
        "POST /memories",
        {"user_id": "{ana}", "key": "oven", "content": "The oven has two timers."},
        named="the-same-key-again",
    ),
    agent(
        "upsert_memory",
        "POST /memories",
        {"user_id": "{ana}", "content": "Lives in Porto now."},
        named="waits-for-the-person",
    ),
    agent(
        "upsert_memories",
        "POST /memories/batch",
        {
            "items": [
                {"user_id": "{ana}", "content": "Cooks for four on Fridays.", "category": "activity"},
                {"user_id": "{ana}", "content": "The oven runs ten degrees too hot.", "category": "activity"},
            ]
        },
        keeps={"fridays": "results.0.result.memory_id", "oven": "results.1.result.memory_id"},
    ),
    agent("list_memories", "GET /memories?user_id={ana}&limit=2"),
    agent("get_memory", "GET /memories/{risotto}"),
    agent("change_memory", "PATCH /memories/{risotto}", {"content": "Likes mushroom risotto with thyme."}),
    agent("versions", "GET /memories/{risotto}/versions"),
    agent("diff", "GET /memories/{risotto}/diff?from=1&to=2"),
    person("verify_memory", "POST /memories/{risotto}/verify"),
    person("reject_memory", "POST /memories/{oven}/reject"),
    person("undo_rejection", "POST /memories/{oven}/reject/undo"),
    agent(
        "link_memories",
        "POST /relations",
        {"from_id": "{fridays}", "to_id": "{oven}", "relation_type": "depends_on"},
        named="one-depends-on-the-other",
    ),
    agent("forget_memory", "DELETE /memories/{oven}?reason=The+oven+was+repaired."),
    person("list_reviews", "GET /reviews"),
    agent("restore_memory", "POST /memories/{oven}/restore"),
    agent("memory_history", "GET /memories/{oven}/history"),
    agent("history", "GET /memory/{oven}/history"),
    agent("list_merges", "GET /memories/{risotto}/merges"),
    agent("memory_summaries", "GET /memories/summaries?user_id={ana}&limit=2"),
    agent("memory_detail", "GET /memories/{risotto}/detail"),
    # Links
    agent(
        "link_memories",
        "POST /relations",
        {"from_id": "{risotto}", "to_id": "{fridays}", "relation_type": "related_to"},
        keeps={"relation": "id"},
        named="they-are-related",
    ),
    agent(
        "link_memories",
        "POST /relations",
        {"from_id": "{risotto}", "to_id": "{fridays}", "relation_type": "related_to"},
        named="the-same-link-again",
    ),
    agent("list_relations", "GET /relations?memory_id={risotto}"),
    agent("memory_relations", "GET /memories/{risotto}/relations"),
    agent("memory_graph", "GET /memories/{risotto}/graph"),
    agent("unlink_memories", "DELETE /relations/{relation}"),
    # Evidence and sources
    agent(
        "add_artifact",
        "POST /artifacts",
        {
            "user_id": "{ana}",
            "name": "Menu",
            "artifact_type": "document",
            "storage_uri": "https://example.com/menu.pdf",
            "sha256": "5f" * 32,
            "size_bytes": 48_213,
            "content_type": "application/pdf",
        },
        keeps={"menu": "id"},
    ),
    agent("list_artifacts", "GET /artifacts?user_id={ana}"),
    agent("get_artifact", "GET /artifacts/{menu}"),
    agent("attach_artifact", "PUT /memories/{risotto}/artifacts/{menu}"),
    agent("detach_artifact", "DELETE /memories/{risotto}/artifacts/{menu}"),
    agent(
        "ingest_source_object",
        "POST /sources/github/objects",
        {
            "user_id": "{ana}",
            "source_id": "acme/kitchen#7",
            "title": "Show oven temperatures in Celsius",
            "payload": {
                "type": "issue",
                "number": 7,
                "repository": "acme/kitchen",
                "body": "The display should show degrees Celsius.",
            },
        },
    ),
    # What the workspace may use
    Step("set_quota", "PATCH /quota", {"memories": 100_000, "requests_per_minute": 3_000}, by="superuser"),
    person("get_quota", "GET /quota"),
    # Facts, questions and decisions
    person("get_policies", "GET /consent/policies"),
    person("try_policies", "POST /consent/policies/dry-run", POLICIES),
    person("set_policies", "PUT /consent/policies", POLICIES),
    agent(
        "set_fact",
        "PUT /users/{ana}/facts/preference/coding_style",
        {"value": "black", "confidence": 0.9},
        named="a-preference",
    ),
    agent("list_facts", "GET /users/{ana}/facts"),
    agent("get_fact", "GET /users/{ana}/facts/preference/coding_style"),
    agent("fact_history", "GET /users/{ana}/facts/preference/coding_style/history"),
    agent("forget_fact", "DELETE /users/{ana}/facts/preference/coding_style"),
    agent("restore_fact", "POST /users/{ana}/facts/preference/coding_style/restore"),
    agent(
        "set_fact",
        "PUT /users/{ana}/facts/identity/city",
        CITY,
        keeps={"question": "proposal_id"},
        named="a-city-waits",
    ),
    agent("list_proposals", "GET /proposals?state=pending"),
    agent("get_proposal", "GET /proposals/{question}"),
    person("count_proposals", "GET /proposals/counts"),
    person("approve_proposal", "POST /proposals/{question}/approve", keeps={"city": "result.memory_id"}),
    person("get_receipt", "GET /proposals/{question}/receipt"),
    person("withdraw_decision", "POST /proposals/{question}/withdraw", {"reopen": True}),
    person("amend_proposal", "POST /proposals/{question}/amend", {"value": "Braga", "shown_hash": "{shown:question}"}),
    agent(
        "set_fact",
        "PUT /users/{ana}/facts/identity/pronouns",
        {"value": "she/they", "reason": "Her profile says so."},
        keeps={"pronouns": "proposal_id"},
        named="pronouns-wait",
    ),
    person("acknowledge_proposal", "POST /proposals/{pronouns}/acknowledge"),
    person("reject_proposal", "POST /proposals/{pronouns}/reject", {"remember": "never"}),
    person("list_preferences", "GET /consent/preferences", keeps={"preference": "results.0.id"}),
    person("revoke_preference", "DELETE /consent/preferences/{preference}"),
    person("allow_proposal_again", "POST /proposals/{pronouns}/ask-again"),
    agent(
        "set_fact",
        "PUT /users/{ana}/facts/identity/preferred_name",
        {"value": "Ani", "reason": "She signed like this."},
        keeps={"name": "proposal_id"},
        named="a-name-waits",
    ),
    person(
        "decide_proposals",
        "POST /proposals/bulk",
        {"decisions": [{"id": "{name}", "verdict": "reject", "shown_hash": "{shown:name}"}]},
    ),
    person("get_mail_choices", "GET /consent/mail"),
    person("set_mail_choices", "PUT /consent/mail", {"digest": True, "reminders": False}),
    person("list_signals", "GET /consent/signals"),
    # Conversations
    agent("open_session", "POST /sessions", DINNER, keeps={"session": "id"}),
    agent("open_session", "POST /sessions", DINNER),
    agent(
        "append_turns",
        "POST /sessions/{session}/turns",
        {
            "turns": [
                {"role": "user", "content": "What could I cook on Friday?"},
                {"role": "assistant", "content": "How about risotto for four?"},
            ]
        },
    ),
    agent(
        "exchange",
        "POST /sessions/{session}/exchange",
        {"content": "Yes. Which herb did I like in it?"},
    ),
    agent("list_turns", "GET /sessions/{session}/turns?limit=2"),
    agent("window", "GET /sessions/{session}/window?size=2"),
    agent("get_session", "GET /sessions/{session}"),
    agent("list_sessions", "GET /sessions?user_id={ana}"),
    agent("close_session", "POST /sessions/{session}/close"),
    agent("thread_changes", "GET /threads/dinner/changes?user_id={ana}"),
    # Retrieval
    agent(
        "memory_query",
        "POST /memory/query",
        {"user_id": "{ana}", "query": "What food does she like?", "top_k": 2},
        named="in-full",
    ),
    agent(
        "memory_query",
        "POST /memory/query",
        {"user_id": "{ana}", "query": "What food does she like?", "top_k": 2, "return": "bullets"},
        keeps={"retrieval": "header:X-Retrieval-Event"},
        named="as-bullets",
    ),
    agent(
        "memory_query",
        "POST /memory/query",
        {"user_id": "{ana}", "query": "What is the capital of Mongolia?", "threshold": 0.7},
        named="nothing-fits",
    ),
    agent(
        "context", "POST /context", {"user_id": "{ana}", "query": "Plan the dinner on Friday.", "budget_tokens": 300}
    ),
    agent("list_retrievals", "GET /retrieval-events?user_id={ana}&limit=1"),
    agent("get_retrieval", "GET /retrieval-events/{retrieval}"),
    person("replay_retrieval", "POST /retrieval-events/{retrieval}/replay"),
    person("recalls", "GET /retrieval-events/recalls"),
    person("memory_reads", "GET /memories/{risotto}/reads"),
    # The store
    agent(
        "put_item",
        "PUT /store/items",
        {
            "namespace": "memories/{ana}",
            "key": "shopping",
            "value": {"buy": ["arborio rice", "thyme"]},
        },
    ),
    agent(
        "put_item",
        "PUT /store/items",
        {
            "namespace": "memories/{ana}",
            "key": "shopping",
            "value": {"buy": ["arborio rice", "thyme", "mushrooms"]},
        },
    ),
    agent("get_item", "GET /store/items?namespace=memories/{ana}&key=shopping"),
    agent("search_items", "POST /store/items/search", {"namespace_prefix": "memories/{ana}", "query": "rice"}),
    agent("list_keys", "GET /store/keys?namespace=memories/{ana}"),
    agent("list_namespaces", "POST /store/namespaces", {"max_depth": 2}),
    agent("delete_item", "DELETE /store/items?namespace=memories/{ana}&key=shopping"),
    # Tasks and checkpoints
    agent(
        "create_task",
        "POST /tasks",
        {"user_id": "{ana}", "title": "Order the mushrooms", "status": "pending"},
        keeps={"task": "id"},
    ),
    agent("list_tasks", "GET /tasks?user_id={ana}"),
    agent("get_task", "GET /tasks/{task}"),
    agent("change_task", "PATCH /tasks/{task}", {"status": "in_progress"}),
    agent(
        "save_checkpoint",
        "PUT /users/{ana}/checkpoints/dinner",
        {"checkpoint_id": "1f0a1f4e-0000-6000-8000-000000000001", "checkpoint": STATE},
    ),
    agent("load_checkpoint", "GET /users/{ana}/checkpoints/dinner"),
    agent("list_checkpoints", "GET /users/{ana}/checkpoints/dinner/history"),
    agent(
        "put_writes",
        "POST /users/{ana}/checkpoints/dinner/writes",
        {
            "checkpoint_id": "1f0a1f4e-0000-6000-8000-000000000001",
            "task_id": "shop",
            "writes": [{"idx": 0, "channel": "bought", "value": "mushrooms"}],
        },
    ),
    agent(
        "list_writes",
        "GET /users/{ana}/checkpoints/dinner/writes?checkpoint_id=1f0a1f4e-0000-6000-8000-000000000001",
    ),
    agent("copy_checkpoints", "POST /users/{ana}/checkpoints/dinner/copy", {"to_thread_id": "dinner-2"}),
    agent("list_checkpoint_threads", "GET /users/{ana}/checkpoints"),
    agent("prune_checkpoints", "POST /users/{ana}/checkpoints/dinner/prune", {"keep_last": 1}),
    agent("delete_runs", "DELETE /users/{ana}/checkpoints?run_id=1f0a1f4e-0000-6000-8000-0000000000aa"),
    agent("delete_checkpoints", "DELETE /users/{ana}/checkpoints/dinner-2"),
    # Administration
    agent(
        "add_webhook",
        "POST /webhooks",
        {"url": "https://example.com/hook"},
        keeps={"hook": "id"},
    ),
    person("list_webhooks", "GET /webhooks"),
    person("remove_webhook", "DELETE /webhooks/{hook}"),
    person(
        "add_grant",
        "POST /grants",
        {"agent_id": "{planner}", "user_id": "{ben}"},
        keeps={"grant": "id"},
        named="to-read-and-write",
    ),
    person(
        "add_grant",
        "POST /grants",
        {"agent_id": "{planner}", "user_id": "{ana}", "can_read": True, "can_write": False},
        named="to-read-only",
    ),
    person("list_grants", "GET /grants"),
    person("revoke_grant", "DELETE /grants/{grant}"),
    person("list_events", "GET /events?limit=2"),
    person("count_events", "GET /events/counts"),
    person("export_person", "GET /users/{ben}/export"),
    person("erase_user", "POST /users/{ben}/erase", {"confirmation": "Ben"}),
    person("erasure_receipt", "GET /users/{ben}/erase"),
]
