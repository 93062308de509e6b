"""Sums of products in Einstein's notation."""
from torch import _expected
from torch._C import Tensor


def _letters(text, name):
    """Subscripts of one operand; "." stands for the ellipsis."""
    if text.isalpha():
        return list(text)
    if isinstance(name, int):
        name = f"operand {name}"
    result = []
    i = 0
    while i < len(text):
        c = text[i]
        if c == " ":
            i += 1
        elif c == ".":
            if text[i:i + 3] != "...":
                raise RuntimeError(f"einsum(): found '.' for {name} that is not part of any ellipsis")
            if "." in result:
                raise RuntimeError(f"einsum(): found '.' for {name} for which an ellipsis was already found")
            result.append(".")
            i += 3
        elif c.isalpha():
            result.append(c)
            i += 1
        else:
            raise RuntimeError(f"einsum(): invalid subscript given at index {i} in the equation string, subscripts must be "
                               "in [a-zA-Z]")
    return result


def _from_lists(args):
    """einsum(op, [0, 1], op, [1, 2], [0, 2]) as an equation and operands."""
    def text(sublist):
        return "".join(["..." if s is Ellipsis else chr(ord("A") + s) if s < 26 else chr(ord("a") + s - 26)
                        for s in sublist])
    operands = []
    parts = []
    i = 0
    while i + 1 < len(args):
        operands.append(args[i])
        parts.append(text(args[i + 1]))
        i += 2
    equation = ",".join(parts)
    if i < len(args):
        equation += "->" + text(args[i])
    return equation, operands


def einsum(*args):
    if len(args) < 2:
        raise ValueError("einsum(): must specify the equation string and at least one operand, or at least one operand and "
                         "its subscripts list")
    if isinstance(args[0], Tensor):
        equation, operands = _from_lists(args)
    else:
        equation = args[0]
        if not isinstance(equation, str):
            _expected.refuse("einsum", 1, "equation", "str", equation)
        operands = args[1:]
        if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
            operands = operands[0]
    operands = list(operands)
    left, arrow, right = equation.partition("->")
    inputs = [_letters(part, i) for i, part in enumerate(left.split(","))]
    if len(inputs) > len(operands):
        raise RuntimeError("einsum(): more operands were provided than specified in the equation"
                           if len(inputs) < len(operands) else
                           "einsum(): fewer operands were provided than specified in the equation")
    if len(inputs) < len(operands):
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")

    hidden = 0
    for names, operand in zip(inputs, operands):
        if "." in names:
            hidden = max(hidden, operand.dim() - (len(names) - 1))
        elif len(names) != operand.dim():
            i = inputs.index(names)
            raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(names)}) does not match the number "
                               f"of dimensions ({operand.dim()}) for operand {i} and no ellipsis was given")
    inputs = [_expanded(names, operand.dim(), hidden) for names, operand in zip(inputs, operands)]
    if arrow:
        output = _expanded(_letters(right, "the output"), None, hidden)
        if len(set(output)) != len(output):
            for name in output:
                if output.count(name) > 1:
                    raise RuntimeError(f"einsum(): output subscript {name} appears more than once in the output")
        known = set([name for names in inputs for name in names])
        for name in output:
            if name not in known:
                raise RuntimeError(f"einsum(): output subscript {name} does not appear in the equation for any input "
                                   "operand")
    else:
        counts = {}
        for names in inputs:
            for name in names:
                counts[name] = counts.get(name, 0) + 1
        output = [name for name in sorted(counts, key=_order) if counts[name] == 1 or isinstance(name, int)]
    for i in range(len(operands)):
        operands[i], inputs[i] = _diagonals(operands[i], inputs[i])
    _check_sizes(operands, inputs)
    return _contracted(operands, inputs, output)


def _order(name):
    return (0, name) if isinstance(name, int) else (1, ord(name))


def _expanded(names, rank, hidden):
    """The ellipsis becomes numbers, counted from the end of the longest one."""
    if "." not in names:
        return names
    at = names.index(".")
    count = hidden if rank is None else rank - (len(names) - 1)
    return names[:at] + list(range(hidden - count, hidden)) + names[at + 1:]


def _diagonals(operand, names):
    """A subscript that stands twice takes the diagonal."""
    if len(set(names)) == len(names):
        return operand, names
    names = list(names)
    i = 0
    while i < len(names):
        if names[i] in names[:i]:
            first = names.index(names[i])
            if operand.shape[first] != operand.shape[i]:
                raise RuntimeError(f"einsum(): subscript {names[i]} is repeated for operand 0 but the sizes don't match, "
                                   f"{operand.shape[i]} != {operand.shape[first]}")
            operand = operand.diagonal(0, first, i)
            name = names.pop(i)
            names.pop(first)
            names.append(name)
            i = 0
        else:
            i += 1
    return operand, names


def _check_sizes(operands, inputs):
    sizes = {}
    for k, (operand, names) in enumerate(zip(operands, inputs)):
        for d, name in enumerate(names):
            size = operand.shape[d]
            known = sizes.get(name, 1)
            if size != known and size != 1 and known != 1:
                raise RuntimeError(f"einsum(): subscript {name} has size {size} for operand {k} which does not broadcast "
                                   f"with previously seen size {known}")
            if size != 1 or name not in sizes:
                sizes[name] = size


def _contracted(operands, inputs, output):
    total, names = operands[0], inputs[0]
    for k in range(1, len(operands)):
        later = list(output)
        for rest in inputs[k + 1:]:
            later = later + list(rest)
        total, names = _pair(total, names, operands[k], inputs[k], later)
    total, names = _summed(total, names, output)
    # An operand that comes back in its own order is a view of itself, another object.
    return total.permute(list(range(total.dim()))) if total is operands[0] and names == output else _ordered(total, names, output)


def _ordered(operand, names, order):
    return operand if names == order else operand.permute([names.index(name) for name in order])


def _summed(operand, names, keep):
    """Sums what stands in no other operand and not in the result."""
    gone = [d for d, name in enumerate(names) if name not in keep]
    if not gone:
        return operand, names
    return operand.sum(gone), [name for name in names if name in keep]


def _product(a, a_names, b, b_names, later):
    """Two operands that have nothing to sum, in the order of the result."""
    names = [n for i, n in enumerate(later) if (n in a_names or n in b_names) and n not in later[:i]]
    return _spread(a, a_names, names) * _spread(b, b_names, names), names


def _spread(operand, own, names):
    """With dimensions of size 1 where it has none of a name."""
    operand = operand.permute([own.index(n) for n in names if n in own])
    for d, name in enumerate(names):
        if name not in own:
            operand = operand.unsqueeze(d)
    return operand


def _pair(a, a_names, b, b_names, later):
    """Two operands into one, by a batched matrix product."""
    a, a_names = _summed(a, a_names, later + list(b_names))
    b, b_names = _summed(b, b_names, later + list(a_names))
    sizes = {}
    for operand, names in ((a, a_names), (b, b_names)):
        for d, name in enumerate(names):
            if operand.shape[d] != 1 or name not in sizes:
                sizes[name] = operand.shape[d]
    both = [n for n in a_names if n in b_names]
    batch = [n for n in both if n in later]
    inner = [n for n in both if n not in later]
    rows = [n for n in a_names if n not in both]
    columns = [n for n in b_names if n not in both]
    # A dimension of size 1 in one operand only is broadcast, or summed in the other.
    if any([a.shape[a_names.index(n)] != b.shape[b_names.index(n)] for n in both]):
        a = a.expand([sizes[n] if n in both else a.shape[d] for d, n in enumerate(a_names)])
        b = b.expand([sizes[n] if n in both else b.shape[d] for d, n in enumerate(b_names)])

    def count(names):
        n = 1
        for name in names:
            n *= sizes[name]
        return n

    if not inner:
        return _product(a, a_names, b, b_names, later)

    left = _ordered(a, a_names, batch + rows + inner)
    right = _ordered(b, b_names, batch + inner + columns)
    if not len(batch) == len(rows) == len(inner) == 1:
        left = left.reshape(count(batch), count(rows), count(inner))
    if not len(batch) == len(inner) == len(columns) == 1:
        right = right.reshape(count(batch), count(inner), count(columns))
    product = left.bmm(right)
    names = batch + rows + columns
    return product.reshape([sizes[n] for n in names]), names
