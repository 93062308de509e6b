"""Containers that a step makes, and changes on one side of a branch: their length, their keys, their order."""
import torch


def removed():
    d = {"a": 1.0, "b": 2.0, "c": 0.5}
    t = torch.tensor([0.5])
    for i in range(20):
        d = {**d, "w": 1.0}
        t = t * 0.5 + d["a"]
        if i % 6 == 2:
            d.pop("c", None)
    print(list(d), t.tolist())


def walked():
    d = {"a": 1.0, "b": 2.0, "c": 0.5}
    t = torch.tensor([0.5, 1.0, -0.5])
    for i in range(20):
        d = {**d, "w": 1.0}
        d.update(a=d["a"] + 0.5)
        for k, v in d.items():
            t = t * 0.5 + (v if k != "b" else 1.0)
        if i % 6 == 2:
            d.pop("c", None)
        print(i, t.tolist())


def longer():
    t, kept, made = torch.ones(2), [], {}
    for i in range(20):
        t = t * 0.9
        kept = [t, t + 1]
        if i % 5 == 3:
            kept.append(t * 2)
        if i % 7 == 4:
            kept.insert(0, t - 1)
        made = {"first": 1.0}
        if t[0] > 0.5:
            made["second"] = t.sum()
        made["third"] = 3.0
    print(len(kept), [each.tolist() for each in kept], list(made))


def iterated():
    t = torch.ones(2)
    seen = iter(())
    for i in range(20):
        t = t * 0.9 + 0.05
        seen = iter([1.0, 2.0, 3.0])
        if i % 4 == 1:
            t = t + next(seen)
        t = t + next(seen) * 0.125
    print(t.tolist(), list(seen))


def in_others():
    t, outer = torch.ones(2), None
    for i in range(20):
        t = t * 0.5 + 1.0
        inner = {"x": t}
        outer = [inner, (inner, i)]
        if i % 3 == 2:
            inner["y"] = t + 1
        if t.sum() > 3.5:
            del inner["x"]
    print(outer)


removed()
walked()
longer()
iterated()
in_others()
