"""Puts the compiled program into the wheel, as a script of its own.

ADHERE_BINARY names the program, ADHERE_PLATFORM the platform of the wheel, such
as manylinux_2_17_x86_64. scripts/wheel sets both.
"""
import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Binary(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return
        binary, platform = os.environ.get("ADHERE_BINARY"), os.environ.get("ADHERE_PLATFORM")
        if not binary or not platform:
            raise SystemExit("ADHERE_BINARY and ADHERE_PLATFORM are not set: build with scripts/wheel")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        build_data["shared_scripts"][binary] = os.path.basename(binary)
