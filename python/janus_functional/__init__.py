"""The run-time half of the functional form that `janusc --emit=functional` prints.

Every form decides by the type of its operands: here they are Python's own, so each does what the statement it
replaces would do. The compiler gives the same names to the operations of its graphs.
"""

import sys

# A call of the program takes up to five of these functions.
sys.setrecursionlimit(5 * sys.getrecursionlimit())


class Undefined:
    """Stands for a variable that has no value yet."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Undefined({self.name!r})"


def ld(value):
    """The value of a variable, or the error that reading the unbound variable gives."""
    if isinstance(value, Undefined):
        raise UnboundLocalError(
            f"cannot access local variable '{value.name}' where it is not associated with a value")
    return value


def ld_free(value):
    """The same of a variable of the function around a comprehension."""
    if isinstance(value, Undefined):
        raise NameError(f"cannot access free variable '{value.name}' where it is not associated "
                        "with a value in enclosing scope")
    return value


# ---- control flow: functions of the state
def if_stmt(test, then, otherwise):
    return then() if test else otherwise()


def while_stmt(test, body, state):
    while test(*state):
        state = body(*state)
    return state


def for_stmt(iterable, extra_test, body, state):
    iterator = iter(iterable)
    while extra_test is None or extra_test(*state):
        try:
            item = next(iterator)
        except StopIteration:
            break
        state = body(item, *state)
    return state


def breakable(iterable, stop):
    """The items of `iterable` until `stop()` holds; the iterator is not advanced after that."""
    iterator = iter(iterable)
    while not stop():
        try:
            item = next(iterator)
        except StopIteration:
            return
        yield item


def if_exp(test, then, otherwise):
    return then() if test else otherwise()


# ---- operators
def and_(first, rest):
    return first and rest()


def or_(first, rest):
    return first or rest()


def not_(operand):
    return not operand


def eq(a, b):
    return a == b


def not_eq(a, b):
    return a != b


def in_(item, container):
    return item in container


def not_in(item, container):
    return item not in container


# ---- lists and subscripts
def new_list(items):
    return items


def list_append(target, item):
    return target.append(item)


def list_pop(target, *index):
    return target.pop(*index)


def get_item(target, key):
    return target[key]


def set_item(value, place):
    """`place` is evaluated after the value, as in an assignment."""
    target, key = place()
    target[key] = value


# ---- calls
def converted_call(function, arguments, keywords=None):
    return function(*arguments, **(keywords or {}))


def assert_stmt(test, message=None):
    if not test:
        if message is None:
            raise AssertionError
        raise AssertionError(message())
