# An exception of an own class that nobody catches ends the program with status 1.
class Lost(ValueError):
    pass


def inner(depth):
    if depth == 0:
        raise Lost("nobody", 42)
    inner(depth - 1)


print("before")
try:
    inner(3)
finally:
    print("cleanup")
print("never")
