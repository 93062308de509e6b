"""What the parts of asyncio know of event loops: handles of callbacks, the running loop, and the policy that makes loops."""
import contextvars
import os
import threading
from asyncio import format_helpers

__all__ = ("AbstractEventLoopPolicy", "AbstractEventLoop", "AbstractServer", "Handle", "TimerHandle", "get_event_loop_policy",
           "set_event_loop_policy", "get_event_loop", "set_event_loop", "new_event_loop", "_set_running_loop",
           "get_running_loop", "_get_running_loop", "DefaultEventLoopPolicy")


class Handle:
    """A callback that waits for its turn."""

    __slots__ = ("_callback", "_args", "_cancelled", "_loop", "_source_traceback", "_repr", "__weakref__", "_context")

    def __init__(self, callback, args, loop, context=None):
        self._loop = loop
        self._callback, self._args = callback, args
        self._context = contextvars.copy_context() if context is None else context
        self._cancelled = False
        self._repr = self._source_traceback = None

    def _repr_info(self):
        parts = [type(self).__name__]
        if self._cancelled:
            parts.append("cancelled")
        if self._callback is not None:
            parts.append(format_helpers._format_callback_source(self._callback, self._args))
        return parts

    def __repr__(self):
        return self._repr or f"<{' '.join(self._repr_info())}>"

    def get_context(self):
        return self._context

    def cancel(self):
        self._cancelled = True
        self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            shown = format_helpers._format_callback_source(self._callback, self._args)
            self._loop.call_exception_handler({"message": f"Exception in callback {shown}", "exception": error,
                                               "handle": self})
        self = None


class TimerHandle(Handle):
    """A callback that waits for a time."""

    __slots__ = ("_scheduled", "_when")

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when, self._scheduled = when, False

    def _repr_info(self):
        parts = super()._repr_info()
        parts.insert(2 if self._cancelled else 1, f"when={self._when}")
        return parts

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        return self._when < other._when if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self._when <= other._when if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._when > other._when if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self._when >= other._when if isinstance(other, TimerHandle) else NotImplemented

    def __eq__(self, other):
        if not isinstance(other, TimerHandle):
            return NotImplemented
        return (self._when, self._callback, self._args, self._cancelled) == (other._when, other._callback, other._args,
                                                                             other._cancelled)

    def when(self):
        return self._when

    def cancel(self):
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()


class AbstractServer:
    """What listens on a socket."""

    def close(self):
        raise NotImplementedError

    def get_loop(self):
        raise NotImplementedError

    async def wait_closed(self):
        raise NotImplementedError


def _refusing(name, waits):
    def refuse(self, *args, **kwargs):
        raise NotImplementedError(f"{name}: not there in compiled programs")

    async def refuse_when_awaited(self, *args, **kwargs):
        raise NotImplementedError(f"{name}: not there in compiled programs")
    function = refuse_when_awaited if waits else refuse
    function.__name__ = name
    return function


class AbstractEventLoop:
    """The names of an event loop's methods; those of sockets, pipes, signals and subprocesses stay refused."""


for _names, _waits in (("run_forever run_until_complete stop is_running is_closed close call_soon call_later call_at time "
                        "create_future create_task call_soon_threadsafe run_in_executor set_default_executor add_reader "
                        "remove_reader add_writer remove_writer add_signal_handler remove_signal_handler set_task_factory "
                        "get_task_factory get_exception_handler set_exception_handler default_exception_handler "
                        "call_exception_handler get_debug set_debug _timer_handle_cancelled", False),
                       ("shutdown_asyncgens shutdown_default_executor getaddrinfo getnameinfo create_connection create_server "
                        "sendfile start_tls create_unix_connection create_unix_server connect_accepted_socket "
                        "create_datagram_endpoint connect_read_pipe connect_write_pipe subprocess_shell subprocess_exec "
                        "sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into sock_sendall sock_sendto sock_connect "
                        "sock_accept sock_sendfile", True)):
    for _name in _names.split():
        setattr(AbstractEventLoop, _name, _refusing(_name, _waits))


class AbstractEventLoopPolicy:
    """Which loop belongs to the current context."""

    def get_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def new_event_loop(self):
        raise NotImplementedError


class _PerThread(threading.local):
    loop = None
    was_set = False


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """One loop a thread; the main thread's is made when it is asked for."""

    def __init__(self):
        self._local = _PerThread()

    def get_event_loop(self):
        mine = self._local
        if mine.loop is None:
            if not mine.was_set and threading.current_thread() is threading.main_thread():
                self.set_event_loop(self.new_event_loop())
            else:
                raise RuntimeError(f"There is no current event loop in thread {threading.current_thread().name!r}.")
        return mine.loop

    def set_event_loop(self, loop):
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        self._local.was_set = True
        self._local.loop = loop

    def new_event_loop(self):
        from asyncio.base_events import EventLoop
        return EventLoop()


class _Running(threading.local):
    loop = None
    pid = None


_running = _Running()
_policy = None


def _get_running_loop():
    return _running.loop if _running.pid == os.getpid() else None


def _set_running_loop(loop):
    _running.loop, _running.pid = loop, os.getpid()


def get_running_loop():
    loop = _get_running_loop()
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def get_event_loop_policy():
    global _policy
    if _policy is None:
        _policy = DefaultEventLoopPolicy()
    return _policy


def set_event_loop_policy(policy):
    global _policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    _policy = policy


def get_event_loop():
    return _get_running_loop() or get_event_loop_policy().get_event_loop()


def _get_event_loop(stacklevel=3):
    return get_event_loop()


def set_event_loop(loop):
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    return get_event_loop_policy().new_event_loop()
