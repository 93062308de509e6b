class Ts:
    def __iter__(self):
        yield 7
t = Ts()
def f(*args: *t):
    return args
print(f.__annotations__, f(1))
d = {(1, 2, 3): 4}
k = (2, 3)
print(d[1, *k], d[*(1, 2, 3)])
d[*k] = 5
print(d)
x: tuple[*k] = 3
print(__annotations__)
async def g(*args: *t): pass
print(g.__annotations__)
l = lambda *a: a
try:
    def h(*args: *(1, 2)): pass
except ValueError as e:
    print(e)
