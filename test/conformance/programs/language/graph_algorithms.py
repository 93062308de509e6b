import heapq, collections, functools
from collections import deque
g = {"A": {"B": 4, "C": 2}, "B": {"C": 5, "D": 10}, "C": {"E": 3}, "D": {"F": 11}, "E": {"D": 4}, "F": {}}
def dijkstra(g, s):
    dist = {s: 0}; prev = {}; heap = [(0, s)]
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]: continue
        for v, w in g[u].items():
            nd = d + w
            if nd < dist.get(v, float("inf")): dist[v] = nd; prev[v] = u; heapq.heappush(heap, (nd, v))
    return dist, prev
dist, prev = dijkstra(g, "A"); print(dist)
path = ["F"]
while path[-1] in prev: path.append(prev[path[-1]])
print(" -> ".join(reversed(path)))
def bfs(g, s):
    seen = {s}; q = deque([(s, 0)])
    while q:
        u, d = q.popleft(); yield u, d
        for v in g[u]:
            if v not in seen: seen.add(v); q.append((v, d + 1))
print(list(bfs(g, "A")))
def topo(g):
    indeg = collections.Counter(v for u in g for v in g[u]); ready = sorted(u for u in g if not indeg[u]); out = []
    while ready:
        u = ready.pop(0); out.append(u)
        for v in g[u]:
            indeg[v] -= 1
            if not indeg[v]: ready.append(v)
    if len(out) != len(g): raise ValueError("cycle")
    return out
print(topo(g))
try: topo({1: [2], 2: [1]})
except ValueError as e: print(e)
def scc(graph):
    idx, low, st, on, out, n = {}, {}, [], set(), [], 0
    def visit(v):
        nonlocal n
        idx[v] = low[v] = n; n += 1; st.append(v); on.add(v)
        for w in graph[v]:
            if w not in idx: visit(w); low[v] = min(low[v], low[w])
            elif w in on: low[v] = min(low[v], idx[w])
        if low[v] == idx[v]:
            comp = []
            while True:
                w = st.pop(); on.discard(w); comp.append(w)
                if w == v: break
            out.append(sorted(comp))
    for v in graph:
        if v not in idx: visit(v)
    return out
print(scc({1: [2], 2: [3], 3: [1, 4], 4: [5], 5: [4], 6: []}))
class DSU:
    def __init__(s, n): s.p = list(range(n)); s.size = [1] * n
    def find(s, x):
        while s.p[x] != x: s.p[x] = s.p[s.p[x]]; x = s.p[x]
        return x
    def union(s, a, b):
        a, b = s.find(a), s.find(b)
        if a == b: return False
        if s.size[a] < s.size[b]: a, b = b, a
        s.p[b] = a; s.size[a] += s.size[b]; return True
edges = sorted([(7, 0, 1), (5, 1, 2), (8, 0, 2), (9, 1, 3), (7, 2, 3), (5, 3, 4)]); d = DSU(5)
mst = [(w, a, b) for w, a, b in edges if d.union(a, b)]; print(mst, sum(w for w, *_ in mst))
fw = [[0 if i == j else float("inf") for j in range(4)] for i in range(4)]
for a, b, w in [(0, 1, 3), (1, 2, -2), (2, 3, 2), (0, 3, 5)]: fw[a][b] = w
for k in range(4):
    for i in range(4):
        for j in range(4): fw[i][j] = min(fw[i][j], fw[i][k] + fw[k][j])
print(fw)
@functools.lru_cache(maxsize=None)
def paths(r, c): return 1 if r == 0 or c == 0 else paths(r - 1, c) + paths(r, c - 1)
print(paths(10, 10), paths.cache_info())
grid = ["S.#.", "..#.", "#...", "..#E"]; R, C = 4, 4
start = next((r, c) for r in range(R) for c in range(C) if grid[r][c] == "S")
def solve(pos):
    q = deque([(pos, ())]); seen = {pos}
    while q:
        (r, c), p = q.popleft()
        if grid[r][c] == "E": return "".join(p)
        for d, (dr, dc) in dict(U=(-1, 0), D=(1, 0), L=(0, -1), R=(0, 1)).items():
            n = nr, nc = r + dr, c + dc
            if 0 <= nr < R and 0 <= nc < C and grid[nr][nc] != "#" and n not in seen: seen.add(n); q.append((n, p + (d,)))
print(solve(start))
