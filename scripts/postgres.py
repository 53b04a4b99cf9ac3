"""Finds PostgreSQL's programs for the tests, installs them where there are none, and prints where they are.

Looked for, in this order: the folder that FATHOM_POSTGRES names, Debian's and Ubuntu's folders (the newest
version first), and the folder of an `initdb` on the PATH. Installed, where nothing is found: Debian's or
Ubuntu's package when we may.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")


class NoPostgres(Exception):
    """There is no PostgreSQL, or not where it was said to be; the message says what to do about it."""


def find_postgres() -> Path | None:
    """The folder with `initdb` and `pg_ctl`, or None. Raises NoPostgres when FATHOM_POSTGRES names none."""
    named = os.environ.get("FATHOM_POSTGRES")
    if named:
        if not _has_programs(Path(named)):
            raise NoPostgres(f"FATHOM_POSTGRES names {named}, where there is no initdb and pg_ctl.")
        return Path(named)
    versions = sorted(DEBIAN.glob("[0-9]*/bin"), key=lambda path: float(path.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        versions.append(Path(on_path).resolve().parent)
    return next((folder for folder in versions if _has_programs(folder)), None)


def install_postgres() -> Path:
    """Installs the system's package, and says so on standard error."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        package = ["apt-get", "install", "-y", "--no-install-recommends", "postgresql"]
        print(f"No PostgreSQL here; trying `{' '.join(package)}` …", file=sys.stderr)
        if _run(["apt-get", "update"]) and _run(package) and (found := find_postgres()):
            return found
    raise NoPostgres(
        "The tests of the server need PostgreSQL's programs, and they could not be installed.\n"
        "Install them from your system's packages (Debian: apt-get install postgresql), or name a folder:\n"
        "  FATHOM_POSTGRES=/path/to/bin make test\n"
        "All other tests run without:  .venv/bin/pytest -m 'not postgres'"
    )


def _has_programs(folder: Path) -> bool:
    return all(os.access(folder / program, os.X_OK) for program in ("initdb", "pg_ctl", "postgres"))


def _run(command: list[str]) -> bool:
    # The tests start a server of their own; the package need not start one, too.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    # Standard output is for the answer alone.
    return subprocess.run(command, env=environment, stdout=sys.stderr, check=False).returncode == 0


if __name__ == "__main__":
    try:
        print(find_postgres() or install_postgres())
    except NoPostgres as error:
        sys.exit(str(error))
