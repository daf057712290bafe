"""Ask for known vulnerabilities of each package of requirements.lock. Run from the project's folder; needs uv.

pip-audit ends well also where it could ask about no package at all, with a mirror or without a connection. Here it is
counted: exit code 1 where there are vulnerabilities, 2 where a package could not be asked about.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOCK = Path("requirements.lock")
AUDIT = ["-m", "uv", "tool", "run", "--quiet", "pip-audit==2.10.1", "--require-hashes", "--disable-pip", "-f", "json"]
FOUND, NOT_ASKED = 1, 2


def main() -> int:
    done = subprocess.run([sys.executable, *AUDIT, "-r", str(LOCK)], check=False, capture_output=True, text=True)  # noqa: S603
    if not done.stdout:
        print(f"Nothing was audited. pip-audit said:\n{done.stderr[-2000:]}")
        return NOT_ASKED
    return judge(json.loads(done.stdout)["dependencies"])


def judge(packages: list[dict[str, Any]]) -> int:
    """Tell what pip-audit's report says of these packages; returns the exit code."""
    skipped = [one["name"] for one in packages if "skip_reason" in one]
    print(f"{len(packages) - len(skipped)} of {len(packages)} packages were audited.")
    if skipped:
        print("Not audited: " + ", ".join(skipped))
    found = [line for one in packages for line in vulnerabilities(one)]
    print("\n".join(found) or "No known vulnerabilities in what was audited.")
    return FOUND if found else NOT_ASKED if skipped or not packages else 0


def vulnerabilities(package: dict[str, Any]) -> Iterator[str]:
    for one in package.get("vulns", ()):
        fixed = ", ".join(one["fix_versions"]) or "no version yet"
        yield f"{package['name']} {package['version']}: {one['id']}, fixed in {fixed}"


if __name__ == "__main__":
    sys.exit(main())
