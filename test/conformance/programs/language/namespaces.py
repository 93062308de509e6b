"""locals(), vars() and dir() of functions and class bodies."""
class A:
    x = 1
    y = dir()
    z = sorted(k for k in locals())
    w = vars()["x"]
print(A.y, A.z, A.w)
def f(a, b=2):
    c = a
    return dir(), locals()
print(f(1))
