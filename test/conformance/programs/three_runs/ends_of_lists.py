"""Items from the end of lists that are emptied, inserted into, shortened and joined before something is appended."""
import torch

w = torch.arange(3.0)


def tried(change, *args):
    kept = [w * 0, w + 1, w + 2]
    for i in range(8):
        try:
            found = change(kept, i)
            print(change.__name__, i, len(kept), found.tolist() if isinstance(found, torch.Tensor) else found)
        except Exception as e:
            print(change.__name__, i, len(kept), type(e).__name__, e)


def emptied(kept, i):
    if i % 3 == 0:
        kept.clear()
    kept.append(w * i)
    kept.append(w + i)
    return kept[-2] + kept[-1]


def inserted(kept, i):
    kept.insert(0, w * i)
    kept.append(w - i)
    return kept[-1] + kept[-2]


def shortened(kept, i):
    kept.append(w * i)
    kept.pop()
    kept.append(w + i)
    if i % 2:
        kept.pop(0)
    return kept[-1] + kept[-2]


def joined(kept, i):
    kept += [w * i]
    first = kept[-1]
    kept += [w]
    kept[-1] = first + 1
    return kept[-1] + kept[-2]


def beyond(kept, i):
    if i == 0:
        kept.clear()
    kept.append(w * i)
    return kept[-3] + kept[-1]


def reversed_and_sorted(kept, i):
    kept.append(w * i)
    kept.reverse()
    kept.append(w)
    del kept[0]
    return kept[-1] * 2 + kept[-2]


def another(kept, i):
    same = kept if i % 2 else list(kept)
    same.append(w * i)
    return same[-1] + kept[-1]


for each in (emptied, inserted, shortened, joined, beyond, reversed_and_sorted, another):
    tried(each)
