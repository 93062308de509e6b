# Ten thousand turns of a loop over integers with four operations.
# unit: turns 10000
# peers: eager


def step():
    total = 0
    for i in range(10000):
        total = (total * 3 + i) % 65521
        total = total - 1
    return total
