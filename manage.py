#!/usr/bin/env python
import argparse
import os
import sys

from django.core.management import execute_from_command_line


def apply_data_dir() -> None:
    """Hand `up --data-dir DIR` to the settings, which are read before any command is."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data-dir")
    options, _ = parser.parse_known_args()
    if options.data_dir:
        os.environ["DATA_DIR"] = options.data_dir


if __name__ == "__main__":
    apply_data_dir()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
    execute_from_command_line(sys.argv)
