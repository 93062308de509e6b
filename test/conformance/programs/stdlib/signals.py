"""Handlers of signals: they run in the main thread, and may end a wait."""
import signal
import threading
import time

signal.signal(signal.SIGINT, signal.default_int_handler)
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.getsignal(signal.SIGUSR1))
seen = []
before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(signal.Signals(number).name))
print(repr(before))
signal.raise_signal(signal.SIGUSR1)
print(seen)


class Woken(Exception):
    pass


def wake(number, frame):
    raise Woken(number)


signal.signal(signal.SIGALRM, wake)
for wait in (lambda: time.sleep(10), threading.Event().wait, threading.Lock().acquire):
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        wait()
        wait()
    except Woken as e:
        print("woken", e)


def elsewhere():
    try:
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    except ValueError as e:
        print(str(e).startswith("signal only works in main thread"))


thread = threading.Thread(target=elsewhere)
thread.start()
thread.join()
print(signal.signal(signal.SIGUSR1, signal.SIG_IGN) is not None, signal.getsignal(signal.SIGUSR1))
signal.raise_signal(signal.SIGUSR1)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
print(seen, signal.SIGTERM, int(signal.SIGTERM), signal.strsignal(9))
