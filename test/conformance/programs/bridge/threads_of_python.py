from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import Queue

import _toolbox

results = Queue()
seen = []


def work(i):
    seen.append(i)
    return i * i


with ThreadPoolExecutor(4) as pool:
    print(list(pool.map(work, range(8))))
    futures = [pool.submit(work, i) for i in range(10, 14)]
    print(sorted(f.result() for f in as_completed(futures)))
    bad = pool.submit(lambda: 1 / 0)
    try:
        bad.result()
    except ZeroDivisionError as error:
        print(error)
    print(type(bad.exception()).__name__)
print(sorted(seen))
for i in range(3):
    results.put((i, [i]))
while not results.empty():
    print(results.get())
with ThreadPoolExecutor(2) as pool:
    print(list(pool.map(_toolbox.Vector, [1, 2])), sum(pool.map(len, ["a", "bb"])))
