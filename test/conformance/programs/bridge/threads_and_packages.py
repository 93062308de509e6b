# Threads whose functions numpy calls back, each long enough for others to get their turn.
import threading

import numpy as np

wrong = []


def work(number):
    def total(row):
        steps = 0
        for i in range(20000):
            steps += i % (number + 2)
        return float(row.sum()) + steps

    rows = np.full((3, 4), float(number))
    expected = [total(row) for row in rows]
    for _ in range(10):
        found = np.apply_along_axis(total, 1, rows).tolist()
        if found != expected:
            wrong.append((number, found, expected))


threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(wrong)


# A function that numpy calls back waits for a thread that calls numpy itself.
def through_a_thread(value):
    sums = []
    inner = threading.Thread(target=lambda: sums.append(float(np.sum([1, 2, value]))))
    inner.start()
    inner.join()
    return sums[0]


print(np.frompyfunc(through_a_thread, 1, 1)(np.arange(3)).tolist())
