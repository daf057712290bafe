"""Checks the server's texts against the writing rules (001 §9), and counts those that pass unchanged (R8)."""

from datetime import datetime
from uuid import UUID

from intelligence.models import Budget, Kind
from memories.writing_rules import CheckedText, NotWritable, Style, check_writing
from workspaces import scope

QUOTATION = ' said: "'


def checked(text: str, *, style: Style, workspace_id: UUID, now: datetime) -> str:
    """Return the text, trimmed as the rules require. Raises NotWritable. Call it outside any scope."""
    found = _check(text, style)
    passed = isinstance(found, CheckedText) and not found.is_trimmed
    with scope.enter(workspace_id):
        counted = {Kind.TEXTS: True, Kind.PASSED: passed, Kind.QUOTED: QUOTATION in text}
        for kind, is_so in counted.items():
            if is_so:
                Budget.objects.take(kind, 1, now=now)
    if isinstance(found, NotWritable):
        raise found
    return found.text


def _check(text: str, style: Style) -> CheckedText | NotWritable:
    try:
        return check_writing(text, style=style)
    except NotWritable as broken:
        return broken
