"""One step of a recurrent network."""
import math

import torch
from torch._C_ops import linear
from torch._expected import refuse
from torch.nn import init
from torch.nn.modules._weights import add_parameters
from torch.nn.modules.module import Module


def rnn_step(gates_input, hidden, weight, bias, relu):
    """One step of a simple network, its input already multiplied."""
    total = gates_input + linear(hidden, weight, bias)
    return torch.relu(total) if relu else torch.tanh(total)


def lstm_step(gates_input, hidden, cell, weight, bias, projection=None):
    gates = gates_input + linear(hidden, weight, bias)
    i, f, g, o = gates.chunk(4, -1)
    cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
    hidden = torch.sigmoid(o) * torch.tanh(cell)
    if projection is not None:
        hidden = linear(hidden, projection)
    return hidden, cell


def gru_step(gates_input, hidden, weight, bias):
    x_r, x_z, x_n = gates_input.chunk(3, -1)
    h_r, h_z, h_n = linear(hidden, weight, bias).chunk(3, -1)
    r = torch.sigmoid(x_r + h_r)
    z = torch.sigmoid(x_z + h_z)
    n = torch.tanh(x_n + r * h_n)
    return (hidden - n) * z + n


class RNNCellBase(Module):
    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        gates = num_chunks * hidden_size
        shift = (gates,) if bias else None
        shapes = {"weight_ih": (gates, input_size), "weight_hh": (gates, hidden_size), "bias_ih": shift, "bias_hh": shift}
        add_parameters(self, shapes, device, dtype)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text

    def _check(self, input, hx, name):
        if input.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        if hx is not None and hx.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected hidden to be 1D or 2D, got {hx.dim()}D instead")
        self._check_width(input)

    def _check_width(self, input):
        if input.size(-1) != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.size(-1)} expected {self.input_size}")

    def _check_state(self, input, hidden, number):
        """Of a step of a batch."""
        if hidden.dim() != 2:
            raise RuntimeError(f"Expected 2D hidden{number} (batch x hidden_size), but got {hidden.dim()}D tensor")
        if hidden.size(0) != input.size(0):
            raise RuntimeError(f"Input batch size {input.size(0)} doesn't match hidden{number} batch size {hidden.size(0)}")
        if hidden.size(1) != self.hidden_size:
            raise RuntimeError(f"hidden{number} has inconsistent hidden_size: got {hidden.size(1)}, expected {self.hidden_size}")

    def _zeros(self, input):
        return torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        self._check(input, hx, "RNNCell")
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        batched = input.dim() == 2
        if not batched:
            input = input.unsqueeze(0)
        if hx is None:
            hx = self._zeros(input)
        elif not batched:
            hx = hx.unsqueeze(0)
        self._check_state(input, hx, 0)
        out = rnn_step(linear(input, self.weight_ih, self.bias_ih), hx, self.weight_hh, self.bias_hh,
                       self.nonlinearity == "relu")
        return out if batched else out.squeeze(0)


class LSTMCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        if input.dim() not in (1, 2):
            raise ValueError(f"LSTMCell: Expected input to be 1D or 2D, got {input.dim()}D instead")
        if hx is not None:
            for i, value in enumerate(hx):
                if value.dim() not in (1, 2):
                    raise ValueError(f"LSTMCell: Expected hx[{i}] to be 1D or 2D, got {value.dim()}D instead")
        self._check_width(input)
        batched = input.dim() == 2
        if not batched:
            input = input.unsqueeze(0)
        if hx is None:
            zeros = self._zeros(input)
            hx = (zeros, zeros)
        elif not batched:
            hx = (hx[0].unsqueeze(0), hx[1].unsqueeze(0))
        elif isinstance(hx, torch.Tensor):
            refuse("lstm_cell", 2, "hx", "tuple of Tensors", hx)
        if len(hx) != 2:
            raise RuntimeError("lstm_cell expects two hidden states")
        for i in range(2):
            self._check_state(input, hx[i], i)
        h, c = lstm_step(linear(input, self.weight_ih, self.bias_ih), hx[0], hx[1], self.weight_hh, self.bias_hh)
        return (h, c) if batched else (h.squeeze(0), c.squeeze(0))


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        self._check(input, hx, "GRUCell")
        batched = input.dim() == 2
        if not batched:
            input = input.unsqueeze(0)
        if hx is None:
            hx = self._zeros(input)
        elif not batched:
            hx = hx.unsqueeze(0)
        self._check_state(input, hx, 0)
        out = gru_step(linear(input, self.weight_ih, self.bias_ih), hx, self.weight_hh, self.bias_hh)
        return out if batched else out.squeeze(0)
