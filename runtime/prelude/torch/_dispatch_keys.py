"""Names under which operators have kernels of their own, and sets of them: of all keys of PyTorch those that kernels here are found by."""
import torch

excluded = []  # names of the keys that a block leaves out


class DispatchKey:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<DispatchKey.{self.name}>"

    def __str__(self):
        return f"DispatchKey.{self.name}"


for _name in ("CPU", "CUDA", "Meta", "AutocastCPU", "AutocastCUDA", "AutocastXPU", "AutogradCPU", "AutogradCUDA",
              "CompositeExplicitAutograd", "CompositeImplicitAutograd"):
    setattr(DispatchKey, _name, DispatchKey(_name))


class DispatchKeySet:
    def __init__(self, *keys):
        self._names = frozenset([key.name for key in keys])

    def _of(self, names):
        made = DispatchKeySet()
        made._names = names
        return made

    def __or__(self, other):
        return self._of(self._names | other._names)

    def __and__(self, other):
        return self._of(self._names & other._names)

    def __sub__(self, other):
        return self._of(self._names - other._names)

    def __eq__(self, other):
        return isinstance(other, DispatchKeySet) and self._names == other._names

    def __hash__(self):
        return hash(self._names)

    def has(self, key):
        return key.name in self._names

    def __repr__(self):
        return f"DispatchKeySet({', '.join(sorted(self._names))})"


class _ExcludeDispatchKeyGuard:
    """A block in which kernels of these keys are passed over."""

    def __init__(self, keys):
        self._added = list(keys._names)

    def __enter__(self):
        excluded.extend(self._added)

    def __exit__(self, *args):
        del excluded[len(excluded) - len(self._added):]


for _part in (DispatchKey, DispatchKeySet, _ExcludeDispatchKeyGuard):
    setattr(torch._C, _part.__name__, _part)
