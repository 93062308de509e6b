"""A package that keeps objects of the program, and lets them go while its own code goes on."""
kept = []


def keep(*things):
    kept.extend(things)


def drop(text):
    kept.clear()
    print(text, flush=True)


def drop_one_by_one():
    while kept:
        kept.pop()
        print(len(kept), "left", flush=True)


def replace(thing):
    kept[:] = [thing]
    print("replaced", flush=True)


def sort(key):
    kept.sort(key=key)
    ordered = [thing.name for thing in kept]
    kept.clear()
    print("sorted", ordered, flush=True)


def fail():
    try:
        raise ValueError(kept.pop())
    except ValueError as error:
        print("failed", error.args[0].name, flush=True)
    print("handled", flush=True)
