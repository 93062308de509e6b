"""Exceptions of compiled code in a Python host are what they are where the module runs in Python."""
import textwrap
import unittest

from hosting import HostTest
from tools import JANUSC, PYTHON

MODULE = '''
import json

class Failure(Exception):
    def __init__(self, why, *, code=0):
        super().__init__(why)
        self.code = code
        self.parts = [code, why]

    def __str__(self):
        return f"{self.args[0]}, code {self.code}"

    def doubled(self):
        return 2 * self.code

class Missing(Failure, KeyError):
    pass

class Plain(ValueError):
    pass

class Coded(ValueError):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code
    def __eq__(self, other):
        return isinstance(other, Coded) and other.code == self.code
    def __hash__(self):
        return hash(self.code)

class Leave(SystemExit):
    pass

class Lost(OSError):
    pass

class Stopped(StopIteration):
    pass

class Derived(ExceptionGroup):
    def derive(self, errors):
        return Derived(self.message, errors)

class Failures(ExceptionGroup):
    pass

def file(): open("/nonexistent/file")
def files():
    import os
    os.rename("/nonexistent/a", "/nonexistent/b")
def decoding(): b"\\xff".decode()
def encoding(): "\\udc80".encode("utf8")
def key(): {}["k", 1]
def leaving(): raise SystemExit({"a": 1})
def module(): import nonexistent_thing
def attribute(): (5).foo
def name(): undefined
def parsing(): json.loads("{bad")
def stopping(): raise StopIteration(7)
def group(): raise ExceptionGroup("g", [ValueError(1), Failure("in", code=2)])
def own_group(): raise Failures("own", [KeyError("k"), Failures("inner", [OSError(2, "no")])])
def number(): int("x" * 10)
def interrupt(): raise KeyboardInterrupt
def failure(): raise Failure("why", code=4)
def missing(): raise Missing("m", code=5)
def plain(): raise Plain("a", 2)
def asserting(): assert 1 == 2, ("m", 3)
def noted():
    error = ValueError("noted")
    error.add_note("the note")
    raise error
def attributed():
    error = ValueError("with")
    error.extra = [1, 2]
    raise error
def values(): raise ValueError([1, 2], {"a": 3})
def deep(): return deep()
def caused():
    try:
        int("x")
    except ValueError as error:
        raise Failure("outer", code=6) from error
def in_context():
    try:
        {}[1]
    except KeyError:
        raise ValueError("meanwhile")
def suppressed():
    try:
        {}[1]
    except KeyError:
        raise ValueError("alone") from None
def returned(): return [Failure("as value", code=7), KeyError("k")]
def call(f): return f()
def caught(f):
    try:
        f()
    except Exception as error:
        return type(error).__name__, str(error), getattr(error, "code", None)
def raises(error): raise error
def leave(): raise Leave(4)
def lost(): raise Lost(2, "no such", "f.txt")
def stopped(): raise Stopped(77)
def coded(n): raise Coded(n)
def derived(): raise Derived("d", [ValueError(1), KeyError(2)])
def catches(f):
    try:
        f()
    except Plain as error:
        return "plain", str(error)
    except Exception as error:
        return "other", type(error).__name__
'''

HOST = """
    import sys
    if len(sys.argv) > 1:
        import janus
        m = janus.load(sys.argv[1], "failing")
    else:
        import failing as m
    NAMES = ("errno", "filename", "filename2", "name", "obj", "path", "value", "code", "parts", "start", "reason", "pos",
             "exceptions", "message", "extra", "__notes__", "__suppress_context__")

    def show(error, depth=0):
        if error is None:
            return
        print("  " * depth, [cls.__name__ for cls in type(error).__mro__], str(error), repr(error), error.args,
              {name: getattr(error, name) for name in NAMES if hasattr(error, name)})
        show(error.__cause__, depth + 1)
        show(error.__context__, depth + 1)

    for name in ("file files decoding encoding key leaving module attribute name parsing stopping group own_group number "
                 "interrupt failure missing plain asserting noted attributed values deep caused in_context suppressed").split():
        try:
            getattr(m, name)()
        except BaseException as error:
            print(name)
            show(error)
    try:
        m.missing()
    except m.Failure as error:
        print(error.doubled(), isinstance(error, (m.Missing, KeyError)))
        error.code = 8
        print(error.code, error.doubled(), str(error))
    for value in m.returned():
        show(value)

    for name in ("leave", "lost", "stopped", "derived"):
        try:
            getattr(m, name)()
        except BaseException as error:
            show(error)
            if name == "derived":
                print([type(part).__name__ for part in error.split(ValueError)], error.subgroup(KeyError).exceptions)
    import copy, pickle
    codes = []
    for n in (1, 1, 2):
        try:
            m.coded(n)
        except m.Coded as error:
            codes.append(error)
    print(codes[0] == codes[1], codes[0] == codes[2], len(set(codes)), codes[0] == ValueError("code 1"), codes[0] != 1)
    copies = [copy.copy(codes[0]) for _ in range(3)] + [copy.deepcopy(codes[2])]
    print([(type(each).__name__, each.code, each == codes[0], each is codes[0]) for each in copies])
    try:
        m.failure()
    except m.Failure as error:
        show(error)
    sys.modules["failing"] = m
    m.Coded.__module__ == "failing" or print(m.Coded.__module__)
    for error in (codes[2], ValueError("plain")):
        again = pickle.loads(pickle.dumps(error))
        print(type(again).__name__, again.args, getattr(again, "code", None))
    try:
        m.attributed()
    except ValueError as error:
        print(pickle.loads(pickle.dumps(error)).extra, copy.copy(error).extra)

    # Made here.
    made = m.Failure("made", code=3)
    show(made)
    try:
        m.raises(made)
    except m.Failure as error:
        print(error is made, error.code)
    class Mine(m.Plain):
        def __init__(self, text):
            super().__init__(text)
            self.code = 9
    show(Mine("mine"))
    print(m.caught(lambda: m.raises(Mine("mine"))), m.caught(m.failure), m.caught(m.caused))
    try:
        m.call(lambda: m.raises(Mine("through")))
    except Mine as error:
        show(error)
    def mine():
        raise Mine("caught")
    print(m.catches(mine), m.catches(m.plain), m.catches(m.failure))
    try:
        try:
            raise KeyError("host")
        except KeyError:
            m.plain()
    except m.Plain as error:
        show(error)
"""


class ExceptionsTest(HostTest):
    def compiled(self):
        self.write("failing.py", MODULE)
        self.succeed(JANUSC, "failing.py", "-o", "compiled.so")

    def test_as_in_python(self):
        self.compiled()
        self.write("host.py", textwrap.dedent(HOST))
        wanted = self.succeed(PYTHON, "host.py")
        self.assertEqual(self.succeed(PYTHON, "host.py", "compiled.so"), wanted)

    def test_nothing_stays(self):
        """Not the frames of the host that an exception has gone through, and no exception."""
        self.compiled()
        self.write("host.py", textwrap.dedent("""
            import gc, weakref
            import janus
            m = janus.load("compiled.so")
            class Mine(Exception):
                pass
            class Local:
                pass
            gone = []
            def through(function):
                local = Local()
                gone.append(weakref.ref(local))
                try:
                    m.call(function)
                except Exception as error:
                    gone.append(weakref.ref(error)) if type(error) is Mine else None
            def mine():
                raise Mine()
            functions = (lambda: 1 / 0, mine, m.failure, m.caused, lambda: m.call(lambda: {}[1]))
            gc.disable()
            for function in functions:
                through(function)
            print(len(gone), [ref() for ref in gone if ref() is not None])
            for function in functions:
                for _ in range(20):
                    through(function)
            before = len(gc.get_objects())
            for function in functions:
                for _ in range(100):
                    through(function)
            gone.clear()
            gc.collect()
            print(len(gc.get_objects()) - before < 50)
        """))
        self.assertEqual(self.succeed(PYTHON, "host.py"), "6 []\nTrue\n")

    def test_one_exception_many_times(self):
        self.compiled()
        self.write("host.py", textwrap.dedent("""
            import traceback
            import janus
            m = janus.load("compiled.so")
            error = ValueError("one")
            def fail():
                raise error
            for i in range(50):
                try:
                    m.call(fail)
                except ValueError as caught:
                    assert caught is error
            lines = traceback.format_exception(error)
            print(sum("in fail" in line for line in lines), sum("failing.py" in line for line in lines))
        """))
        self.assertEqual(self.succeed(PYTHON, "host.py"), "50 50\n")


if __name__ == "__main__":
    unittest.main()
