"""Methods that change a tensor, spelled as functions of torch."""
__all__ = ["as_strided_", "clamp_max_", "clamp_min_", "conj_physical_", "deg2rad_", "detach_", "fill_", "gcd_", "lcm_", "ldexp_", "rad2deg_",
           "sinc_", "zero_"]


def _function(name):
    def function(input, *args, **kwargs):
        return getattr(input, name)(*args, **kwargs)
    function.__name__ = function.__qualname__ = name
    return function


for _name in __all__:
    globals()[_name] = _function(_name)
