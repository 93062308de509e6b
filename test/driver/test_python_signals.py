"""Signals of a Python host while compiled code runs: Python's handlers run, and what they raise comes out."""
import textwrap
import unittest

from hosting import HostTest
from tools import JANUSC, PYTHON

# Nothing here ends by itself within the time that a test may take.
MODEL = """
import os
import time
import torch
import torch.nn as nn

FOREVER = 10**15
seen = []
stopped = False

def spin(n=FOREVER):
    i = 0
    while i < n:
        i += 1
    return i

def spin_guarded():
    try:
        spin()
    except KeyboardInterrupt:
        seen.append("except")
    finally:
        seen.append("finally")
    return seen

def stop():
    global stopped
    stopped = True

def spin_until_stopped():
    while not stopped:
        pass
    return "stopped"

def call(function):
    return function()

def call_and_spin(function):
    function()
    spin()

def sleep(seconds):
    time.sleep(seconds)

def interrupt_itself():
    os.kill(os.getpid(), 2)

class Spinning:
    @property
    def forever(self):
        spin()

def train(steps=FOREVER):
    torch.manual_seed(0)
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    x = torch.ones(8, 4)
    i = 0
    while i < steps:
        optimizer.zero_grad()
        loss = (net(x) - 1).square().mean()
        loss.backward()
        optimizer.step()
        i += 1
    return loss.item()

def accumulate(steps=FOREVER):
    x = torch.zeros(4)
    for i in range(steps):
        x = x + 1
    return x

if __name__ == "__main__":
    train(30)
    accumulate(30)
"""

# What each program starts with.
BEGIN = """
    import os, signal, sys, threading, time, traceback
    def after(seconds, work, *args):
        timer = threading.Timer(seconds, work, args)
        timer.daemon = True
        timer.start()
    def send(number, seconds=0.3):
        after(seconds, os.kill, os.getpid(), number)
    def raised(cls, function, *args):
        try:
            function(*args)
        except cls as error:
            assert type(error) is cls, error
            return error
        raise AssertionError('nothing was raised')
"""


class SignalsTest(HostTest):
    def compile_model(self):
        cls, path = type(self), self.write("model.py", MODEL)
        if cls.module is None:
            self.succeed(JANUSC, path, "-o", self.folder / "model.so", "--profile-run")
            cls.module = (self.folder / "model.so").read_bytes()
        (self.folder / "model.so").write_bytes(cls.module)

    def programs(self, text):
        self.host(textwrap.dedent(BEGIN) + textwrap.dedent(text), timeout=120)

    def test_interrupts_come_out(self):
        self.programs("""
            for function in [m.spin, m.sleep, m.train, m.accumulate, lambda: m.call(m.spin),
                             lambda: m.call(lambda: m.spin()), lambda: m.call(lambda: time.sleep(1000))]:
                send(signal.SIGINT)
                error = raised(KeyboardInterrupt, function, *([1000] if function is m.sleep else []))
                frames = traceback.extract_tb(error.__traceback__)
                assert frames[-1].filename.endswith(('model.py', 'host.py')), frames
                assert m.spin(3) == 3
            send(signal.SIGINT)
            frames = traceback.extract_tb(raised(KeyboardInterrupt, m.spin).__traceback__)
            assert frames[-1].name == 'spin' and frames[-1].line in ('while i < n:', 'i += 1'), frames
            raised(KeyboardInterrupt, m.interrupt_itself)
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.3)  # other threads of Python wait for the property
            raised(KeyboardInterrupt, lambda: m.Spinning().forever)
        """)

    def test_the_program_sees_them(self):
        self.programs("""
            send(signal.SIGINT)
            assert m.spin_guarded() == ['except', 'finally']
        """)

    def test_specialised_loops(self):
        self.programs("""
            for function in [m.train, m.accumulate]:
                function(200)
                send(signal.SIGINT, 1)
                raised(KeyboardInterrupt, function)
            assert any(row['function'].startswith('train') and row['specialised'] > 100 for row in janus.counters()), janus.counters()
        """)

    def test_handlers_of_the_program(self):
        self.programs("""
            class Late(Exception):
                pass
            late = Late('too late')
            def handler(number, frame):
                assert threading.current_thread() is threading.main_thread()
                calls.append((number, frame is not None))
                if len(calls) == 5:
                    raise late
            for number in [signal.SIGALRM, signal.SIGUSR1, signal.SIGINT]:
                calls = []
                signal.signal(number, handler)
                if number == signal.SIGALRM:
                    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
                else:
                    def repeat():
                        while len(calls) < 5:
                            time.sleep(0.1)
                            os.kill(os.getpid(), number)
                    after(0.1, repeat)
                assert raised(Late, m.spin) is late
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(number, signal.SIG_IGN)
                assert calls[:5] == [(number, True)] * 5, calls
        """)

    def test_handlers_call_compiled_code(self):
        self.programs("""
            signal.signal(signal.SIGALRM, lambda number, frame: m.stop())
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            assert m.spin_until_stopped() == 'stopped'
        """)

    def test_sleep_goes_on_after_handlers(self):
        self.programs("""
            calls = []
            signal.signal(signal.SIGALRM, lambda number, frame: calls.append(number))
            signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
            begin = time.monotonic()
            m.sleep(1.5)
            assert time.monotonic() - begin >= 1.5 and len(calls) > 2, calls
            signal.setitimer(signal.ITIMER_REAL, 0)
        """)

    def test_sys_exit_in_a_handler_ends_the_process(self):
        self.compile_model()
        self.write("host.py", textwrap.dedent("""
            import os, signal, sys, threading, janus
            m = janus.load('model.so')
            signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(7))
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGTERM)).start()
            m.spin()
        """))
        self.assertEqual(self.run_tool(PYTHON, "host.py", timeout=120).returncode, 7)

    def test_other_threads_go_on(self):
        self.programs("""
            results = []
            other = threading.Thread(target=lambda: results.append(m.spin_until_stopped()))
            other.start()
            send(signal.SIGINT)
            raised(KeyboardInterrupt, time.sleep, 1000)
            assert other.is_alive() and not results
            os._exit(0)
        """)

    def test_fork(self):
        self.programs("""
            def child_is_interrupted(work):
                child = os.fork()
                if child == 0:
                    signal.setitimer(signal.ITIMER_REAL, 0.3)
                    work()
                    os._exit(8)
                return child
            def handler(number, frame):
                os._exit(7)
            signal.signal(signal.SIGALRM, handler)
            def status(child):
                return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            assert m.spin(1000) == 1000
            assert status(child_is_interrupted(m.spin)) == 7
            children = []
            class Parent(Exception):
                pass
            def fork_in_call():  # the child goes on in the call
                child = os.fork()
                if child:
                    children.append(child)
                    raise Parent
                signal.setitimer(signal.ITIMER_REAL, 0.3)
            raised(Parent, m.call_and_spin, fork_in_call)
            assert status(children.pop()) == 7
            def fork_elsewhere():  # the main thread of the child is another
                children.append(child_is_interrupted(m.spin))
            thread = threading.Thread(target=fork_elsewhere)
            thread.start()
            thread.join()
            assert status(children.pop()) == 7
        """)

    def test_the_hosts_settings_are_its_own(self):
        self.programs("""
            numbers = sorted(signal.valid_signals())
            before = [signal.getsignal(number) for number in numbers]
            m.spin(1000)
            m.sleep(0.2)
            assert [signal.getsignal(number) for number in numbers] == before
            assert signal.set_wakeup_fd(-1) == -1 and signal.getitimer(signal.ITIMER_REAL)[0] == 0
        """)


if __name__ == "__main__":
    unittest.main()
