"""send, throw, close and yield from, in every place where a yield can stand."""
import sys

def log(*a):
    print(*a)

def g1():
    log('start')
    try:
        x = (yield 1)
        log('got', x)
        y = (yield x)
        log('got', y)
    except ValueError as e:
        log('caught', e)
        z = (yield 'recovered')
        log('z', z)
    finally:
        log('cleanup')
    return 'result'
g = g1()
print(next(g), g.send('a'), g.throw(ValueError('boom')))
try:
    g.send('end')
except StopIteration as e:
    print('value', e.value)
try:
    next(g)
except StopIteration as e:
    print('again', e.value)
g = g1()
try:
    g.send(5)
except TypeError as e:
    print(e)
g.close()
g = g1()
next(g)
g.close()
print(g.gi_frame, g.gi_running)

def sub():
    try:
        r = (yield 's1')
        log('sub got', r)
        yield 's2'
    except KeyError as e:
        log('sub caught', e)
        yield 's3'
    finally:
        log('sub fin')
    return 'subres'

def deleg():
    try:
        r = (yield from sub())
        log('res', r)
    except RuntimeError as e:
        log('deleg caught', e)
    yield 'after'
d = deleg()
print(next(d), d.send(7), d.throw(KeyError('k')), next(d))
d = deleg()
next(d)
print(d.throw(RuntimeError('r')))
d = deleg()
next(d)
d.close()

def yf_list():
    x = (yield from [1, 2])
    y = (yield from (i * i for i in range(3)))
    z = (yield from {'a': 1})
    return (x, y, z)

def run(gen):
    out = []
    while True:
        try:
            out.append(next(gen))
        except StopIteration as e:
            return (out, e.value)
print(run(yf_list()))

class It:

    def __iter__(self):
        return self

    def __init__(self):
        self.i = 0

    def __next__(self):
        self.i += 1
        if self.i > 2:
            raise StopIteration('itval')
        return self.i

    def send(self, v):
        print('send', v)
        return self.__next__()

    def throw(self, *a):
        print('throw', a[0])
        return 'thrown'

    def close(self):
        print('closed')

def yfi():
    return (yield from It())
print(run(yfi()))
y = yfi()
next(y)
print(y.send('v'))
print(y.throw(ValueError('t')))
y.close()

def raises_stop():
    yield 1
    raise StopIteration('x')
try:
    list(raises_stop())
except RuntimeError as e:
    print(e, repr(e.__cause__))

def inner_next():
    yield next(iter([]))
try:
    list(inner_next())
except RuntimeError as e:
    print(e)

def ignores():
    try:
        yield
    except GeneratorExit:
        yield 'no'
g = ignores()
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e)

def reenter():
    yield next(me)
me = reenter()
try:
    next(me)
except ValueError as e:
    print(e)

def fib():
    a, b = (0, 1)
    while True:
        yield a
        a, b = (b, a + b)
import itertools
print(list(itertools.islice(fib(), 10)))
print(sum((x for x in range(5) if x % 2)), list((x + y for x in 'ab' for y in 'cd' if x != y)))
ge = (print('lazy', i) or i for i in range(2))
print('made')
print(list(ge))

def genexp_scope():
    x = 1
    g = (x + i for i in range(2))
    x = 10
    return list(g)
print(genexp_scope())
try:
    gx = (i for i in None)
except TypeError as e:
    print(e)

def ret_in_finally():
    try:
        yield 1
    finally:
        return 5
g = ret_in_finally()
next(g)
try:
    g.throw(ValueError)
except StopIteration as e:
    print('swallowed', e.value)

def exc_state():
    try:
        raise KeyError('in gen')
    except KeyError:
        yield sys.exc_info()[0]
        yield sys.exc_info()[0]
try:
    raise ValueError
except ValueError:
    g = exc_state()
    print(next(g), sys.exc_info()[0])
print(next(g), sys.exc_info()[0])

def tree(t):
    if t:
        l, v, r = t
        yield from tree(l)
        yield v
        yield from tree(r)
print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))

def accumulate():
    total = 0
    while True:
        v = (yield total)
        if v is None:
            return total
        total += v
a = accumulate()
next(a)
a.send(1)
a.send(2)
try:
    a.send(None)
except StopIteration as e:
    print(e.value)

def g_with():

    class C:

        def __enter__(self):
            print('en')
            return self

        def __exit__(self, *a):
            print('ex', a[0])
            return False
    with C():
        yield 1
        yield 2
for v in g_with():
    print(v)
    break
g = g_with()
next(g)
try:
    g.throw(KeyError)
except KeyError:
    print('KE')

def g_loop_else():
    for i in range(3):
        if (yield i) == 'stop':
            break
    else:
        yield 'else'
g = g_loop_else()
print(list(g))
g = g_loop_else()
next(g)
try:
    g.send('stop')
except StopIteration:
    print('stopped')
print(type(fib()).__name__, fib.__name__, fib().__name__, fib().__qualname__)

def lam():
    f = lambda: (yield 3)
    return list(f())
print(lam())

def star():
    return ([*fib2(3), *fib2(2)], {*fib2(4)}, (*fib2(2),))

def fib2(n):
    yield from range(n)
print(star())
a, *b = fib2(4)
print(a, b)
print(
    dict(((k, v) for k, v in zip('ab', fib2(2)))), max(fib2(5), key=lambda x: -x),
    sorted(fib2(3), reverse=True), any((x > 1 for x in fib2(3))), ''.join((c for c in 'abc')))

def gen_del():
    x = 1
    yield x
    del x
    try:
        yield x
    except UnboundLocalError as e:
        yield str(e)
print(list(gen_del()))

def double_yield():
    yield (yield 1)
g = double_yield()
print(next(g), g.send('s'))

def cond():
    x = (yield 1) or (yield 2)
    yield x
print(list(cond()))

def in_call():
    print('args', (yield 'a'), (yield 'b'), k=(yield 'c')) if False else f((yield 'a'), (yield 'b'), k=(yield 'c'))

def f(*a, **k):
    print(a, k)
g = in_call()
next(g)
g.send(1)
g.send(2)
try:
    g.send(3)
except StopIteration:
    pass

def in_disp():
    return ([(yield 1), (yield 2)], {(yield 3): (yield 4)})
g = in_disp()
next(g)
for i in 'abc':
    g.send(i)
try:
    g.send('d')
except StopIteration as e:
    print(e.value)

def in_fstr():
    return f'{(yield 1)}-{(yield 2):>3}'
g = in_fstr()
next(g)
g.send('x')
try:
    g.send('y')
except StopIteration as e:
    print(e.value)

def in_cmp():
    return 1 < (yield 1) < (yield 2)
g = in_cmp()
next(g)
print(g.send(5))
try:
    g.send(7)
except StopIteration as e:
    print(e.value)

def in_sub():
    d = {}
    d[(yield 1)] = (yield 2)
    d[(yield 3)] += (yield 4)
    return d
g = in_sub()
print(next(g), g.send('v'), g.send('k'), g.send('k'))
try:
    g.send('w')
except StopIteration as e:
    print(e.value)
