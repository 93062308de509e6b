"""Parameters that a step makes: a codebook that follows a moving average, leaves that get gradients, memory that is shared."""
# tier2: quantize.loop.body 75% after 4
# tier2: replace 65% after 4
# tier2: main.loop#1.body.part 65% after 4
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn


class Codebook(nn.Module):
    def __init__(self, n, d, decay=0.9):
        super().__init__()
        self.embedding = nn.Embedding(n, d)
        self.average = nn.Parameter(self.embedding.weight.detach().clone())
        self.register_buffer("size", torch.ones(n))
        self.n, self.decay = n, decay

    def forward(self, x):
        distances = (x.pow(2).sum(1, keepdim=True) + self.embedding.weight.pow(2).sum(1)) - 2 * x @ self.embedding.weight.t()
        codes = F.one_hot(distances.argmin(1), self.n).float()
        chosen = codes @ self.embedding.weight
        if self.training:
            self.size = self.size * self.decay + (1 - self.decay) * codes.sum(0)
            self.average = nn.Parameter(self.average * self.decay + (1 - self.decay) * codes.t() @ x)
            self.embedding.weight = nn.Parameter(self.average / self.size.unsqueeze(1))
        return x + (chosen - x).detach(), 0.25 * F.mse_loss(chosen.detach(), x)


def quantize(n):
    first, book, last = nn.Linear(6, 4), Codebook(5, 4), nn.Linear(4, 6)
    model = nn.ModuleList([first, book, last])
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for i in range(n):
        x = torch.randn(12, 6)
        opt.zero_grad()
        codes, loss = book(first(x))
        loss = loss + F.mse_loss(last(codes), x)
        loss.backward()
        opt.step()
        if i % 10 == 9:
            w = book.embedding.weight
            print(i, "%.4f" % loss.item(), type(w), w.requires_grad, w.is_leaf, w.grad, "%.4f" % w.sum().item())
            print([name for name, _ in model.named_parameters()], w._version, w._base, len(book._parameters))
        if i == 30:
            book.eval()


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3))
        self.register_buffer("shared", torch.ones(3))
        self.frozen = None


# A new leaf gets a gradient in the step; others show memory that lives on beside them.
def replace(holder, x):
    holder.weight = nn.Parameter(holder.weight.detach() * 0.5 + x.mean(0))
    ((x * holder.weight).sum(1) - 1).pow(2).mean().backward()
    holder.plain = x[0] * 2
    holder.kept = nn.Parameter(holder.plain, requires_grad=False)
    holder.buffer = nn.Parameter(holder.shared)
    return holder.weight.grad.sum().item()


def rounded(x):
    return [round(v, 3) for v in x.tolist()]


def main():
    quantize(50)
    holder = Holder()
    for i in range(50):
        total = replace(holder, torch.randn(2 + i % 2, 3))
        if i % 10 == 9:
            print("%.4f" % total, holder.weight.shape, type(holder.weight).__name__, rounded(holder.weight.grad))
            print(sorted(name for name, _ in holder.named_parameters()), holder.kept.requires_grad, holder.buffer.requires_grad)
            with torch.no_grad():
                holder.plain.add_(1)
                holder.buffer.add_(1)
            print(rounded(holder.plain), rounded(holder.kept), rounded(holder.shared), rounded(holder.buffer))
            print(holder.kept._version == holder.plain._version, holder.buffer._version == holder.shared._version)
    loader = torch.utils.data.DataLoader(torch.arange(40.0).reshape(20, 2), batch_size=4, shuffle=True)
    net = nn.Linear(2, 1)
    opt = torch.optim.SGD(net.parameters(), lr=1e-4)
    for i in range(30):
        batch = next(iter(loader))
        loss = (net(batch) - batch.sum(1, keepdim=True)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        net.bias = nn.Parameter(net.bias * 0.9)
        if i % 10 == 9:
            opt = torch.optim.SGD(net.parameters(), lr=1e-4)
            print("%.3f" % loss.item(), "%.4f" % net.bias.item(), rounded(batch[0]))


torch.manual_seed(0)
main()
