# Lists: slices of all forms, methods, aliasing, comparison, sorting.
a = list(range(10))
print(a[2:5], a[::-2], a[-3:], a[100:], a[5:2], a[slice(1, 8, 3)])
a[2:4] = ["x", "y", "z"]
a[::5] = [100, 200, 300]
print(a)
del a[1:6:2]
print(a)
b = a
b.append(1)
c = a[:]
c.insert(0, "first")
c.extend((7, 8))
print(a is b, a == c, len(a), c)
print(c.pop(), c.pop(0), c.index(8) if 8 in c else None, [1, 2, 1].count(1))
c.remove("z")
c.reverse()
print(c, [1, 2] + [3], [0] * 3, [[]] * 2)
grid = [[0] * 2] * 2
grid[0][1] = 5
print(grid)
words = ["pear", "fig", "apple", "kiwi"]
words.sort(key=len)
print(words, sorted(words, key=lambda w: (-len(w), w)), sorted(words, reverse=True))
print([1, 2] < [1, 3], [1] < [1, 0], [] == [], [1, [2, 3]] == [1, [2, 3]])
first, *middle, last = range(6)
print(first, middle, last)
(p, q), [r, *s] = (1, 2), "abc"
print(p, q, r, s)
a = a * 1
a += [9]
a *= 2
print(a)
loop = [1]
loop.append(loop)
print(loop)
for bad in (lambda: [1][3], lambda: [].pop(), lambda: [1].remove(2), lambda: [1] + (2,),
            lambda: [1]["a"], lambda: [3, "a"].sort()):
    try:
        bad()
    except (IndexError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
try:
    x, y = [1, 2, 3]
except ValueError as error:
    print(error)
