"""Takes secret-like values out of what is about to be stored or logged (003, trust boundary).

Every pattern runs on google-re2, in time linear in the text. What was found is noted by kind and count, never by value.
"""

from providers.redaction.redact import MARK, Finding, Redacted, findings_in, redact, redact_json

__all__ = ["MARK", "Finding", "Redacted", "findings_in", "redact", "redact_json"]
