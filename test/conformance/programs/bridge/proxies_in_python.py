import _toolbox


class Number:
    def __init__(self, *digits):
        self.digits = list(digits)

    def __repr__(self):
        return f"Number{tuple(self.digits)}"

    def __len__(self):
        return len(self.digits)

    def __getitem__(self, at):
        return self.digits[at]

    def __contains__(self, d):
        return d in self.digits

    def __add__(self, other):
        return Number(*self.digits, *other.digits)

    def __eq__(self, other):
        return isinstance(other, Number) and self.digits == other.digits

    def __lt__(self, other):
        return self.digits < other.digits

    def __hash__(self):
        return hash(tuple(self.digits))

    def __neg__(self):
        return Number(*reversed(self.digits))

    def __bool__(self):
        return bool(self.digits)

    def __call__(self, times, *, by=1):
        return sum(self.digits) * times * by

    def __format__(self, spec):
        return format(len(self.digits), spec)

    def __abs__(self):
        return len(self.digits)

    def __int__(self):
        return int("".join(map(str, self.digits)))

    def __float__(self):
        return float(int(self))

    def __divmod__(self, other):
        return divmod(int(self), other)

    def __round__(self):
        return 100

    def __enter__(self):
        print("enter", self)
        return self

    def __exit__(self, kind, value, traceback):
        print("exit", kind)
        return kind is KeyError


class Plain:
    pass


a, b = Number(1, 2), Number(3)
print(_toolbox.look_at(a))
print(_toolbox.use_everything(a, b))
p = Plain()
print(_toolbox.set_attributes(p, x=1, y=[2]), p.x, p.y, vars(p))
print(_toolbox.with_it(a) is a, _toolbox.with_it(a, KeyError("swallowed")))
try:
    _toolbox.with_it(a, ValueError("passes"))
except ValueError as error:
    print(error)
print(_toolbox.call(isinstance, a, Number), _toolbox.call(isinstance, b, Plain), _toolbox.call(type, a) is Number)
print(_toolbox.call(Number, 5, 6), _toolbox.call(Number.__len__, a), _toolbox.call(a.__getitem__, 1))
print(_toolbox.call(sorted, [Number(2), Number(1), Number(1, 0)]), _toolbox.call(max, a, b), _toolbox.call(set, [a, a]) == {a})
print(_toolbox.call(getattr, a, "digits"), _toolbox.call(hasattr, a, "nope"), _toolbox.call(getattr, a, "nope", 7))
for bad in (lambda: _toolbox.call(len, p), lambda: _toolbox.call(iter, p), lambda: _toolbox.call(p), lambda: _toolbox.call(p.__add__, 1)):
    try:
        bad()
    except (TypeError, AttributeError) as error:
        print(type(error).__name__)
