"""One complete object of each type, as its source would send it."""

ANA = {"id": "u1", "display_name": "Ana", "handle": "ana"}
BEN = {"id": "u2", "display_name": "Ben"}


def comment(body, *, at="2025-02-01T10:00:00Z", author=BEN, **fields):
    return {"kind": "comment", "id": at, "body": body, "author": author, "created_at": at, **fields}


def review(body, state="approved", *, at="2025-02-02T10:00:00Z", author=BEN):
    return {"kind": "review", "id": at, "state": state, "body": body, "author": author, "submitted_at": at}


def pull_request(**fields):
    return {
        "type": "pull_request",
        "number": 7,
        "repository": "acme/app",
        "branch": {"base": "main", "head": "retries"},
        "stats": {"additions": 40, "deletions": 2, "changed_files": 3, "commits": 2},
        "reviewers": [BEN],
        "labels": ["uploads", "backend"],
        "body": "Uploads are tried three times before they fail.",
        "timeline": [
            review("The backoff reads well."),
            comment("Should the limit be a setting?", path="upload/retry.py", line=12),
            {"kind": "event", "name": "ready_for_review", "actor": ANA, "occurred_at": "2025-02-01T09:00:00Z"},
        ],
        "code_context": [{"path": "upload/retry.py", "language": "python", "text": "# three times\nLIMIT = 3"}],
        **fields,
    }


def issue(**fields):
    return {
        "type": "issue",
        "number": 12,
        "repository": "acme/app",
        "body": "Large uploads stop half way.",
        "assignees": [ANA],
        "labels": ["bug"],
        "milestone": "Spring",
        "timeline": [comment("It happens above two gigabytes.")],
        **fields,
    }


def message(**fields):
    return {
        "type": "message",
        "channel": "#releases",
        "thread_id": "1738.1",
        "body": "The release moves to Friday.",
        "mentions": [BEN],
        "attachments": [{"title": "Plan", "text": "Freeze on Wednesday."}],
        "replies": [comment("Then the notes can wait.")],
        **fields,
    }


def doc_page(**fields):
    return {
        "type": "doc_page",
        "path": ["Handbook", "Uploads"],
        "body": "How uploads work.",
        "sections": [{"heading": "Retries", "body": "Three times, with a growing pause."}],
        "properties": {"Status": "current"},
        **fields,
    }


def ticket(**fields):
    return {
        "type": "ticket",
        "identifier": "UPL-31",
        "team": "Uploads",
        "priority": "high",
        "estimate": 3,
        "assignee": ANA,
        "body": "Make the retry limit a setting.",
        "timeline": [comment("Planned for the next cycle.")],
        **fields,
    }


def custom(**fields):
    return {
        "type": "custom",
        "body": "Minutes of the planning.",
        "sections": [{"heading": "Decisions", "body": "Ship on Friday."}],
        "fields": {"room": "blue", "attendance": {"count": 5}},
        **fields,
    }


ALL = {
    "pull_request": pull_request,
    "issue": issue,
    "message": message,
    "doc_page": doc_page,
    "ticket": ticket,
    "custom": custom,
}
