"""What is installed is what was built: nothing the package needs is left out of the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_a_wheel_built_from_the_tree_plays(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.glob("*.whl")
    unpacked = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(unpacked)
    home = tmp_path / "home"
    home.mkdir()

    def run(*command: str) -> str:
        return subprocess.run(
            [sys.executable, *command],
            cwd=home,
            env={**os.environ, "PYTHONPATH": str(unpacked)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    assert str(unpacked) in run("-c", "import outwit; print(outwit.__file__)")
    assert "wins." in run("-m", "outwit", "play", "nim", "--agent", "random", "--agent", "random")
    run("-m", "outwit", "new", "hexapawn")
    assert "keeps every promise" in run("-m", "outwit", "check", "hexapawn.py", "--games", "3")
    assert (unpacked / "outwit" / "py.typed").exists()
