"""One dict that is the namespace of two objects, or of one and a variable: from the start, and from some step on."""
import torch


class State:
    def __init__(self, k):
        self.k = k


class Borg:
    shared = {}

    def __init__(self):
        self.__dict__ = self.shared


a, b, c = State(1.0), State(2.0), State(3.0)
d = {"k": 1.0}
one, other = Borg(), Borg()
one.n = 0
total = 0.0
names = {"total": 0.5}
for step in range(60):
    a.k = a.k + 0.125
    s = (torch.ones(3) * b.k).sum()
    c.k = c.k + 0.25
    s = s + (torch.ones(2) * d["k"]).sum()
    d["k"] = d["k"] * 0.5
    total = total + 0.125
    s = s * names["total"] + total
    names["total"] = names["total"] * 0.75 + 0.1
    if step == 30:
        b.__dict__ = a.__dict__
    if step == 40:
        d = c.__dict__
    if step == 50:
        names = globals()
    if step % 10 == 0 or step > 28:
        print(step, a.k, b.k, c.k, d["k"], f"{total:.4f}", f"{s.item():.4f}")

for step in range(20):
    one.n = one.n + 1
    s = torch.ones(2).sum() * other.n
    other.n += 1
    if step % 4 == 0:
        print(step, one.n, other.n, s.item())
