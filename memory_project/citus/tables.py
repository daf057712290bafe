"""Where each table lies in a Citus cluster; a test compares it with the catalogue.

`DISTRIBUTED`: the rows of a workspace together on one node, by `workspace_id`. `REFERENCE`: what those refer to or are
read with, a copy on each node. `LOCAL`: everything else, on the coordinator. A new table belongs into one of them.
"""

# Each after those that it refers to.
REFERENCE = (
    "workspaces_organization", "workspaces_account", "workspaces_workspace", "memories_embeddingmodel",
    "workspaces_membership", "mfa_authenticator",
)  # fmt: skip

DISTRIBUTED = (
    "consent_acknowledgementcode", "consent_decision", "consent_fieldalias", "consent_notice", "consent_policy",
    "consent_proposal", "consent_receipt", "consent_signal", "conversations_changelog", "conversations_checkpoint",
    "conversations_checkpointwrite", "conversations_session", "conversations_speaker", "conversations_task",
    "conversations_threadreader", "conversations_threadrevision", "conversations_turn", "conversations_withheldvalue",
    "intelligence_budget", "interfaces_idempotencyrecord", "memories_artifact", "memories_artifactlink",
    "memories_auditseal", "memories_chunk", "memories_dependencyreview", "memories_embedding", "memories_fact",
    "memories_history", "memories_historysalt", "memories_memory", "memories_memoryaccess", "memories_memoryversion",
    "memories_merge", "memories_operationalevent", "memories_pairfingerprint", "memories_provenance",
    "memories_relation", "memories_sealentry", "memories_sourcename", "memories_sourcereference",
    "operations_importrun", "operations_outbox", "operations_pushdevice", "operations_tombstone",
    "operations_webhookendpoint", "retrieval_lexemestatistics", "retrieval_retrievalevent", "workspaces_agent",
    "workspaces_allowlist", "workspaces_apikey", "workspaces_category", "workspaces_exclusion", "workspaces_grant",
    "workspaces_invitation", "workspaces_person", "workspaces_quota", "workspaces_usage",
)  # fmt: skip

LOCAL = (
    "account_emailaddress", "account_emailconfirmation", "allauth_idp_oidc_client", "allauth_idp_oidc_token",
    "auth_group", "auth_group_permissions", "auth_permission", "cache", "django_admin_log", "django_content_type",
    "django_migrations", "django_q_ormq", "django_q_schedule", "django_q_task", "django_session",
    "interfaces_throttlewindow", "operations_jobrun", "operations_schedule", "operations_worker",
    "socialaccount_socialaccount", "socialaccount_socialapp", "socialaccount_socialtoken",
    "workspaces_account_groups", "workspaces_account_user_permissions", "workspaces_installation",
)  # fmt: skip
