"""Signals of this process, and their handlers."""
import enum
from _signal import NSIG, alarm, default_int_handler, pause, raise_signal, setitimer, strsignal
from _signal import getsignal as _getsignal
from _signal import signal as _signal

ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2


class Signals(enum.IntEnum):
    SIGHUP = 1
    SIGINT = 2
    SIGQUIT = 3
    SIGILL = 4
    SIGTRAP = 5
    SIGABRT = 6
    SIGBUS = 7
    SIGFPE = 8
    SIGKILL = 9
    SIGUSR1 = 10
    SIGSEGV = 11
    SIGUSR2 = 12
    SIGPIPE = 13
    SIGALRM = 14
    SIGTERM = 15
    SIGSTKFLT = 16
    SIGCHLD = 17
    SIGCONT = 18
    SIGSTOP = 19
    SIGTSTP = 20
    SIGTTIN = 21
    SIGTTOU = 22
    SIGURG = 23
    SIGXCPU = 24
    SIGXFSZ = 25
    SIGVTALRM = 26
    SIGPROF = 27
    SIGWINCH = 28
    SIGIO = 29
    SIGPWR = 30
    SIGSYS = 31


class Handlers(enum.IntEnum):
    SIG_DFL = 0
    SIG_IGN = 1


SIG_DFL, SIG_IGN = Handlers.SIG_DFL, Handlers.SIG_IGN
globals().update(Signals.__members__)


def _shown(handler):
    return Handlers(handler) if isinstance(handler, int) else handler


def signal(signalnum, handler):
    return _shown(_signal(signalnum, handler))


def getsignal(signalnum):
    return _shown(_getsignal(signalnum))


def valid_signals():
    return {Signals(number) if number < 32 else number for number in range(1, NSIG) if number not in (32, 33)}
