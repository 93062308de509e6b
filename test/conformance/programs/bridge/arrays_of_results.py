"""Arrays that outlive the tensors they were made of: results of functions and modules that run again and again, gradients, predictions
that are gathered. What the next call computes does not lie where an array of an earlier one is."""
# tier2: act 80% after 3
import copy
import io
import pickle
import numpy as np
import torch
import torch.nn as nn


def act(x):
    return torch.tanh(x * 2)


def both(x):
    y = x.sin()
    return y, y[1:] + 1


class Agent:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))

    @torch.no_grad()
    def choose(self, state):
        return self.policy(torch.from_numpy(state)).numpy()


kept = []
for i in range(12):
    kept.append(act(torch.full((2,), i / 10)).numpy())
print([["%.4f" % v for v in k] for k in kept])
a, b = act(torch.ones(2)).numpy(), act(torch.zeros(2)).numpy()
print(a, b)
rows = [np.asarray(act(torch.full((3,), k / 7))) for k in range(9)]
print(np.round(np.stack(rows), 4).tolist())
pairs = []
for i in range(10):
    y, z = both(torch.full((3,), i / 5))
    pairs.append((y.detach().cpu().numpy(), z.numpy()[0]))
print([(np.round(p, 4).tolist(), round(float(q), 4)) for p, q in pairs])
torch.manual_seed(0)
agent = Agent()
states = [np.full(3, k / 4, dtype=np.float32) for k in range(12)]
actions = [agent.choose(s) for s in states]
print(np.round(np.array(actions), 4).tolist())
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
losses, grads, outputs = [], [], []
for step in range(20):
    out = model(torch.full((4, 3), step / 20))
    loss = (out - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.detach().numpy())
    outputs.append(out.data.numpy()[0])
    grads.append(model.bias.grad.numpy())
print(["%.4f" % v for v in losses], np.round(np.concatenate(outputs), 4).tolist(), np.round(grads[-1], 4))
model.eval()
with torch.no_grad():
    predictions = np.concatenate([model(torch.full((2, 3), k / 5)).numpy() for k in range(10)])
print(np.round(predictions.ravel(), 4).tolist(), "%.4f" % predictions.std())
kept = torch.from_numpy(np.arange(3.0))
buffer = io.BytesIO()
torch.save({"kept": kept, "view": kept[1:]}, buffer)
buffer.seek(0)
print(torch.load(buffer), pickle.loads(pickle.dumps(kept)), copy.deepcopy(kept))
kept.tag = "mine"
print(pickle.loads(pickle.dumps(kept)).tag, kept.numpy())
