"""Names and descriptions of jobs for people who have not read the code."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

JOBS: dict[str, tuple[Promise, Promise]] = {
    "back_up": (gettext_lazy("Back up"), gettext_lazy("Writes the nightly backup and deletes the oldest.")),
    "close_sessions": (gettext_lazy("Close conversations"), gettext_lazy("Closes conversations that became inactive.")),
    "consolidate": (gettext_lazy("Merge duplicates"), gettext_lazy("Merges memories that say the same.")),
    "count_accesses": (gettext_lazy("Count uses"), gettext_lazy("Counts how often each memory was used.")),
    "embed_chunks": (gettext_lazy("Index memories"), gettext_lazy("Makes new memories findable by meaning.")),
    "erase_people": (gettext_lazy("Erase people"), gettext_lazy("Finishes requested erasures.")),
    "erase_workspaces": (
        gettext_lazy("Erase workspaces"),
        gettext_lazy("Erases closed workspaces when their waiting time ends."),
    ),
    "expire_proposals": (
        gettext_lazy("Expire questions"),
        gettext_lazy("Closes questions that nobody answered in time."),
    ),
    "extract_facts": (gettext_lazy("Extract facts"), gettext_lazy("Reads facts from what people said.")),
    "forget_expired": (
        gettext_lazy("Forget expired memories"),
        gettext_lazy("Forgets memories past their expiry date."),
    ),
    "forget_unused": (gettext_lazy("Forget unused memories"), gettext_lazy("Forgets what is unimportant and unused.")),
    "gain_insights": (gettext_lazy("Infer insights"), gettext_lazy("Infers preferences and moods from messages.")),
    "import_uploads": (gettext_lazy("Import files"), gettext_lazy("Tries and imports the files that staff uploaded.")),
    "index_turns": (gettext_lazy("Index messages"), gettext_lazy("Makes new messages findable by meaning.")),
    "keep_dependents": (
        gettext_lazy("Review dependents"),
        gettext_lazy("Looks again at what depends on changed memories."),
    ),
    "link_neighbours": (gettext_lazy("Link memories"), gettext_lazy("Links new memories to similar ones.")),
    "measure": (gettext_lazy("Measure"), gettext_lazy("Counts what waits, for monitoring.")),
    "note_erasures": (gettext_lazy("Log erasures"), gettext_lazy("Completes the log that outlives a restored backup.")),
    "prune_budgets": (gettext_lazy("Prune token counts"), gettext_lazy("Deletes the counts of past days.")),
    "prune_checkpoints": (gettext_lazy("Prune checkpoints"), gettext_lazy("Removes old states of agents' runs.")),
    "prune_idempotency": (gettext_lazy("Prune stored answers"), gettext_lazy("Deletes answers kept for repeats.")),
    "prune_job_runs": (gettext_lazy("Prune job runs"), gettext_lazy("Deletes records of old runs.")),
    "prune_operational_events": (gettext_lazy("Prune events"), gettext_lazy("Deletes old operational events.")),
    "prune_outbox": (gettext_lazy("Prune sent messages"), gettext_lazy("Deletes messages that were sent long ago.")),
    "prune_retrieval_events": (gettext_lazy("Prune queries"), gettext_lazy("Deletes old records of queries.")),
    "purge_chunks": (gettext_lazy("Purge old texts"), gettext_lazy("Deletes the index of replaced texts.")),
    "purge_memories": (
        gettext_lazy("Purge forgotten memories"),
        gettext_lazy("Deletes forgotten memories for good after a while."),
    ),
    "refresh_statistics": (gettext_lazy("Count words"), gettext_lazy("Counts words, to rank results.")),
    "remind_people": (gettext_lazy("Remind people"), gettext_lazy("Reminds people of questions before they expire.")),
    "seal_history": (gettext_lazy("Seal history"), gettext_lazy("Seals and signs new rows of the history.")),
    "send_digests": (gettext_lazy("Send digests"), gettext_lazy("Mails people about new questions, once a day.")),
    "send_messages": (gettext_lazy("Send messages"), gettext_lazy("Sends mail and webhooks.")),
    "send_weekly": (gettext_lazy("Send weekly mails"), gettext_lazy("Mails people what their week brought.")),
    "sweep_files": (gettext_lazy("Sweep files"), gettext_lazy("Deletes files that nothing points to.")),
    "write_episodes": (gettext_lazy("Write episodes"), gettext_lazy("Summarises long conversations.")),
}
# Jobs by purpose, in the order of the page; the last section has all other jobs.
SECTIONS: tuple[tuple[Promise, frozenset[str]], ...] = (
    (
        gettext_lazy("Remembering and forgetting"),
        frozenset(
            (
                *("close_sessions", "consolidate", "count_accesses", "embed_chunks", "extract_facts"),
                *(
                    "forget_expired",
                    "forget_unused",
                    "gain_insights",
                    "import_uploads",
                    "index_turns",
                    "keep_dependents",
                ),
                *("link_neighbours", "refresh_statistics", "write_episodes"),
            )
        ),
    ),
    (
        gettext_lazy("Questions and messages"),
        frozenset(("expire_proposals", "remind_people", "send_digests", "send_messages", "send_weekly")),
    ),
    (
        gettext_lazy("Erasing for good"),
        frozenset(("erase_people", "erase_workspaces", "note_erasures", "purge_chunks", "purge_memories")),
    ),
    (gettext_lazy("Backup, history and cleaning up"), frozenset()),
)


def section_of(job: str) -> int:
    return next((place for place, (_title, jobs) in enumerate(SECTIONS) if job in jobs), len(SECTIONS) - 1)


def title_of(job: str) -> str:
    return str(JOBS[job][0]) if job in JOBS else job.replace("_", " ").capitalize()


def about(job: str) -> str:
    return str(JOBS[job][1]) if job in JOBS else ""


def interval(seconds: int) -> str:
    """ "Every 10 minutes", in the largest unit that divides it."""
    if seconds % 86_400 == 0:
        count, text = seconds // 86_400, ngettext_lazy("Every day", "Every %(count)d days", "count")
    elif seconds % 3_600 == 0:
        count, text = seconds // 3_600, ngettext_lazy("Every hour", "Every %(count)d hours", "count")
    elif seconds % 60 == 0:
        count, text = seconds // 60, ngettext_lazy("Every minute", "Every %(count)d minutes", "count")
    else:
        count, text = seconds, ngettext_lazy("Every second", "Every %(count)d seconds", "count")
    return str(text % {"count": count})
