"""Results of runs."""
from __future__ import annotations

import functools
import json
import subprocess
from typing import Any

from ._checker import AdhereError, find


class Run:
    """A finished run or a result file, for analysis.

        run = Run("ifeval-gpt-4o-3f2a9c41")
        run.metrics()   # a list of dicts, or a data frame with frames=True
    """

    def __init__(self, name: str, *, db: str | None = None, binary: str | None = None):
        self.name: str = name
        self._db, self._binary = db, binary

    @functools.cached_property
    def result(self) -> dict[str, Any]:
        """The result as `adhere report RUN --format json` prints it."""
        database = ["--db", self._db] if self._db else []
        command = [find(self._binary), "report", self.name, "--format", "json", "--quiet", *database]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode not in (0, 100):
            raise AdhereError(done.stderr.decode(errors="replace").strip())
        return json.loads(done.stdout)

    def metrics(self, frames: bool = False) -> Any:
        """The metrics with their intervals; with frames, as a pandas DataFrame."""
        rows = [{**{k: v for k, v in m.items() if k != "group"}, **(m.get("group") or {})} for m in self.result["metrics"]]
        if not frames:
            return rows
        import pandas

        return pandas.DataFrame(rows)
