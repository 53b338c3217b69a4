"""A process that repeats what it is told, and does worse when asked to."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from outwit.processes.inside import answer_in_lines


def main() -> None:
    receive, send = answer_in_lines()
    while True:
        message = receive()
        if message == "start another":
            other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            send(other.pid)
        elif message == "crash":
            os._exit(3)
        elif message == "sleep":
            time.sleep(600)
        else:
            print("noise", flush=True)
            send(message)


if __name__ == "__main__":
    main()
