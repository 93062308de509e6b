# Counter, defaultdict, OrderedDict, deque; itertools as loops use it.
import itertools
from collections import Counter, OrderedDict, defaultdict, deque

c = Counter("mississippi")
c.update("ms")
print(c, c.most_common(2), c["z"], sum(c.values()), Counter("ab") + Counter("b"))
d = defaultdict(list)
for word in ("apple", "fig", "avocado"):
    d[word[0]].append(word)
print(dict(d), d["z"], len(d))
o = OrderedDict(a=1, b=2)
o.move_to_end("a")
print(o, list(o))
q = deque([1, 2, 3], maxlen=3)
q.append(4)
q.appendleft(0)
print(q, q.pop(), q.popleft(), len(q))
q.rotate(1)
print(list(itertools.chain([1], "ab")), list(itertools.islice(itertools.count(5, 2), 3)), list(itertools.product("ab", [1, 2])))
print(list(itertools.combinations(range(4), 2)), list(itertools.permutations("abc", 2))[:3], list(itertools.accumulate([1, 2, 3])))
print([(k, list(g)) for k, g in itertools.groupby("aabccc")], list(itertools.zip_longest("ab", "c", fillvalue="-")))
print(list(itertools.repeat(7, 2)), list(itertools.takewhile(lambda n: n < 3, range(9))), next(itertools.cycle("xy")))
