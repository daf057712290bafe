#!/usr/bin/env python
import argparse
import errno
import os
import sys

from django.core.management import execute_from_command_line

UNWRITABLE = {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR}


def apply_data_dir() -> None:
    """Hand `up --data-dir DIR` to the settings, which are read before any command is."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data-dir")
    options, _ = parser.parse_known_args()
    if options.data_dir:
        os.environ["DATA_DIR"] = options.data_dir


def explain(problem: OSError) -> None:
    """End with one sentence where a setting's file cannot be read, or the data folder of `up` cannot be written; raise
    anything else."""
    for name, value in os.environ.items():
        if name.endswith("_FILE") and value == problem.filename:
            sys.exit(f"{value}, which {name} names, cannot be read ({problem.strerror}).")
    if sys.argv[1:2] != ["up"] or problem.errno not in UNWRITABLE or not problem.filename:
        raise problem
    sys.exit(
        f"{problem.filename} cannot be written ({problem.strerror}): make the data folder writable for this account, "
        "or choose another by DATA_DIR or --data-dir."
    )


if __name__ == "__main__":
    apply_data_dir()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
    try:
        execute_from_command_line(sys.argv)
    except OSError as problem:
        explain(problem)
