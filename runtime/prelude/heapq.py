"""Priority queues in lists: a[k] <= a[2k+1] and a[k] <= a[2k+2]."""

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]


def _sift_toward_root(heap, start, pos):
    item = heap[pos]
    while pos > start:
        parent = (pos - 1) >> 1
        if not item < heap[parent]:
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item


def _sift_toward_leaves(heap, pos):
    # Moves the smaller child up until a leaf is reached, then the item back to its place.
    start, item, last = pos, heap[pos], len(heap) - 1
    while 2 * pos < last:
        hole, pos = pos, 2 * pos + 1
        if pos < last and not heap[pos] < heap[pos + 1]:
            pos += 1
        heap[hole] = heap[pos]
    heap[pos] = item
    _sift_toward_root(heap, start, pos)


def heappush(heap, item):
    heap.append(item)
    _sift_toward_root(heap, 0, len(heap) - 1)


def _refuse_empty(heap):
    if not heap:
        raise IndexError("index out of range")


def heappop(heap):
    _refuse_empty(heap)
    last = heap.pop()
    return heapreplace(heap, last) if heap else last


def heapreplace(heap, item):
    _refuse_empty(heap)
    item, heap[0] = heap[0], item
    _sift_toward_leaves(heap, 0)
    return item


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sift_toward_leaves(heap, 0)
    return item


def heapify(x):
    for i in range(len(x) // 2 - 1, -1, -1):
        _sift_toward_leaves(x, i)


def merge(*iterables, key=None, reverse=False):
    entries = []
    for order, iterable in enumerate(iterables):
        it = iter(iterable)
        for value in it:
            entries.append([value if key is None else key(value), order, value, it])
            break
    while entries:
        best = 0
        for i in range(1, len(entries)):
            if reverse:
                if entries[best][0] < entries[i][0]:
                    best = i
            elif entries[i][0] < entries[best][0]:
                best = i
        entry = entries[best]
        yield entry[2]
        for value in entry[3]:
            entry[0] = value if key is None else key(value)
            entry[2] = value
            break
        else:
            del entries[best]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
