# global, nonlocal, class scopes, shadowed built-ins, names made at run time.
counter = 0


def bump():
    global counter, created
    counter += 1
    created = f"made in bump {counter}"


bump()
bump()
print(counter, created)


def outer():
    x = "outer"

    class Inner:
        x = "class"
        seen = x

        def method(self):
            return x

    def middle():
        nonlocal x
        x = "middle"
        return lambda: x

    return Inner.seen, Inner().method(), middle()(), x


print(outer())


def shadow():
    len = lambda _: "mine"
    return len([1])


print(shadow(), len([1]))
globals()["dynamic"] = 5
print(dynamic, sorted(name for name in globals() if name in ("dynamic", "bump", "counter")))
try:
    undefined_name
except NameError as error:
    print(error)
for loop_variable in range(3):
    pass
print(loop_variable)


def locals_of(a, b=2):
    c = a + b
    return sorted(locals().items())


print(locals_of(1), __name__)
