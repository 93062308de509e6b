"""A function's __code__ is replaced."""
def f(x): return x
f.__code__ = (lambda x: x + 1).__code__
print(f(1))
