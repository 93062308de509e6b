# Every elementwise operation of one tensor: values, result types, in-place forms, strides.
# float-tolerance: 1e-6
import torch

inf = float("inf")
nan = float("nan")


def show(label, call):
    try:
        r = call()
        print(label, r, r.dtype, tuple(r.shape), r.stride())
    except Exception as e:
        print(label, type(e).__name__, e)


names = ["exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "sin", "cos", "tan", "asin", "acos",
         "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sigmoid", "erf", "erfc", "erfinv", "lgamma",
         "digamma", "reciprocal", "neg", "abs", "sign", "sgn", "floor", "ceil", "round", "trunc", "frac", "square", "relu",
         "logical_not", "isnan", "isinf", "isfinite", "isposinf", "isneginf", "signbit", "nan_to_num", "logit"]
floats = torch.tensor([-2.5, -1.0, -0.75, -0.3, 0.0, 0.1, 0.5, 0.9, 1.0, 1.5, 2.0, 3.75, 10.0])
special = torch.tensor([inf, -inf, nan, 1e-30, -1e-30, 1e30, 80.0, -80.0])
ints = torch.tensor([[-3, -1, 0], [1, 2, 7]])
for name in names:
    f = getattr(torch, name)
    show(name, lambda: f(floats))
    show(name + " f64", lambda: f(floats.double()))
    show(name + " special", lambda: f(special))
    show(name + " int", lambda: f(ints))
    show(name + " u8", lambda: f(torch.tensor([0, 1, 255], dtype=torch.uint8)))
    show(name + " bool", lambda: f(torch.tensor([True, False])))
    show(name + " f16", lambda: f(floats.half()))
    show(name + " bf16", lambda: f(floats.bfloat16()))
    show(name + " transposed", lambda: f(ints.float().t()))
    show(name + " strided", lambda: f(floats[1::3]))
    show(name + " empty", lambda: f(torch.zeros(0, 2)))
    show(name + " 0-dim", lambda: f(torch.tensor(0.25)))

for name in ["exp_", "sqrt_", "neg_", "abs_", "floor_", "relu_", "sigmoid_", "tanh_", "square_", "log_"]:
    x = torch.tensor([[0.5, 1.5, 2.5], [3.5, 4.5, 5.5]])
    y = getattr(x, name)()
    print(name, x, y is x, x._version)
    v = torch.arange(1.0, 7.0).view(2, 3)
    getattr(v[:, 1], name)()
    print(name, "view", v)
    show(name + " int", lambda: getattr(torch.tensor([1, 4]), name)())

big = torch.linspace(-30, 30, 10001)
for name in ["exp", "tanh", "sigmoid", "erf", "sin", "cos"]:
    r = getattr(torch, name)(big)
    print(name, r[::1000], (r - getattr(torch, name)(big.double())).abs().max() < 1e-5 * r.abs().max())
print(torch.sin(torch.tensor([1e7, 123456789.0])), torch.cos(torch.tensor([1e7, -5e6])))
print(torch.round(torch.tensor([1.2345, 2.675, -0.5, 1.5]), decimals=2), torch.round(torch.tensor([1250.0]), decimals=-2))
print(~torch.tensor([1, -2, 0]), ~torch.tensor([True, False]))
