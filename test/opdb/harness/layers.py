"""PyTorch's databases of modules and optimizers: an entry's objects on both sides, and what they compute and keep."""
import warnings
from dataclasses import dataclass

import torch
from torch.testing._internal.common_modules import ModuleErrorEnum, module_db
from torch.testing._internal.common_optimizers import OptimizerErrorEnum, optim_db

from harness import compiled
from harness.cases import Sides, attempt, compare_errors
from harness.compare import Difference, at, compare_elements, compare_results, tensors_in
from harness.layouts import NotPlain

_SEED = 11
_STEPS = 4


def entries():
    """Name and info of each entry: `nn.Linear`, `optim.Adam`."""
    found = {f"nn.{info.module_cls.__name__}": info for info in module_db}
    return found | {f"optim.{info.optim_cls.__name__}": info for info in optim_db}


@dataclass(frozen=True)
class Case:
    name: str
    info: object
    dtype: torch.dtype
    number: int
    training: bool
    input: object
    expects_error: bool = False

    def __str__(self):
        number = f"error {self.number}" if self.expects_error else str(self.number)
        return f"{self.name} | {str(self.dtype)[6:]} | {number} | {'training' if self.training else 'evaluation'}"


def _some(items, limit):
    items = list(enumerate(items))
    step = max(1.0, len(items) / limit)
    return [items[int(number * step)] for number in range(min(limit, len(items)))]


def cases(name, info, fast):
    limit = 3 if fast else 400
    if name.startswith("optim."):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for number, given in _some(info.optim_inputs_func(device="cpu"), limit):
                yield Case(name, info, torch.float32, number, True, given)
            errors = info.optim_error_inputs_func("cpu", torch.float32) if info.optim_error_inputs_func else []
            for number, error in enumerate(errors):
                yield Case(name, info, torch.float32, number, True, error, True)
        return
    for dtype in (torch.float32,) if fast else (torch.float32, torch.float64):
        for training in (True, False):
            torch.manual_seed(_SEED)
            inputs = info.module_inputs_func(info, device="cpu", dtype=dtype, requires_grad=True, training=training)
            for number, given in _some(inputs, limit):
                yield Case(name, info, dtype, number, training, given)
    if info.module_error_inputs_func is not None:
        torch.manual_seed(_SEED)
        for number, error in enumerate(info.module_error_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=False,
                                                                     training=True)):
            yield Case(name, info, torch.float32, number, True, error, True)


def _text(value):
    return compiled.call(compiled.resolve("builtins.str"), (value,), None)


def _listed(value):
    return compiled.call(compiled.resolve("builtins.list"), (value,), None)


def _copied(t):
    """A tensor there with the contents of one of PyTorch."""
    return compiled.view(compiled.base(t.flatten()), t)


def _tensor(value):
    """A value that compiled code has given, as a tensor of PyTorch where it is one."""
    return compiled.contents(value) if compiled.is_tensor(value) else value


def _compare_states(actual, expected, category, exact=False):
    if list(actual) != list(expected):
        raise Difference("structure", f"{category}: names {list(actual)} for {list(expected)}")
    for name, value in expected.items():
        ours = _tensor(actual[name])
        if isinstance(value, torch.Tensor):
            if not isinstance(ours, torch.Tensor) or tuple(ours.shape) != tuple(value.shape) or ours.dtype != value.dtype:
                raise Difference("structure", f"{category} {name}: {getattr(ours, 'shape', ours)} for {value.shape} {value.dtype}")
            compare_elements(ours.detach(), value.detach(), exact, category)
        elif isinstance(value, dict):
            _compare_states(ours, value, category, exact)
        elif isinstance(value, (bool, int, float, str, type(None))) and ours != value:
            raise Difference(category, f"{name}: {ours!r} for {value!r}")


def _module(case, given):
    """The module on both sides, from the same seed; None for both where both refuse."""
    arguments = list(given.constructor_input.args), dict(given.constructor_input.kwargs)
    sides = Sides(arguments, False)
    torch.manual_seed(_SEED)
    theirs, true_error = attempt(lambda: case.info.module_cls(*sides.expected[0], **sides.expected[1]))
    compiled.manual_seed(_SEED)
    ours, error = attempt(lambda: compiled.call(compiled.resolve("torch." + case.name), *sides.actual))
    if compare_errors(error, true_error):
        return None, None
    if _text(ours) != str(theirs):
        raise Difference("structure", f"printed {_text(ours)!r} for {str(theirs)!r}")
    theirs.to(case.dtype).train(case.training)
    compiled.method(ours, "to", compiled.dtype(case.dtype))
    compiled.method(ours, "train", case.training)
    return theirs, ours


def _run_module(case, given):
    theirs, ours = _module(case, given)
    if theirs is None or given.forward_input is None:
        return
    lazy = any(isinstance(p, torch.nn.UninitializedParameter) for p in theirs.parameters())
    if not lazy:
        _compare_states(compiled.method(ours, "state_dict"), theirs.state_dict(), "initial values", True)
    sides = Sides((list(given.forward_input.args), dict(given.forward_input.kwargs)), True)
    torch.manual_seed(_SEED)
    expected, true_error = attempt(lambda: theirs(*sides.expected[0], **sides.expected[1]))
    compiled.manual_seed(_SEED)
    actual, error = attempt(lambda: compiled.call(ours, *sides.actual))
    if compare_errors(error, true_error):
        return
    compare_results(actual, expected, lambda place: None, lambda place: None, False)
    _compare_states(compiled.method(ours, "state_dict"), theirs.state_dict(), "mutation")
    _compare_gradients(theirs, ours, sides, expected, actual)


def _compare_gradients(theirs, ours, sides, expected, actual):
    """Of the inputs and the parameters, from the same gradients of the results."""
    paths = [path for path, tensor in tensors_in(expected) if tensor.requires_grad]
    if not paths:
        return
    generator = torch.Generator().manual_seed(_SEED)
    seeds = [torch.randn(at(expected, path).shape, generator=generator, dtype=torch.float64).to(at(expected, path).dtype)
             for path in paths]
    torch.autograd.backward([at(expected, path) for path in paths], seeds)
    backward = compiled._native.attribute(compiled.module("torch.autograd"), "backward")
    compiled.call(backward, ([at(actual, path) for path in paths], [_copied(s) for s in seeds]), None)
    names = dict(_listed(compiled.method(ours, "named_parameters")))
    pairs = [(f"input {number}", *pair) for number, pair in enumerate(sides.pairs)]
    pairs += [(name, p, names[name]) for name, p in theirs.named_parameters()]
    for name, one, other in pairs:
        grad = compiled.attribute(other, "grad")
        if (grad is None) != (one.grad is None):
            raise Difference("gradient", f"{name}: {'no' if grad is None else 'a'} gradient for {'none' if one.grad is None else 'one'}")
        if grad is not None:
            compare_elements(_tensor(grad), one.grad, False, "gradient")


def _run_refused_module(case):
    error = case.input
    given = error.module_error_input
    theirs, ours = _module(case, given)
    if theirs is None:
        return
    if error.error_on is ModuleErrorEnum.CONSTRUCTION_ERROR:
        raise NotPlain
    sides = Sides((list(given.forward_input.args), dict(given.forward_input.kwargs)), False)
    _, true_error = attempt(lambda: theirs(*sides.expected[0], **sides.expected[1]))
    _, error = attempt(lambda: compiled.call(ours, *sides.actual))
    compare_errors(error, true_error)


def _parameters(shapes):
    generator = torch.Generator().manual_seed(_SEED)
    return [torch.nn.Parameter(torch.randn(shape, generator=generator)) for shape in shapes]


def _optimizer(case, given):
    """The optimizer on both sides with its parameters; the database leaves parameters to the test."""
    middle = (4, 3) if case.name == "optim.Muon" else (4,)  # Muon takes matrices alone
    params = given.params if given.params is not None else _parameters(((3, 2), middle, (2, 3)))
    sides = Sides(([params], dict(given.kwargs)), True)
    theirs, true_error = attempt(lambda: case.info.optim_cls(*sides.expected[0], **sides.expected[1]))
    ours, error = attempt(lambda: compiled.call(compiled.resolve("torch." + case.name), *sides.actual))
    if compare_errors(error, true_error):
        return None, None, sides
    return theirs, ours, sides


def _step(case, theirs, ours, sides, number):
    """One step of both, with the same gradients; the closure of those that ask for one is the sum of squares."""
    generator = torch.Generator().manual_seed(number)
    for one, other in sides.pairs:
        one.grad = torch.randn(one.shape, generator=generator, dtype=one.dtype)
        compiled.call(compiled.resolve("builtins.setattr"), (other, "grad", _copied(one.grad)), None)
    theirs.step()
    compiled.method(ours, "step")


def _compare_parameters(sides):
    for one, other in sides.pairs:
        compare_elements(compiled.contents(other), one.detach(), False, "values")


def _run_optimizer(case, given):
    if case.info.step_requires_closure or case.info.only_supports_sparse_grads:
        raise NotPlain
    theirs, ours, sides = _optimizer(case, given)
    if theirs is None:
        return
    if _text(ours) != repr(theirs):
        raise Difference("structure", f"printed {_text(ours)!r} for {repr(theirs)!r}")
    for number in range(_STEPS):
        _step(case, theirs, ours, sides, number)
    _compare_parameters(sides)
    _compare_states(compiled.method(ours, "state_dict")["state"], theirs.state_dict()["state"], "state")
    # Another optimizer takes over from the state.
    again = type(theirs)(theirs.param_groups[0]["params"], **given.kwargs)
    again.load_state_dict(theirs.state_dict())
    ours_again = compiled.call(compiled.resolve("torch." + case.name), ([pair[1] for pair in sides.pairs],),
                               {name: compiled.converted(value, _copied) for name, value in given.kwargs.items()})
    compiled.method(ours_again, "load_state_dict", compiled.method(ours, "state_dict"))
    _step(case, again, ours_again, sides, _STEPS)
    _compare_parameters(sides)


def _run_refused_optimizer(case):
    error = case.input
    if error.error_on is not OptimizerErrorEnum.CONSTRUCTION_ERROR:
        raise NotPlain
    _optimizer(case, error.optimizer_error_input)


def run(case):
    """The differences that were found; NotPlain for what cannot be compared."""
    kind = "optimizer" if case.name.startswith("optim.") else "module"
    try:
        if case.expects_error:
            (_run_refused_optimizer if kind == "optimizer" else _run_refused_module)(case)
        else:
            (_run_optimizer if kind == "optimizer" else _run_module)(case, case.input)
    except Difference as difference:
        return [difference]
    return []
