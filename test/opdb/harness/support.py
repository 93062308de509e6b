"""What cases of an entry show of it: dtypes, gradients and devices."""
from pathlib import Path
from xml.sax.saxutils import quoteattr

import torch

from harness import compiled, vectors
from harness.cases import Sides, attempt, run
from harness.compare import Difference, at, compare_elements, tensors_in
from harness.entries import DTYPES, arguments
from harness.layouts import NotPlain, laid_out

_SEED = 7
_GRADIENT_TYPES = (torch.float64, torch.complex128)


class Facts:
    def __init__(self, deviations):
        self.deviations = deviations
        self.spellings, self.dtypes, self.gradients, self.meta = [], {}, {}, []

    def add(self, case):
        try:
            found = [each for each in run(case) if self.deviations.known(str(case), each.category) is None]
        except NotPlain:
            return
        if str(case.spelling) not in self.spellings:
            self.spellings.append(str(case.spelling))
        of_gradient = [each for each in found if each.category.startswith("gradient")]
        of_meta = [each for each in found if each.category == "meta"]
        fits = len(found) == len(of_gradient) + len(of_meta)
        self.dtypes[case.dtype] = self.dtypes.get(case.dtype, True) and fits
        if not fits or case.spelling.kind not in ("function", "method", "operator", "attribute"):
            return
        if case.spelling.kind != "attribute" and not case.dtype.is_complex:
            self.meta.append(not of_meta and has_meta_rule(case))
        if case.op.supports_autograd and case.dtype in _GRADIENT_TYPES:
            same_result = self.deviations.known(str(case), "values") is None
            second = second_gradient(case)
            if second is not None:
                self._note("first", all(each.category == "gradient-strides" for each in of_gradient))
                if case.op.supports_gradgrad and same_result:
                    self._note("second", second)

    def _note(self, which, fits):
        self.gradients[which] = self.gradients.get(which, True) and fits

    def fields(self):
        if not self.dtypes:
            return None
        dtypes = [("" if self.dtypes[dtype] else "-") + str(dtype)[6:] for dtype in DTYPES if dtype in self.dtypes]
        gradients = [("" if fits else "-") + which for which, fits in self.gradients.items()]
        return [", ".join(self.spellings), " ".join(dtypes), " ".join(gradients) or "none",
                "cpu meta" if self.meta and all(self.meta) else "cpu"]


def has_meta_rule(case):
    """Whether tensors without elements give a result."""
    from harness.cases import _converted, _ours
    from harness.layouts import Storages
    tree = laid_out(arguments(case.op, case.spelling, case.sample), case.layout)
    storages = Storages(lambda flat: compiled.empty(flat, device="meta"), compiled.view)
    return attempt(_ours, case.spelling, *_converted(tree, storages.tensor))[1] is None


def second_gradient(case):
    """Whether gradients of gradients are PyTorch's; None where there is nothing to take a gradient of."""
    from harness.cases import _ours, _theirs
    tree = laid_out(arguments(case.op, case.spelling, case.sample), case.layout)
    sides = Sides(tree, True)
    if not sides.pairs:
        return None
    torch.manual_seed(_SEED)
    expected, true_error = attempt(_theirs, case.spelling, *sides.expected)
    compiled.manual_seed(_SEED)
    actual, error = attempt(_ours, case.spelling, *sides.actual)
    if true_error is not None or error is not None:
        return None
    paths = [path for path, tensor in tensors_in(expected) if tensor.requires_grad]
    if not paths:
        return None
    theirs, ours = [at(expected, path) for path in paths], [at(actual, path) for path in paths]
    turned = vectors.factors(case.op, actual, expected)
    factors = [turned.get(path[0], 1) if path else 1 for path in paths]
    for order in (1, 2):
        seeds = [None if result is None else _seed_like(result, order) for result in theirs]
        theirs, true_error = attempt(_their_gradients, theirs, [pair[0] for pair in sides.pairs], seeds, order == 1)
        if true_error is not None:
            return True
        if order == 1:
            seeds = [seed * factor for seed, factor in zip(seeds, factors)]
        ours, error = attempt(_our_gradients, ours, [pair[1] for pair in sides.pairs], seeds, order == 1)
        if error is not None:
            return False
    return all(map(_agree, ours, theirs))


def _their_gradients(results, inputs, seeds, create_graph):
    live = [(result, seed) for result, seed in zip(results, seeds) if result is not None and result.requires_grad]
    if not live:
        return [None] * len(inputs)
    return torch.autograd.grad(*_listed(live, inputs), allow_unused=True, create_graph=create_graph)


def _our_gradients(results, inputs, seeds, create_graph):
    live = [(result, compiled.view(compiled.base(seed.flatten()), seed)) for result, seed in zip(results, seeds)
            if result is not None and seed is not None and compiled.attribute(result, "requires_grad")]
    if not live:
        return [None] * len(inputs)
    grad = compiled._native.attribute(compiled.module("torch.autograd"), "grad")
    return compiled.call(grad, _listed(live, inputs), {"allow_unused": True, "create_graph": create_graph})


def _listed(live, inputs):
    return [result for result, _ in live], inputs, [seed for _, seed in live]


def _seed_like(result, order):
    generator = torch.Generator().manual_seed(_SEED + order)
    kind = torch.complex128 if result.is_complex() else torch.float64
    return torch.randn(result.shape, generator=generator, dtype=kind).to(result.dtype)


def _agree(one, other):
    """Zeros and no gradient are the same here, but for rounding."""
    if one is None or other is None:
        there = compiled.contents(one) if other is None and one is not None else other
        return there is None or bool((there.detach().abs() <= 1e-12).all())
    if other.is_complex():
        one, other = compiled.method(one, "resolve_conj"), other.resolve_conj()
    try:
        compare_elements(compiled.contents(one), other.detach(), False, "gradient")
    except Difference:
        return False
    return True


def read(path):
    """Fields by the names of entries."""
    rows = [line.split(" : ") for line in Path(path).read_text().splitlines() if line and not line.startswith("#")]
    return {name: fields for name, *fields in rows}


def write_junit(path, names, differing):
    inner = "".join(f'<testcase classname="support" name={quoteattr(name)}>'
                    f'{"<failure message=%s/>" % quoteattr("not as support.txt says") if name in differing else ""}</testcase>' for name in names)
    Path(path).write_text(f'<testsuites><testsuite name="support">{inner}</testsuite></testsuites>\n')
