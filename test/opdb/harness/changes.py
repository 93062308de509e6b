"""Programs whose calls change one argument after the profile: another type, shape, layout, number or kind, good or bad. What a
version assumed of the arguments must then be noticed, and what is refused must be refused as in the first run."""
import contextlib
import random

import torch

from harness import cases
from harness.entries import key
from harness.layouts import NotPlain, map_tree
from harness.programs import LEFT_OUT, CaseText

FULL = cases.Extent(2, ("given",), ("given",), True, (torch.float32, torch.int64))
FAST = cases.Extent(1, ("given",), (), True, (torch.float32,))
_USUAL_TURNS = 8
_CHANGES = 4
_DTYPES = (torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.uint8, torch.bool)
_NUMBERS = (-9, -2, -1, 0, 1, 2, 3, 7, True, False, 0.5, 1.0, 2.5, -1.0, float("nan"), float("inf"))
_OTHERS = (None, "x", "sum", "same", (), (0,), [1, 2], (1, -1), torch.float32, torch.int64, torch.tensor(1), torch.tensor(0.5),
           torch.tensor([1, 0]), torch.tensor(True))


def _with_nans(t, draw):
    return torch.where(t > 0, float("nan"), t) if t.is_floating_point() else t + 5


def _leaf(t, draw):
    return t.clone().requires_grad_() if t.is_floating_point() else t.float().requires_grad_()


# Substitutes of a tensor, of one with dimensions, and of one with several.
_OF_ALL = (
    lambda t, draw: t.to(draw.choice(_DTYPES)),
    lambda t, draw: t.to(draw.choice(_DTYPES)),
    lambda t, draw: t.unsqueeze(draw.randrange(t.dim() + 1)),
    lambda t, draw: t.flatten(),
    lambda t, draw: t * 0,
    lambda t, draw: t.logical_not() if t.dtype is torch.bool else t.neg(),
    lambda t, draw: draw.choice(_OTHERS + _NUMBERS),
    _with_nans,
    _leaf,
)
_OF_LINES = _OF_ALL + (
    lambda t, draw: t[:1].squeeze(0),
    lambda t, draw: t[:-1],
    lambda t, draw: t[..., 1:],
    lambda t, draw: t[..., :1],
    lambda t, draw: t[::2],
    lambda t, draw: t[:0],
    lambda t, draw: t[..., :0],
    lambda t, draw: torch.cat([t, t]),
    lambda t, draw: t[:1].expand(t.shape) if len(t) else t,
)
_OF_PLANES = _OF_LINES + (
    lambda t, draw: t.transpose(0, -1),
    lambda t, draw: t.transpose(0, -1).contiguous().transpose(0, -1),
)
_OF_TENSORS = (_OF_ALL, _OF_LINES, _OF_PLANES)


def _of_list(value, draw):
    items = list(value)
    choice = draw.randrange(7)
    if choice == 0:
        items = items[:-1]
    elif choice == 1:
        items = items + items[-1:]
    elif choice == 2:
        items = items[::-1]
    elif choice == 3:
        return items[0] if items else None
    elif choice == 4:
        return draw.choice(_NUMBERS + _OTHERS)
    elif items:
        at = draw.randrange(len(items))
        items[at] = _changed(items[at], draw)
    return tuple(items) if isinstance(value, tuple) else items


def _changed(value, draw):
    """Something else in the place of an argument."""
    if isinstance(value, torch.Tensor):
        return draw.choice(_OF_TENSORS[min(value.dim(), 2)])(value.detach(), draw)
    if isinstance(value, (tuple, list)):
        return _of_list(value, draw)
    if isinstance(value, torch.dtype):
        return draw.choice(_DTYPES)
    if isinstance(value, (int, float)) and draw.random() < 0.7:
        return draw.choice(_NUMBERS)
    return draw.choice(_NUMBERS + _OTHERS)


# How a call meets its arguments: {statements} of a function of their own, in the loop, with attributes of an object, chosen by a
# condition.
_FORMS = {
    "function": """
    def call({names}):
        {statements}
        return said

    for turn in turns:
        try:
            said = call(*turn)
        except Exception as error:
            said = type(error).__name__
        results.append(said)
""",
    "loop": """
    for {names}, in turns:
        try:
            {statements}
        except Exception as error:
            said = type(error).__name__
        results.append(said)
""",
    "object": """
    box = Box()
    def call():
        {names}, = box.arguments
        {statements}
        return said

    for turn in turns:
        box.arguments = turn
        try:
            said = call()
        except Exception as error:
            said = type(error).__name__
        results.append(said)
""",
    "condition": """
    usual = turns[0]
    for step in range(len(turns)):
        {names}, = usual
        if step in changed:
            {names}, = turns[step]
        try:
            {statements}
        except Exception as error:
            said = type(error).__name__
        results.append(said)
""",
}
_RESULTS = {
    "result": ["r = {call}", "said = r"],
    "used": ["r = {call}", "said = used(r)"],
    "dropped": ["{call}", "said = \"done\""],
    "walked": ["r = {call}", "said = walked(r, a0)"],
}


class _Changing(CaseText):
    """A case of which single arguments are replaced."""

    def __init__(self, case, number, draw):
        super().__init__(case, number)
        positional, self.named = self.tree
        self.draw, self.count = draw, len(positional)
        self.usual = [*positional, *self.named.values()]
        self.of_tensor = case.spelling.kind in ("method", "inplace")
        if self.of_tensor and not isinstance(self.usual[0], torch.Tensor):
            raise NotPlain
        if draw.random() < 0.5:
            self.usual = map_tree(self.usual, lambda t: t.detach())

    def changes(self):
        """Lists of all arguments, each with one of them replaced."""
        for _ in range(_CHANGES):
            at = self.draw.randrange(len(self.usual))
            value = self.replaced(at)
            if at > 0 or not self.of_tensor or isinstance(value, torch.Tensor):
                yield [*self.usual[:at], value, *self.usual[at + 1:]]

    def replaced(self, at):
        tensors = [value for value in self.usual if isinstance(value, torch.Tensor)]
        if isinstance(self.usual[at], torch.Tensor) and len(tensors) > 1 and self.draw.random() < 0.1:
            return self.draw.choice(tensors)
        return _changed(self.usual[at], self.draw)

    def text(self):
        """Python for the case: a loop over lists of arguments, the usual ones first."""
        draw, name = self.draw, f"case_{self.number}"
        turns = [self.usual] * _USUAL_TURNS
        for other in self.changes():
            turns += [other] * draw.choice((1, 1, 2)) + [self.usual] * draw.choice((0, 1))
        rows = [", ".join(map(self.literal, turn)) + "," for turn in turns]
        names = [f"a{number}" for number in range(len(self.usual))]
        form, result = draw.choice(list(_FORMS)), draw.choice(list(_RESULTS))
        statements = [line.format(call=self.changing_call(names)) for line in _RESULTS[result]]
        if self.case.spelling.kind == "inplace":
            statements.insert(0, "a0 = a0.clone()")
        lines = [f"# {self.case}", f"def {name}():", *self.lines, *[f"    {leaf}.requires_grad_()" for leaf in self.leaves],
                 "    turns = [", *[f"        ({row})," for row in rows], "    ]",
                 f"    changed = {{{', '.join(str(turn) for turn, row in enumerate(rows) if row != rows[0])}}}", "    results = []"]
        for line in _FORMS[form].strip("\n").split("\n"):
            depth = len(line) - len(line.lstrip())
            if line.strip() == "{statements}":
                lines += [" " * depth + statement for statement in statements]
            else:
                lines.append(line.replace("{names}", ", ".join(names)))
        return [*lines, "    return results"], name

    def changing_call(self, names):
        path = self.case.spelling.path
        texts = names[:self.count] + [f"{key}={name}" for key, name in zip(self.named, names[self.count:])]
        if self.of_tensor:
            return f"a0.{path.split('.')[1]}({', '.join(texts[1:])})"
        return f"{path}({', '.join(texts)})"


CHANGED = " | changed"


def functions(op, seed, extent, missing):
    """Cases of an entry as functions of a program: lists of lines, names, what each tests."""
    if op.name in LEFT_OUT:
        return
    draw = random.Random(f"{seed} {key(op)}")
    number = 0
    for case in cases.cases(op, extent):
        if case.spelling.kind in ("out", "attribute") or missing(case.spelling.path) or case.expects_error:
            continue
        with contextlib.suppress(NotPlain):
            lines, name = _Changing(case, number, draw).text()
            number += 1
            yield lines, name, str(case) + CHANGED
