# linked list, trie, LRU, heap, BST, matrix, polynomial, sparse vector, ring buffer
import heapq, bisect
from collections import OrderedDict, deque, ChainMap, UserDict, UserList
class Node:
    __slots__ = ("v", "next")
    def __init__(self, v, nxt=None): self.v = v; self.next = nxt
class LL:
    def __init__(self, it=()): self.head = None; [self.push(x) for x in reversed(list(it))]
    def push(self, v): self.head = Node(v, self.head)
    def __iter__(self):
        n = self.head
        while n: yield n.v; n = n.next
    def reverse(self):
        prev, cur = None, self.head
        while cur: cur.next, prev, cur = prev, cur, cur.next
        self.head = prev; return self
    def __repr__(self): return "LL(" + " -> ".join(map(repr, self)) + ")"
print(LL([1, 2, 3]), LL("abc").reverse(), list(LL()), sum(LL(range(5))), 3 in LL([3]))
class Trie:
    def __init__(self): self.kids = {}; self.end = False
    def add(self, w):
        t = self
        for c in w: t = t.kids.setdefault(c, Trie())
        t.end = True
    def find(self, p):
        t = self
        for c in p:
            if c not in t.kids: return
            t = t.kids[c]
        yield from t._walk(p)
    def _walk(self, p):
        if self.end: yield p
        for c in sorted(self.kids): yield from self.kids[c]._walk(p + c)
t = Trie(); [t.add(w) for w in "car card care cat dog".split()]; print(list(t.find("car")), list(t.find("z")), list(t.find("")))
class LRU(OrderedDict):
    def __init__(self, cap): super().__init__(); self.cap = cap
    def __getitem__(self, k): v = super().__getitem__(k); self.move_to_end(k); return v
    def __setitem__(self, k, v):
        super().__setitem__(k, v); self.move_to_end(k)
        if len(self) > self.cap: self.popitem(last=False)
l = LRU(2); l["a"] = 1; l["b"] = 2; l["a"]; l["c"] = 3; print(list(l), "b" in l, l)
class BST:
    def __init__(self): self.root = None
    def insert(self, k):
        def go(n): return [k, None, None] if n is None else ([n[0], go(n[1]), n[2]] if k < n[0] else [n[0], n[1], go(n[2])])
        self.root = go(self.root)
    def __iter__(self):
        def walk(n):
            if n: yield from walk(n[1]); yield n[0]; yield from walk(n[2])
        return walk(self.root)
    def height(self):
        h = lambda n: 0 if n is None else 1 + max(h(n[1]), h(n[2])); return h(self.root)
b = BST(); [b.insert(x) for x in [5, 2, 8, 1, 9, 3]]; print(list(b), b.height(), b.root)
class Matrix:
    def __init__(self, rows): self.r = [list(x) for x in rows]
    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(row, col)) for col in zip(*o.r)] for row in self.r])
    def __getitem__(self, ij): i, j = ij; return self.r[i][j]
    def __setitem__(self, ij, v): i, j = ij; self.r[i][j] = v
    def __eq__(self, o): return isinstance(o, Matrix) and self.r == o.r
    @property
    def T(self): return Matrix(zip(*self.r))
    def __pow__(self, n):
        out = Matrix.eye(len(self.r)); base = self
        while n: out, base, n = (out @ base if n & 1 else out), base @ base, n >> 1
        return out
    @classmethod
    def eye(cls, n): return cls([[int(i == j) for j in range(n)] for i in range(n)])
    def __str__(self): return "\n".join(" ".join(f"{x:3}" for x in row) for row in self.r)
    def det(self):
        if len(self.r) == 1: return self.r[0][0]
        return sum((-1) ** j * self.r[0][j] * Matrix([row[:j] + row[j + 1:] for row in self.r[1:]]).det() for j in range(len(self.r)))
m = Matrix([[1, 1], [1, 0]]); print(m ** 10); print((m ** 90)[0, 1], m.T == m, Matrix([[2, 0, 1], [1, 3, 2], [0, 1, 4]]).det()); m[0, 0] = 9; print(m)
class Poly:
    def __init__(self, *c): self.c = c
    def __call__(self, x): r = 0; [r := r * x + k for k in self.c]; return r
    def __mul__(self, o):
        out = [0] * (len(self.c) + len(o.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c): out[i + j] += a * b
        return Poly(*out)
    def __str__(self): return " + ".join(f"{k}x^{n}" if n else str(k) for n, k in zip(range(len(self.c) - 1, -1, -1), self.c) if k)
print(Poly(1, -3, 2)(5)) if 0 else None
print(Poly(1, 1) * Poly(1, -1), str(Poly(3, 0, 2)))
h = []
for x in [5, 1, 8, 3]: heapq.heappush(h, x)
print([heapq.heappop(h) for _ in range(4)], heapq.nsmallest(2, [4, 1, 3]), heapq.nlargest(2, "hello", key=ord), list(heapq.merge([1, 4], [2, 3])), heapq.heapreplace([1, 2], 9))
tasks = [(2, "b"), (1, "a"), (2, "a")]; heapq.heapify(tasks); print([heapq.heappop(tasks) for _ in range(3)])
a = [1, 3, 3, 7]; print(bisect.bisect(a, 3), bisect.bisect_left(a, 3), bisect.insort(a, 5), a, [("FDCBA")[bisect.bisect([60, 70, 80, 90], s)] for s in (33, 99, 77, 70, 89)])
cm = ChainMap({"a": 1}, {"a": 2, "b": 3}); print(cm["a"], cm["b"], dict(cm), cm.new_child({"z": 1})["z"], len(cm), list(cm))
d = deque(maxlen=3); [d.append(i) for i in range(5)]; d.rotate(1); print(d, d[0], list(reversed(d)))
class UD(UserDict):
    def __setitem__(self, k, v): super().__setitem__(str(k), v)
u = UD({1: 2}, x=3); u[5] = 6; print(u, u["1"], len(u), {**u})
