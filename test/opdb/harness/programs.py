"""Programs of many loops, each of which calls one function of the database five times: what a specialised version of the loop
makes of it, of an elementwise use of its result and of its gradient must be what PyTorch makes of it. What PyTorch refuses
is refused in specialised code as in generic code."""
import contextlib
import itertools
import math

import torch

from harness import cases
from harness.entries import UNINITIALISED, arguments
from harness.layouts import NotPlain, is_plain, laid_out, map_tree, tensors_of

_LAYOUTS = ("given", "transposed", "channels_last", "sliced", "expanded")
FULL = cases.Extent(3, _LAYOUTS, ("given",), True, (torch.float32, torch.int64, torch.complex128))
FAST = cases.Extent(1, ("transposed",), (), True, (torch.float32, torch.complex128))
_MOST_ELEMENTS = 150
# Functions with results that are new at each call, or that a loop cannot repeat.
LEFT_OUT = UNINITIALISED | {"item"}

_HEAD = '''import torch


def show(name, value):
    if isinstance(value, torch.Tensor):
        values = torch.view_as_real(value.detach()) if value.is_complex() else value.detach()
        values = values.double() if values.is_floating_point() else values
        print(name, value.dtype, tuple(value.shape), value.stride(), values.reshape(-1).tolist(), sep="|")
    elif isinstance(value, (tuple, list)):
        for number, item in enumerate(value):
            show(f"{name}.{number}", item)
    else:
        print(name, type(value).__name__, value, sep="|")


def used(value):
    if isinstance(value, torch.Tensor):
        return value * 2 + 1
    return None


def walked(value, leaf):
    """The gradient of a tensor that has one, else itself."""
    if isinstance(value, torch.Tensor) and value.requires_grad:
        return torch.autograd.grad(value.sum(), leaf, allow_unused=True)
    return value


class Box:
    pass


'''

_TAIL = '''

for name, case in cases:
    torch.manual_seed(7)
    try:
        show(name, case())
    except Exception as error:
        print(name, type(error).__name__, sep="|")
'''


class CaseText:
    """One case as a function of a program."""

    def __init__(self, case, number):
        self.case, self.number = case, number
        self.storages = {}
        tree = laid_out(arguments(case.op, case.spelling, case.sample), case.layout)
        if tree is None or sum(t.untyped_storage().nbytes() // t.element_size() for t in tensors_of(tree)) > _MOST_ELEMENTS:
            raise NotPlain
        self.tree = tree
        self.lines, self.leaves, self.names = [], [], {}

    def literal(self, value):
        if isinstance(value, torch.Tensor):
            return self.tensor(value)
        if value is None or type(value) in (bool, int, str):
            return repr(value)
        if type(value) is float:
            return repr(value) if math.isfinite(value) else f'float("{value}")'
        if isinstance(value, (torch.dtype, torch.memory_format)):
            return str(value)
        if isinstance(value, torch.Size):
            value = tuple(value)
        if type(value) is slice:
            return f"slice({self.literal(value.start)}, {self.literal(value.stop)}, {self.literal(value.step)})"
        if type(value) in (tuple, list):
            inner = ", ".join(map(self.literal, value))
            return f"[{inner}]" if type(value) is list else f"({inner}{',' if len(value) == 1 else ''})"
        if type(value) is complex:
            return f"complex({self.literal(value.real)}, {self.literal(value.imag)})"
        raise NotPlain

    def tensor(self, t):
        if not is_plain(t):
            raise NotPlain
        if id(t) in self.names:
            return self.names[id(t)]
        plain = t.detach()
        source = plain.untyped_storage()
        place = (source.data_ptr() or id(t), t.dtype)
        if place not in self.storages:
            self.storages[place] = f"s{len(self.storages)}"
            flat = torch.empty(0, dtype=t.dtype).set_(source, 0, (source.nbytes() // t.element_size(),), (1,))
            items = ", ".join(self.literal(item) for item in flat.tolist())
            self.lines.append(f"    {self.storages[place]} = torch.tensor([{items}], dtype={t.dtype})")
        name = self.names[id(t)] = f"x{len(self.names)}"
        self.lines.append(f"    {name} = {self.storages[place]}.as_strided({tuple(t.shape)}, {t.stride()}, {t.storage_offset()})")
        if t.requires_grad:
            self.leaves.append(name)
        return name

    def call(self):
        positional, named = self.tree
        path, kind = self.case.spelling.path, self.case.spelling.kind
        texts = [self.literal(value) for value in positional]
        texts += [f"{name}={self.literal(value)}" for name, value in named.items()]
        if kind in ("method", "inplace"):
            receiver = texts[0] if isinstance(positional[0], torch.Tensor) else f"({texts[0]})"
            return f"{receiver}.{path.split('.')[1]}({', '.join(texts[1:])})"
        if kind == "attribute":
            return f"{texts[0]}.{path.split('.')[1]}"
        return f"{path}({', '.join(texts)})"

    def text(self, gradient):
        """Python for the case; `gradient` says which result it is of, None for the result itself."""
        call = self.call()
        name = f"case_{self.number}"
        lines = [f"# {self.case}", f"def {name}():", *self.lines]
        if gradient is None:
            lines += ["    for step in range(5):", f"        r = {call}", "        u = used(r)", "    return r, u"]
        else:
            lines += [f"    {leaf}.requires_grad_()" for leaf in self.leaves]
            lines += ["    for step in range(5):", *[f"        {leaf}.grad = None" for leaf in self.leaves], f"        r = {call}"]
            of = self.result[int(gradient[1:-1])] if gradient else self.result
            parts = " + 2 * (r{0} * w).sum().imag" if of.is_complex() else ""
            lines += [f"        ((r{gradient} * w).sum(){'.real' if parts else ''}{parts.format(gradient)}).backward()"]
            count = math.prod(of.shape)
            lines.insert(len(self.lines) + 2, f"    w = (torch.arange({count}) % 7 - 2.5).to({of.dtype}).reshape({tuple(of.shape)})")
            lines += [f"    return {', '.join(f'{leaf}.grad' for leaf in self.leaves)},"]
        return lines, name

    def refused(self, is_used):
        """Python for a call that raises: a function of its own, called with the tensors. It raises though nobody uses what it
        would give."""
        name, call, tensors = f"case_{self.number}", self.call(), ", ".join(self.names.values())
        body = [f"        return {call}"] if is_used else [f"        {call}", "        return other * 2"]
        lines = [f"# {self.case}", f"def {name}():", *self.lines, "    other = torch.ones(3)", "",
                 f"    def call({tensors}):", *body, "",
                 "    for step in range(8):", "        try:", f"            call({tensors})", "            said = \"computed\"",
                 "        except Exception as error:", "            said = type(error).__name__", "    return said"]
        return lines, name


def _plain_result(case, tree):
    """What PyTorch answers; NotPlain where it raises, or answers what a program does not print."""
    copies = {}
    fresh = map_tree(tree, lambda t: copies.setdefault(id(t), t.detach().clone(memory_format=torch.preserve_format)
                                                       .requires_grad_(False) if t.dim() == 0 or 0 not in t.stride() else t.detach()))
    torch.manual_seed(7)
    result, error = cases.attempt(cases._theirs, case.spelling, *fresh)
    if error is not None:
        raise NotPlain
    flat = [tensor for _, tensor in cases.tensors_in(result)]
    if not flat or any(not is_plain(t) or t.numel() > 2000 for t in flat):
        raise NotPlain
    return result


REFUSED = " | refused"


def functions(op, extent, missing):
    """Cases of an entry as functions of a program: lists of lines, names, what each tests."""
    if op.name in LEFT_OUT:
        return
    number = 0
    for case in itertools.chain(cases.cases(op, extent), cases.of_other_types(op)):
        if case.spelling.kind == "out" or missing(case.spelling.path):
            continue
        if case.expects_error:
            for is_used in (True, False):
                with contextlib.suppress(NotPlain):
                    lines, name = CaseText(case, number).refused(is_used)
                    number += 1
                    yield lines, name, str(case) + REFUSED
            continue
        gradients = [None]
        if case.spelling.kind == "function" and case.dtype in (torch.float32, torch.complex128) and op.supports_autograd:
            gradients.append("")
        for gradient in gradients:
            try:
                text = CaseText(case, number)
                text.result = _plain_result(case, text.tree)
                if gradient is not None:
                    if not any(t.requires_grad for t in tensors_of(text.tree)):
                        continue
                    if isinstance(text.result, (tuple, list)):
                        gradient = "[0]"
                    tensor = text.result[0] if gradient else text.result
                    if not (tensor.is_floating_point() or tensor.is_complex()) or tensor.numel() == 0:
                        continue
                lines, name = text.text(gradient)
            except NotPlain:
                continue
            number += 1
            yield lines, name, str(case) + (" | gradient" if gradient is not None else "")


def program(parts):
    """The text of a program of parts (lines, name, what)."""
    text, names = [_HEAD], []
    for number, (lines, name, what) in enumerate(parts):
        unique = f"case_{number}"
        text.append("\n".join(line.replace(f"def {name}(", f"def {unique}(") for line in lines) + "\n\n\n")
        names.append(f'("{number}", {unique})')
    return "".join(text) + "cases = [" + ", ".join(names) + "]\n" + _TAIL
