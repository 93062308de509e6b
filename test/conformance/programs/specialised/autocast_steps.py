"""torch.autocast within training steps: the casts that regions make stand in the graph, those of weights once in a region."""
# tier2: <module>.loop.body 80% after 4
# tier2: <module>.loop#1.body 80% after 4
# tier2: <module>.loop#2.body 80% after 4
# tier2: <module>.loop#3.body 70% after 4
# float-tolerance: 3e-2
# tier2-tolerance: 1e-2
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn = nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4)
        self.fc = nn.Linear(4 * 36, 6)
        self.norm, self.out = nn.LayerNorm(6), nn.Linear(6, 3)

    def forward(self, x):
        x = F.relu(self.bn(self.conv(x)))
        x = self.norm(torch.tanh(self.fc(x.flatten(1))))
        return self.out(x)


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
scaler = torch.amp.GradScaler("cpu", enabled=False)
images, labels = torch.randn(8, 1, 8, 8), torch.randint(0, 3, (8,))


def classify():
    optimizer.zero_grad()
    with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
        logits = net(images)
        loss = F.cross_entropy(logits, labels)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    print(f"{loss.item():.2f}", loss.dtype, logits.dtype, net.conv.weight.grad.dtype, net.bn.running_mean.dtype)


def evaluate():
    net.eval()
    with torch.no_grad(), torch.autocast("cpu"):
        probabilities = net(images).softmax(1)
    net.train()
    print(probabilities.dtype, f"{probabilities.float().mean().item():.2f}")


first, table = nn.Linear(6, 6, bias=False), nn.Embedding(9, 6)
table.weight.data.mul_(0.5)
adam = torch.optim.Adam([*first.parameters(), *table.parameters()], lr=0.01)
words = torch.randint(0, 9, (4, 5))


def shared():
    """Each weight is used twice: its gradients meet in the lower type."""
    adam.zero_grad()
    with torch.autocast("cpu", torch.bfloat16):
        h = torch.tanh(first(first(table(words))))
        logits = h @ table.weight.t()
        both = torch.cat([h.float(), h], 1)
        loss = F.cross_entropy(logits.view(-1, 9), words.view(-1)) + F.mse_loss(h, torch.zeros_like(h)) + both.sum() * 0
    loss.backward()
    adam.step()
    print(f"{loss.item():.2f}", logits.dtype, both.dtype, table.weight.grad.dtype)


mlp = nn.Sequential(nn.Linear(5, 16), nn.GELU(), nn.LayerNorm(16), nn.Linear(16, 3))
rmsprop = torch.optim.RMSprop(mlp.parameters(), lr=0.001)
inputs, targets = torch.randn(8, 5), torch.randn(8, 3)


def inside():
    rmsprop.zero_grad()
    with torch.autocast("cpu", torch.bfloat16):
        loss = F.smooth_l1_loss(mlp(inputs), targets)
        loss.backward()
        rmsprop.step()
    print(f"{loss.item():.2f}", [p.grad.dtype for p in mlp.parameters()])


def nested():
    rmsprop.zero_grad(set_to_none=False)
    with torch.autocast("cpu", torch.bfloat16):
        low = mlp(inputs)
        with torch.autocast("cpu", enabled=False):
            full = mlp(inputs)
            with torch.autocast("cpu", torch.float16):
                half = inputs @ inputs.t()
        asked = torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")
    loss = (low.float() - targets).square().mean() + (full - targets).abs().mean() + half.float().square().mean() * 0
    loss.backward()
    torch.nn.utils.clip_grad_norm_(mlp.parameters(), 1.0)
    rmsprop.step()
    print(f"{loss.item():.2f}", low.dtype, full.dtype, half.dtype, asked, torch.is_autocast_enabled("cpu"))


# PyTorch's oneDNN has no LSTM of bfloat16 for processors without AVX-512.
recurrent = nn.LSTM if torch.backends.cpu.get_cpu_capability() == "AVX512" else nn.GRU
lstm, gru, attention = recurrent(4, 6, batch_first=True), nn.GRU(6, 6), nn.MultiheadAttention(6, 2, batch_first=True)
parameters = [*lstm.parameters(), *gru.parameters(), *attention.parameters()]
sgd = torch.optim.SGD(parameters, lr=0.05, momentum=0.9)
sequence = torch.randn(2, 5, 4)


def sequences():
    sgd.zero_grad()
    with torch.autocast("cpu", torch.bfloat16):
        h, _ = lstm(sequence)
        g, _ = gru(h)
        a, weights = attention(g, g, g)
        energy = torch.einsum("btd,bsd->bts", a, a)
        loss = F.l1_loss(a, torch.zeros_like(a)) + energy.float().square().mean()
    loss.backward()
    sgd.step()
    print(f"{loss.item():.2f}", h.dtype, g.dtype, a.dtype, weights.dtype, energy.dtype)


@torch.autocast("cpu", torch.bfloat16)
def predict(x):
    return mlp(x)


def decorated():
    rmsprop.zero_grad()
    out = predict(inputs)
    loss = nn.MSELoss()(out.float(), targets)
    loss.backward()
    rmsprop.step()
    print(f"{loss.item():.2f}", out.dtype)


def switched_off(use_amp=False):
    rmsprop.zero_grad()
    with torch.autocast("cuda", enabled=use_amp), torch.autocast("cpu", enabled=use_amp):
        out = mlp(inputs)
        loss = F.mse_loss(out, targets)
    scaler.scale(loss).backward()
    scaler.unscale_(rmsprop)
    scaler.step(rmsprop)
    scaler.update()
    print(f"{loss.item():.4f}", out.dtype)


growing = torch.amp.GradScaler("cpu", init_scale=8.0, growth_interval=3)
narrow = nn.Linear(5, 3)
momentum = torch.optim.SGD(narrow.parameters(), lr=0.1, momentum=0.9)


def scaled(factor):
    """A step whose gradients are not finite is left out."""
    momentum.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        loss = F.mse_loss(narrow(inputs * factor), targets)
    growing.scale(loss).backward()
    growing.unscale_(momentum)
    torch.nn.utils.clip_grad_norm_(narrow.parameters(), 1.0)
    growing.step(momentum)
    growing.update()
    print(f"{loss.item():.2f}", growing.get_scale(), f"{narrow.bias.abs().sum().item():.2f}")


def set_by_hand():
    torch.set_autocast_enabled("cpu", True)
    out = narrow(inputs)
    torch.set_autocast_enabled("cpu", False)
    torch.clear_autocast_cache()
    print(out.dtype, narrow(inputs).dtype)


for _ in range(10):
    classify()
    shared()
    evaluate()

for _ in range(10):
    inside()
    nested()

for _ in range(10):
    sequences()
    decorated()

for turn in range(14):
    switched_off()
    scaled(float("inf") if turn == 8 else 1.0)
    set_by_hand()
