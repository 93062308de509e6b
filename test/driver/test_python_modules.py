"""The Python package: how long modules stay loaded; tensors, arrays and bases that are of classes of their own."""
import textwrap
import unittest

from hosting import HostTest
from tools import JANUSC, PYTHON


class ModulesTest(HostTest):
    def test_modules_stay_loaded(self):
        self.host("""
            import gc, torch
            m.unload()
            net = janus.load('model.so').Net()  # forward() uses the global `torch`
            gc.collect()
            assert net(torch.ones(1, 3)).shape == (1, 2) and janus.load('model.so').add(1, 2) == 3
            assert janus.load(b'model.so').LIMIT == 10
            first = janus.load('model.so')
            first.LIMIT = 11
            del first
            for i in range(3):
                with janus.load('model.so') as again:
                    assert again.LIMIT == 11
                    janus.load('model.so')
                assert net(torch.ones(1, 3)).shape == (1, 2)
        """)

    def test_classes_are_no_bases(self):
        self.host("""
            try:
                class Mine(m.Manager):
                    pass
                assert False
            except TypeError as error:
                assert "cannot be the base of a class in Python" in str(error), error
        """)

    def test_one_object_for_one_compiled_object(self):
        self.host("""
            assert m.Net is m.Net and m.same(m.Net) is m.Net and m.add is m.add
            numbers = m.count(3)
            assert iter(numbers) is numbers and list(numbers) == [0, 1, 2]
            manager = m.Manager()
            assert m.same(manager) is manager and manager.__enter__() is manager
            assert type(m.Manager()) is type(manager) and m.Manager() is not manager
        """)

    EXCEPTIONS = """
        import traceback
        def through(manager, error):
            try:
                with manager as inner:
                    assert inner is manager
                    if error is not None:
                        raise error
            except BaseException as raised:
                assert raised is error and raised.__traceback__ is not None
                return True
            return False
        for cls, error, passes, seen in [
                (KeyError, KeyError("k"), False, (False, False, "KeyError", "'k'")),
                (LookupError, KeyError("k"), False, (False, False, "KeyError", "'k'")),
                (KeyError, ValueError("v"), True, (False, False, "ValueError", "v")),
                (KeyError, None, False, (True, True, None, "None")),
                (m.Stopped, m.Stopped("s"), False, (False, False, "Stopped", "s"))]:
            manager = m.Catching(cls)
            assert through(manager, error) == passes, error
            assert manager.seen == seen, manager.seen
        manager = m.Catching(KeyError)
        assert manager.__exit__(KeyError, KeyError("k"), None) is True
        assert not manager.__exit__(None, None, None)
        catching = m.CatchingStopped()
        assert not through(catching, m.Stopped("s", 7)) and catching.arguments == ("s", 7)
        assert through(catching, ValueError("s"))
    """

    def test_exceptions_in_with(self):
        self.host(self.EXCEPTIONS)

    def test_exceptions_in_with_and_another_python(self):
        self.environment["JANUS_PYTHON"] = str(PYTHON)
        self.host(self.EXCEPTIONS)

    BUILTINS = """
        assert m.call(max, [1, 3], key=lambda v: -v) == 1
        assert m.call(sorted, [2, 3, 1], key=lambda v: -v, reverse=True) == [1, 2, 3]
        assert m.call(int, "ff", base=16) == 255 and m.same(len) is not None
        m.call(print, "a", "b", sep="-")
    """

    def test_keywords_of_builtins(self):
        self.assertEqual(self.host(self.BUILTINS), "a-b\n")
        self.environment["JANUS_PYTHON"] = str(PYTHON)
        self.assertEqual(self.host(self.BUILTINS), "a-b\n")

    def test_keys_with_a_hash(self):
        self.host("""
            import dataclasses, enum
            class Color(enum.Enum):
                RED = 1
            @dataclasses.dataclass(frozen=True)
            class Key:
                n: int
            class Named:
                def __init__(self, name):
                    self.name = name
                def __hash__(self):
                    return hash(self.name)
                def __eq__(self, other):
                    return isinstance(other, Named) and self.name == other.name
            for key, equal in [(Color.RED, Color.RED), (Key(1), Key(1)), (Named("a"), Named("a"))]:
                back = m.same({key: [1], (1, key): 2})
                assert back == {key: [1], (1, key): 2} and next(iter(back)) is key, back
                assert m.lookup({key: 5}, equal) == 5 and m.same({key}) == {equal}
                assert m.lookup({"inner": {key: 7}}, "inner")[equal] == 7
        """)

    def test_unloading(self):
        self.host("""
            f, numbers, bounded = m.add, m.count(3), m.Bounded()
            assert next(numbers) == 0 and len(bounded) == 10
            m.unload()
            for use in [lambda: f(1, 2), lambda: m.add, lambda: next(numbers), lambda: len(bounded)]:
                try:
                    use()
                    assert False
                except (RuntimeError, AttributeError) as error:
                    assert 'was unloaded' in str(error)
            with janus.load('model.so') as again:
                assert again.LIMIT == 10
            for path in ['host.py', 'absent.so']:
                try:
                    janus.load(path)
                    assert False
                except ImportError as error:
                    assert 'cannot load' in str(error)
        """)

    CLASSES_OF_THEIR_OWN = """
        import tempfile, warnings
        import numpy as np, torch
        warnings.simplefilter('ignore', PendingDeprecationWarning)
        class Metres(np.ndarray):
            unit = 'm'
        class Tagged(torch.Tensor):
            pass
        masked = np.ma.array([1.0, 2.0, 4.0], mask=[False, True, False])
        special = [masked, np.matrix([[1.0, 2.0], [3.0, 4.0]]), np.zeros(2).view(Metres),
                   np.rec.array([(1, 2.0)]), torch.ones(2).as_subclass(Tagged)]
    """

    def test_classes_of_unloaded_modules_end(self):
        self.write("classes.py", textwrap.dedent("""
            import collections, enum
            class Stopped(Exception):
                def __init__(self, n):
                    super().__init__(n)
                    self.n = n
            Point = collections.namedtuple("Point", "x y")
            class Color(enum.Enum):
                RED = 1
            class Net:
                def __init__(self):
                    self.x = [1]
            def stop(n):
                raise Stopped(n)
            def point():
                return Point(1, 2)
        """))
        self.succeed(JANUSC, "classes.py", "-o", "classes.so")
        self.host("""
            import gc
            def cycle():
                with janus.load('classes.so') as c:
                    try:
                        c.stop(3)
                    except c.Stopped as error:
                        assert error.n == 3 and type(error).__name__ == 'Stopped'
                    assert c.point().x == 1 and c.Color.RED.name == 'RED' and c.Net().x == [1]
            def after(cycles):
                for _ in range(cycles):
                    cycle()
                gc.collect()
                with open('/proc/self/statm') as file:
                    return len(gc.get_objects()), int(file.read().split()[1])
            objects, pages = after(300)
            more, pages_then = after(300)
            assert more <= objects + 5 and pages_then - pages < 50, (objects, more, pages, pages_then)
        """, own_process=True)

    def test_arrays_of_classes_of_their_own(self):
        self.host(textwrap.dedent(self.CLASSES_OF_THEIR_OWN) + textwrap.dedent("""
            for value in special:
                assert m.same(value) is value and m.each(m.same, [value])[0] is value
            total = m.add(masked, 1)
            assert type(total) is type(masked) and total.tolist() == [2, None, 5], total
            assert type(m.add(special[2], 1)) is Metres and type(m.add(special[1], 1)) is np.matrix
            # Those that are nothing but their elements.
            assert m.add(np.asarray(masked), 1).tolist() == [2, 3, 5]
            with tempfile.TemporaryFile() as file:
                mapped = np.memmap(file, 'f4', shape=(3,))
                m.fill(mapped, 2)
                assert mapped.sum() == 6
            parameter = torch.nn.Parameter(torch.ones(2))
            m.add(parameter, 1).sum().backward()
            assert parameter.grad.tolist() == [1, 1]
        """))

    def test_arrays_of_classes_of_their_own_with_another_python(self):
        self.environment["JANUS_PYTHON"] = PYTHON
        self.host(textwrap.dedent(self.CLASSES_OF_THEIR_OWN) + textwrap.dedent("""
            for value in special:
                try:
                    m.same(value)
                    assert False, value
                except TypeError as error:
                    assert type(value).__name__ in str(error) and ', only its elements: pass `' in str(error), error
            assert m.same(special[0].data) is not None
        """))


if __name__ == "__main__":
    unittest.main()
