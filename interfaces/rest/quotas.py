"""What the workspace may use at most, and what it uses."""

from typing import Annotated

from pydantic import Field, StrictInt

from intelligence.model_access import tokens_used
from interfaces.rest.operation import operation
from interfaces.rest.problems import Forbidden
from interfaces.rest.schemas import Input, Output
from interfaces.rest.views import RestView
from workspaces.models import Quota, Usage

Bound = Annotated[StrictInt, Field(ge=0)]
MOST_A_MINUTE = 2**31 - 1  # the column's maximum


class QuotaChange(Input):
    """Bounds to set; null lifts one, and what is left out stays as it is."""

    memories: Bound | None = Field(default=None, description="Memories, forgotten ones until they are destroyed.")
    storage_bytes: Bound | None = Field(default=None, description="Bytes of memories, messages and files.")
    requests_per_minute: Annotated[StrictInt, Field(ge=0, le=MOST_A_MINUTE)] | None = Field(
        default=None, description="Requests of all keys of the workspace together."
    )
    tokens_per_day: Bound | None = Field(default=None, description="Tokens of the language model on a day (UTC).")


class BoundOut(Output):
    """A bound and what is in use."""

    limit: int | None = Field(description="Null without a bound.")
    used: int | None = Field(default=None, description="Null where it is not counted: requests.")


class QuotaOut(Output):
    """Each bound of the workspace, with what is in use."""

    memories: BoundOut = Field(description="Memories, forgotten ones until they are destroyed.")
    storage_bytes: BoundOut = Field(description="Bytes of memories, messages and files.")
    requests_per_minute: BoundOut = Field(description="Requests of all keys of the workspace together.")
    tokens_per_day: BoundOut = Field(description="Tokens of the language model today (UTC).")


class OneQuota(RestView):
    """Staff read it; whoever runs the installation changes it."""

    @operation("get_quota")
    def get(self) -> QuotaOut:
        """What the workspace may use at most, and what it uses."""
        if self.principal.staff is None:
            raise Forbidden("Quotas are read by the workspace's staff, with their login.")
        with self.scope():
            return self._quota(Quota.objects.first() or Quota())

    @operation("set_quota")
    def patch(self, body: QuotaChange) -> QuotaOut:
        """Change what the workspace may use at most; for superusers of the installation."""
        if not self.principal.runs_installation:
            raise Forbidden("Quotas are changed by those who run the installation, with a superuser's login.")
        with self.scope():
            quota, is_new = Quota.objects.update_or_create(defaults=body.model_dump(exclude_unset=True))
            self.record(quota, "added" if is_new else "changed")
            return self._quota(quota)

    def _quota(self, quota: Quota) -> QuotaOut:
        used = Usage.objects.total()
        return QuotaOut(
            memories=BoundOut(limit=quota.memories, used=used.memories),
            storage_bytes=BoundOut(limit=quota.storage_bytes, used=used.storage_bytes),
            requests_per_minute=BoundOut(limit=quota.requests_per_minute),
            tokens_per_day=BoundOut(limit=quota.tokens_per_day, used=tokens_used(now=self.now)),
        )
