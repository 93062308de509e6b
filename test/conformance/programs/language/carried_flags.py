# Flags, counts and floats that loops carry past `continue` and `break`.
def flags(items):
    any_even = False
    total = 0
    weight = 0.0
    for item in items:
        if item is None:
            continue
        if item < 0:
            break
        weight += item / 2
        total += item
        if item % 2 == 0:
            any_even = True
    else:
        total += 1000
    return any_even, total, weight


def search(rows, wanted):
    found = False
    skipped = 0
    for row in rows:
        if not row:
            skipped += 1
            continue
        for cell in row:
            if cell == wanted:
                found = True
                break
            if cell is None:
                continue
        if found:
            break
    return found, skipped


def countdown(n):
    odd = False
    while n > 0:
        n -= 1
        if n % 3 == 0:
            continue
        odd = not odd
    return odd


print(flags([None, 1, 2, None, 3]), flags([5, None, -1, 2]), flags([]))
print(search([[1, 2], [], [None, 7]], 7), search([[], []], 7))
print([countdown(n) for n in range(8)])
