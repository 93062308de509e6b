"""Keys of dicts from before that are equal to others of another type: floats, bools, None, tuples of them."""
# tier2: <module>.loop.body 80% after 2
# tier2: <module>.loop#1.body 80% after 2
import torch
w = torch.ones(2, requires_grad=True)
e = {}
def st():
    loss = (w * w).sum(); w.grad = None; loss.backward()
    with torch.no_grad(): w.sub_(w.grad * 0.01)
def s4(i):
    st()
    e[0.0] = "z"; e[-0.0] = "nz"; e[("a", -0.0)] = i; e[("a", 0)] = i + 1; e[("a", False)] = i + 2
    e[(1, "x")] = e.get((1.0, "x"), 0) + 1; e[(True, "x")] = e[(1, "x")] + 1
    e[("",)] = 0; e[()] = i; e[(None, 1)] = i; e[((1, 2), "n")] = i; e[((1.0, 2), "n")] += 1
    return len(e)
f, g, h = {1: "int"}, {0.5: 1, 1.0: 2}, {(0.5, 1): 1, (2, -0.0): 2, True: 3, None: 4}
def s5(i):
    st()
    f[1.0] = "float"; f[True] = i; g[1] = i; g[0.5] += 1; g[2.5] = i; h[0.5, True] = i; h[2.0, 0] = i; h[1] = i; h[None] += 1; h[False, None] = i
    return len(f), len(g), len(h), 1 in g, (2, 0.0) in h
for i in range(12): print(s4(i), e)
for i in range(12): print(s5(i), f, g, h)
