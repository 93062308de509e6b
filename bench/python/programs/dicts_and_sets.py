"""Words counted, graphs walked: dicts, sets, tuples as keys."""
from collections import Counter, defaultdict


def work(rounds=12):
    total = 0
    for k in range(rounds):
        words = [f"w{i * i % 997}" for i in range(3000)]
        counts = {}
        for word in words:
            counts[word] = counts.get(word, 0) + 1
        total += len(counts) + Counter(words).most_common(1)[0][1]
        edges = defaultdict(set)
        for i in range(2000):
            a, b = i * 37 % 500, i * 91 % 500
            edges[a].add(b)
            edges[b].add(a)
        seen, todo = {0}, [0]
        while todo:
            for other in edges[todo.pop()]:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        total += len(seen) + len(seen & set(range(0, 500, 3))) + len(seen - {1, 2, 3})
        grid = {(x, y): x * y for x in range(60) for y in range(40)}
        total += sum(grid.get((x + 1, y), 0) - v for (x, y), v in grid.items())
        by_length = {}
        for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            by_length.setdefault(len(word), []).append(count)
        total += sum(max(each) for each in by_length.values())
    return total
