from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from interfaces.rest.pagination import Page
from interfaces.rest.parsing import Input
from operations.models import WebhookEndpoint
from providers.schema import Flag


class NewWebhook(Input):
    """Where an agent is to hear what became of its proposals. `agent_id` is needed from staff; a key means its own."""

    url: str = Field(min_length=1, max_length=1_024, description="https://, on the public internet.")
    agent_id: UUID | None = None


class WebhookOut(BaseModel):
    """`secret` (Standard Webhooks, whsec_...) is told once, when it is added."""

    id: UUID
    agent_id: UUID
    url: str
    created_at: datetime
    disabled_at: datetime | None
    disabled_because: str
    secret: str | None = None


class WebhookPage(Page[WebhookOut]):
    pass


class MailChoices(Input):
    """Which mail a person wants about questions that wait: once a day when there are new ones, and before they end."""

    digest: Flag
    reminders: Flag


class MailChoicesOut(BaseModel):
    digest: bool
    reminders: bool


def webhook_out(endpoint: WebhookEndpoint, *, secret: str | None = None) -> WebhookOut:
    copied = WebhookOut.model_fields.keys() - {"secret"}
    return WebhookOut(**{name: getattr(endpoint, name) for name in copied}, secret=secret)
