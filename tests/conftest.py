"""How the tests run: what hypothesis tries, a real PostgreSQL, and figures printed at the end of a run."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from outwit.store import StoreError, Tournaments
from tests.longest import mark_longest

settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

REPORTED = "reported"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # begun in the background of a shell, where programs that tests start would be deaf to Ctrl-C as well
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark_longest(items)


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
def no_event_loop_runs() -> Iterator[None]:
    """A browser that other tests have opened leaves its event loop to this thread, and loops do not wait."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server of this test's own, on a port nobody has."""
    if not (shutil.which("initdb") and shutil.which("postgres")):
        pytest.skip("PostgreSQL is not installed here")
    as_user = {}
    folder = tmp_path_factory.mktemp("postgres") / "data"
    if os.getuid() == 0:  # which PostgreSQL does not run as
        try:
            account = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL has no account here, and does not run as root")
        as_user = {"user": account.pw_uid, "group": account.pw_gid}
        folder = Path(f"/tmp/outwit-test-postgres-{os.getpid()}")
        folder.mkdir()
        os.chown(folder, account.pw_uid, account.pw_gid)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run(
        ["initdb", "-D", str(folder), "-U", "outwit", "-A", "trust", "--no-sync"],
        check=True,
        **quiet,  # type: ignore[call-overload]
        **as_user,
    )
    server = subprocess.Popen(  # type: ignore[call-overload]
        ["postgres", "-D", str(folder), "-p", str(port), "-h", "127.0.0.1", "-k", ""], **quiet, **as_user
    )
    try:
        url = f"postgresql+psycopg://outwit@127.0.0.1:{port}/postgres"
        for _ in range(600):
            try:
                Tournaments(url)
                break
            except StoreError:
                try:
                    server.wait(0.1)
                    pytest.fail("PostgreSQL ended by itself")
                except subprocess.TimeoutExpired:
                    continue
        yield url
    finally:
        server.send_signal(signal.SIGINT)  # does not wait for those who are connected
        server.wait()
        shutil.rmtree(folder)


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
