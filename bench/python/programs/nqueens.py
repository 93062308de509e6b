"""Queens that do not meet: permutations by a generator, sets."""


def permutations(items):
    n = len(items)
    places, cycles = list(range(n)), list(range(n, 0, -1))
    yield tuple(items)
    while True:
        for i in reversed(range(n)):
            cycles[i] -= 1
            if cycles[i] == 0:
                places[i:] = places[i + 1:] + places[i:i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                places[i], places[-j] = places[-j], places[i]
                yield tuple(items[p] for p in places)
                break
        else:
            return


def work(n=8):
    columns, found = range(n), 0
    for queens in permutations(columns):
        if n == len({queens[i] + i for i in columns}) == len({queens[i] - i for i in columns}):
            found += 1
    return found
