from uuid_utils.compat import uuid7

from workspaces.models.account import Account
from workspaces.models.agent import Agent, ApiKey
from workspaces.models.category import Allowlist, Category
from workspaces.models.grant import Exclusion, Grant
from workspaces.models.installation import ForeignSecretKey, Installation
from workspaces.models.invitation import Invitation
from workspaces.models.membership import Membership
from workspaces.models.organization import Organization, Workspace
from workspaces.models.person import Person
from workspaces.models.quota import Quota, QuotaExceeded, Usage
from workspaces.models.tenant import TenantForeignKey, TenantModel

__all__ = [
    "Account",
    "Agent",
    "Allowlist",
    "ApiKey",
    "Category",
    "Exclusion",
    "ForeignSecretKey",
    "Grant",
    "Installation",
    "Invitation",
    "Membership",
    "Organization",
    "Person",
    "Quota",
    "QuotaExceeded",
    "TenantForeignKey",
    "TenantModel",
    "Usage",
    "Workspace",
    "uuid7",
]
