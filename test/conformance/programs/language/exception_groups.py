"""except* and groups: what handlers get, what goes on, and how a group is printed, caught or not."""
import traceback
def show(f):
    try:
        f()
    except BaseException as e:
        traceback.print_exception(e)
        print('=====', type(e), getattr(e,'message',None), e.__context__ , e.__cause__, flush=True)

def a():
    try:
        raise ValueError(1)
    except* ValueError as e:
        print(repr(e), e.__traceback__, e.__context__)
        raise

def b():
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError as e:
        print(repr(e), e.__traceback__ is not None, e.__context__)
        raise KeyError("new")
    except* TypeError as e:
        raise

def c():
    try:
        raise ExceptionGroup("eg", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError as e:
        raise KeyError("new")
    except* TypeError as e:
        raise IndexError("other")
    except* OSError:
        pass

def d():
    try:
        raise ValueError(3)
    except* TypeError:
        pass
def e():
    try:
        raise ExceptionGroup("eg", [ValueError(1)])
    except* ExceptionGroup:
        pass
def f():
    try:
        raise ExceptionGroup("eg", [ValueError(1), ExceptionGroup("n", [TypeError(1), ValueError(2)])])
    except* ValueError as e:
        print(repr(e))
    else:
        print("no")
    finally:
        print("fin")
def g():
    try:
        raise ValueError(5)
    except* ValueError as e:
        raise KeyError(1) from e
def h():
    try:
        pass
    except* ValueError:
        pass
    else:
        print("else")
for x in (a,b,c,d,e,f,g,h): show(x)
b()
