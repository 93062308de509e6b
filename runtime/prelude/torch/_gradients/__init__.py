"""The gradients of all differentiable operations: one Python function per argument or group of arguments.

    @gradient("mul.Tensor", of=("self",), saves=("other",))
    def mul_self(grad, other):
        return grad * other

`of` names the tensor arguments whose gradients the function returns: one value, or a tuple in the order of `of`
(for a list of tensors: a list). It is called only when one of them needs a gradient. The parameters are bound by
name to

* `grad`, the gradient of the (first) result, or `grads`, those of all results (undefined ones are None); results beyond
  the first need gradients only where a function takes `grads`;
* what `saves` lists: arguments by their names in the schema, `result` or `result0`, `result1`, ...; an entry
  `x.shape` (or `.stride`, `.storage_offset`, `.dtype`, `.device`) keeps that property alone, bound as `x_shape`;
  `x.columns` and `x.rows` tell whether a matrix lies column by column, or row by row, without gaps. backward() lets go
  of everything else that is listed, so that a second one raises, and raises when it was written since: PyTorch's own
  lists say what stands there, also what the function does not ask for, and numbers that PyTorch keeps as tensors;
* `needs`, a tuple that tells which arguments of `of` need a gradient;
* any argument of the schema that is not a tensor.

A gradient may be None (zero), may still have the shape to which its argument was broadcast, and may have another
floating type: the caller sums it to the argument's shape and converts it. The functions are straight-line code over
operations, with `if` on plain Python values only, so that a compiler can inline them; the operations they use have
gradients themselves. With a complex gradient, the function gets the conjugates of tensors and numbers: a product with a
derivative becomes one with its conjugate. `holomorphic=False` stands where there is no complex derivative, and where
elements are moved and added alone; the function then gets all as it is. In-place forms use the functions of their out-of-place forms. `of=()` says that results never
need gradients. `name` is what `grad_fn` prints, when it is not the operation's name; `number` names an argument that
PyTorch makes a tensor of, so that the node has a place for it among its `next_functions`.
"""
from torch._C_autograd import _register_gradient


def gradient(op, of, saves=(), name=None, holomorphic=True, number=None):
    def register(function):
        _register_gradient(op, of, saves, name, function, holomorphic, number)
        return function
    return register


def never_differentiable(op):
    _register_gradient(op, (), (), None, None, True, None)


from . import (activation, binary, complex, convolution, copying, embedding, fourier, indexing, linear_algebra, loss, normalization,
               pooling, randomness, reduction, scan, shaping, sorting, ternary, unary, view)
