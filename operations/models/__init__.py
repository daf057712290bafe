from operations.models.job import JobRun, Schedule

__all__ = ["JobRun", "Schedule"]
