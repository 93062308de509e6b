# A thousand exceptions raised in a callee and caught in its caller.
# unit: exceptions 1000
# peers: eager


def check(i):
    if i >= 0:
        raise ValueError(i)
    return i


def step():
    caught = 0
    for i in range(1000):
        try:
            check(i)
        except ValueError as error:
            caught += error.args[0]
    return caught
