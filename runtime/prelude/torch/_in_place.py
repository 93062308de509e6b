"""Methods that change a tensor, spelled as functions of torch."""
from torch import _expected

__all__ = ["as_strided_", "conj_physical_", "deg2rad_", "detach_", "ldexp_", "rad2deg_", "sinc_"]


def _function(name):
    def function(input, *args, **kwargs):
        _expected.expect_tensor(name, 1, "input", input)
        return getattr(input, name)(*args, **kwargs)
    function.__name__ = function.__qualname__ = name
    return function


for _name in __all__:
    globals()[_name] = _function(_name)
