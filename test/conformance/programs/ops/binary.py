# Elementwise operations of two operands: promotion, broadcasting, numbers, errors, gradients.
import torch

from _cases import check, every, finish, gradients, in_place, layouts, names, values

arithmetic = ["add", "sub", "mul", "div", "floor_divide", "remainder", "fmod", "pow", "maximum", "minimum", "fmax", "fmin",
              "atan2", "hypot", "copysign", "xlogy", "heaviside", "nextafter", "logaddexp", "logaddexp2"]
comparing = ["eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_xor"]
whole = ["bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift", "gcd", "lcm"]
for name in arithmetic + comparing + whole:
    f = getattr(torch, name)
    for a in every:
        for b in every:
            check(f"{name} {names[a]} {names[b]}", f, values(2, 3, dtype=a, low=1, high=5),
                  values(3, dtype=b, low=1, high=4, turn=1))
    x = values(2, 3, low=0.5, high=3)
    for number in (2, 2.5, True):
        check(f"{name} number {number}", f, x, number)
        check(f"{name} int number {number}", f, values(3, dtype=torch.int64, low=1, high=5), number)
        check(f"{name} u8 number {number}", f, values(3, dtype=torch.uint8, low=1, high=5), number)
        check(f"{name} bool number {number}", f, values(3, dtype=torch.bool), number)
    check(name + " 0-dim f64", f, values(3, low=1, high=2), torch.tensor(1.5, dtype=torch.float64))
    check(name + " 0-dim i64", f, values(3, dtype=torch.int8, low=1, high=5), torch.tensor(2))
    kind = torch.int64 if name in whole else torch.float32
    check(name + " shapes", f, values(2, 3, dtype=kind), values(4, dtype=kind))
    check(name + " spread", f, values(2, 1, 3, low=1), values(4, 1, low=1, turn=1))
    check(name + " empty", f, torch.empty(0, 3), torch.ones(1, 3))
    for layout, y in layouts(values(4, 4, low=0.5, high=3)):
        check(name + layout, f, y, y.transpose(0, 1).contiguous() if y.shape[0] == 4 else y)
for name in whole[:5]:
    f = getattr(torch, name)
    for dtype in (torch.int64, torch.uint8, torch.bool, torch.float32):
        check(f"{name} of a number {names[dtype]}", f, 5, values(3, dtype=dtype, low=1, high=5))
        check(f"{name} of 2.5 {names[dtype]}", f, 2.5, values(3, dtype=dtype, low=1, high=5))
for name in arithmetic:
    if name in ("floor_divide", "heaviside", "nextafter"):
        continue
    f = getattr(torch, name)
    a = values(2, 3, dtype=torch.float64, low=0.6, high=3)
    b = values(3, dtype=torch.float64, low=0.5, high=2.9, turn=5)
    gradients(name, f, a, b, named=name not in ("remainder", "fmod"))
    gradients(name + " f32", f, a.float(), b.float(), twice=False)
    gradients(name + " number", lambda x: f(x, 2.0), a)
for name in ["add_", "sub_", "mul_", "div_", "pow_", "remainder_", "fmod_", "floor_divide_", "atan2_", "copysign_", "eq_", "lt_",
             "logical_and_", "bitwise_and_", "bitwise_or_", "xlogy_", "hypot_"]:
    f = getattr(torch.Tensor, name)
    for dtype in (torch.float32, torch.int64, torch.bool):
        in_place(f"{name} {names[dtype]}", f, values(2, 3, dtype=dtype, low=1, high=4), values(3, dtype=dtype, low=1, turn=2))
        in_place(f"{name} {names[dtype]} number", f, values(2, 3, dtype=dtype, low=1, high=4), 2)
    if not name.startswith("bitwise"):
        in_place(name + " wider", f, values(3), values(2, 3))
    in_place(name + " promoted", f, values(3, dtype=torch.int32, low=1), values(3, low=1))
x, y = values(2, 3), values(2, 3, turn=4)
check("alpha float", lambda: torch.add(x, y, alpha=0.5))
check("alpha float int", lambda: torch.add(x.long(), y.long(), alpha=0.5))
check("alpha bool", lambda: torch.add(x > 0, y > 0, alpha=2))
check("sub alpha", lambda: torch.sub(x, y, alpha=3))
check("rsub", lambda: torch.rsub(x, y))
check("rsub number", lambda: torch.rsub(x, 2.0, alpha=3))
check("true_divide", lambda: torch.true_divide(x.long(), 2))
for mode in (None, "floor", "trunc", "nearest"):
    check(f"div {mode}", lambda: torch.div(x, y, rounding_mode=mode))
    check(f"div {mode} int", lambda: torch.div(x.long() * 3, torch.tensor([2, -2, 3]), rounding_mode=mode))
    gradients(f"div {mode}", lambda a, b: torch.div(a, b, rounding_mode=mode), x.double(), y.double())
for text, call in {"2 - t": lambda t: 2 - t, "2 / t": lambda t: 2 / t, "2 // t": lambda t: 2 // t, "2 % t": lambda t: 2 % t,
                   "2 ** t": lambda t: 2 ** t, "2.5 * t": lambda t: 2.5 * t, "t % -2": lambda t: t % -2, "t // -2": lambda t: t // -2,
                   "t ** 3": lambda t: t ** 3, "t ** -1": lambda t: t ** -1, "t ** 0.5": lambda t: t ** 0.5, "-t": lambda t: -t,
                   "~t": lambda t: ~t, "t & 1": lambda t: t & 1, "1 | t": lambda t: 1 | t, "t ^ 3": lambda t: t ^ 3,
                   "t << 1": lambda t: t << 1, "t >> 1": lambda t: t >> 1, "t < 1": lambda t: t < 1, "1 < t": lambda t: 1 < t,
                   "t == 'a'": lambda t: t == "a", "t != None": lambda t: t != None, "t + 'a'": lambda t: t + "a",
                   "t @ 2": lambda t: t @ 2, "t + [1]": lambda t: t + [1]}.items():
    for dtype in every:
        check(f"{text} {names[dtype]}", call, values(4, dtype=dtype, low=1, high=6))
check("int by zero", lambda: torch.tensor([1, 2]) // 0)
check("int mod zero", lambda: torch.tensor([1, 2]) % 0)
check("isclose", lambda: torch.isclose(x, x + 1e-6))
check("isclose types", lambda: torch.isclose(x, x.double()))
check("allclose", lambda: torch.allclose(x, x + 1e-7))
check("equal", lambda: torch.equal(x, x.clone()))
check("equal shapes", lambda: torch.equal(x, x[0]))
leaf = torch.ones(3, requires_grad=True)
check("leaf", lambda: leaf.add_(1))
check("expanded", lambda: torch.ones(1).expand(3).add_(1))
finish("binary")
