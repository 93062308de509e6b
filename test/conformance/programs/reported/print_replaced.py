"""builtins.print is replaced in the loop."""
import builtins, torch
t = torch.zeros(1); log = []; orig = print
for i in range(12):
    t = t + 1
    if i == 5: builtins.print = lambda *a, **k: log.append(a)
    print(i, t.item())
orig(len(log))
