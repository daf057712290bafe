"""The record of one decision: the sections and fields of ISO/IEC TS 27560:2023 that apply, and the product's own."""

import hashlib
import json
from typing import Any

from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import SHOWN, hash_shown
from consent.policies.delegation import fields_of
from providers import statements
from workspaces import scope
from workspaces.models import Workspace

SCHEMA = "ISO/IEC TS 27560:2023, memory server record 1"
PURPOSE = "To remember this about the person, and to give it to the assistants that may read it."
RETENTION = "Until it is forgotten, withdrawn or erased; 30 days later nothing of it is left."
WITHDRAWAL = "On the page of earlier decisions, or by POST /api/v1/proposals/{id}/withdraw with the person's login."
RIGHTS = ("access", "correction", "withdrawal", "erasure", "portability")
EVENT_STATES = {
    Verdict.APPROVE: "given",
    Verdict.AMEND: "given, as corrected by the person",
    Verdict.REJECT: "refused",
    Verdict.WITHDRAW: "withdrawn",
    Verdict.EXPIRE: "expired",
}
AMENDED_BY_REVIEWER = "given, as corrected by a reviewer"
EVENT_TYPES = {Method.CHAT: "explicit, relayed by an agent", Method.CLOCK: "none"}


def disclosure_of(proposal: Proposal, *, salt: str, value: str) -> dict[str, Any]:
    """Return the values that the record's hashes cover: `value` is the one decided about."""
    return {"salt": salt, "new_value": value, "shown": {name: getattr(proposal, name) for name in SHOWN}}


def hashes_of(disclosure: dict[str, Any]) -> dict[str, str]:
    """Return the record's salted hashes of a disclosure."""
    salt, shown = disclosure["salt"], disclosure["shown"]
    return {
        "old_value_hash": salted(salt, shown["old_value"]),
        "new_value_hash": salted(salt, disclosure["new_value"]),
        "proposal_hash": salted(salt, shown["change_hash"]),
        "shown_hash": salted(salt, hash_shown(shown)),
    }


def record_of(decision: Decision, proposal: Proposal, disclosure: dict[str, Any]) -> dict[str, Any]:
    """Return the receipt's record, without any value."""
    workspace = Workspace.objects.select_related("organization").get(id=scope.current_workspace_id())
    return {
        "schema_version": SCHEMA,
        "record_id": str(decision.id),
        "pii_principal_id": str(proposal.person_id) if proposal.person_id else None,
        "pii_processing": _processing(proposal, workspace),
        "party_identification": _parties(proposal, workspace),
        "event": _event(decision, proposal),
        "change": _change(proposal) | hashes_of(disclosure),
    }


def hash_record(record: dict[str, Any]) -> str:
    return hashlib.sha256(canonical(record)).hexdigest()


def canonical(record: dict[str, Any]) -> bytes:
    """Return the bytes that are hashed and signed."""
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def salted(salt: str, value: str) -> str:
    """Return the SHA-256 of salt and value, hexadecimal. Only with the salt does it prove the value."""
    return hashlib.sha256(f"{salt}\x1f{value}".encode()).hexdigest()


def _processing(proposal: Proposal, workspace: Workspace) -> dict[str, Any]:
    return {
        "language": "en",
        "purposes": [{"purpose": PURPOSE, "lawful_basis": "consent", "pii_information": [_information(proposal)]}],
        "pii_controllers": [str(workspace.organization_id)],
        "collection_method": f"Asked for by {proposal.actor_label}",
        "processing_method": "Stored and retrieved for assistants",
        "retention_period": RETENTION,
        "recipient_third_parties": [],
        "withdrawal_method": WITHDRAWAL.replace("{id}", str(proposal.id)),
        "privacy_rights": list(RIGHTS),
    }


def _information(proposal: Proposal) -> dict[str, Any]:
    return {
        "pii_type": proposal.category,
        "pii_attribute_id": proposal.field_name,
        "sensitive": any(statements.is_sensitive(*field) for field in fields_of(proposal)),
    }


def _parties(proposal: Proposal, workspace: Workspace) -> list[dict[str, Any]]:
    return [
        {
            "party_id": str(workspace.organization_id),
            "party_name": workspace.organization.name,
            "party_role": "pii_controller",
        },
        {"party_id": str(proposal.person_id), "party_role": "pii_principal"},
        {"party_id": str(proposal.agent_id), "party_name": proposal.actor_label, "party_role": "asked for it"},
    ]


def _event(decision: Decision, proposal: Proposal) -> dict[str, Any]:
    given = decision.verdict in (Verdict.APPROVE, Verdict.AMEND)
    return {
        "event_time": decision.created_at.isoformat(),
        "event_type": EVENT_TYPES.get(Method(decision.method), "explicit"),
        "event_state": AMENDED_BY_REVIEWER
        if decision.is_in_words_of_staff
        else EVENT_STATES[Verdict(decision.verdict)],
        "consent_method": decision.method,
        "entity_id": str(decision.account_id) if decision.account_id else None,
        "relayed_by_key": str(decision.key_id) if decision.key_id else None,
        "relayed_turn": str(decision.turn_id) if decision.turn_id else None,
        "reason": decision.reason,
        **({"own_request": True} if decision.is_own_request else {}),
        "validity_duration": "until withdrawn" if given else None,
    }


def _change(proposal: Proposal) -> dict[str, Any]:
    return {
        "proposal_id": str(proposal.id),
        "field": proposal.field_name,
        "memory_id": str(proposal.memory_id) if proposal.memory_id else None,
        "base_version": proposal.base_version,
        "agent_id": str(proposal.agent_id) if proposal.agent_id else None,
        "key_id": str(proposal.key_id) if proposal.key_id else None,
        "asked_at": proposal.created_at.isoformat(),
        "expires_at": proposal.expires_at.isoformat(),
    }
