"""What `make audit` runs: is a fault known of anything that is locked? Asks PyPI, by pip-audit; and says so where it got no answer.

Ends with 1 if there is a fault, with 2 if something could not be checked.
"""

import json
import subprocess
import sys
from pathlib import Path

LOCKS = ("requirements-dev.lock", "requirements-tools.lock")
"""What is installed: the first one includes what is served."""


def main() -> int:
    """Print what is known."""
    audit = Path(sys.executable).with_name("pip-audit")
    locks = [part for lock in LOCKS for part in ("-r", lock)]
    quiet = ["--format", "json", "--progress-spinner", "off", "--require-hashes", "--disable-pip"]
    done = subprocess.run([audit, *quiet, *locks], capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(done.stderr.strip())
        print("Nothing was checked: PyPI's list of known faults cannot be reached from here.")
        return 2
    return told(found)


def told(found: list[dict]) -> int:
    """Print each fault, and what is not known; how the program is to end."""
    skipped = [each for each in found if "skip_reason" in each]
    faulty = [each for each in found if each.get("vulns")]
    for each in faulty:
        for fault in each["vulns"]:
            mended = ", ".join(fault.get("fix_versions", ())) or "no version yet"
            print(f"{each['name']} {each['version']}: {fault['id']}, mended in {mended}")
    if skipped:
        print(f"Not checked: {len(skipped)} of {len(found)} packages. The first reason: {skipped[0]['skip_reason']}")
        print("PyPI's list of known faults was not reached, or does not know them; run this where it can be.")
    print(f"{len(found) - len(skipped)} packages were checked, {len(faulty)} of them have a known fault.")
    return 1 if faulty else 2 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
