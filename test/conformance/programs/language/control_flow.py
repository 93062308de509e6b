# Loops with else, nested break and continue, chained comparisons, short circuits, ternaries.
def primes(limit):
    found = []
    for n in range(2, limit):
        for p in found:
            if n % p == 0:
                break
        else:
            found.append(n)
    return found


print(primes(50))
n, steps = 27, 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
    if steps > 1000:
        break
else:
    print("reached one after", steps)


def log(value):
    print("eval", value, end="; ")
    return value


print(log(0) or log("b") or log("c"), log(1) and log("") and log(2), not log([]))
print(log(1) < log(2) < log(3), log(3) < log(2) < log(1), 1 < 2 == 2 != 3)
x = 5
print("neg" if x < 0 else "zero" if x == 0 else "pos")
for i in range(3):
    for j in range(3):
        if j == i:
            continue
        if i == 2:
            break
        print((i, j), end=" ")
print(i, j)
if (length := len("walrus")) > 5:
    print(length)
i = 0
while True:
    i += 1
    if i % 2:
        continue
    if i > 6:
        break
    print(i, end=" ")
print()
a = b = []
a.append(1)
b = b + [2]
print(a, b)
a, b = b, a
index = 0
items = [0, 0]
index, items[index] = 1, 9
print(a, b, items)
del index
print("index" in globals(), "items" in globals())
