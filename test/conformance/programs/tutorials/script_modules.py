"""torch.jit.script-decorated functions and modules, ScriptModule with Attributes, fork and wait."""
# tier2: <module>.loop.body 85% after 3
# float-tolerance: 2e-3
from typing import Dict, List, NamedTuple, Optional, Tuple
import warnings
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.jit as jit
from torch import Tensor
from torch.nn import Parameter

warnings.simplefilter("ignore")


@torch.jit.script
def fused_add_tanh_sigmoid_multiply(input_a, input_b, n_channels: int):
    in_act = input_a + input_b
    t_act = torch.tanh(in_act[:, :n_channels, :])
    s_act = torch.sigmoid(in_act[:, n_channels:, :])
    return t_act * s_act


@torch.jit.script
def scan(xs: Tensor, h: Tensor, lengths: Optional[List[int]] = None) -> Tuple[Tensor, Tensor]:
    outs = torch.jit.annotate(List[Tensor], [])
    for t in range(xs.size(0)):
        h = torch.tanh(xs[t] + 0.5 * h)
        outs += [h]
    if lengths is not None:
        for i, n in enumerate(lengths):
            h[i] = outs[n - 1][i]
    return torch.stack(outs), h


class LSTMState(NamedTuple):
    hx: Tensor
    cx: Tensor


class LayerNormLSTMCell(jit.ScriptModule):
    __constants__ = ['hidden_size']

    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.weight_ih = Parameter(torch.randn(4 * hidden_size, input_size) * 0.2)
        self.weight_hh = Parameter(torch.randn(4 * hidden_size, hidden_size) * 0.2)
        self.layernorm_i = nn.LayerNorm(4 * hidden_size)
        self.layernorm_h = nn.LayerNorm(4 * hidden_size)
        self.layernorm_c = nn.LayerNorm(hidden_size)
        self.steps = jit.Attribute(0, int)

    @jit.script_method
    def forward(self, input: Tensor, state: Tuple[Tensor, Tensor]) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        hx, cx = state
        igates = self.layernorm_i(torch.mm(input, self.weight_ih.t()))
        hgates = self.layernorm_h(torch.mm(hx, self.weight_hh.t()))
        gates = igates + hgates
        ingate, forgetgate, cellgate, outgate = gates.chunk(4, 1)
        cy = self.layernorm_c((torch.sigmoid(forgetgate) * cx) + (torch.sigmoid(ingate) * torch.tanh(cellgate)))
        hy = torch.sigmoid(outgate) * torch.tanh(cy)
        return hy, (hy, cy)


class ReverseLayer(nn.Module):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def forward(self, input: Tensor, state: LSTMState):
        inputs = input.unbind(0)[::-1]
        outputs: List[Tensor] = []
        hx, cx = state.hx, state.cx
        for x in inputs:
            out, (hx, cx) = self.cell(x, (hx, cx))
            outputs += [out]
        return torch.stack(outputs[::-1]), LSTMState(hx, cx)


class Model(nn.Module):
    scale: torch.jit.Final[int]

    def __init__(self):
        super().__init__()
        self.scale = 2
        self.rnn = ReverseLayer(LayerNormLSTMCell(5, 8))
        self.conv = nn.Conv1d(8, 8, 1)
        self.head = nn.Linear(4, 2)

    @torch.jit.unused
    def debug(self, x):
        print("debug", x.shape)

    @torch.jit.export
    def features(self, x):
        state = LSTMState(torch.zeros(x.size(1), 8), torch.zeros(x.size(1), 8))
        return self.rnn(x, state)[0]

    def forward(self, x):
        if not torch.jit.is_scripting() and not torch.jit.is_tracing() and x.dim() != 3:
            self.debug(x)
        h = self.conv(self.features(x).permute(1, 2, 0))
        z = fused_add_tanh_sigmoid_multiply(h, h.flip(1), torch.tensor(4).item())
        fut = torch.jit.fork(torch.sum, z, 2)
        return self.head(torch.jit.wait(fut) * self.scale)


torch.manual_seed(0)
model = Model()
cell = model.rnn.cell
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(6, 10, 5), torch.randint(0, 2, (10,))
for step in range(24):
    loss = F.cross_entropy(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 8 == 0:
        print(step, "%.4f" % loss.item())
outs, h = scan(torch.randn(4, 3, 2), torch.zeros(3, 2), [4, 2, 1])
print(outs.shape, torch.equal(h[1], outs[1, 1]), cell.steps, cell.hidden_size)
print(sorted(n for n, _ in cell.named_parameters())[:3])
traced = torch.jit.trace(nn.Sequential(nn.Linear(5, 3), nn.Tanh()).eval(), torch.randn(1, 5))
print(tuple(traced(torch.randn(7, 5)).shape))
