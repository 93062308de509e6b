"""Steps that write to files: what lies between the writes is specialised, and the texts come in their order. Both standard streams
in one step; what is flushed."""
# tier2: Trainer.step.part 85% after 4
# tier2: <module>.loop#1.body 85% after 4
# float-tolerance: 1e-4
import csv
import io
import os
import sys
import tempfile

import torch
import torch.nn as nn

torch.manual_seed(0)


class Trainer:
    def __init__(self, log):
        self.model = nn.Linear(3, 2)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.log = log
        self.rows = io.StringIO()
        self.writer = csv.writer(self.rows)

    def step(self, i, x):
        loss = self.model(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        print("step", i, f"{loss.item():.3f}", file=self.log)
        if i % 5 == 0:
            self.log.write(f"five {i}\n")
        self.writer.writerow([i, f"{loss.item():.3f}"])
        size = self.model.weight.detach().abs().sum()
        return size * 2


def both(x, i):
    y = (x * 2).sum()
    print("out", i, f"{y.item():.3f}")
    print("err", i, f"{y.item():.2f}", file=sys.stderr)
    if y > 0:
        print("positive", file=sys.stderr, end=" ")
        print("more")
        sys.stderr.write("and more\n")
    else:
        sys.stdout.write("negative ")
        print("or zero", i, file=sys.stderr)
        print("end", flush=i % 2 == 0)
    z = y + 1
    print("last", f"{z.item():.3f}", file=sys.stderr)
    return z * 2


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "log.txt")
    with open(path, "w") as log:
        trainer = Trainer(log)
        for i in range(24):
            size = trainer.step(i, torch.randn(4, 3))
            if i % 8 == 0:
                print(f"{size.item():.3f}", file=log)
    print(open(path).read())
    print(trainer.rows.getvalue())

for i in range(24):
    print(f"{both(torch.randn(3), i).item():.3f}")
