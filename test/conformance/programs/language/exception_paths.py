# form-expect: fail the form has other lines
"""Ways through try, with and raise; chains; the texts of errors of the built-in types."""
import sys

def order():
    try:
        print('try')
        return 'try-return'
    except:
        print('never')
    else:
        print('else-never')
    finally:
        print('finally')
print(order())

def override():
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                break
            print('body', i)
        finally:
            print('fin', i)
            if i == 1:
                break
    else:
        print('for-else')
    while True:
        try:
            raise ValueError
        finally:
            return 'swallowed'
print(override())

def nested():
    try:
        try:
            1 / 0
        except ZeroDivisionError as e:
            raise ValueError('v') from e
        finally:
            print('inner fin')
    except ValueError as e:
        return (repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
print(nested())

def ctx():
    try:
        try:
            {}['a']
        except KeyError:
            [][0]
    except IndexError as e:
        return (repr(e.__context__), e.__cause__, e.__suppress_context__)
print(ctx())

def reraise():
    try:
        try:
            raise KeyError('k')
        except KeyError as e:
            e.args = ('changed',)
            raise
    except KeyError as e:
        return e.args
print(reraise())
try:
    raise
except RuntimeError as e:
    print(e)
try:
    raise 1
except TypeError as e:
    print(e)
try:
    raise ValueError from 1
except TypeError as e:
    print(e)
try:
    raise ValueError from None
except ValueError as e:
    print(e.__suppress_context__, e.__cause__)
try:
    raise ValueError from KeyError
except ValueError as e:
    print(repr(e.__cause__))

def info():
    print(sys.exc_info()[0])
    try:
        1 / 0
    except Exception:
        print(sys.exc_info()[0].__name__)
        try:
            raise KeyError
        except KeyError:
            print(sys.exc_info()[0].__name__)
        print(sys.exc_info()[0].__name__)
    print(sys.exc_info()[0])
info()

class E1(Exception):

    def __init__(self, a, b=2):
        super().__init__(a, b)
        self.a = a

class E2(E1):
    pass
for exc in (E1(1), E2(1, 3), ValueError(), ValueError('x'), ValueError('x', 1), OSError(2, 'No such file', 'f.txt'), OSError(13, 'perm'), KeyError('k'), StopIteration(5), SystemExit(3), UnicodeDecodeError('utf-8', b'abc', 1, 2, 'bad'), ImportError('m', name='n', path='p'), AttributeError('a', name='n', obj=1), NameError('a', name='x')):
    try:
        raise exc
    except (E1, ValueError) as e:
        print('A', type(e).__name__, str(e), repr(e), e.args)
    except OSError as e:
        print('O', type(e).__name__, e, repr(e), e.args, e.errno, e.strerror, e.filename)
    except BaseException as e:
        print(
            'B', type(e).__name__, str(e), repr(e), e.args, getattr(e, 'value', None),
            getattr(e, 'code', None), getattr(e, 'name', None))
try:
    try:
        raise E2(1)
    except (KeyError, TypeError):
        print('no')
    except E1 as e:
        print('caught', e.a)
        raise KeyError from e
except KeyError as e:
    print(repr(e), repr(e.__cause__))

def bad_match():
    try:
        1 / 0
    except 'notaclass':
        pass
try:
    bad_match()
except TypeError as e:
    print(e, repr(e.__context__))

def bad_match2():
    try:
        1 / 0
    except (ValueError, 5):
        pass
try:
    bad_match2()
except TypeError as e:
    print(e)
try:
    int('x')
except ValueError as e:
    print(e)
try:
    int('12', 99)
except ValueError as e:
    print(e)
try:
    float('1.x')
except ValueError as e:
    print(e)
try:
    [1, 2].index(3)
except ValueError as e:
    print(e)
try:
    [].pop()
except IndexError as e:
    print(e)
try:
    {}.popitem()
except KeyError as e:
    print(e)
try:
    'abc'[10]
except IndexError as e:
    print(e)
try:
    (1,)['a']
except TypeError as e:
    print(e)
try:
    None + 1
except TypeError as e:
    print(e)
try:
    'a' + 1
except TypeError as e:
    print(e)
try:
    1 + 'a'
except TypeError as e:
    print(e)
try:
    [] + ()
except TypeError as e:
    print(e)
try:
    {} < {}
except TypeError as e:
    print(e)
try:
    1 < 'a'
except TypeError as e:
    print(e)
try:
    len(5)
except TypeError as e:
    print(e)
try:
    5()
except TypeError as e:
    print(e)
try:
    5[0]
except TypeError as e:
    print(e)
try:
    5[0] = 1
except TypeError as e:
    print(e)
try:
    del 5[0]
except TypeError as e:
    print(e)
try:
    1 .foo
except AttributeError as e:
    print(e, e.name, e.obj)
try:
    1 .foo = 2
except AttributeError as e:
    print(e)
try:
    for_ = iter(5)
except TypeError as e:
    print(e)
try:
    a, b = 1
except TypeError as e:
    print(e)
try:
    a, b = [1]
except ValueError as e:
    print(e)
try:
    a, b = [1, 2, 3]
except ValueError as e:
    print(e)
try:
    a, *b, c = [1]
except ValueError as e:
    print(e)
try:
    2 ** (-1)
    0 ** (-1)
except ZeroDivisionError as e:
    print(e)
try:
    1 % 0
except ZeroDivisionError as e:
    print(e)
try:
    1 // 0
except ZeroDivisionError as e:
    print(e)
try:
    1.0 / 0
except ZeroDivisionError as e:
    print(e)
try:
    1.0 // 0
except ZeroDivisionError as e:
    print(e)
try:
    divmod(1, 0)
except ZeroDivisionError as e:
    print(e)
try:
    1 << -1
except ValueError as e:
    print(e)
try:
    [1] * 'a'
except TypeError as e:
    print(e)
try:
    chr(-1)
except ValueError as e:
    print(e)
try:
    ord('ab')
except TypeError as e:
    print(e)
try:
    next(iter([]))
except StopIteration as e:
    print(repr(e))
try:
    '%d' % 'a'
except TypeError as e:
    print(e)
try:
    '%d %d' % 1
except TypeError as e:
    print(e)
try:
    '{}'.format()
except IndexError as e:
    print(e)
try:
    '{x}'.format()
except KeyError as e:
    print(e)
try:
    format(1, 'z')
except ValueError as e:
    print(e)
try:
    [3, 'a'].sort()
except TypeError as e:
    print(e)
try:
    sum(['a'])
except TypeError as e:
    print(e)
try:
    {[]: 1}
except TypeError as e:
    print(e)
try:
    {1: 2}[[]]
except TypeError as e:
    print(e)
try:
    set([[]])
except TypeError as e:
    print(e)
try:
    dict([1])
except TypeError as e:
    print(e)
try:
    dict([(1, 2, 3)])
except ValueError as e:
    print(e)
try:
    open('/no/such/file')
except FileNotFoundError as e:
    print(e)
try:
    int(float('nan'))
except ValueError as e:
    print(e)
try:
    int(float('inf'))
except OverflowError as e:
    print(e)
try:
    10.0 ** 400
except OverflowError as e:
    print(e)
try:
    [0] * 10 ** 20
except (OverflowError, MemoryError) as e:
    print(e)
try:
    'a'.encode('nope')
except LookupError as e:
    print(e)
try:
    'é'.encode('ascii')
except UnicodeEncodeError as e:
    print(e)
try:
    b'\xff'.decode()
except UnicodeDecodeError as e:
    print(e)

def deep():
    try:
        return deep2()
    finally:
        print('deep fin')

def deep2():
    try:
        raise ValueError('d')
    except ValueError:
        print('handling')
        raise
    else:
        print('no')
    finally:
        print('deep2 fin')
try:
    deep()
except ValueError as e:
    tb, lines = (e.__traceback__, [])
    while tb:
        lines.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    print(lines)
e = ValueError('n')
e.add_note('note1')
e.add_note('note2')
print(e.__notes__)
try:
    raise e.with_traceback(None)
except ValueError as x:
    print(x is e, x.__traceback__ is not None)

class Ctx:

    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        print('enter')
        return self

    def __exit__(self, t, v, tb):
        print('exit', t and t.__name__, v)
        return self.swallow
with Ctx(True):
    raise ValueError('swallowed')
try:
    with Ctx(False) as c, Ctx(False):
        raise KeyError('out')
except KeyError as e:
    print('got', e)

def with_return():
    with Ctx(False):
        return 'r'
print(with_return())

def with_loop():
    for i in range(3):
        with Ctx(False):
            if i == 1:
                continue
            if i == 2:
                break
with_loop()

class BadExit:

    def __enter__(self):
        return 1

    def __exit__(self, *a):
        raise RuntimeError('exit')
try:
    with BadExit():
        raise ValueError('body')
except RuntimeError as e:
    print(e, repr(e.__context__))

class NoEnter:
    pass
try:
    with NoEnter():
        pass
except TypeError as e:
    print(e)

class NoExit:

    def __enter__(self):
        pass
try:
    with NoExit():
        pass
except TypeError as e:
    print(e)
