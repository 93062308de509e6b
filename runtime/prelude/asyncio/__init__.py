"""Coroutines that take turns: tasks, futures, locks and queues are CPython's own, the event loop is ours (events, base_events).

Sockets and subprocesses are not there."""
from asyncio import coroutines, exceptions, futures, locks, protocols, queues, runners, tasks, taskgroups, threads, timeouts
from asyncio import base_events, events, transports
from asyncio.base_events import *
from asyncio.coroutines import *
from asyncio.events import *
from asyncio.exceptions import *
from asyncio.futures import *
from asyncio.locks import *
from asyncio.protocols import *
from asyncio.queues import *
from asyncio.runners import *
from asyncio.taskgroups import *
from asyncio.tasks import *
from asyncio.threads import *
from asyncio.timeouts import *
from asyncio.transports import *

_of_sockets = {"open_connection", "start_server", "open_unix_connection", "start_unix_server", "StreamReader", "StreamWriter",
               "StreamReaderProtocol", "create_subprocess_exec", "create_subprocess_shell", "subprocess", "streams", "sslproto",
               "selector_events", "unix_events", "ThreadedChildWatcher", "PidfdChildWatcher", "SafeChildWatcher",
               "FastChildWatcher", "MultiLoopChildWatcher", "AbstractChildWatcher", "get_child_watcher", "set_child_watcher"}


def __getattr__(name):
    if name in _of_sockets:
        raise NotImplementedError(f"asyncio.{name}: sockets and subprocesses are not there in compiled programs")
    raise AttributeError(f"module 'asyncio' has no attribute {name!r}")
