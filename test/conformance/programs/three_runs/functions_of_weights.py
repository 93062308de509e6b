"""Recurrent networks as functions of their weights, by the names that layers call, and old names of layers."""
import warnings

import torch
from torch import _VF, nn

warnings.simplefilter("ignore")


class OwnRecurrence(nn.LSTM):
    """As programs copy PyTorch's layer to change it."""

    def forward(self, input, hx=None):
        if hx is None:
            size = self.proj_size or self.hidden_size
            count = self.num_layers * (2 if self.bidirectional else 1)
            hx = (input.new_zeros(count, input.size(1), size), input.new_zeros(count, input.size(1), self.hidden_size))
        output, h, c = _VF.lstm(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training,
                                self.bidirectional, False)
        return output, (h, c)


class OwnGates(nn.GRU):
    def forward(self, input, hx):
        return _VF.gru(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, False, False)


def train(model, head, x, goal, *state, steps=12):
    optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=0.1)
    for step in range(steps):
        optimizer.zero_grad()
        output, _ = model(x, *state)
        loss = (head(output) - goal).pow(2).mean()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


torch.manual_seed(3)
x, goal = torch.randn(5, 4, 3), torch.randn(5, 4, 2)
for options in ({}, {"bidirectional": True, "num_layers": 2}, {"bias": False}, {"proj_size": 4}):
    model = OwnRecurrence(3, 6, **options)
    width = (options.get("proj_size") or 6) * (2 if model.bidirectional else 1)
    train(model, nn.Linear(width, 2), x, goal)

h = torch.randn(2, 4, 6)
train(OwnGates(3, 6, num_layers=2), nn.Linear(6, 2), x, goal, h)
for kind, module in (("gru", nn.GRU), ("rnn_tanh", nn.RNN)):
    network = module(3, 6, num_layers=2, batch_first=True)
    mine = getattr(_VF, kind)(x.transpose(0, 1), h, network._flat_weights, True, 2, 0.0, False, False, True)
    print(kind, [torch.allclose(a, b, atol=1e-6) for a, b in zip(mine, network(x.transpose(0, 1), h))],
          [tuple(each.shape) for each in mine])
    packed = nn.utils.rnn.pack_padded_sequence(x, [5, 4, 2, 1])
    data, last = getattr(torch, kind)(packed.data, packed.batch_sizes, h, network._flat_weights, True, 2, 0.0, False, False)
    network.batch_first = False
    output, hidden = network(packed, h)
    print(torch.allclose(data, output.data, atol=1e-6), torch.allclose(last, hidden, atol=1e-6))

cell = nn.LSTMCell(3, 6)
weights = [cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh]
state = (h[0], h[1])
print([torch.allclose(a, b) for a, b in zip(torch.lstm_cell(x[0], state, *weights), cell(x[0], state))])
cell = nn.GRUCell(3, 6)
print(torch.allclose(_VF.gru_cell(x[0], h[0], cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh), cell(x[0], h[0])))
cell = nn.RNNCell(3, 6, nonlinearity="relu")
print(torch.allclose(_VF.rnn_relu_cell(x[0], h[0], cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh), cell(x[0], h[0])))
print(hasattr(_VF, "norm"), hasattr(_VF, "no_such_function"))


class Pair(nn.Container):
    def __init__(self):
        super().__init__(first=nn.Linear(3, 3), second=nn.ReLU())

    def forward(self, x):
        return self.second(self.first(x))


print(Pair(), Pair()(x).shape, isinstance(Pair(), nn.Module))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    nn.Container()
print([(each.category.__name__, str(each.message)) for each in caught])

weight, bias = torch.randn(3, 3, 2), torch.randn(2)
result = torch.conv_tbc(x, weight, bias, 1)
print(result.shape, result.stride(), torch.allclose(result.permute(1, 2, 0), nn.functional.conv1d(
    x.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=1), atol=1e-5))
for wrong in ((x[0], weight), (x, weight[0])):
    try:
        torch.conv_tbc(*wrong, bias, 1)
    except RuntimeError as error:
        print(str(error).splitlines()[0])

print(torch._C._get_tracing_state(), torch.get_deterministic_debug_mode(), torch.is_warn_always_enabled())
for mode in ("warn", 2, "default", "some", 5, 1.5):
    try:
        torch.set_deterministic_debug_mode(mode)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
    print(torch.get_deterministic_debug_mode(), torch.are_deterministic_algorithms_enabled(),
          torch.is_deterministic_algorithms_warn_only_enabled())
torch.set_warn_always(True)
print(torch.is_warn_always_enabled())
torch.set_warn_always(False)
