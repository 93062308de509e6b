# Elementwise operations of one tensor.
import torch

from _cases import check, every, finish, gradients, in_place, layouts, names, values

domains = {"log": (0.1, 4), "log2": (0.1, 4), "log10": (0.1, 4), "log1p": (-0.9, 3), "sqrt": (0.1, 4),
           "rsqrt": (0.1, 4), "asin": (-0.9, 0.9), "acos": (-0.9, 0.9), "acosh": (1.1, 4), "atanh": (-0.9, 0.9),
           "erfinv": (-0.9, 0.9), "lgamma": (0.2, 4), "digamma": (0.2, 4), "logit": (0.1, 0.9),
           "reciprocal": (0.3, 3), "tan": (-1.2, 1.2)}
operations = ["abs", "neg", "sign", "sgn", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "sin",
              "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sigmoid", "erf",
              "erfc", "erfinv", "lgamma", "digamma", "reciprocal", "floor", "ceil", "round", "trunc", "frac", "square",
              "relu", "logical_not", "bitwise_not", "isnan", "isinf", "isfinite", "isposinf", "isneginf", "signbit",
              "nan_to_num", "logit"]
smooth = [n for n in operations if n not in ("logical_not", "bitwise_not", "isnan", "isinf", "isfinite", "isposinf",
                                             "isneginf", "signbit")]
for name in operations:
    f = getattr(torch, name)
    low, high = domains.get(name, (-3, 3))
    for dtype in every:
        check(f"{name} {names[dtype]}", f, values(3, 5, dtype=dtype, low=low, high=high))
    for layout, x in layouts(values(4, 3, 2, low=low, high=high)):
        check(name + layout, f, x)
    check(name + " empty", f, torch.empty(0, 3))
    check(name + " scalar", f, values(dtype=torch.float64, low=low, high=high))
    check(name + " number", f, 1.5)
for name in smooth:
    low, high = domains.get(name, (-3, 3))
    gradients(name, getattr(torch, name), values(3, 4, dtype=torch.float64, low=low, high=high), named=True)
    gradients(name + " f32", getattr(torch, name), values(7, low=low, high=high), twice=False, named=True)
for name in ["abs_", "neg_", "exp_", "log_", "sqrt_", "rsqrt_", "sin_", "cos_", "tanh_", "sigmoid_", "reciprocal_", "floor_",
             "ceil_", "round_", "trunc_", "square_", "relu_", "logical_not_", "erf_", "frac_", "sign_", "nan_to_num_"]:
    low, high = domains.get(name[:-1], (-3, 3))
    f = getattr(torch.Tensor, name)
    in_place(name, f, values(3, 2, low=low, high=high))
    in_place(name + " i64", f, values(3, dtype=torch.int64))
    in_place(name + " bool", f, values(3, dtype=torch.bool))

    def written(x):
        y = x * 1.0
        f(y)
        return y

    gradients(name, written, values(5, dtype=torch.float64, low=low, high=high), named=True)
check("round decimals", lambda x: torch.round(x, decimals=2), values(4, dtype=torch.float64))
check("round decimals int", lambda x: torch.round(x, decimals=2), values(4, dtype=torch.int64))
check("logit eps", lambda x: torch.logit(x, 0.2), values(4, low=0, high=1))
check("polygamma", lambda x: torch.polygamma(1, x), values(4, low=0.5, high=4))
check("clone", torch.clone, values(2, 3).t())
check("out", lambda x: torch.exp(x, out=torch.empty(3)), values(3))
check("out resized", lambda x: torch.exp(x, out=torch.empty(0)), values(3))
check("out int", lambda x: torch.exp(x, out=torch.empty(3, dtype=torch.int64)), values(3))
check("no argument", lambda: torch.exp())
check("text", lambda: torch.exp("x"))
check("list", lambda: torch.exp([1.0]))
check("keyword", lambda: torch.exp(torch.ones(1), nothing=1))
finish("unary")
