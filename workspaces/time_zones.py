"""Time zones by the names of the IANA database."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def first_zone(*names: str) -> ZoneInfo:
    """The first that is known here; UTC if none is."""
    for name in filter(None, names):
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    return ZoneInfo("UTC")
