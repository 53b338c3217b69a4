"""Processes that work for this one: how they are started, asked, limited and ended.

Whoever starts one has a `Process`; what it does about itself (`inside`) makes it end with whoever started it.
"""

from outwit.processes.channel import Channel, ClosedError, LateError
from outwit.processes.process import LineProcess, Process, StreamProcess

__all__ = ["Channel", "ClosedError", "LateError", "LineProcess", "Process", "StreamProcess"]
