"""The tables with a person's content. Every table of the database is listed: to be erased, or with why it stays."""

from collections.abc import Callable
from uuid import UUID

from django.apps import apps
from django.db.models import F, Model, Q, QuerySet

from memories.models import History
from retrieval.models import RetrievalEvent

Condition = Callable[[UUID], Q]


def _theirs(*paths: str) -> Condition:
    """Rows that refer to the person by one of these paths."""

    def condition(person_id: UUID) -> Q:
        found = Q()
        for path in paths:
            found |= Q(**{path: person_id})
        return found

    return condition


def _salts(person_id: UUID) -> Q:
    return Q(history_id__in=History.objects.filter(person_id=person_id).values("id"))


def _provenance(person_id: UUID) -> Q:
    events = RetrievalEvent.objects.filter(person_id=person_id).values("id")
    return Q(memory__person_id=person_id) | Q(artifact__person_id=person_id) | Q(retrieval_event_id__in=events)


PERSON = _theirs("person_id")
MEMORY = _theirs("memory__person_id")
# Destroyed by the purge of memories, with a row of History for each; counted here.
WITH_MEMORIES: dict[str, Condition] = {
    "memories.Memory": PERSON,
    "memories.MemoryVersion": MEMORY,
    "memories.Fact": PERSON,
    "memories.SourceName": MEMORY,
    "memories.SourceReference": MEMORY,
    "memories.Relation": _theirs("from_memory__person_id", "to_memory__person_id"),
    "memories.Merge": _theirs("kept__person_id", "absorbed__person_id"),
}
# The rest, in this order: a table follows those whose conditions refer to it.
ERASED: dict[str, Condition] = {
    "memories.Embedding": _theirs("chunk__person_id", "chunk__turn__person_id"),
    "memories.Chunk": _theirs("person_id", "turn__person_id"),
    "memories.ArtifactLink": _theirs("memory__person_id", "artifact__person_id"),
    "memories.Provenance": _provenance,
    "memories.Artifact": PERSON,
    "memories.HistorySalt": _salts,
    "memories.OperationalEvent": PERSON,
    "memories.PairFingerprint": PERSON,
    "memories.DependencyReview": PERSON,
    "consent.Receipt": _theirs("decision__person_id", "decision__proposal__person_id"),
    "consent.Notice": _theirs("proposal__person_id"),
    "consent.AcknowledgementCode": _theirs("proposal__person_id"),
    "consent.Decision": _theirs("person_id", "proposal__person_id"),
    "consent.Proposal": PERSON,
    "consent.Policy": _theirs("person_id", "about_person_id"),
    "consent.Signal": PERSON,
    "operations.Outbox": PERSON,
    "operations.ImportRun": PERSON,
    "operations.PushDevice": PERSON,
    "intelligence.Budget": PERSON,
    "retrieval.RetrievalEvent": PERSON,
    "retrieval.LexemeStatistics": PERSON,
    "conversations.Task": _theirs("person_id", "session__person_id"),
    "conversations.CheckpointWrite": PERSON,
    "conversations.Checkpoint": PERSON,
    "conversations.ChangeLog": PERSON,
    "conversations.ThreadReader": PERSON,
    "conversations.ThreadRevision": PERSON,
    "conversations.Speaker": PERSON,
    "conversations.Turn": PERSON,
    "conversations.WithheldValue": PERSON,
    "conversations.Session": PERSON,
    "workspaces.Grant": PERSON,
    "workspaces.Exclusion": PERSON,
    "workspaces.Invitation": PERSON,
}
# Erased by `erase_person` itself: stored answers of repeated requests, the link to a login, the person.
BY_HAND = ("interfaces.IdempotencyRecord", "workspaces.Membership", "workspaces.Person")
KEPT: dict[str, str] = {
    "memories_history": "Records that something happened, not what; sealed, so that nothing can be removed unnoticed.",
    "memories_sealentry": "Hashes of the history's rows.",
    "memories_auditseal": "Signed heads over those hashes.",
    "memories_memoryaccess": "Ids of memories that were shown; counted and gone within minutes.",
    "memories_embeddingmodel": "Names of models.",
    "operations_tombstone": "That a person was erased, without a name.",
    "operations_webhookendpoint": "Addresses of agents.",
    "operations_jobrun": "Names of jobs and counts; of an error its class alone.",
    "operations_schedule": "When jobs run.",
    "operations_worker": "When a worker was last seen.",
    "interfaces_throttlewindow": "Counts of requests.",
    "workspaces_installation": "A fingerprint of the hosts' common key.",
    "workspaces_organization": "The customer.",
    "workspaces_workspace": "The tenant.",
    "workspaces_quota": "Bounds of a workspace.",
    "workspaces_usage": "Counts of a workspace.",
    "workspaces_agent": "Programs.",
    "workspaces_apikey": "Hashes of programs' keys.",
    "workspaces_category": "Names of categories.",
    "consent_fieldalias": "Other names of fields, the same for everybody.",
    "workspaces_allowlist": "Which role sees which category.",
    "workspaces_account": "A login belongs to whoever signs in; deleting it is the administration's.",
    "workspaces_account_groups": "Of logins.",
    "workspaces_account_user_permissions": "Of logins.",
    "account_emailaddress": "Of logins.",
    "account_emailconfirmation": "Of logins.",
    "mfa_authenticator": "Of logins.",
    "socialaccount_socialaccount": "Of logins: who they are to their organization's sign-in.",
    "socialaccount_socialapp": "Not written to.",
    "socialaccount_socialtoken": "Not written to.",
    "allauth_idp_oidc_client": "Programs that asked for access.",
    "allauth_idp_oidc_token": "Hashes of what programs were given by logins.",
    "django_session": "Logins that are open: ids alone.",
    "django_admin_log": "Not written to.",
    "django_content_type": "Names of tables.",
    "django_migrations": "Names of migrations.",
    "auth_group": "Of logins.",
    "auth_group_permissions": "Of logins.",
    "auth_permission": "Of logins.",
    "django_q_ormq": "Names and ids of jobs that wait.",
    "django_q_schedule": "When jobs run.",
    "django_q_task": "Names of jobs that ran; they return nothing.",
    "cache": "Counts of requests and of attempts to sign in.",
}


# Counted without what the person deleted before, of which empty rows are left and receipts of their own.
COUNTED: dict[str, Q] = {
    "conversations.Session": Q(erased_turns=0) | Q(turn_count__gt=F("erased_turns")),
    "conversations.Turn": Q(erased_at=None),
}


def model_of(label: str) -> type[Model]:
    return apps.get_model(label)


def rows_of(label: str, person_id: UUID) -> QuerySet[Model]:
    """A person's rows of one table. Runs in the entered scope."""
    return model_of(label)._default_manager.filter((WITH_MEMORIES | ERASED)[label](person_id))


def count_rows(person_id: UUID) -> dict[str, int]:
    """Count the person's rows by table, without empty tables. Runs in the entered scope."""
    counts = {
        label: rows_of(label, person_id).filter(COUNTED.get(label, Q())).distinct().count()
        for label in WITH_MEMORIES | ERASED
    }
    return {label: count for label, count in counts.items() if count}
