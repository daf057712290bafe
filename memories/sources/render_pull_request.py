from collections.abc import Iterator

from memories.sources.payloads import CodeContext, PullRequestPayload, Review
from memories.sources.sections import Section, body, comments, details, events


def render_pull_request(payload: PullRequestPayload) -> Iterator[Section]:
    """Body, reviews, latest comments, code context, as 004 lists them."""
    yield body(payload.body)
    yield _reviews(payload)
    yield comments(payload.timeline)
    yield events(payload.timeline)
    yield from (_code(context) for context in payload.code_context)
    yield _details(payload)


def _reviews(payload: PullRequestPayload) -> Section:
    found = sorted((i for i in payload.timeline if isinstance(i, Review)), key=lambda review: review.submitted_at)
    lines = [f"{r.author.display_name} ({r.state.replace('_', ' ')}): {r.body.strip()}".rstrip(": ") for r in found]
    return Section("Reviews", "\n\n".join(lines))


def _code(context: CodeContext) -> Section:
    return Section(context.path, f"```{context.language}\n{context.text.rstrip()}\n```")


def _details(payload: PullRequestPayload) -> Section:
    stats = payload.stats
    return details(
        [
            ("Pull request", f"{payload.repository}#{payload.number}"),
            ("Branch", f"{payload.branch.head} into {payload.branch.base}"),
            ("Changes", f"{stats.changed_files} files, +{stats.additions} -{stats.deletions}, {stats.commits} commits"),
            ("Labels", ", ".join(payload.labels)),
            ("Reviewers", ", ".join(reviewer.display_name for reviewer in payload.reviewers)),
        ]
    )
