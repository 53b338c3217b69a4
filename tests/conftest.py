"""How the tests run: what hypothesis tries, and figures printed at the end of a run."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

REPORTED = "reported"


@pytest.fixture(autouse=True, scope="session")
def compiled_games_are_kept_for_this_run_only(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is compiled is shared by the processes of a run, and never with the user's own."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    os.environ["OUTWIT_CACHE"] = str(shared / "outwit-cache")


@pytest.fixture(autouse=True)
def what_is_stored_is_nobody_s_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No test keeps anything in the user's own database, unless it says where."""
    monkeypatch.setenv("OUTWIT_DATABASE_URL", f"sqlite:///{tmp_path_factory.getbasetemp() / 'outwit.db'}")


@pytest.fixture
def report(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Takes lines that a test has measured; they are printed when all tests have run."""
    return lambda line: record_property(REPORTED, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the tests measured, from whichever process."""
    lines = [
        str(line)
        for outcome in ("passed", "failed")
        for result in terminalreporter.stats.get(outcome, ())
        if isinstance(result, pytest.TestReport) and result.when == "call"
        for name, line in result.user_properties
        if name == REPORTED
    ]
    if lines:
        terminalreporter.section("measured")
        for line in lines:
            terminalreporter.line(line)
