"""One case: an entry of the database under one spelling, with one sample in one layout, in PyTorch and in compiled code."""
import itertools
import warnings
from dataclasses import dataclass

import torch

from harness import compiled, vectors
from harness.compare import Difference, at, compare_elements, compare_results, stride_differences, tensors_in
from harness.entries import DTYPES, EXACT, UNINITIALISED, arguments, key, resolve, spellings
from harness.layouts import LAYOUTS, NotPlain, Storages, laid_out, map_tree, tensors_of

_SEED = 7


@dataclass(frozen=True)
class Extent:
    """How much of an entry is tested."""
    samples: int
    layouts: tuple
    other_layouts: tuple  # of the spellings that are not the first
    gradients: bool
    dtypes: tuple = DTYPES


FULL = Extent(24, LAYOUTS, ("given", "transposed", "expanded"), True)
FAST = Extent(2, ("given", "transposed"), ("given",), True, (torch.float32, torch.bfloat16, torch.int64, torch.complex64))

_DIFFERENTIABLE = (torch.float32, torch.float64, torch.complex128)
_OTHER_TYPES = (torch.float32, torch.int64, torch.bool, torch.float16, torch.bfloat16)


@dataclass(frozen=True)
class Case:
    op: object
    spelling: object
    dtype: torch.dtype
    number: int
    layout: str
    sample: object
    expects_error: bool = False

    def __str__(self):
        number = f"error {self.number}" if self.expects_error else str(self.number)
        return f"{key(self.op)} | {self.spelling} | {str(self.dtype)[6:]} | {number} | {self.layout}"


def _samples(op, dtype, gradients, limit):
    torch.manual_seed(_SEED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = list(itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=gradients), 400))
    return _spread(_spread(list(enumerate(found)), FULL.samples), limit)


def _spread(items, limit):
    """So many of the items at most, from all over the list: those of a smaller limit are among those of FULL."""
    if len(items) <= limit:
        return items
    step = len(items) / limit
    return [items[int(number * step)] for number in range(limit)]


def _error_samples(op):
    if op.error_inputs_func is None:
        return []
    torch.manual_seed(_SEED)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [error.sample_input for error in op.error_inputs("cpu")]
    except Exception:  # of devices that are not there
        return []


def cases(op, extent):
    names = spellings(op)
    for dtype in extent.dtypes:
        if not names or dtype not in op.dtypes:
            continue
        gradients = extent.gradients and op.supports_autograd and dtype in _DIFFERENTIABLE
        for number, sample in _samples(op, dtype, gradients, extent.samples):
            for position, spelling in enumerate(names):
                for layout in extent.layouts if position == 0 else extent.other_layouts:
                    yield Case(op, spelling, dtype, number, layout, sample)
    if names:
        for number, sample in enumerate(_error_samples(op)):
            yield Case(op, names[0], torch.float32, number, "given", sample, True)


def of_other_types(op):
    """A sample in types that the entry does not name: PyTorch refuses most of them."""
    known = next((dtype for dtype in (torch.float32, torch.int64, torch.bool) if dtype in op.dtypes), None)
    names = spellings(op)
    if known is None or not names:
        return
    for number, sample in _samples(op, known, False, 1):
        for dtype in _OTHER_TYPES:
            if dtype not in op.dtypes:
                other = sample.transform(lambda t, dtype=dtype: t.detach().to(dtype) if isinstance(t, torch.Tensor) else t)
                yield Case(op, names[0], dtype, number, "given", other, True)


def _ours(spelling, positional, named):
    if spelling.kind in ("method", "inplace"):
        return compiled.call(compiled._native.attribute(positional[0], spelling.path.split(".")[1]), positional[1:], named)
    if spelling.kind == "attribute":
        return compiled.attribute(positional[0], spelling.path.split(".")[1])
    return compiled.call(compiled.resolve(spelling.path), positional, named)


def _theirs(spelling, positional, named):
    if spelling.kind == "attribute":
        return getattr(positional[0], spelling.path.split(".")[1])
    return resolve(spelling.path)(*positional, **named)


class Sides:
    """The arguments of a call on both sides, over storages of their own."""

    def __init__(self, tree, leaves):
        self.leaves = leaves
        self.pairs = []  # (tensor of PyTorch, compiled tensor) for each that a gradient is taken for
        self.theirs = Storages(lambda flat: flat.clone(), lambda base, t: base.as_strided(t.shape, t.stride(), t.storage_offset()))
        self.ours = Storages(compiled.base, compiled.view)
        made = {}

        def both(t):
            if id(t) not in made:
                theirs, ours = self.theirs.tensor(t), self.ours.tensor(t)
                if leaves and t.requires_grad:
                    theirs.requires_grad_()
                    compiled.method(ours, "requires_grad_")
                    self.pairs.append((theirs, ours))
                made[id(t)] = theirs, ours, t
            return made[id(t)]

        self.expected = map_tree(tree, lambda t: both(t)[0])
        self.actual = _converted(tree, lambda t: both(t)[1])
        self.made = made

    def place_ours(self, address):
        return _place(address, [(compiled._native.view(base)[0], _bytes(base)) for base in self.ours.bases.values()])

    def place_theirs(self, address):
        return _place(address, [(base.data_ptr(), base.numel() * base.element_size()) for base in self.theirs.bases.values()])

    def compare_inputs(self, exact):
        for (theirs, ours) in zip(self.theirs.bases.values(), self.ours.bases.values()):
            if theirs.numel():
                compare_elements(compiled.contents(ours), theirs, exact, "mutation")


def _converted(tree, convert):
    positional, named = tree
    return [compiled.converted(value, convert) for value in positional], {name: compiled.converted(value, convert) for name, value in named.items()}


def _bytes(base):
    _, number, shape, _ = compiled._native.view(base)
    return shape[0] * compiled.DTYPES[number].itemsize


def _place(address, ranges):
    for number, (start, size) in enumerate(ranges):
        if start <= address < start + size:
            return number, address - start
    return None


def attempt(function, *arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*arguments), None
        except NotPlain:
            raise
        except Exception as error:
            return None, error


def run(case):
    """The differences that were found; NotPlain for what cannot be compared."""
    found = []
    try:
        _run(case, found)
    except Difference as difference:
        found.append(difference)
    return found


def _run(case, found):
    op, spelling = case.op, case.spelling
    tree = laid_out(arguments(op, spelling, case.sample), case.layout)
    if tree is None or spelling.kind == "operator" and tree[1]:
        raise NotPlain
    if spelling.path.startswith("Tensor.") and not isinstance(tree[0][0], torch.Tensor):
        raise NotPlain
    exact = op.name in EXACT and not case.dtype.is_complex
    elements = op.name not in UNINITIALISED
    if spelling.kind == "out":
        tree = _with_out(spelling, tree)
    try:
        sides = Sides(tree, False)
    except RuntimeError as error:
        if "too many" in str(error):  # dimensions
            raise NotPlain from error
        raise
    torch.manual_seed(_SEED)
    expected, true_error = attempt(_theirs, spelling, *sides.expected)
    compiled.manual_seed(_SEED)
    actual, error = attempt(_ours, spelling, *sides.actual)
    if compare_errors(error, true_error):
        return
    for _, result in tensors_in(expected):
        if result.dtype is torch.complex32 or result.layout is not torch.strided or result.is_quantized:
            raise NotPlain
    vectors.turn(op, actual, expected)
    found += compare_results(actual, expected, sides.place_ours, sides.place_theirs, exact, elements)
    if elements:
        sides.compare_inputs(exact)
    found += _without_elements(spelling, tree, expected)
    if case.dtype in _DIFFERENTIABLE and spelling.kind in ("function", "method", "operator", "attribute") and op.supports_autograd:
        found += _gradients(case, tree)


def _without_elements(spelling, tree, expected):
    """On the device `meta`, where the rules of inference say what results are: as those with elements."""
    if spelling.kind in ("out", "attribute") or not tensors_of(tree):
        return []
    storages = Storages(lambda flat: compiled.empty(flat, device="meta"), compiled.view)
    arguments = _converted(tree, storages.tensor)
    actual, error = attempt(_ours, spelling, *arguments)
    if isinstance(error, NotImplementedError) or "on meta tensors" in str(error):  # no rule, or contents decide
        return []
    if error is not None:
        return [Difference("meta", f"{type(error).__name__}: {line_of(error)}")]
    for path, theirs in tensors_in(expected):
        ours = at(actual, path)
        found = tuple(compiled.attribute(ours, "shape")), compiled.method(ours, "stride"), str(compiled.attribute(ours, "dtype"))
        wanted = tuple(theirs.shape), theirs.stride(), str(theirs.dtype)
        in_use = any(each.category == "strides" for each in stride_differences("strides", found[1], theirs))
        if found[0] != wanted[0] or found[2] != wanted[2] or in_use and not theirs.is_complex():
            return [Difference("meta", f"{found} for {wanted}")]
    return []


def _with_out(spelling, tree):
    probe = Sides(tree, False)
    torch.manual_seed(_SEED)
    result, error = attempt(_theirs, spelling, *probe.expected)
    if error is not None:
        raise NotPlain
    if isinstance(result, torch.Tensor):
        out = torch.zeros_like(result)
    elif isinstance(result, (tuple, list)) and all(isinstance(item, torch.Tensor) for item in result):
        out = tuple(torch.zeros_like(item) for item in result)
    else:
        raise NotPlain
    return tree[0], {**tree[1], "out": out}


def compare_errors(error, true_error):
    """True when both raised the same; a Difference when only one did."""
    if error is None and true_error is None:
        return False
    if error is None:
        raise Difference("accepted", f"a result for {type(true_error).__name__}: {line_of(true_error)}")
    if isinstance(error, AttributeError) and "has no attribute" in str(error) and type(true_error) is not AttributeError:
        raise Difference("missing", line_of(error))
    if true_error is None:
        raise Difference("refused", f"{type(error).__name__}: {line_of(error)}")
    if type(error).__name__ != type(true_error).__name__:
        raise Difference("error-type", f"{type(error).__name__} ({line_of(error)}) for {type(true_error).__name__} ({line_of(true_error)})")
    return True


def line_of(error):
    return (str(error).strip() or "-").splitlines()[0][:160]


def _node_differences(results):
    """Of the names that `grad_fn` prints."""
    found = []
    for actual, expected in results:
        node = compiled.attribute(actual, "grad_fn")
        name = "None" if node is None else compiled.method(node, "name")
        true_name = "None" if expected.grad_fn is None else expected.grad_fn.name()
        if name != true_name:
            found.append(Difference("node", f"{name} for {true_name}"))
    return found


def _gradients(case, tree):
    if not any(t.requires_grad for t in tensors_of(tree)):
        return []
    sides = Sides(tree, True)
    torch.manual_seed(_SEED)
    expected, true_error = attempt(_theirs, case.spelling, *sides.expected)
    compiled.manual_seed(_SEED)
    actual, error = attempt(_ours, case.spelling, *sides.actual)
    if compare_errors(error, true_error):
        return []
    paths = [path for path, tensor in tensors_in(expected) if tensor.requires_grad]
    for path, tensor in tensors_in(expected):
        if bool(compiled.attribute(at(actual, path), "requires_grad")) != tensor.requires_grad:
            raise Difference("gradient", f"requires_grad is {not tensor.requires_grad} for {tensor.requires_grad}")
    if not paths:
        return []
    found = _node_differences([(at(actual, path), at(expected, path)) for path in paths])
    generator = torch.Generator().manual_seed(_SEED)
    seeds = [torch.randn(at(expected, path).shape, generator=generator, dtype=torch.complex128 if at(expected, path).is_complex() else torch.float64).to(at(expected, path).dtype) for path in paths]
    theirs = [at(expected, path) for path in paths], [pair[0] for pair in sides.pairs], seeds
    turned = vectors.factors(case.op, actual, expected)
    seeds = [seed * turned[path[0]] if path and path[0] in turned else seed for path, seed in zip(paths, seeds)]
    ours = [at(actual, path) for path in paths], [pair[1] for pair in sides.pairs], [compiled.view(compiled.base(s.flatten()), s) for s in seeds]
    expected, true_error = attempt(lambda: torch.autograd.grad(*theirs, allow_unused=True))
    grad = compiled._native.attribute(compiled.module("torch.autograd"), "grad")
    actual, error = attempt(lambda: compiled.call(grad, ours, {"allow_unused": True}))
    if error is not None and true_error is None:
        raise Difference("gradient", f"{type(error).__name__}: {line_of(error)}")
    if true_error is not None:
        return found
    for one, other in zip(actual, expected):
        if (one is None) != (other is None):
            raise Difference("gradient", f"{'no' if one is None else 'a'} gradient for {'none' if other is None else 'one'}")
        if other is None:
            continue
        if other.is_complex():
            one, other = compiled.method(one, "resolve_conj"), other.resolve_conj()
        _, number, shape, strides = compiled._native.view(one)
        if tuple(shape) != tuple(other.shape):
            raise Difference("gradient", f"shape {tuple(shape)} for {tuple(other.shape)}")
        compare_elements(compiled.contents(one), other.detach(), False, "gradient")
    for one, other in zip(actual, expected):
        if other is not None:
            found += stride_differences("gradient-strides", compiled._native.view(compiled.method(one, "resolve_conj"))[3], other)
    return found
