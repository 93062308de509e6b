"""Roots within roots: the loop's body, the step that it calls, the model; random numbers, text and an exception in each."""
# float-tolerance: 1e-4
import torch
from torch import nn
import torch.nn.functional as F

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
        self.drop = nn.Dropout(0.5)
        self.calls = 0
    def forward(self, x):
        self.calls += 1
        h = self.drop(torch.tanh(self.fc(x)))
        if self.calls % 7 == 3:
            print("in forward", self.calls)
        return h + torch.randn(4) * 0.01

def train_step(model, opt, x, y, step):
    opt.zero_grad()
    out = model(x)
    loss = F.mse_loss(out, y)
    if step == 9:
        raise ValueError("at nine")
    loss.backward()
    opt.step()
    print("inside", step, f"{loss.item():.4f}")
    return loss

def main():
    torch.manual_seed(1)
    model = Model()
    opt = torch.optim.Adam(model.parameters(), lr=0.02)
    x, y = torch.randn(6, 4), torch.randn(6, 4)
    total = 0.0
    log = []
    for step in range(24):
        print("before", step)
        try:
            loss = train_step(model, opt, x, y, step)
        except ValueError as e:
            print("caught", e)
            continue
        total += loss.item()
        if step % 5 == 4:
            model.eval()
            with torch.no_grad():
                print("eval", f"{F.mse_loss(model(x), y).item():.4f}")
            model.train()
        if step == 15:
            log.append(open(__file__).readline())
        print("after", step, f"{total:.4f}", torch.rand(1).item() if step % 6 == 0 else "")
    print(model.calls, [f"{p.sum().item():.4f}" for p in model.parameters()], torch.rand(2))
main()
