"""A loop in a loop, functions in both: guards that fail and exceptions at every depth."""
# tier2: middle.loop.body 5
# float-tolerance: 1e-4
import torch

class Overflow(Exception):
    pass

def inner(state, x):
    y = x * state["scale"]
    if y.sum() > 30:
        state["scale"] = 0.1
        print("  reset")
    else:
        state["scale"] *= 1.3
    if state["scale"] > 3.5:
        raise Overflow(f"{state['scale']:.3f}")
    return y

def middle(state, x, n):
    acc = torch.zeros(3)
    for k in range(n):
        acc = acc + inner(state, x)
        state["count"] += 1
    print(" middle", f"{acc.sum().item():.4f}")
    return acc

def main():
    torch.manual_seed(0)
    state = {"scale": 1.0, "count": 0}
    w = torch.ones(3, requires_grad=True)
    for i in range(30):
        x = torch.rand(3) * (i % 5 + 1)
        try:
            out = middle(state, x, 3)
            (out * w).sum().backward()
        except Overflow as e:
            print("overflow", e, state["count"], w.grad is None)
            state["scale"] = 1.0
        else:
            with torch.no_grad():
                w -= 0.01 * w.grad
                if w.sum() < 0:
                    w.fill_(1)
                    print("filled")
            w.grad = None
        finally:
            print(i, f"{w.sum().item():.4f}", state["count"])
    print(torch.rand(1))
main()
