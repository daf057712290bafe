"""Removes secret-like values from anything about to be stored or logged (003, trust boundary).

Every pattern runs on google-re2, in time linear in the text. Findings are reported by kind and count, never by value.
"""

from providers.redaction.redact import MARK, Finding, Redacted, findings_in, redact, redact_json

__all__ = ["MARK", "Finding", "Redacted", "findings_in", "redact", "redact_json"]
