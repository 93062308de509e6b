"""What crosses between a Python host and compiled code keeps its class, or its identity, or is refused."""
import textwrap
import unittest

from hosting import HostTest
from tools import JANUSC, PYTHON

MODEL = '''
import collections
import enum
import torch

Point = collections.namedtuple("Point", "x y")

class Color(enum.IntEnum):
    RED = 1

class Names(dict):
    pass

def same(x): return x
def kind(x): return type(x).__name__
def is_a(x, cls): return isinstance(x, cls)
def is_int(x): return x is int
def is_len(x): return x is len
def double(x): return x + x
def own(): return [Point(1, 2), Color.RED, Names(a=1), collections.defaultdict(list), collections.deque([1])]
def largest(x): return x.max(1)
def state(): return torch.nn.Linear(2, 1).state_dict()
def called(f, x): return f(x)
'''

START = """
    import collections, dataclasses, datetime, decimal, enum, fractions, pathlib, types
    import janus, torch
    m = janus.load('values.so')
    Point = collections.namedtuple('Point', 'x y')
    class Color(enum.IntEnum):
        RED = 1
    class Text(str):
        pass
    class Items(list):
        pass
    @dataclasses.dataclass
    class Data:
        a: int = 1
    def function():
        pass
    subclasses = [Point(1, 2), Color.RED, Text('x'), Items([1]), collections.defaultdict(list, a=[1]), collections.Counter('aa'),
                  torch.tensor([[1.0, 2.0]]).max(1)]
    objects = [Data(), collections.deque([1]), object(), torch.Generator()]
"""


class ValuesTest(HostTest):
    def of_values(self, text, **environment):
        cls, path = type(self), self.write("values.py", MODEL)
        if cls.module is None:
            self.succeed(JANUSC, path, "-o", self.folder / "values.so")
            cls.module = (self.folder / "values.so").read_bytes()
        (self.folder / "values.so").write_bytes(cls.module)
        self.write("host.py", textwrap.dedent(START) + textwrap.dedent(text))
        self.environment |= environment
        return self.succeed_torch("host.py", strict=True)

    def test_subclasses_come_back_as_themselves(self):
        self.of_values("""
            for value in subclasses + objects:
                assert m.same(value) is value and m.kind(value) == type(value).__name__, value
                back = m.same([value])
                assert back[0] is value, value
            assert m.double(Color.RED) == 2 and m.double(Point(1, 2)) == (1, 2, 1, 2) and m.double(Text('a')) == 'aa'
            assert m.is_a(Point(1, 2), Point) and m.same({Color.RED: 1}) == {1: 1}
            assert list(m.same({Color.RED: 1}))[0] is Color.RED
        """)

    def test_subclasses_are_refused_for_another_python(self):
        self.of_values("""
            for value in subclasses + objects:
                try:
                    m.same(value)
                except TypeError as error:
                    assert 'cannot take a' in str(error) and type(value).__name__ in str(error), error
                    assert (f'pass `' in str(error)) == any(value is each for each in subclasses), error
                else:
                    raise AssertionError(value)
        """, JANUS_PYTHON=PYTHON)

    def by_value(self, **environment):
        self.of_values("""
            day, moment = datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4, 5, 6, datetime.timezone.utc)
            for value in [None, ..., NotImplemented, True, 1, 1 << 70, 1.5, 'a', b'b', (1,), [1], {1: 2}, {1}, frozenset([1]), 1 + 2j,
                          slice(1, None), range(3), bytearray(b'x'), collections.OrderedDict(a=1, b=(2,)), torch.float32, torch.bfloat16,
                          torch.device('cpu'), torch.Size([1, 2]), {frozenset([1]): frozenset([frozenset()])}, day, moment, moment.time(),
                          moment - moment, datetime.timezone.utc, fractions.Fraction(1, 3), decimal.Decimal('1.50'), pathlib.PurePosixPath('/a/b')]:
                back = m.same(value)
                assert type(back) is type(value) and back == value and m.kind(value) == type(value).__name__, (back, value)
                assert repr(back) == repr(value), back
            for value in [None, ..., NotImplemented, True, False, int, float, type, object, str, list, type(None), types.FunctionType,
                          len, print, isinstance, ValueError, Exception, KeyError, StopIteration, torch.float32, torch.Tensor,
                          torch.nn.Parameter, function, function.__get__(1)]:
                assert m.same(value) is value, value
                assert m.same((value,))[0] is value, value
            assert m.is_int(int) and m.is_len(len) and m.is_a(3, int) and m.is_a(ValueError('x'), ValueError)
            assert m.is_a(torch.ones(2), torch.Tensor) and not m.is_a(torch.ones(2), torch.nn.Parameter)
            assert m.is_a(torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter)
            x = torch.tensor([[1.0, 3.0, 2.0]], requires_grad=True)
            largest = m.largest(x)
            assert type(largest) is torch.return_types.max and largest.indices.item() == 1
            (largest.values * 2).sum().backward()
            assert x.grad.tolist() == [[0.0, 2.0, 0.0]]
            state = m.state()
            assert type(state) is collections.OrderedDict and list(state) == ['weight', 'bias']
            torch.nn.Linear(2, 1).load_state_dict(state)
            assert m.same(datetime.time(1, 2, fold=1)).fold == 1
        """, **environment)

    def test_values(self):
        self.by_value()

    def test_values_and_another_python(self):
        self.by_value(JANUS_PYTHON=PYTHON)

    def test_subclasses_of_compiled_code(self):
        self.of_values("""
            point, red, names, table, queue = own = m.own()
            assert all(type(value) is janus.Object for value in own)
            assert m.same(point) is point and point.x == 1 and list(point) == [1, 2] and point == (1, 2) and point < (1, 3)
            assert red == 1 and int(red) == 1 and float(red) == 1.0 and [5, 6][red] == 6 and red < 2 and str(red.name) == 'RED'
            assert names['a'] == 1 and isinstance(names, m.Names) and names == {'a': 1}
            assert m.called(lambda x: x, point) is point
            for wrong in [lambda: int(names), lambda: range(names), lambda: names < 3, lambda: float(names)]:
                try:
                    wrong()
                except TypeError:
                    continue
                raise AssertionError('it has no number')
        """)


if __name__ == "__main__":
    unittest.main()
