"""The loss raises, is NaN or infinite, gets targets of another size and kind; the training goes on."""
# tier2: main.loop.body 15
# float-tolerance: 1e-4
import torch
from torch import nn

class Bad(Exception):
    pass

def criterion(out, y, step):
    loss = ((out - y) ** 2).mean()
    if step in (6, 11):
        raise Bad(f"at {step}")
    if step == 8:
        return loss / 0.0 * 0.0
    return loss

def main():
    torch.manual_seed(0)
    net = nn.Linear(4, 1)
    opt = torch.optim.Adam(net.parameters(), lr=0.05)
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    for step in range(30):
        if step == 14:
            x[0, 0] = float("nan")
        if step == 16:
            x[0, 0] = float("inf")
        if step == 18:
            x[0, 0] = 0
            for p in net.parameters():
                nn.init.zeros_(p)
            opt = torch.optim.Adam(net.parameters(), lr=0.05)
        if step == 20:
            y = torch.randn(9, 1)
        if step == 22:
            y = torch.randn(8, 1)
        if step == 24:
            y = "text"
        if step == 26:
            y = torch.randn(8, 1)
        try:
            opt.zero_grad()
            loss = criterion(net(x), y, step)
            if loss != loss:
                print("nan")
            loss.backward()
            opt.step()
        except Bad as e:
            print("caught", e, [p.grad is None for p in net.parameters()])
            continue
        except Exception as e:
            print("other", type(e).__name__, e)
            continue
        print(step, f"{loss.item():.4f}", [f"{p.sum().item():.4f}" for p in net.parameters()])
main()
