"""Games handed to the workers of a Dask cluster."""

from __future__ import annotations

import logging
from concurrent.futures import Executor

from outwit.errors import OutwitError


def cluster(address: str) -> Executor:
    """The workers of the Dask cluster whose scheduler is at this address, as an executor."""
    try:
        from distributed import Client
        from distributed.cfexecutor import ClientExecutor
    except ImportError as error:
        raise OutwitError("Dask is not installed; pip install 'outwit[cluster]' brings it.") from error

    class Cluster(ClientExecutor):
        """The executor, and the connection that ends with it."""

        def __init__(self, client: Client) -> None:
            super().__init__(client, pure=False)  # type: ignore[no-untyped-call]
            self.client = client

        @property
        def workers(self) -> int:
            """How many games can be played at once."""
            threads: dict[str, int] = self.client.nthreads()
            return max(1, sum(threads.values()))

        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            """Let go of the cluster; what is still under way is given up, unless it is waited for."""
            super().shutdown(wait=wait and not cancel_futures)  # type: ignore[no-untyped-call]
            self.client.close()

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        return Cluster(Client(address, timeout=10, set_as_default=False))
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise OutwitError(
            f"No Dask scheduler answers at {address!r}; give an address such as tcp://host:8786."
        ) from error
