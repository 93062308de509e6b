"""Conditions on tensor contents that the loop writes itself; sets and frontiers made of them; numbers read before and after a write."""
import torch


def breadth_first():
    adjacent = {0: [1, 2], 1: [3], 2: [3, 0], 3: [4], 4: [0]}
    for start in range(5):
        d = torch.full((5,), float("inf"))
        d[start] = 0
        frontier, level = {start}, 0
        while frontier:
            level += 1
            frontier = {m for n in frontier for m in adjacent[n] if d[m] == float("inf")}
            for m in frontier:
                d[m] = level
        print(start, d.tolist(), level)


def seen_before():
    order = []
    d = torch.zeros(4)
    seen = set()
    for i in range(16):
        k = int(d.sum().item()) % 4
        if k in seen:
            d[0] += 1
        else:
            seen.add(k)
            order.append(k)
            d[1] += k
        print(i, k, sorted(seen), d.tolist())
    print(order)


def comprehensions():
    d = torch.arange(6.0)
    for i in range(14):
        hits = [k for k in range(6) if d[k] > 3]
        d[i % 6] = 10 - i
        print(hits, {k: d[k].item() for k in hits if d[k] > 0}, sum(d[k].item() for k in hits))


def read_before_and_after():
    t = torch.zeros(3)
    for i in range(14):
        before = t[0].item(), t.tolist(), f"{t[0]:.2f}", bool(t[0] > 2), str(t[1].item())
        t += 1
        t[1] = -i
        after = t[0].item()
        if before[0] < after:
            t[2] += after
        print(before, after, t.tolist(), t[2] > 5)


def orders_of_sets():
    v = torch.zeros(4)
    for i in range(16):
        order = []
        for e in {3, 1, 2} if i % 2 else {i, 7}:
            order.append(e)
            v[e % 4] += e
        print(order, len({int(v[j].item()) for j in range(4)}), v.tolist())


def written_sets():
    a, n, members, fixed = torch.tensor([3.0, 4.0]), 0, {"x", "y"}, frozenset({1, 2})
    for i in range(12):
        if i in fixed:
            n += 1
        if "x" in members:
            a = a + 1
        if i == 6:
            members.discard("x")
        if i == 3:
            members.add("z")
        members |= {i % 2}
        n += len(members)
        print(i, n, a.tolist(), sorted(map(str, members)))


def sorted_in_place():
    def bubbled(q):
        swapped, n = True, 0
        while swapped:
            swapped = False
            for i in range(3):
                if q[i] > q[i + 1]:
                    q[i], q[i + 1] = q[i + 1].clone(), q[i].clone()
                    swapped, n = True, n + 1
        return n

    q = torch.tensor([5.0, 3.0, 9.0, 1.0])
    for r in range(8):
        x = torch.roll(q, r).clone()
        print(bubbled(x), x.tolist())


def flooded():
    grid = torch.zeros(4, 4)
    grid[1, 2] = grid[2, 2] = 1

    def reached(start):
        stack, visited, n = [start], torch.zeros(4, 4), 0
        while stack:
            r, c = stack.pop()
            if visited[r, c] or grid[r, c]:
                continue
            visited[r, c] = 1
            n += 1
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= r + dr < 4 and 0 <= c + dc < 4 and not visited[r + dr, c + dc]:
                    stack.append((r + dr, c + dc))
        return n, visited.sum().item()

    for start in [(0, 0), (3, 3), (1, 1), (2, 2), (0, 3)] * 3:
        print(start, reached(start))
        grid[start] = 1 - grid[start]


breadth_first()
seen_before()
comprehensions()
read_before_and_after()
orders_of_sets()
written_sets()
sorted_in_place()
flooded()

adjacent = {0: [1, 2], 1: [3], 2: [3], 3: [4], 4: []}
d = torch.full((5,), float("inf"))
d[0] = 0
frontier, level = {0}, 0
while frontier:
    level += 1
    frontier = {m for n in frontier for m in adjacent[n] if d[m] == float("inf")}
    for m in frontier:
        d[m] = level
print(d, level)
