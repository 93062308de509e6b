"""Priority queues in lists: a[k] <= a[2k+1] and a[k] <= a[2k+2], or >= for the functions of `_max`."""


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


def _require_items(heap, caller):
    if not isinstance(heap, list):
        raise TypeError(f"{caller}() argument 1 must be list, not {'None' if heap is None else type(heap).__name__}")
    if not heap:
        raise IndexError("index out of range")


def heappop(heap):
    _require_items(heap, "heappop")
    last = heap.pop()
    return heapreplace(heap, last) if heap else last


def heapreplace(heap, item):
    _require_items(heap, "heapreplace")
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


def _sift_larger_toward_leaves(heap, pos):
    start, item, last = pos, heap[pos], len(heap) - 1
    while 2 * pos < last:
        hole, pos = pos, 2 * pos + 1
        if pos < last and not heap[pos + 1] < heap[pos]:
            pos += 1
        heap[hole] = heap[pos]
    while pos > start:
        parent = (pos - 1) >> 1
        if not heap[parent] < item:
            break
        heap[pos] = heap[parent]
        pos = parent
    heap[pos] = item


def _heapify_max(x):
    for i in range(len(x) // 2 - 1, -1, -1):
        _sift_larger_toward_leaves(x, i)


def _heapreplace_max(heap, item):
    _require_items(heap, "_heapreplace_max")
    item, heap[0] = heap[0], item
    _sift_larger_toward_leaves(heap, 0)
    return item


def _heappop_max(heap):
    _require_items(heap, "_heappop_max")
    last = heap.pop()
    return _heapreplace_max(heap, last) if heap else last
