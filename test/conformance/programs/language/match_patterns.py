"""Patterns of every kind, their order of evaluation, and what malformed classes say."""
class Point:
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x, self.y = (x, y)

class P3(Point):

    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z

def m(v):
    match v:
        case 0 | 1 | -1:
            return 'small'
        case 2.5:
            return 'float'
        case True:
            return 'never'
        case None:
            return 'none'
        case 'a' | 'b' as s:
            return 'str ' + s
        case str(s) if len(s) > 3:
            return 'long ' + s
        case str():
            return 'str'
        case []:
            return 'empty'
        case [x]:
            return f'one {x}'
        case [x, y, *rest] if rest:
            return f'many {x} {y} {rest}'
        case [a, b]:
            return f'pair {a} {b}'
        case {'type': 'point', 'x': x, **kw}:
            return f'dict {x} {sorted(kw)}'
        case {'k': [1, {'n': n}]}:
            return f'nested {n}'
        case {}:
            return 'some dict'
        case Point(0, y):
            return f'on axis {y}'
        case P3(x, y, z=z):
            return f'p3 {x} {y} {z}'
        case Point(x=x, y=y) if x == y:
            return f'diag {x}'
        case Point():
            return 'point'
        case int(n) | float(n):
            return f'num {n}'
        case bytes():
            return 'bytes'
        case set():
            return 'set'
        case _:
            return 'other'
for v in (0, 1, -1, 2.5, True, False, None, 'a', 'b', 'xyz', 'longer', [], [1], [1, 2], [1, 2, 3], (1, 2), (1,), range(2), {'type': 'point', 'x': 1, 'q': 2}, {'k': [1, {'n': 9}]}, {}, {'z': 1}, Point(0, 5), Point(3, 3), Point(1, 2), P3(1, 2, 3), 7, 7.5, b'x', {1}, 1j, object, iter([])):
    print(m(v))

def seq(v):
    match v:
        case [1, *_, 9]:
            return '1..9'
        case [*a, 'end']:
            return f'end {a}'
        case ['cmd', 'go' | 'stop' as act, [x, y]]:
            return f'{act} {x} {y}'
        case [int() as i, str() as s] | [str() as s, int() as i]:
            return f'{i}{s}'
        case [[a, b], [c, d]]:
            return a + b + c + d
    return 'no'
for v in ([1, 9], [1, 2, 3, 9], ['x', 'end'], ['end'], ['cmd', 'go', [1, 2]], ['cmd', 'fly', [1, 2]], (1, 'a'), ('a', 1), [[1, 2], (3, 4)], 'ab', b'ab'):
    print(seq(v))

class Color:
    RED = 1
    GREEN = 2

def col(c):
    match c:
        case Color.RED:
            return 'red'
        case Color.GREEN:
            return 'green'
        case x:
            return f'? {x}'
print(col(1), col(2), col(3))

def guard(v):
    match v:
        case x if (y := (x * 2)) > 10:
            return y
        case x if x:
            return x
    return None
print(guard(6), guard(1), guard(0))

def bind():
    match [1, 2, 3]:
        case [a, 5, b]:
            pass
        case [a, *b]:
            return (a, b)
print(bind())
try:
    match 1:
        case Point(1, 2, 3):
            pass
    match Point(1, 2):
        case Point(1, 2, 3):
            pass
except TypeError as e:
    print(e)

class NoArgs:
    pass
try:
    match NoArgs():
        case NoArgs(1):
            pass
except TypeError as e:
    print(e)

class Bad:
    __match_args__ = 5
try:
    match Bad():
        case Bad(1):
            pass
except TypeError as e:
    print(e)

class Bad2:
    __match_args__ = (5,)
try:
    match Bad2():
        case Bad2(1):
            pass
except TypeError as e:
    print(e)
try:
    match 1:
        case m():
            pass
except TypeError as e:
    print(e)

class Dup:
    __match_args__ = ('a',)
    a = 1
try:
    match Dup():
        case Dup(1, a=1):
            pass
except TypeError as e:
    print(e)
match ((x := 5), 6):
    case [a, b]:
        print(x, a, b)
match {'a': 1, 'b': 2}:
    case {'a': a, 'b': b, **rest}:
        print(a, b, rest)
match 5:
    case int(x):
        print('int', x)
match 's':
    case str(x):
        print('str', x)
match [1, [2, [3]]]:
    case [a, [b, [c]]]:
        print(a, b, c)
match 3:
    case 1 | 2:
        print('no')
    case _ if False:
        print('no')
    case _:
        print('default')
from collections import namedtuple, OrderedDict, defaultdict
NT = namedtuple('NT', 'p q')
match NT(1, 2):
    case NT(p, q):
        print('nt', p, q)
match NT(1, 2):
    case [p, q]:
        print('seq', p, q)
match OrderedDict(a=1):
    case {'a': v}:
        print('od', v)
match defaultdict(int):
    case {'missing': v}:
        print('no')
    case {}:
        print('dd empty')
match 1.0:
    case 1:
        print('one')
match True:
    case 1:
        print('one is true')
match -3:
    case -3:
        print('neg')
match 1 + 2j:
    case 1 + 2j:
        print('cplx')
match 'x':
    case 'x':
        print('concat')

def fall(v):
    match v:
        case 1:
            r = 'one'
        case 2:
            r = 'two'
    try:
        return r
    except UnboundLocalError as e:
        return str(e)
print(fall(1), fall(3))

class Prop:
    __match_args__ = ('p',)

    @property
    def p(self):
        print('prop')
        return 4
match Prop():
    case Prop(3):
        print('3')
    case Prop(4):
        print('4')
match = case = type_ = 1
print(match, case)
_ = 5
match 6:
    case _:
        print(_)
