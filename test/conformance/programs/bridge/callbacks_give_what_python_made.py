# What a callback gives back is Python's own, and nothing here holds it any more.

import numpy as np
import torch

import _maker

for _ in range(3):
    print(_maker.apply(lambda: _maker.fixed()), _maker.apply(_maker.fixed), _maker.twice(lambda: _maker.fixed()))
    print(_maker.apply(lambda: _maker.base()[1]), _maker.part(lambda: _maker.base()), _maker.part(lambda: torch.arange(4)))
    print(_maker.apply(lambda: _maker.part(lambda: _maker.part(lambda: torch.arange(5.0)))))
    print(_maker.part(lambda n: _maker.array(n), 4), _maker.part(lambda n: _maker.view_of_array(n), 4))
    print(_maker.apply(lambda: torch.from_numpy(_maker.array(3))), _maker.part(lambda: torch.from_numpy(_maker.array(3))))
    print(_maker.apply(lambda: torch.ones(3).numpy()), _maker.part(lambda: torch.arange(3).numpy()))
    print(_maker.apply(lambda: (_maker.fixed(), _maker.array(2), [_maker.fixed()], {"a": _maker.base(), "b": (_maker.Thing(1),)})))
    print(_maker.apply(lambda: _maker.Thing("new")), _maker.twice(lambda: _maker.Thing("two")), _maker.summed(lambda: _maker.fixed()))
    print(_maker.apply(_maker.apply, _maker.apply, lambda: _maker.apply(lambda: _maker.fixed() + 1)))


def keep_view():
    whole = _maker.base()
    part = _maker.part(lambda: whole)
    return whole, part


whole, part = keep_view()
part += 10
print(whole, part)
whole = None
print(part, _maker.apply(lambda: part) is part)

leaf = _maker.apply(lambda: _maker.leaf())
(leaf * 2).sum().backward()
print(leaf.grad, _maker.apply(lambda: (_maker.leaf() * 3).sum()))
loss = _maker.apply(lambda: (leaf * 3).sum())
loss.backward()
print(leaf.grad)


def failing(what):
    return _maker.apply(lambda: _maker.fail(what))


for call in (lambda: _maker.apply(failing, "one"), lambda: _maker.wrapped(failing, "two"),
             lambda: _maker.wrapped(lambda: _maker.wrapped(failing, "three"))):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error, repr(error.__cause__), error.__cause__ and repr(error.__cause__.__cause__))
print(repr(_maker.caught(failing, "four")), _maker.apply(lambda: _maker.caught(failing, "five")).args)
for call in (lambda: _maker.apply(lambda: _maker.fixed()[5]), lambda: _maker.part(lambda: 3)):
    try:
        call()
    except (IndexError, TypeError) as error:
        print(type(error).__name__, error)
a = np.ones(3)
print(_maker.apply(lambda: a) is a, _maker.twice(lambda: a)[1] is a)
