"""A defaultdict of before that the step fills with new keys: that runs generic, what stands around it is graphs."""
# tier2: train.loop#1.body.part 85% after 4
# tier2: train.loop#1.body.part#1.update 85% after 4
# float-tolerance: 1e-4
from collections import defaultdict

import torch
from torch import nn


def train(epochs):
    coder, decoder = nn.Linear(4, 2), nn.Linear(2, 4)
    opt = torch.optim.SGD([*coder.parameters(), *decoder.parameters()], lr=0.1)
    data = torch.randn(24, 3, 4)
    for epoch in range(epochs):
        seen = defaultdict(lambda: defaultdict(dict))
        for batch in data:
            codes = torch.tanh(coder(batch))
            for code in codes:
                n = len(seen)
                seen[n]["x"] = code[0].item()
                seen[n]["y"] = code[1].item()
            loss = (decoder(codes) - batch).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, "%.5f" % loss.item(), len(seen), "%.4f" % sum(each["x"] * each["y"] for each in seen.values()))


torch.manual_seed(0)
train(4)
