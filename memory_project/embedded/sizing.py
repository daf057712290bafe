"""The server's settings, as far as they differ from PostgreSQL's own, sized from this machine's memory."""

import os
import shlex
import shutil
from pathlib import Path

MB = 1024 * 1024
CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 -- only asked for its free space


def memory_bytes() -> int:
    """Return the memory of this machine, or of this container where that is less."""
    installed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    limits = [path.read_text().strip() for path in CGROUP_LIMITS if path.exists()]
    return min([installed, *(int(limit) for limit in limits if limit.isdigit())])


def server_settings(socket_dir: Path) -> dict[str, str]:
    """Return settings for `postgres -c`: an eighth of the memory for shared buffers, others live here too."""
    memory_mb = memory_bytes() // MB
    maintenance_mb = min(max(memory_mb // 32, 64), 1024)
    return {
        "listen_addresses": "",
        "unix_socket_directories": str(socket_dir),
        "unix_socket_permissions": "0700",
        "max_connections": "100",
        "shared_buffers": f"{min(max(memory_mb // 8, 64), 2048)}MB",
        "effective_cache_size": f"{max(memory_mb // 2, 256)}MB",
        "work_mem": "16MB",
        "maintenance_work_mem": f"{maintenance_mb}MB",
        "dynamic_shared_memory_type": dynamic_shared_memory(2 * maintenance_mb * MB),
        "random_page_cost": "1.1",
        "max_wal_size": "2GB",
        # Statements that are planned once read a new table by any index until it has statistics.
        "autovacuum_naptime": "15s",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "logging_collector": "on",
        "log_filename": "postgresql-%a.log",
        "log_truncate_on_rotation": "on",
        # Statements and details quote what people said; the application logs which request failed.
        "log_min_error_statement": "panic",
        "log_error_verbosity": "terse",
        # As the other processes' lines begin. Not `jsonlog`: it tells details whatever the verbosity.
        "log_line_prefix": 'timestamp="%m" process=%p sqlstate=%e ',
        "log_rotation_size": "0",
    }


def dynamic_shared_memory(needed_bytes: int) -> str:
    """Parallel index builds work in /dev/shm, which containers keep at 64 MB: else in the cluster's files."""
    if SHARED_MEMORY.is_dir() and shutil.disk_usage(SHARED_MEMORY).free > needed_bytes:
        return "posix"
    return "mmap"


def as_options(settings: dict[str, str]) -> str:
    """Return `settings` as pg_ctl's `-o` wants them: it hands them to a shell."""
    return " ".join(f"-c {name}={shlex.quote(value)}" for name, value in settings.items())
