"""Finds the program."""
from __future__ import annotations

import os
import shutil
import sys
import sysconfig


def find() -> str:
    """Return the path of the program adhere: ADHERE_BINARY if that is set, else
    the one that was installed with this package, else the one on PATH."""
    name = "adhere.exe" if sys.platform == "win32" else "adhere"
    asked = os.environ.get("ADHERE_BINARY")
    if asked:
        return asked
    user = "nt_user" if os.name == "nt" else "posix_user"
    for folder in (sysconfig.get_path("scripts"), os.path.dirname(sys.executable), sysconfig.get_path("scripts", scheme=user)):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    path = shutil.which(name)
    if path:
        return path
    raise FileNotFoundError("the program adhere was not found: install the wheel, or set ADHERE_BINARY to its path")
