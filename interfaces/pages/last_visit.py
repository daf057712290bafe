"""Since when somebody has not looked: a cookie, for looking changes nothing on the server."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "timeline_seen"
DAYS = 180
# Within one visit the mark stays where it was, so that reloading a page does not make its news old.
VISIT = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Visits:
    """`since` is when the visit before this one ended, None at the first; `seen_at` is the latest look."""

    since: datetime | None
    seen_at: datetime

    @classmethod
    def of(cls, request: HttpRequest, *, now: datetime) -> "Visits":
        """A cookie that cannot be read is none."""
        since, _, seen = request.COOKIES.get(COOKIE, "").partition("_")
        seen_at = _moment(seen)
        if seen_at is None or seen_at > now:
            return cls(None, now)
        return cls(_moment(since) if now - seen_at < VISIT else seen_at, now)

    def keep(self, response: HttpResponse) -> None:
        value = f"{self.since.timestamp() if self.since else ''}_{self.seen_at.timestamp()}"
        response.set_cookie(
            COOKIE, value, max_age=DAYS * 86_400, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
        )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromtimestamp(float(text), UTC)
    except (ValueError, OverflowError, OSError):
        return None
