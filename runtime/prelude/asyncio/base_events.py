"""The event loop: callbacks in their order, timers, and wake-ups by other threads. It waits on a lock, as there are no sockets."""
import collections
import concurrent.futures
import contextlib
import contextvars
import heapq
import sys
import threading
import time
import traceback
import warnings
import weakref
from _thread import TIMEOUT_MAX, allocate_lock
from asyncio import coroutines, events, futures, tasks
from asyncio.log import logger

__all__ = ("BaseEventLoop", "SelectorEventLoop", "Server")

_cancelled_before_tidying = 100     # cancelled timers that the heap keeps, at most half of it


class Server(events.AbstractServer):
    pass


def _stop_when_done(future):
    if not future.cancelled() and isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
        return      # which has left run_forever() already
    futures._get_loop(future).stop()


class BaseEventLoop(events.AbstractEventLoop):
    slow_callback_duration = 0.1

    def __init__(self):
        self._ready = collections.deque()
        self._scheduled = []
        self._signal_handles = {}
        self._cancelled_timers = 0
        self._closed = self._stopping = False
        self._thread_id = None
        self._clock_resolution = time.get_clock_info("monotonic").resolution
        self._exception_handler = self._task_factory = self._default_executor = None
        self._executor_shutdown_called = False
        self._debug = coroutines._is_debug_mode()
        self._asyncgens = weakref.WeakSet()
        self._asyncgens_shutdown_called = False
        self._wake = allocate_lock()        # locked but for the moment of a wake-up
        self._wake.acquire()

    def __repr__(self):
        return (f"<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} "
                f"debug={self.get_debug()}>")

    # ---- making things

    def create_future(self):
        return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        self._check_closed()
        options = {} if context is None else {"context": context}
        if self._task_factory is None:
            task = tasks.Task(coro, loop=self, name=name, **options)
        else:
            task = self._task_factory(self, coro, **options)
            tasks._set_task_name(task, name)
        try:
            return task
        finally:
            del task

    def set_task_factory(self, factory):
        if not (factory is None or callable(factory)):
            raise TypeError("task factory must be a callable or None")
        self._task_factory = factory

    def get_task_factory(self):
        return self._task_factory

    # ---- callbacks

    def time(self):
        return time.monotonic()

    def _check_use(self, method, callback):
        self._check_closed()
        if self._debug:
            self._check_callback(callback, method)
            if not method.endswith("threadsafe"):
                self._check_thread()

    def _make_ready(self, method, callback, args, context):
        self._check_use(method, callback)
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon(self, callback, *args, context=None):
        return self._make_ready("call_soon", callback, args, context)

    def call_soon_threadsafe(self, callback, *args, context=None):
        made = self._make_ready("call_soon_threadsafe", callback, args, context)
        self._wake_up()
        return made

    def call_later(self, delay, callback, *args, context=None):
        if delay is None:
            raise TypeError("delay must not be None")
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        if when is None:
            raise TypeError("when cannot be None")
        self._check_use("call_at", callback)
        made = events.TimerHandle(when, callback, args, self, context)
        made._scheduled = True
        heapq.heappush(self._scheduled, made)
        return made

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._cancelled_timers += 1

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _check_thread(self):
        if self._thread_id not in (None, threading.get_ident()):
            raise RuntimeError("Non-thread-safe operation invoked on an event loop other than the current one")

    def _check_callback(self, callback, method):
        if coroutines.iscoroutine(callback) or coroutines.iscoroutinefunction(callback):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f"a callable object was expected by {method}(), got {callback!r}")

    def _wake_up(self):
        if self._wake.locked():
            try:
                self._wake.release()
            except RuntimeError:
                pass        # another thread was first

    # ---- running

    def is_running(self):
        return self._thread_id is not None

    def is_closed(self):
        return self._closed

    def stop(self):
        self._stopping = True

    def _check_running(self):
        if self.is_running():
            raise RuntimeError("This event loop is already running")
        if events._get_running_loop() is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")

    @contextlib.contextmanager
    def _as_running_loop(self):
        outer_hooks = sys.get_asyncgen_hooks()
        self._thread_id = threading.get_ident()
        events._set_running_loop(self)
        sys.set_asyncgen_hooks(self._generator_begins, self._generator_ends)
        try:
            yield
        finally:
            sys.set_asyncgen_hooks(*outer_hooks)
            events._set_running_loop(None)
            self._thread_id = None
            self._stopping = False

    def run_forever(self):
        self._check_closed()
        self._check_running()
        with self._as_running_loop():
            self._turn()
            while not self._stopping:
                self._turn()

    def run_until_complete(self, future):
        self._check_closed()
        self._check_running()
        given, future = future, tasks.ensure_future(future, loop=self)
        self._run_until(future, given is not future)
        if future.done():
            return future.result()
        raise RuntimeError("Event loop stopped before Future completed.")

    def _run_until(self, future, is_own):
        """`is_own`: nobody else has it, to be told of its exception or of its end in the midst."""
        if is_own:
            future._log_destroy_pending = False
        future.add_done_callback(_stop_when_done)
        try:
            self.run_forever()
        except BaseException:
            if is_own and future.done() and not future.cancelled():
                future.exception()
            raise
        finally:
            future.remove_done_callback(_stop_when_done)

    def _turn(self):
        """Runs what is ready now; callbacks that come meanwhile wait for the next turn."""
        self._drop_cancelled()
        wait = 0 if self._ready or self._stopping else None
        if wait is None and self._scheduled:
            wait = min(max(0, self._scheduled[0]._when - self.time()), TIMEOUT_MAX)
        if wait != 0:
            self._wake.acquire(True, -1 if wait is None else wait)
        due = self.time() + self._clock_resolution
        while self._scheduled and self._scheduled[0]._when < due:
            timer = heapq.heappop(self._scheduled)
            timer._scheduled = False
            self._ready.append(timer)
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if handle._cancelled:
                continue
            if self._debug:
                self._run_watched(handle)
            else:
                handle._run()
        handle = None

    def _run_watched(self, handle):
        begin = self.time()
        handle._run()
        took = self.time() - begin
        if took >= self.slow_callback_duration:
            logger.warning("Executing %s took %.3f seconds", handle, took)

    def _drop_cancelled(self):
        timers = self._scheduled
        if self._cancelled_timers > max(_cancelled_before_tidying, len(timers) // 2):
            self._scheduled = [timer for timer in timers if not timer._cancelled]
            heapq.heapify(self._scheduled)
            self._cancelled_timers = 0
        while self._scheduled and self._scheduled[0]._cancelled:
            heapq.heappop(self._scheduled)._scheduled = False
            self._cancelled_timers -= 1

    # ---- the end

    def close(self):
        if self._thread_id is not None:
            raise RuntimeError("Cannot close a running event loop")
        was_closed, self._closed = self._closed, True
        if was_closed:
            return
        for number in list(self._signal_handles):
            self.remove_signal_handler(number)
        for waiting in (self._ready, self._scheduled):
            waiting.clear()
        self._executor_shutdown_called = True
        if self._default_executor is not None:
            self._default_executor.shutdown(wait=False)
        self._default_executor = None

    def __del__(self, _warn=warnings.warn):
        if not self.is_closed():
            _warn(f"unclosed event loop {self!r}", ResourceWarning, source=self)
            if not self.is_running():
                self.close()

    def _generator_begins(self, generator):
        if self._asyncgens_shutdown_called:
            warnings.warn(f"asynchronous generator {generator!r} was scheduled after loop.shutdown_asyncgens() call",
                          ResourceWarning, source=self)
        self._asyncgens.add(generator)

    def _generator_ends(self, generator):
        self._asyncgens.discard(generator)
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, generator.aclose())

    async def shutdown_asyncgens(self):
        self._asyncgens_shutdown_called = True
        left = list(self._asyncgens)
        self._asyncgens.clear()
        closing = [generator.aclose() for generator in left]
        for generator, error in zip(left, await tasks.gather(*closing, return_exceptions=True)):
            if isinstance(error, Exception):
                message = f"an error occurred during closing of asynchronous generator {generator!r}"
                self.call_exception_handler({"message": message, "exception": error, "asyncgen": generator})

    # ---- threads

    def set_default_executor(self, executor):
        if not isinstance(executor, concurrent.futures.ThreadPoolExecutor):
            raise TypeError("executor must be ThreadPoolExecutor instance")
        self._default_executor = executor

    def _pool(self):
        if self._executor_shutdown_called:
            raise RuntimeError("Executor shutdown has been called")
        if self._default_executor is None:
            self._default_executor = concurrent.futures.ThreadPoolExecutor(thread_name_prefix="asyncio")
        return self._default_executor

    def run_in_executor(self, executor, func, *args):
        self._check_closed()
        submit = (self._pool() if executor is None else executor).submit
        return futures.wrap_future(submit(func, *args), loop=self)

    async def shutdown_default_executor(self):
        self._executor_shutdown_called = True
        if self._default_executor is None:
            return
        ended = self.create_future()

        def wait_for_threads():
            try:
                self._default_executor.shutdown(wait=True)
                tell, value = futures._set_result_unless_cancelled, None
            except Exception as error:
                tell, value = type(ended).set_exception, error
            if not self.is_closed():
                self.call_soon_threadsafe(tell, ended, value)
        thread = threading.Thread(target=wait_for_threads)
        thread.start()
        try:
            await ended
        finally:
            thread.join()

    # ---- signals

    def add_signal_handler(self, sig, callback, *args):
        import signal
        self._check_closed()
        self._check_callback(callback, "add_signal_handler")
        made = events.Handle(callback, args, self)

        def arrived(number, frame):
            self._ready.append(made)
            self._wake_up()
        try:
            signal.signal(sig, arrived)
        except ValueError as error:
            raise RuntimeError(str(error)) from None
        self._signal_handles[sig] = made

    def remove_signal_handler(self, sig):
        import signal
        made = self._signal_handles.pop(sig, None)
        if made is None:
            return False
        made.cancel()
        signal.signal(sig, signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL)
        return True

    # ---- errors

    def get_debug(self):
        return False        # futures and tasks would keep the stack that made them, which is not there to be asked for

    def set_debug(self, enabled):
        self._debug = enabled

    def get_exception_handler(self):
        return self._exception_handler

    def set_exception_handler(self, handler):
        if not (handler is None or callable(handler)):
            raise TypeError(f"A callable object or None is expected, got {handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        lines = [context.get("message") or "Unhandled exception in event loop"]
        for key in sorted(context):
            if key in ("message", "exception"):
                continue
            value = context[key]
            if key in ("source_traceback", "handle_traceback"):
                what = "Object" if key == "source_traceback" else "Handle"
                value = f"{what} created at (most recent call last):\n" + "".join(traceback.format_list(value)).rstrip()
            else:
                value = repr(value)
            lines.append(f"{key}: {value}")
        error = context.get("exception")
        logger.error("\n".join(lines), exc_info=False if error is None else (type(error), error, error.__traceback__))

    def call_exception_handler(self, context):
        handler = self._exception_handler
        try:
            if handler is None:
                self.default_exception_handler(context)
            else:
                self._call_handler(handler, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:
            logger.error("Exception in default exception handler", exc_info=True)

    def _call_handler(self, handler, context):
        about = context.get("task") or context.get("future") or context.get("handle")
        place = about.get_context() if hasattr(about, "get_context") else contextvars.copy_context()
        try:
            place.run(handler, self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            self.default_exception_handler({"message": "Unhandled error in exception handler", "exception": error,
                                            "context": context})


class EventLoop(BaseEventLoop):
    pass


EventLoop.__name__ = EventLoop.__qualname__ = "_UnixSelectorEventLoop"
EventLoop.__module__ = "asyncio.unix_events"
SelectorEventLoop = EventLoop
